#include "core/integers.hpp"
#include "core/text.hpp"
#include "problem/rule/bin_rule.hpp"
#include "variants/compute_unit.hpp"
#include "variants/counters.hpp"
#include "variants/draft.hpp"

#include <algorithm>

namespace histo_cl::detail {
namespace {

constexpr std::uint64_t banks = 32;

/// Local memory that the replicas may use. Samples of one or two bytes are read so fast that bank conflicts
/// must be avoided, which takes many replicas. For wider samples the banks are fast enough, and replicas only
/// reduce conflicts on the same word (H200: 16 replicas instead of 4 gain 6 % for u16, nothing for f32).
std::uint64_t replica_budget(const DeviceProfile& device, const Problem& problem) noexcept {
    constexpr std::uint64_t enough = 32 * 1024;
    constexpr std::uint64_t for_narrow = 200 * 1024;
    return std::min(bytes(problem.sample) <= 2 ? for_narrow : enough, local_share(device));
}

/// Whether one table is better than `replicas` replicas.
///
/// - On NVIDIA's devices, incrementing the same word costs the same for many lanes as for one. Replicas
///   for wide samples therefore only add the cost of zeroing and summing. For 16-bit samples in several
///   channels, a few replicas take too much of the L1 cache (H200, 3 of 4 channels with 2048 bins each:
///   535 us with 8 replicas, 505 us with one).
/// - On other devices, and for sums of weights, a few replicas cost wide samples more instructions than
///   they save in conflicts.
/// - In batches, 16-bit samples gain nothing from replicas. Bytes gain only from at least half as many
///   replicas as a wave has lanes (H100, 4096 images of 256 x 256 bytes: 130 us with one and with 8, 105
///   with 16, 122 with 32).
bool is_better_alone(const Request& request, std::uint32_t replicas, std::uint32_t lanes) noexcept {
    if (has_wide_ranks(request.problem)) return true; // with replicas, the words of a rank are not adjacent
    const auto size = bytes(request.problem.sample);
    const bool few = 2 * replicas < lanes;
    const bool increments = request.device.vendor == Vendor::nvidia && counter_words(request.problem) == 1;
    const bool is_batch = request.problem.batch != Batch::one;
    if (size == 2) return increments && (is_batch || (few && request.problem.channels() > 1));
    if (size == 1) return increments && is_batch && few;
    return size > 2 && (increments || few);
}

/// A launch with enough loads in flight to keep a compute unit's memory busy.
struct LaunchShape {
    std::uint32_t work_group_size;
    std::uint32_t items_of_unit;
    std::uint32_t vectors_in_flight;
};

/// The speed for narrow samples is limited by instructions and by the merge, so narrow samples get fewer
/// work-items, each with more samples. The values for NVIDIA were measured (H200). Those for other vendors
/// were not measured; they give each SIMD unit a few waves. With four loads of 8-byte samples in flight, a
/// work-item needs so many registers that half as many work-groups are resident (H100, f64: up to 10 %
/// slower).
LaunchShape launch_shape(const Request& request) noexcept {
    const auto size = bytes(request.problem.sample);
    if (request.device.vendor != Vendor::nvidia) return {256, 2048, 4};
    const std::uint32_t vectors = size == 8 ? 2 : 4;
    // Many work-items hide the time in which a work-group of a batch begins and ends a histogram.
    if (request.problem.batch != Batch::one) return {512, 2048, vectors};
    if (size == 1) return {512, 1024, vectors};
    if (size == 2) return {512, 1024, 8};
    return {1024, 2048, vectors};
}

constexpr std::uint32_t row_unit = 1024; // ROW_UNIT of kernels/accumulate/sub_histogram.cl
constexpr std::uint32_t usual_row_scale = 1062;

/// The next smaller scale, with half the excess over 1. The number of rows is multiplied by the usual scale
/// or, if memory is short, by a smaller one.
constexpr std::uint32_t less_stretched(std::uint32_t scale) noexcept {
    return row_unit + (scale - row_unit) / 2;
}

/// The largest scale to try. It is 1 (row_unit) for sums of weights. It is also 1 if at most two work-items
/// can conflict in a bank, because additional rows cost more than these conflicts.
std::uint32_t max_row_scale(const Problem& problem, const Decision& draft) noexcept {
    // With more bins, the products in row_of() of the kernel would exceed 32 bits.
    constexpr std::uint64_t max_bin_count = (1ULL << 32U) / usual_row_scale;
    const bool stretched =
        counter_words(problem) == 1 && 2 * draft.replicas < banks && draft.window_bins < max_bin_count;
    return stretched ? usual_row_scale : row_unit;
}

} // namespace

std::uint64_t sub_histogram_bytes(std::uint64_t bins, std::uint32_t words, std::uint64_t replicas,
                                  std::uint32_t scale) noexcept {
    const auto rows = bins * scale / row_unit + 1; // one row is for the spare bin
    return saturating_multiply(saturating_multiply(rows, words * sizeof(std::uint32_t)), replicas);
}

void stretch_rows(const Request& request, Decision& draft) noexcept {
    const auto words = counter_words(request.problem);
    const auto other = draft.local_bytes - sub_histogram_bytes(draft.window_bins, words, draft.replicas);
    const auto groups = resident_groups(request.device, draft.work_group_size, draft.local_bytes);
    const auto max_bytes = max_local_memory_of_groups(request.device, groups);
    for (auto scale = max_row_scale(request.problem, draft); scale > row_unit;
         scale = less_stretched(scale)) {
        const auto stretched = other + sub_histogram_bytes(draft.window_bins, words, draft.replicas, scale);
        if (stretched > max_bytes) continue;
        draft.local_bytes = stretched;
        return;
    }
}

std::uint32_t row_scale(const Problem& problem, const Decision& decision) noexcept {
    const auto words = counter_words(problem);
    const auto other = bytes_of_cells(problem, decision.count_values, decision.merge);
    auto scale = max_row_scale(problem, decision);
    while (scale > row_unit &&
           other + sub_histogram_bytes(decision.window_bins, words, decision.replicas, scale) >
               decision.local_bytes)
        scale = less_stretched(scale);
    return scale;
}

std::uint64_t sub_histogram_iterations(const Decision& draft) noexcept {
    const auto rounds = draft.window_bins / draft.work_group_size + 1;
    const auto zeroing = draft.local_bytes / sizeof(std::uint32_t) / draft.work_group_size + 1;
    return zeroing + std::uint64_t{rounds} * (1 + draft.replicas);
}

Proposal propose_sub_histograms(const Request& request, Decision draft) {
    const auto words = counter_words(request.problem);
    const auto table = std::uint64_t{draft.window_bins} * words * sizeof(std::uint32_t);
    // One replica per lane of a wave avoids all conflicts; more replicas than banks have no advantage.
    const auto lanes = std::min<std::uint32_t>(banks, std::max(1U, request.device.wave_width));
    const auto unit = compute_unit(request.device);
    const bool two_lanes_share =
        request.problem.batch != Batch::one && request.device.vendor == Vendor::nvidia;
    draft.replicas = replicas(request, std::min(lanes, unit.banks) / (two_lanes_share ? 2 : 1), table,
                              replica_budget(request.device, request.problem));
    if (!request.options.knobs.replicas && is_better_alone(request, draft.replicas, lanes))
        draft.replicas = 1;
    const auto cells = bytes_of_cells(request.problem, draft.count_values, merge_of_private_counts(request));
    const auto shape = launch_shape(request);
    for (;; draft.replicas /= 2) {
        draft.local_bytes = sub_histogram_bytes(draft.window_bins, words, draft.replicas) + cells;
        draft.work_group_size = work_group_size_for_tables(request, draft.local_bytes, shape.work_group_size);
        // Fewer replicas are better than another variant, or than a nearly empty compute unit. For example, a
        // work-group on AMD has at most 256 work-items. If it takes more than half of the local memory, each
        // SIMD unit has only one wave.
        const bool fits = draft.local_bytes <= max_local_memory(request.device);
        const bool full =
            !unit.documented || is_half_full(request.device, draft.work_group_size, draft.local_bytes);
        if ((fits && full) || request.options.knobs.replicas || draft.replicas == 1) break;
    }
    stretch_rows(request, draft);
    const auto resident = resident_groups(request.device, draft.work_group_size, draft.local_bytes);
    const LaunchTraits traits{
        .groups_per_unit = std::min(resident, std::max(1U, shape.items_of_unit / draft.work_group_size)),
        .coarsening = 32,
        .max_bytes_per_item = 64,
        .vectors_in_flight = shape.vectors_in_flight,
        .fixed_iterations = sub_histogram_iterations(draft)};
    return complete(request, std::move(draft), traits);
}

namespace {

/// Maximum number of bytes of interleaved tables. They may exceed a core's L1 cache, because many tables help
/// samples in few bins, which touch only a small part of the tables (measured: docs/notes/pocl.md). More than
/// 16 tables have no advantage.
constexpr std::uint64_t room_for_tables = 66 * 1024;
constexpr std::uint32_t max_tables = 16;

} // namespace

std::string why_no_values_of_blocks(const Request& request, std::uint32_t max_values) {
    const auto& [device, problem, options] = request;
    if (auto why = why_no_values(problem); !why.empty()) return why;
    if (options.knobs.merge == Merge::device || options.knobs.merge == Merge::host)
        return concat("values are added to their bins by atomics, not by merge ", *options.knobs.merge);
    if (bytes(problem.sample) != 1) return "only the values of bytes are counted, not of wider samples";
    if (value_count(problem) > max_values)
        return concat("at most ", max_values, " values are counted, not ", value_count(problem));
    if (elements_of_loops(request) == 0)
        return "blocks must be counted in place, which load_bytes, loads_in_flight above 1 or a loop limit "
               "rule out";
    return {};
}

std::uint64_t table_bytes(const Problem& problem, std::uint32_t cells, std::uint32_t replicas) noexcept {
    // Wide sums (sum_tables.cl) have a word of flags per row, a spare row for each sum, and no additional
    // tables.
    const bool sums = has_wide_sums(problem);
    const auto tables = std::uint64_t{replicas} + (replicas > 2 && !sums ? 2 : 0);
    const auto words_per_cell = saturating_multiply(counter_words(problem), tables) + (sums ? 1 : 0);
    const auto words =
        saturating_multiply(std::uint64_t{cells} + (sums ? problem.counters_per_cell() : 1), words_per_cell);
    return saturating_multiply(sums ? rounded_up(words, 2) : words, sizeof(std::uint32_t));
}

std::uint32_t tables(const Request& request, std::uint32_t cells, std::uint64_t other_bytes,
                     std::uint32_t work_items) noexcept {
    if (const auto given = request.options.knobs.replicas) return *given;
    const auto room = max_local_memory(request.device);
    const auto bytes = [&](std::uint32_t replicas) {
        return saturating_multiply(table_bytes(request.problem, cells, replicas), work_items);
    };
    // The histograms of a batch may be small: zeroing and adding up more tables would take longer than they
    // save.
    constexpr std::uint32_t batch_tables = 2;
    auto replicas = request.problem.batch == Batch::one ? max_tables : batch_tables;
    if (is_extreme(request.problem))
        replicas = 1; // most weights change no extreme, so loads seldom wait for a store
    while (replicas > 1 &&
           (replicas * bytes(1) > room_for_tables || saturating_add(bytes(replicas), other_bytes) > room))
        replicas /= 2;
    return replicas;
}

LaunchTraits item_traits(const Request& request) noexcept {
    return {.groups_per_unit = 2,
            .coarsening = 32768,
            .partition = Partition::contiguous,
            .block_elements = elements_of_loops(request)};
}

std::optional<Refusal> why_no_blocks(const Request& request) {
    const auto& [device, problem, options] = request;
    if (problem.weights.type) return Refusal{"a byte counts to 255: it holds no sum of weights"};
    if (options.knobs.replicas > 1U || options.knobs.work_group_size > 1U)
        return Refusal{"each work-group is one work-item with one set of counters"};
    if (device.loop_limit != 0)
        return refuse("counts blocks by loops, which the driver stops after ", device.loop_limit,
                      " iterations");
    if (elements_of_loops(request) == 0)
        return Refusal{"counts blocks in place, which load_bytes or loads_in_flight above 1 rule out"};
    return std::nullopt;
}

} // namespace histo_cl::detail
