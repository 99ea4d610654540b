#include "choose/column_launch.hpp"

#include "choose/choose.hpp"
#include "core/integers.hpp"
#include "problem/binnings.hpp"
#include "problem/pitches.hpp"
#include "problem/rule/cells.hpp"
#include "problem/split.hpp"
#include "problem/splitting.hpp"
#include "variants/compute_unit.hpp"
#include "variants/counters.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <string>

namespace histo_cl::detail {
namespace {

constexpr std::uint32_t min_values = 16;
constexpr std::uint32_t max_slots = 32;
/// Upper bound of the number of iterations of the inner loops per row, if these loops are not unrolled.
constexpr std::uint32_t iterations_per_row = 64;
/// Maximum number of columns per work-item of a CPU, so that the work-item's table fits in the L2 cache.
constexpr std::uint32_t columns_per_item = 64;
constexpr std::uint32_t block_of_rows = 256;
/// Minimum number of rows per work-item of a CPU. For fewer rows, a table is not worth its cost.
constexpr std::uint32_t min_rows_per_item = 4096;
constexpr std::uint32_t items_per_unit = 1024;
// Minimum numbers of samples, measured on an H200:
constexpr std::uint64_t updates_of_wide_tiles = 500'000;  ///< samples per value for tiles of 8 words
constexpr std::uint64_t updates_of_narrow_tiles = 50'000; ///< samples per value for tiles of 4 words
constexpr std::uint64_t updates_of_pairs = 100'000;       ///< samples per compute unit for pairs of columns

/// Why no device can count this problem as columns with these knobs; empty if a device can.
std::string why_no_columns(const Request& request) {
    const auto& [device, problem, options] = request;
    std::string_view knob;
    for_each_knob([&](std::string_view name, auto member) {
        if (request.options.knobs.*member && name != "work_group_size" && name != "merge") knob = name;
    });
    if (!knob.empty()) return concat(knob, " is set, a knob of the variants");
    if (bytes(problem.sample) != 1) return concat(problem.sample, " samples have too many values");
    if (problem.joint) return "a joint histogram";
    if (splits(problem)) return "elements that are split";
    if (problem.batch != Batch::one) return "a batch";
    if (problem.layout.rows || problem.layout.image || is_separate(problem))
        return "samples that are not flat in one buffer";
    if (needs_index(problem)) return "custom bins that ask for the element's index";
    if (problem.weights.squares) return "squared weights";
    return {};
}

/// The smallest power of two that is at least min_values and above all values that have a cell.
std::uint32_t values_of(const CellsOfColumns& cells) {
    std::uint32_t values = 1;
    for (const auto& kind : cells.kinds)
        for (std::uint32_t value = 0; value < kind.size(); ++value)
            if (kind.at(value) != no_cell) values = std::max(values, value + 1);
    return std::max(std::bit_ceil(values), min_values);
}

/// Bytes of the workspace: the words before the job's state, the 5 words of the state, and a word for each
/// tile. See kernels/columns/columns_of_rows.cl.
std::uint64_t workspace_bytes(const Problem& problem, const Decision& decision) noexcept {
    return (first_word_of_range(problem, decision) + 5 + std::uint64_t{decision.windows}) *
           sizeof(std::uint32_t);
}

std::uint64_t table_bytes(const Problem& problem, std::uint64_t rows, std::uint32_t slots) noexcept {
    const auto limbs = 1 + limbs_per_weight(problem) * summed_vectors(problem);
    return limbs * rows * slots * sizeof(std::uint32_t);
}

/// Maximum number of rows per work-group with which no limb overflows. It is a multiple of the number of rows
/// in flight.
std::uint64_t max_rows_per_group(const Problem& problem) noexcept {
    const bool two_bytes =
        summed_vectors(problem) > 0 && !has_wide_sums(problem) && bytes(*problem.weights.type) == 2;
    return two_bytes ? 1U << 16U : (1U << 17U) - 4;
}

/// The maximum number of samples that a job counts, on all axes together; 2^64 − 1 if it is unknown.
std::uint64_t updates_of(const Problem& problem) noexcept {
    return problem.max_samples == 0 ? std::numeric_limits<std::uint64_t>::max()
                                    : saturating_multiply(problem.max_samples, problem.axes.size());
}

/// Sets the number of slots, i.e. of counters per value, of a table in local memory. Also decides whether the
/// columns are counted in pairs, with a joint table for each pair. This requires columns of min_values
/// values, local memory for the maximum number of slots, and enough samples in the job to make up for adding
/// the larger table to the sums.
std::optional<Refusal> set_table(const Request& request, Decision& draft) {
    const auto max_bytes = max_local_memory(request.device);
    const std::uint64_t rows = table_rows(draft.window_bins);
    draft.slots = max_slots;
    draft.paired = draft.window_bins == min_values &&
                   table_bytes(request.problem, rows * rows, draft.slots) <= max_bytes &&
                   updates_of(request.problem) >= updates_of_pairs * compute_unit(request.device).units;
    const auto bytes = [&] {
        return table_bytes(request.problem, draft.paired ? rows * rows : rows, draft.slots);
    };
    while (draft.slots > 4 && bytes() > max_bytes)
        draft.slots /= 2;
    if (bytes() > max_bytes)
        return refuse("needs ", bytes(), " B of local memory, the device has ", max_bytes, " B");
    draft.local_bytes = bytes();
    return std::nullopt;
}

/// Number of 32-bit words, of four columns each, in a row of a tile.
std::uint32_t words_of_tile(const Problem& problem, const Decision& draft) noexcept {
    const auto wide = updates_of(problem) / draft.window_bins;
    const auto words = wide >= updates_of_wide_tiles ? 8U : wide >= updates_of_narrow_tiles ? 4U : 2U;
    const auto words_per_row = static_cast<std::uint32_t>(std::bit_ceil((problem.axes.size() + 3) / 4));
    return std::clamp(std::min(words, words_per_row), 1U, draft.slots / 4);
}

/// Number of rows that a work-item loads at once. Registers limit this number.
std::uint32_t rows_in_flight(const Request& request) noexcept {
    if (is_intel_gpu(request.device)) return 1;
    return summed_vectors(request.problem) > 2 || words_per_sum(request.problem) == 2 ? 2 : 4;
}

/// Whether the last work-group of a tile may write the counters. kernels/columns/columns_one_launch.cl, which
/// does this, relies on more than OpenCL guarantees. It was tested on NVIDIA GPUs and on CPUs.
bool may_merge_in_one_launch(const DeviceProfile& device) noexcept {
    return device.type != DeviceType::gpu || device.vendor == Vendor::nvidia;
}

/// Sets a launch for GPUs, where the work-items of a work-group share a table.
std::optional<Refusal> set_tables(const Request& request, Decision& draft) {
    const auto& [device, problem, options] = request;
    if (auto why = set_table(request, draft)) return why;
    const bool in_one_launch = may_merge_in_one_launch(device) && !is_extreme(problem);
    draft.merge = options.knobs.merge.value_or(in_one_launch ? Merge::last_group : Merge::atomic);
    if (draft.merge == Merge::last_group && is_extreme(problem))
        return refuse("merge last_group: it takes atomic for ", extremes_or_sums(problem));
    if (draft.merge != Merge::last_group && draft.merge != Merge::atomic)
        return refuse("merge ", draft.merge, ": it takes last_group or atomic");
    draft.work_group_size =
        options.knobs.work_group_size.value_or(std::bit_floor(std::min(1024U, device.max_work_group_size)));
    if (draft.work_group_size < draft.slots || !std::has_single_bit(draft.work_group_size) ||
        draft.work_group_size > device.max_work_group_size)
        return refuse("work-groups of ", draft.work_group_size, ": it takes a power of two from ",
                      draft.slots, " to ", device.max_work_group_size, ", or 1");

    const auto axes = static_cast<std::uint32_t>(problem.axes.size());
    draft.axes = 4 * words_of_tile(problem, draft);
    draft.replicas = draft.slots * (draft.paired ? 2 : 1) / draft.axes;
    draft.loads_in_flight = rows_in_flight(request);
    draft.windows = (axes + draft.axes - 1) / draft.axes;
    // More work-groups than can be resident need more merging, and do not hide more latency.
    const auto resident = std::clamp(resident_groups(device, draft.work_group_size, draft.local_bytes), 1U,
                                     std::max(1U, items_per_unit / draft.work_group_size));
    draft.work_groups =
        std::max(1U, saturating_u32(std::uint64_t{resident} * compute_unit(device).units / draft.windows));
    const std::uint64_t rows_at_once = draft.work_group_size * 4 / draft.axes;
    const auto rows_per_group = rows_at_once * (device.loop_limit / iterations_per_row);
    if (device.loop_limit != 0 && rows_per_group == 0)
        return refuse("loops over its rows, and the driver stops loops after ", device.loop_limit,
                      " iterations");
    const auto max_rows = max_rows_per_group(problem);
    const auto rows = device.loop_limit != 0 ? std::min(max_rows, rows_per_group) : max_rows;
    draft.samples_per_launch = std::min(draft.samples_per_launch, rows * draft.work_groups);
    return std::nullopt;
}

/// Sets a launch for CPUs, where a work-group is one work-item and has its own table.
std::optional<Refusal> set_item_tables(const Request& request, Decision& draft) {
    const auto& [device, problem, options] = request;
    if (options.knobs.merge && *options.knobs.merge != Merge::atomic)
        return refuse("merge ", *options.knobs.merge, ": on a CPU it takes atomic");
    const auto words =
        std::max(1U, words_per_sum(problem) * summed_vectors(problem) + (is_extreme(problem) ? 1 : 0));
    const auto bytes_per_column =
        std::uint64_t{words} * padded_rows(draft.window_bins) * sizeof(std::uint64_t);
    const auto axes = static_cast<std::uint32_t>(problem.axes.size());
    const auto room = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(max_local_memory(device) / bytes_per_column, columns_per_item));
    if (room == 0)
        return refuse("needs ", bytes_per_column, " B of local memory, the device has ",
                      max_local_memory(device), " B");
    draft.axes = std::min(axes, room);
    draft.local_bytes = draft.axes * bytes_per_column;
    draft.block_elements = block_of_rows;
    draft.windows = (axes + draft.axes - 1) / draft.axes;
    draft.coarsening = min_rows_per_item;
    draft.work_groups = std::max(1U, saturating_u32(4 * std::uint64_t{device.compute_units} / draft.windows));
    return std::nullopt;
}

} // namespace

bool counts_identities(const Problem& problem) {
    const auto all = cells_of_columns(problem);
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis) {
        if (problem.extent(axis) > 256) return false; // more cells than a byte has values
        for (std::uint32_t value = 0; value < 256; ++value)
            if (all.of(axis).at(value) != (value < problem.extent(axis) ? value : no_cell)) return false;
    }
    return true;
}

bool counts_side_by_side(const Problem& problem) noexcept {
    // The first column could begin within a byte or a plane.
    if (!has_plain_samples(problem) && problem.channel(0) != 0) return false;
    for (std::size_t axis = 1; axis < problem.axes.size(); ++axis)
        if (problem.channel(axis) != problem.channel(axis - 1) + 1) return false;
    return true;
}

CellsOfColumns cells_of_columns(const Problem& problem) {
    CellsOfColumns all;
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis) {
        if (axis == 0 || problem.axes[axis] != problem.axes[axis - 1]) {
            auto& cells = all.kinds.emplace_back(cells_of_bytes(*axis_cells(problem, axis)));
            // Values above 15 do not occur.
            if (has_nibbles(problem)) std::fill(cells.begin() + 16, cells.end(), no_cell);
        }
        all.kind_of_axis.push_back(static_cast<std::uint32_t>(all.kinds.size() - 1));
    }
    return all;
}

Proposal propose_columns(const Request& request) {
    const auto& [device, problem, options] = request;
    if (auto why = why_no_columns(request); !why.empty()) return Refusal{std::move(why)};
    Decision draft;
    draft.columns = true;
    draft.count_values = true;
    const bool by_items = options.knobs.work_group_size
                              ? *options.knobs.work_group_size == 1
                              : device.type == DeviceType::cpu && device.loop_limit == 0;
    if (device.max_work_group_size == 0) return Refusal{"the device says that it runs no work-groups"};
    if (by_items && device.loop_limit != 0)
        return refuse("loops over all columns of its rows, and the driver stops loops after ",
                      device.loop_limit, " iterations");
    if (has_wide_ranks(problem) && !(by_items && device.int64_atomics))
        return refuse(extremes_or_sums(problem), " of f64 weights");
    // On a CPU, a table has a row for each of the 256 values. Rows of values that do not occur take no space
    // in caches.
    draft.window_bins = by_items ? 256 : values_of(cells_of_columns(problem));
    draft.native_atomic64 = device.int64_atomics;
    draft.atomic_reads = device.reports_races;
    draft.doubles = device.fp64;
    if (options.samples_per_launch)
        draft.samples_per_launch = std::min(draft.samples_per_launch, *options.samples_per_launch);
    if (auto why = by_items ? set_item_tables(request, draft) : set_tables(request, draft))
        return *std::move(why);
    draft.workspace_bytes = workspace_bytes(problem, draft);
    if (const auto limit = counts_limit(device, options); draft.workspace_bytes > limit)
        return refuse("needs ", draft.workspace_bytes, " B of workspace, the limit is ", limit, " B");
    draft.reason = concat("a table holds ", draft.window_bins, " values of ", draft.axes, " of ",
                          counted(problem.axes.size(), "channel"));
    return draft;
}

std::uint64_t first_word_of_range(const Problem& problem, const Decision& decision) noexcept {
    const auto sums = 1 + words_per_sum(problem) * summed_vectors(problem);
    const auto words_per_value = 2 * sums + (has_wide_sums(problem) ? 1 : 0);
    return std::uint64_t{decision.window_bins} * problem.axes.size() * words_per_value;
}

std::uint32_t column_parts(const Decision& decision, std::uint64_t rows, std::uint32_t windows) noexcept {
    const std::uint64_t rows_per_group =
        decision.block_elements != 0
            ? decision.coarsening
            : std::uint64_t{decision.work_group_size} * 4 / decision.axes * decision.loads_in_flight;
    const auto wanted = std::max<std::uint64_t>(1, rows / rows_per_group);
    const auto max_parts = std::uint64_t{decision.work_groups} * decision.windows / windows;
    return saturating_u32(std::min(wanted, max_parts));
}

} // namespace histo_cl::detail
