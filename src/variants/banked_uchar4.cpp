#include "core/text.hpp"
#include "problem/rule/bin_rule.hpp"
#include "variants/counters.hpp"
#include "variants/draft.hpp"

#include <algorithm>
#include <array>

namespace histo_cl::detail {
namespace {

// Work-items per table. Four work-items share a word, so a row has a word in each of 32 banks.
constexpr std::uint32_t table_items = 128;
constexpr std::uint32_t max_items = 1024;
constexpr std::array<std::uint32_t, 2> small_sizes{64, 32}; // sizes of smaller tables, in work-items
constexpr std::uint32_t max_rows = 256;

/// Bytes of local memory: for each counter, including the spare one, a row of bytes and a word for carries.
/// If values are counted and the last group merges, there are also counters for the cells.
std::uint64_t local_bytes(const Request& request, const Decision& draft, std::uint32_t size) noexcept {
    return (std::uint64_t{draft.window_bins} + 1) * (size + sizeof(std::uint32_t)) +
           bytes_of_cells(request.problem, draft.count_values, merge_of_private_counts(request));
}

/// The preferred work-group size. It is the multiple of 128 that fits and has the most resident work-items,
/// to hide latency; of several with equally many, the smallest. (H200: 896, one group with seven tables, is
/// 10 % faster than six groups of 128.) On a CPU only 128 is considered, because a CPU runs work-items one by
/// one and is faster with small groups. If no multiple of 128 fits, it is 64, or 32 if 64 does not fit
/// either. If 32 does not fit, complete() reports what is missing.
std::uint32_t best_size(const Request& request, const Decision& draft) {
    const auto& device = request.device;
    const auto fits = [&](std::uint32_t size) {
        return size <= device.max_work_group_size &&
               local_bytes(request, draft, size) <= max_local_memory(device);
    };
    const auto items = [&](std::uint32_t size) {
        return resident_groups(device, size, local_bytes(request, draft, size)) * size;
    };
    std::uint32_t best = 0;
    const auto max_size = device.type == DeviceType::cpu ? table_items : max_items;
    for (auto size = table_items; size <= max_size; size += table_items)
        if (fits(size) && (best == 0 || items(size) > items(best))) best = size;
    if (best != 0) return best;
    const auto* const small = std::ranges::find_if(small_sizes, fits);
    return small == small_sizes.end() ? small_sizes.back() : *small;
}

bool is_size(std::uint32_t size) noexcept {
    const bool tables = size % table_items == 0 && size >= table_items && size <= max_items;
    return tables || std::ranges::find(small_sizes, size) != small_sizes.end();
}

/// Why samples cannot be counted by value; empty if they can.
std::string why_no_rows_for_values(const Request& request) {
    auto obstacle = why_no_values(request.problem);
    if (obstacle.empty() && value_count(request.problem) > max_rows)
        return concat("counts up to ", max_rows, " values, not ", value_count(request.problem));
    return obstacle;
}

bool byte_values_pay(const Request& request) {
    const auto merge = merge_of_private_counts(request);
    return request.device.type != DeviceType::cpu && bytes(request.problem.sample) == 1 &&
           (merge == Merge::atomic || merge == Merge::last_group);
}

Proposal propose_banked_uchar4(const Request& request, Decision draft) {
    if (request.problem.weights.type) return Refusal{"a byte counts to 255: it holds no sum of weights"};
    const auto bins = request.problem.counters();
    if (bins > max_rows) return refuse("counts up to ", max_rows, " bins, not ", bins);
    if (request.options.knobs.replicas > 1U) return Refusal{"each work-item owns its counters: no replicas"};
    const auto given = request.options.knobs.work_group_size;
    if (given && !is_size(*given))
        return refuse("work-groups of 32, 64 or a multiple of 128 up to 1024, not ", *given);

    const auto obstacle = why_no_rows_for_values(request);
    if (auto why = set_counted(request, obstacle, byte_values_pay(request), draft)) return *std::move(why);
    draft.work_group_size = given ? *given : best_size(request, draft);
    draft.local_bytes = local_bytes(request, draft, draft.work_group_size);
    draft.reason = counted(bins, "bin") + " in byte counters, no atomic per sample";
    const auto items = draft.work_group_size;
    const auto zeroing = draft.local_bytes / sizeof(std::uint32_t) / items + 1;
    const auto summing =
        (std::uint64_t{draft.window_bins} / items + 1) * (items / 4 + items / table_items + 2);
    const LaunchTraits traits{.coarsening = 256,
                              .fixed_iterations = zeroing + summing,
                              .iterations_per_load = 1 + samples_per_load(request)};
    return complete(request, std::move(draft), traits);
}

/// With one load in flight, as on CPUs, the kernel flushes within its loop over loads. A flush has a barrier.
/// In a loop with a barrier, a CPU runs each iteration for all work-items of a group, one after the other. So
/// it switches to the next work-item after each load, and few additions depend on the previous one.
std::uint64_t banked_uchar4_before_flush(const Decision& decision) {
    return decision.loads_in_flight == 1 ? 4096 : 0;
}

bool banked_uchar4_finishes_blocks(const Problem& problem, const Decision& decision) {
    return decision.loads_in_flight != 1 && (problem.axes.size() == 1 || problem.joint);
}

} // namespace

const Implementation banked_uchar4{.variant = Variant::banked_uchar4,
                                   .propose = propose_banked_uchar4,
                                   .spare_bin = "WINDOW_BINS",
                                   .elements_before_flush = banked_uchar4_before_flush,
                                   .finishes_blocks = banked_uchar4_finishes_blocks};

} // namespace histo_cl::detail
