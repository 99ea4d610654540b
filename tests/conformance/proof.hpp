#pragma once

#include "support/counters.hpp"
#include "support/device.hpp"

#include <map>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace histo_cl::test {

/// A part of a sample buffer.
struct Slice {
    std::size_t offset;
    std::size_t count;
};

/// Whether HISTO_CL_TEST_SIZE=small requests fewer and smaller cases, as under a simulator.
bool small_size();

/// The number in an environment variable, if it is set: HISTO_CL_TEST_SEED, HISTO_CL_TEST_CASES and
/// HISTO_CL_TEST_CASE choose among the random cases.
std::optional<std::uint64_t> number_in(const char* variable);

/// A few slices of up to 1009 samples.
std::span<const Slice> few_slices();
/// Slices of 0 to 100,003 samples, some at odd offsets: about as many samples as a load or a work-group has,
/// and prime numbers of samples. With the small size, the same as few_slices().
std::span<const Slice> slices();
/// Kinds of samples, see make_samples() in random_job.hpp. With the small size, the first three.
std::span<const std::string_view> data_kinds();

/// The samples of one problem on the device, and the reference's counts of each slice. They are made when
/// they are first needed, and kept, so that many plans can be compared with them.
class Expectations {
  public:
    explicit Expectations(const Problem& problem);

    [[nodiscard]] const Problem& problem() const { return problem_; }
    [[nodiscard]] const cl::Buffer& samples(std::string_view data);
    [[nodiscard]] const std::vector<std::uint64_t>& counts(std::string_view data, Slice slice);

  private:
    struct Kind {
        std::vector<std::byte> bytes;
        cl::Buffer buffer;
        std::map<std::pair<std::size_t, std::size_t>, std::vector<std::uint64_t>> counts;
    };
    Kind& kind(std::string_view data);

    Problem problem_;
    std::map<std::string_view, Kind> kinds_;
};

/// Counts each slice of each kind of data with the plan, in counters with arbitrary content between guard
/// words, and compares with the reference. Returns a description of the first difference, or "".
std::string differences(const Plan& plan, Expectations& expected,
                        std::span<const std::string_view> data = data_kinds(),
                        std::span<const Slice> parts = slices());

std::vector<std::uint64_t> count(const Problem& problem, std::span<const std::byte> samples,
                                 const Options& options);

/// Whether the counts of these samples equal the reference's.
template <std::ranges::contiguous_range Samples>
bool counts_right(const Problem& problem, const Samples& samples, const Options& options) {
    const auto bytes = std::as_bytes(std::span(samples));
    return count(problem, bytes, options) == reference_histogram(problem, bytes);
}

/// A plan on the device under test.
Plan make_plan(const Problem& problem, const Options& options);

/// Makes a plan. Empty, with the reason in `why`, if the device or the variant does not support the problem
/// or the options.
std::optional<Plan> try_plan(const Problem& problem, const Options& options, std::string& why);

bool merges_by_atomics_only(Variant variant);

/// Whether the device ends loops too soon for the blocks that the variant counts. The library then rejects
/// the variant, which the pairs suite tests.
bool is_cut_short(Variant variant);

/// All sample types, or two thirds of them with the small size.
std::vector<SampleType> sample_types();

} // namespace histo_cl::test
