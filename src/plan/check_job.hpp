#pragma once

#include "engines/engine.hpp"

#include <span>
#include <vector>

// What is refused before anything is enqueued, by Error(invalid_argument).

namespace histo_cl::detail {

/// Where something of a job lies.
struct UsedMemory {
    const char* which;
    MemoryRange range;
};

/// What a job reads, of a shape that is the job's: samples, mask and weights where the problem has them, the
/// workspace if one is given, and the events to wait for. Returns where they lie.
std::vector<UsedMemory> check_job(const Engine& plan, const Job& job, const CheckedShape& shape,
                                  std::span<const cl_event> wait);

/// The caller's counts, for an enqueue, of so many bytes: apart from what the job uses besides.
void check_counts(const Engine& plan, const Job& job, std::uint64_t bytes_of_counts,
                  std::span<const UsedMemory> used);

/// That the counts are not asked for in a buffer: they are returned.
void check_returned_counts(const Job& job);

/// Throws Error(invalid_argument) unless a job's samples are an image as the plan's problem describes it: of
/// the plan's context, its kind and its channels' type, readable, with the channels that are counted and with
/// all pixels of the shape, which is the job's; Error(unsupported) for one that the device misreads. Returns
/// where it lies.
MemoryRange check_image(const Engine& plan, const Job& job, const CheckedShape& shape);

} // namespace histo_cl::detail
