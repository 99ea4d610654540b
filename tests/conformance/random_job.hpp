#pragma once

#include "support/random.hpp"

#include <histo_cl/histo_cl.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace histo_cl::test {

/// The maximum number of elements of a random job.
inline constexpr std::uint64_t max_elements = 20'000;

/// The memory of one enqueue, and the part of it that is counted. Everything else (before, between and after
/// the elements) has the value `home` (nibbles: random values), a mask of 1 and a large weight, so that
/// counting it by mistake is noticed.
struct HostJob {
    std::string text; ///< description, for messages
    Shape shape = {}; ///< its offsets are in `offsets`
    std::vector<std::uint64_t> offsets = {};
    std::vector<std::byte> samples = {};
    std::vector<std::byte> mask = {};
    std::vector<std::vector<std::byte>> weights = {}; ///< one array per vector
    std::vector<std::byte> indices = {};
    std::uint32_t skipped = 0;            ///< number of indices that name no element
    std::uint64_t index_offset = 0;       ///< indices before the first that is used
    std::uint64_t offset = 0;             ///< samples before the first element
    std::uint64_t mask_offset = 0;        ///< bytes before the mask byte of the first element
    std::uint64_t weight_offset = 0;      ///< weights before the weight of the first element
    std::vector<std::uint32_t> axes = {}; ///< Job::axes; empty: all axes are counted

    /// The vectors of weights in the form of HostData.
    [[nodiscard]] std::vector<HostArray> weight_spans(std::size_t size) const {
        std::vector<HostArray> spans;
        for (const auto& vector : weights)
            spans.push_back(std::span(vector).subspan(weight_offset * size));
        return spans;
    }

    [[nodiscard]] Shape whole_shape() const {
        auto whole = shape;
        whole.offsets = offsets;
        return whole;
    }
};

struct JobLimits {
    std::uint64_t elements = max_elements;
    std::uint64_t counters = 100'000; ///< maximum number in all histograms together
    /// Weights are small whole numbers, so that sums of them are exact in any order.
    bool whole_weights = false;
    bool finite_weights = false;
    /// Excludes floats so near 0 that a device which flushes denormals could compute other values. This is
    /// for custom bins, which the device computes, and for images.
    bool no_tiny = false;
};

/// `count` samples in and near the range of the first axis, the same for the same arguments. Kinds:
/// constant, two values, uniform, skewed, runs, near edges, ramp (rising evenly through the range, again and
/// again), long ramp, out of range (nearly all), extremes (the type's limits and special values), any bits.
std::vector<std::byte> make_samples(const Problem& problem, std::string_view kind, std::size_t count);

/// A job of any shape that the problem allows, with any kind of data. The problem must not have
/// custom bins.
HostJob random_job(const Problem& problem, const JobLimits& limits, Random& random);

/// A function that counts a job in host memory. counts_by() first removes indices that name no element from
/// the job's list.
using CountsOf = std::function<std::vector<std::uint64_t>(const HostData&)>;
std::vector<std::uint64_t> counts_by(const Problem& problem, const HostJob& job, const CountsOf& count);

/// The reference's counts of the job, or the bits of its sums.
std::vector<std::uint64_t> expected_counts(const Problem& problem, const HostJob& job);

} // namespace histo_cl::test
