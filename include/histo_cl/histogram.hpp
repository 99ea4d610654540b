#pragma once

#include "histo_cl/device.hpp"
#include "histo_cl/export.hpp"
#include "histo_cl/options.hpp"
#include "histo_cl/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace histo_cl {

/// One call: host samples in, counts out. Builds a plan for default_device() or the one given, copies the
/// samples there, counts, and waits. For repeated use keep a Plan. Counters are 64 bits, whatever
/// problem.counter says.
///
/// `samples` holds whole samples of problem.sample. Larger than the device's largest buffer, they go in
/// several pieces. Throws Error like default_device(), Plan and Plan::enqueue.
[[nodiscard]] HISTO_CL_API std::vector<std::uint64_t>
histogram(const Problem& problem, std::span<const std::byte> samples, const Options& options = {});

[[nodiscard]] HISTO_CL_API std::vector<std::uint64_t> histogram(const Problem& problem,
                                                                std::span<const std::byte> samples,
                                                                const Options& options, const Device& device);

/// Typed samples into the binning given; the sample type is T's.
template <Sample T>
[[nodiscard]] std::vector<std::uint64_t> histogram(std::span<const T> samples, const Binning& binning,
                                                   const Options& options = {}) {
    Problem problem{.sample = sample_type_of<T>(), .binning = binning, .counter = CounterType::u64};
    problem.max_samples = samples.size();
    return histogram(problem, std::as_bytes(samples), options);
}

} // namespace histo_cl
