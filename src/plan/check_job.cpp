#include "core/text.hpp"
#include "plan/plan.hpp"
#include "problem/split.hpp"
#include "variants/counters.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace histo_cl::detail {
namespace {

using Used = std::vector<UsedMemory>;

/// Checks memory from which kernels read `bytes` bytes after the first `offset` units of `unit` bytes each.
/// Adds the range of the memory to `used`.
void check_input(Used& used, const Engine& plan, const char* which, const Memory& memory,
                 std::uint64_t offset, std::uint64_t unit, std::uint64_t bytes) {
    const auto end = end_of(which, offset, unit, bytes);
    const auto checked = check_readable(plan.device(), which, memory, {.bytes = end, .align = unit});
    used.push_back({which, checked.range});
}

void check_unwanted(const char* which, const Memory& memory) {
    if (memory != nullptr) invalid("a ", which, " buffer is given, but the problem has no ", which);
}

/// Checks the arrays of those separate channels that are counted.
void check_arrays(Used& used, const Engine& plan, const Job& job, const Footprint& bytes_of) {
    constexpr std::array<const char*, max_arrays> names{"array 0", "array 1", "array 2", "array 3"};
    const auto& problem = plan.problem();
    if (job.samples != nullptr)
        invalid("a samples buffer is given: the samples of separate channels are in job.arrays");
    if (job.sample_offset != 0)
        invalid("sample_offset ", job.sample_offset, " of separate channels: each array has one");
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis) {
        const auto channel = problem.channel(axis);
        const auto& [samples, offset] = job.arrays[channel];
        check_input(used, plan, names.at(channel), samples, offset, bytes(stored_type(problem, axis)),
                    bytes_of.arrays.at(channel));
    }
}

/// Checks the samples: arrays, an image or a buffer.
void check_samples(Used& used, const Engine& plan, const Job& job, const CheckedShape& shape) {
    const auto& problem = plan.problem();
    check_array_count(problem, job.arrays.size());
    if (is_separate(problem)) return check_arrays(used, plan, job, shape.footprint);
    if (problem.layout.image)
        used.push_back({"samples", check_image(plan, job, shape)});
    else
        check_input(used, plan, "samples", job.samples, job.sample_offset, bytes(problem.sample),
                    shape.footprint.samples);
}

void check_weights(Used& used, const Engine& plan, const Job& job, std::uint64_t bytes_of_each) {
    constexpr std::array<const char*, max_weight_vectors> names{"weights 0", "weights 1", "weights 2",
                                                                "weights 3"};
    const auto& problem = plan.problem();
    check_weight_count(problem, job.weight_vectors.size());
    if (!problem.weights.type) return check_unwanted("weights", job.weights);
    const auto size = bytes(*problem.weights.type);
    if (problem.weights.vectors == 1)
        return check_input(used, plan, "weights", job.weights, job.weight_offset, size, bytes_of_each);
    if (job.weights != nullptr || job.weight_offset != 0)
        invalid(job.weights != nullptr ? "a weights buffer" : "a weight_offset",
                " is given: several weights of an element are in job.weight_vectors");
    for (std::size_t vector = 0; vector < problem.weights.vectors; ++vector) {
        const auto& [weights, offset] = job.weight_vectors[vector];
        check_input(used, plan, names.at(vector), weights, offset, size, bytes_of_each);
    }
}

void check_indices(Used& used, const Engine& plan, const Job& job, std::uint64_t bytes_of_list) {
    const auto& problem = plan.problem();
    if (!problem.layout.indices) {
        check_unwanted("indices", job.indices);
        check_unwanted("skipped", job.skipped);
        return;
    }
    check_input(used, plan, "indices", job.indices, job.index_offset, bytes(*problem.layout.indices),
                bytes_of_list);
}

void check_axes(const Problem& problem, std::span<const std::uint32_t> axes) {
    if (axes.empty()) return;
    if (is_extreme(problem))
        invalid("axes are listed for a ", problem.weights.accumulator, ": the list must be empty");
    if (problem.joint || !takes_passes(problem))
        invalid("axes are listed for ",
                problem.joint ? "a joint histogram"
                              : "up to 4 axes without indices, nibbles or planes of several channels",
                ": the list must be empty");
    for (std::size_t at = 0; at < axes.size(); ++at) {
        if (axes[at] >= problem.axes.size())
            invalid("axes[", at, "] is ", axes[at], ": the problem has ", problem.axes.size(), " axes");
        if (at != 0 && axes[at] <= axes[at - 1])
            invalid("axes[", at, "] is ", axes[at], " after ", axes[at - 1], ": axes must increase");
    }
}

void check_all_apart(const char* which, const MemoryRange& range, std::span<const UsedMemory> used) {
    for (const auto& other : used)
        check_apart(which, range, other.which, other.range);
}

void check_workspace(Used& used, const Engine& plan, const Job& job, std::uint64_t histograms) {
    const auto bytes = plan.workspace_bytes(histograms);
    const auto limited = plan.limited_workspace_bytes(histograms);
    if (finishes_words(plan.problem()) && limited > plan.workspace_limit())
        invalid(counted(histograms, "histogram"), " of ",
                counted(plan.problem().counters(), "weighted counter"), " take ", limited,
                " B of workspace, the limit is ", plan.workspace_limit(), " B");
    if (job.workspace == nullptr || bytes == 0) return;
    const MemoryNeeds needs{.bytes = bytes, .align = sizeof(cl_ulong), .atomics = true};
    const auto checked = check_read_write(plan.device(), "workspace", job.workspace, needs);
    if (plan.decision().merge == Merge::host) {
        constexpr cl_mem_flags unreadable = CL_MEM_HOST_NO_ACCESS | CL_MEM_HOST_WRITE_ONLY;
        if (job.workspace.kind() != MemoryKind::object)
            invalid("an address is given for the workspace: for the host, which merges, it must be a cl_mem");
        if ((checked.flags & unreadable) != 0)
            invalid("the workspace must be readable for the host, which merges");
    }
    check_all_apart("workspace", checked.range, used);
    used.push_back({"workspace", checked.range});
}

void check_skipped(Used& used, const Engine& plan, const Job& job) {
    if (job.skipped == nullptr) return;
    const MemoryNeeds needs{.bytes = sizeof(cl_uint), .align = sizeof(cl_uint), .atomics = true};
    const auto checked = check_read_write(plan.device(), "skipped", job.skipped, needs);
    check_all_apart("skipped", checked.range, used);
    used.push_back({"skipped", checked.range});
}

} // namespace

std::vector<UsedMemory> check_job(const Engine& plan, const Job& job, const CheckedShape& shape,
                                  std::span<const cl_event> wait) {
    const auto& problem = plan.problem();
    const auto& bytes_of = shape.footprint;
    Used used;
    check_samples(used, plan, job, shape);
    if (problem.layout.mask)
        check_input(used, plan, "mask", job.mask, job.mask_offset, 1, bytes_of.mask);
    else
        check_unwanted("mask", job.mask);
    check_weights(used, plan, job, bytes_of.weights);
    check_indices(used, plan, job, bytes_of.indices);
    check_axes(problem, job.axes);
    check_workspace(used, plan, job, shape.histograms);
    check_skipped(used, plan, job);
    check_events(plan.device(), wait);
    return used;
}

void check_counts(const Engine& plan, const Job& job, std::uint64_t bytes_of_counts,
                  std::span<const UsedMemory> used) {
    const MemoryNeeds needs{.bytes = bytes_of_counts,
                            .align = std::max(bytes(plan.problem().counter), sizeof(cl_uint)),
                            .atomics = true};
    const auto checked = check_read_write(plan.device(), "counts", job.counts, needs);
    check_all_apart("counts", checked.range, used);
}

void check_returned_counts(const Job& job) {
    if (job.counts != nullptr) invalid("a counts buffer is given: it must be null, the counts are returned");
    if (job.accumulate) invalid("accumulate is set: the counts are returned, there are none to add to");
}

} // namespace histo_cl::detail
