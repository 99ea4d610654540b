// The first calls of histogram(): the calling thread counts until a kernel is worth its build.

#include "api/fixture.hpp"
#include "api/made_up_driver.hpp"
#include "call/kept_plans.hpp"
#include "choose/host_problem.hpp"
#include "support/folder.hpp"

#include <variant>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

Problem floats(double upper) {
    return {.sample = SampleType::f32, .axes = {even_bins(100, 0, upper)}, .counter = CounterType::u64};
}

/// Enough samples for a launch to pay off.
std::vector<float> many_samples() {
    std::vector<float> samples(300'000);
    for (std::size_t i = 0; i < samples.size(); ++i)
        samples[i] = static_cast<float>(i % 1000) / 100;
    return samples;
}

/// Returns the kept plan for a problem. If none is kept, makes a plan, but only if no kernel has to be
/// compiled.
std::variant<std::shared_ptr<const detail::KeptPlan>, detail::NotBuilt> kernel(const Problem& problem,
                                                                               const Options& options) {
    return detail::kept_plan(device(), detail::CheckedProblem(problem),
                             detail::max_samples_of_kept_plan(problem, many_samples().size()), options,
                             detail::Compile::no);
}

} // namespace

TEST_CASE("without a kernel, the calling thread counts until that has taken as long as a build") {
    if (device().profile.type != DeviceType::cpu) return;
    const Folder folder; // for an empty cache
    const Options options{.program_cache = {.directory = folder.path().string()}};
    const auto data = many_samples();
    const auto bytes = bytes_of(data);
    release_kept_plans();
    const auto builds = builds_so_far();
    const auto count = [&](double upper) {
        const auto problem = floats(upper);
        CHECK(histogram(problem, bytes, options, device()) == reference_histogram(problem, bytes));
    };

    count(7);
    count(7.5);
    CHECK(builds_so_far() == builds);
    CHECK(detail::kept_plan_count() == 0);
    const auto missing = kernel(floats(7), options);
    REQUIRE(std::holds_alternative<detail::NotBuilt>(missing));
    const auto kind = std::get<detail::NotBuilt>(missing).kind;
    const double once = detail::seconds_on_calling_thread(floats(7), data.size());
    CHECK(detail::seconds_without(kind) == doctest::Approx(2 * once)); // both problems use the same kernel

    detail::add_seconds_without(kind, detail::build_seconds);
    count(7);
    CHECK(builds_so_far() == builds + 1);
    CHECK(detail::kept_plan_count() == 1);
    count(8);
    CHECK(builds_so_far() == builds + 1);
    CHECK(detail::kept_plan_count() == 2);
    release_kept_plans();

    // A kernel from the cache on disk is used at once.
    count(9);
    CHECK(detail::kept_plan_count() == 1);
    release_kept_plans();
}

TEST_CASE("a kernel is built at once if the device has to count") {
    const Folder folder;
    const auto data = many_samples();
    const auto bytes = bytes_of(data);
    release_kept_plans();
    const auto builds = builds_so_far();
    const Options options{.calling_thread = false, .program_cache = {.directory = folder.path().string()}};
    const auto problem = floats(7);
    CHECK(histogram(problem, bytes, options, device()) == reference_histogram(problem, bytes));
    CHECK(builds_so_far() == builds + 1);
    release_kept_plans();
}
