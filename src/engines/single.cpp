#include "engines/single.hpp"

#include "core/integers.hpp"
#include "device/device.hpp"
#include "device/objects.hpp"
#include "variants/counters.hpp"
#include "variants/variant.hpp"

#include <algorithm>
#include <utility>

namespace histo_cl::detail {

Single::Single(std::shared_ptr<const Target> target, SingleBuild build)
    : Engine(std::move(target), std::move(build.decision), std::move(build.program), build.compiled),
      numbers_(std::move(build.numbers)), thresholds_(std::move(build.thresholds.buffer)),
      histogram_(create_kernel("histogram")) {
    threshold_bytes_ = build.thresholds.bytes;
    first_job_argument_ = set_plan_arguments(histogram_.get());
    if (decision().merge == Merge::device) merge_partials_ = create_kernel("merge_partials");
    if (has_wide_sums(problem())) create_wide_sum_kernels();
    if (finishes_words(problem())) zero_sums_ = create_kernel("zero_sums");
    if (is_extreme(problem())) finish_ranks_ = create_kernel("finish_ranks");
}

cl_uint Single::set_plan_arguments(cl_kernel kernel, LocalMemory local) const {
    Arguments arguments(kernel);
    if (local == LocalMemory::yes && decision().local_bytes != 0 && !decision().declares_local_memory)
        arguments << Arguments::Local{decision().local_bytes};
    bin_parameters(numbers_, thresholds_.get(), static_cast<bool>(thresholds_), PassedParameters(arguments));
    return arguments.next();
}

void Single::set_common_arguments(cl_kernel original, cl_kernel copy) const {
    if (original == histogram_.get()) set_plan_arguments(copy);
    if (original == weight_range_.get()) set_plan_arguments(copy, LocalMemory::no);
}

std::uint64_t Single::workspace_bytes(std::uint64_t histograms) const noexcept {
    const auto sums = workspace_parts(problem(), histograms).partials;
    return saturating_add(saturating_multiply(sums, sizeof(cl_uint)), decision().workspace_bytes);
}

std::uint64_t Single::used_workspace(const Geometry& g) const {
    return is_empty(g) && !finishes_words(problem()) ? 0 : workspace_bytes(g.histograms);
}

Workspace Single::take_workspace(CommandSink& commands, const Job& job, const Geometry& g) const {
    const auto bytes = used_workspace(g);
    if (bytes == 0) return {};
    auto workspace = kept_sums_.workspace_for(commands, *this, job.workspace, bytes);
    if (decision().merge == Merge::last_group && !workspace.zero) commands.fill_zero(workspace.memory, bytes);
    return workspace;
}

void Single::enqueue(CommandSink& commands, const Job& job, const CheckedShape& shape) const {
    const auto offsets = upload_offsets(*this, shape);
    commands.keep(offsets);
    enqueue_pass(commands, {job, shape, offsets.get()});
}

void Single::enqueue_pass(CommandSink& commands, const PassJob& pass) const {
    const auto where = geometry(problem(), pass.job, pass.shape);
    const Lock lock(kernel_arguments_);
    auto workspace = take_workspace(commands, pass.job, where);
    auto buffers = buffers_of(device(), pass.job, pass.offsets);
    buffers.workspace = workspace.memory;
    buffers.ranges = pass.ranges;
    if (where.histograms != 0) launch_slices(commands, buffers, where, pass.job.accumulate);
    if (workspace.zero) kept_sums_.keep(commands.in_order_queue(), std::move(workspace.own));
}

void Single::add_histogram(CommandSink& commands, const PassJob& pass, std::uint32_t histogram) const {
    auto where = geometry(problem(), pass.job, pass.shape);
    where.first_histogram = histogram;
    where.histograms = 1;
    const Lock lock(kernel_arguments_);
    launch_slices(commands, buffers_of(device(), pass.job, pass.offsets), where, true);
}

std::vector<std::uint64_t> Single::count(Commands& commands, const Job& job,
                                         const CheckedShape& shape) const {
    const auto where = geometry(problem(), job, shape);
    if (decision().merge != Merge::host || is_empty(where)) return Engine::count(commands, job, shape);
    FinishOnFailure guard(commands);
    const auto workspace = [&] {
        const Lock lock(kernel_arguments_);
        return take_workspace(commands, job, where);
    }();
    auto buffers = buffers_of(device(), job, {});
    buffers.workspace = workspace.memory;
    auto sums = saturated(problem().counter, merge_on_host(commands, buffers, where));
    guard.succeeded();
    return sums;
}

// Counts each launch into rows of the workspace, reads these rows, and adds them up on the calling thread.
// The problem must satisfy has_plain_rows().
std::vector<std::uint64_t> Single::merge_on_host(Commands& commands, const LaunchBuffers& buffers,
                                                 const Geometry& g) const {
    const std::size_t counters = problem().counters();
    std::vector<std::uint64_t> sums(counters);
    std::vector<std::uint32_t> rows(decision().work_groups * counters); // rows of one launch
    for (auto slice = first_slice(g, decision().samples_per_launch); slice; slice = next_slice(g, *slice)) {
        const auto groups = groups_for(g, *slice);
        {
            const Lock lock(kernel_arguments_);
            launch_histogram(commands, buffers, g, *slice, groups, false);
        }
        const std::size_t used = groups * counters;
        commands.read(buffers.workspace.memory.object(), used * sizeof rows[0], rows.data());
        for (std::size_t row = 0; row < used; row += counters)
            for (std::size_t counter = 0; counter < counters; ++counter)
                sums[counter] += rows[row + counter];
    }
    return sums;
}

void Single::launch_slices(CommandSink& commands, const LaunchBuffers& buffers, const Geometry& g,
                           bool accumulate) const {
    if (has_wide_sums(problem())) {
        launch_wide_sums(commands, buffers, g, !accumulate);
        return finish_wide_sums(commands, buffers, g, accumulate);
    }
    if (is_extreme(problem())) {
        zero_sums(commands, buffers, g);
        add_slices(commands, buffers, g);
        return finish_ranks(commands, buffers, g, accumulate);
    }
    const auto first = first_slice(g, decision().samples_per_launch); // empty if there is nothing to count
    const bool merges = first && decision().merge == Merge::device;
    // If the launches overwrite the counts, these need not be zeroed.
    const bool overwrites = first && overwrites_counts(problem(), decision(), groups_for(g, *first));
    const bool carries = implementation(*decision().variant).carries_into_counts;
    if (!accumulate && !overwrites && (!merges || carries))
        commands.fill_zero(buffers.counts, count_bytes(g.histograms));

    bool add = accumulate;
    bool sum_up = accumulate || carries;
    for (auto slice = first; slice; slice = next_slice(g, *slice)) {
        const auto rows = groups_for(g, *slice);
        launch_histogram(commands, buffers, g, *slice, rows, std::exchange(add, true));
        if (merges) launch_merge(commands, buffers, rows, std::exchange(sum_up, true));
    }
}

void Single::add_slices(CommandSink& commands, const LaunchBuffers& buffers, const Geometry& g) const {
    for (auto slice = first_slice(g, decision().samples_per_launch); slice; slice = next_slice(g, *slice))
        launch_histogram(commands, buffers, g, *slice, groups_for(g, *slice), true);
}

Arguments Single::set_arguments(cl_kernel kernel, const LaunchBuffers& buffers, const Geometry& g,
                                const Slice& slice, const HistogramRange& histograms,
                                Delivery delivery) const {
    const auto parts = workspace_parts(problem(), g.histograms);
    const CountValues values{
        .counts = finishes_words(problem()) ? buffers.workspace : buffers.counts,
        .workspace = buffers.workspace,
        .partials_at = parts.partials,
        .range_at = parts.range,
        .element_bits = has_wide_sums(problem()) ? element_bits(problem(), g) : 0,
        .delivery = delivery,
    };
    Arguments arguments(kernel, first_job_argument_);
    const PassedParameters passed(arguments);
    load_parameters(problem(), buffers, g, slice, histograms, passed);
    count_parameters(problem(), decision(), values, passed);
    return arguments;
}

// The number of work-groups per histogram of a batch depends on the mean size of the histograms, so that a
// few large histograms do not slow down many small ones. On devices with a loop limit, it depends on the
// largest histogram. On a GPU, there are fewer groups per histogram if these are enough to occupy the device,
// down to one. A single group stores its counts without atomics. (With fewer groups on two cores of a CPU,
// images of 65,536 bytes took 1.4 times as long.)
std::uint32_t Single::groups_for(const Geometry& g, const Slice& slice) const noexcept {
    const auto largest = std::min(slice.width, g.max_width) * std::min(slice.height, g.max_height);
    const auto& profile = device().profile;
    if (g.histograms <= 1 || profile.loop_limit != 0) return launched_groups(decision(), largest);
    const auto all = std::max<std::uint64_t>(1, g.width * g.height);
    const auto groups = launched_groups(decision(), std::min(largest, all / g.histograms));
    if (profile.type == DeviceType::cpu) return groups;
    const auto share = saturating_multiply(decision().work_groups, largest) / all;
    return std::min(groups, std::max(1U, saturating_u32(share)));
}

/// Launches the kernel for a slice of each histogram. Each histogram is counted by `groups` work-groups. If
/// the merge sums rows of partial counts, each group writes one. `add`: whether a launch that could overwrite
/// the counts (see overwrites_counts()) adds to them instead.
void Single::launch_histogram(CommandSink& commands, const LaunchBuffers& buffers, const Geometry& g,
                              const Slice& slice, std::uint32_t groups, bool add) const {
    const auto delivery = !overwrites_counts(problem(), decision(), groups) ? Delivery::atomic
                          : add                                             ? Delivery::add
                                                                            : Delivery::overwrite;
    const auto at_once = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(
        decision().work_groups / groups, 1, std::max<std::uint64_t>(1, g.histograms)));
    const auto histograms = static_cast<std::uint32_t>(g.histograms);
    const auto histograms_per_launch = device().profile.loop_limit != 0 ? at_once : histograms;

    for (std::uint32_t first = 0; first < histograms;
         first += std::min(histograms_per_launch, histograms - first)) {
        const auto count = std::min(histograms_per_launch, histograms - first);
        auto* const kernel = commands.to_launch(histogram_.get());
        const auto begin = static_cast<std::uint32_t>(g.first_histogram) + first;
        set_arguments(kernel, buffers, g, slice, {begin, begin + count}, delivery);
        const std::array<size_t, 3> local{decision().work_group_size, 1, 1};
        const std::array<size_t, 3> global{local[0] * groups, decision().windows, std::min(at_once, count)};
        commands.launch(kernel, global[2] > 1 ? 3 : 2, global.data(), local.data());
    }
}

/// Launches the kernel that adds up `rows` rows of partial counts into the counts.
void Single::launch_merge(CommandSink& commands, const LaunchBuffers& buffers, std::uint32_t rows,
                          bool add) const {
    auto* const kernel = commands.to_launch(merge_partials_.get());
    const auto row_words = static_cast<std::uint32_t>(row_bytes(decision()) / sizeof(cl_uint));
    Arguments(kernel) << buffers.workspace << rows << row_words << problem().counters() << buffers.counts
                      << add;
    launch_items(commands, kernel, problem().counters());
}

// PoCL before 6 aborts the process if a launch has more work-groups than any previous launch of the kernel
// while other launches of the kernel are running, even if they belong to other plans with the same program.
// So the trial launch has as many work-groups as any later launch may have: at least 8 for each compute unit,
// the greatest LaunchTraits::groups_per_unit. If their partial counts would take much memory, the trial
// launch has one work-group.
std::uint32_t Single::trial_groups() const noexcept {
    const auto& profile = device().profile;
    constexpr std::uint32_t groups_per_unit = 8;
    constexpr std::uint64_t much = 32U << 20U;
    const auto groups = std::max(decision().work_groups, groups_per_unit * profile.compute_units);
    return is_pocl(profile) && row_bytes(decision()) * groups <= much ? groups : 1;
}

void Single::launch_empty(CommandSink& commands, const LaunchBuffers& buffers, const Geometry& g) const {
    launch_histogram(commands, buffers, g, {}, trial_groups(), false);
}

void Single::launch_nothing(CommandSink& commands, LaunchBuffers buffers) const {
    const Lock lock(kernel_arguments_);
    launch_empty(commands, buffers, {.histograms = 1, .max_width = 0});
}

} // namespace histo_cl::detail
