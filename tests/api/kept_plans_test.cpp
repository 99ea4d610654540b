// The plans that histogram() on host data keeps for its next calls.

#include "api/fixture.hpp"
#include "api/made_up_driver.hpp"
#include "call/kept_plans.hpp"
#include "choose/host_problem.hpp"

#include <atomic>
#include <string>
#include <thread>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

std::vector<std::uint64_t> count(const Problem& problem, const Bytes& samples,
                                 const Options& options = on_device) {
    return histogram(problem, bytes_of(samples), options, device()).counts;
}

Problem bins(std::uint32_t count) {
    return {.axes = {even_bins(count, 0, 250)}, .counter = CounterType::u64};
}

/// The plan that is kept for this number of elements.
std::shared_ptr<const detail::KeptPlan> plan(const Problem& problem, std::uint64_t elements,
                                             const Options& options = {}) {
    return std::get<0>(detail::kept_plan(device(), detail::CheckedProblem(problem),
                                         detail::max_samples_of_kept_plan(problem, elements), options,
                                         detail::Compile::yes));
}

} // namespace

TEST_CASE("histogram() keeps its plan for calls of the same device, problem and options") {
    release_kept_plans();
    CHECK(detail::kept_plan_count() == 0);
    const auto samples = random_bytes(3000);
    const auto expected = reference_histogram(bins(10), samples);
    for (int call = 0; call < 3; ++call) {
        CHECK(count(bins(10), samples) == expected);
        CHECK(detail::kept_plan_count() == 1);
    }
    // A call with a similar number of elements and narrower counters, which histogram() widens, uses the same
    // plan.
    CHECK(count(problem(CounterType::u32), random_bytes(60'000)) ==
          reference_histogram(bins(10), random_bytes(60'000)));
    CHECK(detail::kept_plan_count() == 1);
    static_cast<void>(count(bins(10), random_bytes(70'000)));
    CHECK(detail::kept_plan_count() == 2);
    static_cast<void>(count(bins(11), samples));
    CHECK(detail::kept_plan_count() == 3);
    static_cast<void>(count(bins(10), samples, {.calling_thread = false, .workspace_limit = 1 << 20}));
    CHECK(detail::kept_plan_count() == 4);
    release_kept_plans();
    CHECK(detail::kept_plan_count() == 0);
}

TEST_CASE("a kept plan is used only for the same problem and options") {
    release_kept_plans();
    const auto custom = [](const char* expression) {
        return Problem{.axes = {custom_bins(4, expression)}, .counter = CounterType::u64};
    };
    const auto one = plan(custom("x & 3"), 1);
    CHECK(plan(custom("x & 3"), 1) == one);
    CHECK(plan(custom("x & 1"), 1) != one);
    const auto file = plan(custom("x & 3"), 1, {.tuning_file = "/nowhere/table.json"});
    CHECK(file != one);
    check_has(file->plan.decision().tuning, {"/nowhere/table.json"});
    auto edges = Problem{.axes = {edge_bins({1, 2, 4})}, .counter = CounterType::u64};
    const auto three = plan(edges, 1);
    edges.axes[0] = edge_bins({1.0, 2.0, 4.0}); // the same numbers
    CHECK(plan(edges, 1) == three);
    edges.axes[0] = edge_bins({1, 2, 5});
    CHECK(plan(edges, 1) != three);
    CHECK(three->context.get() == one->context.get()); // one context per device
    CHECK(three->queue.get() != one->queue.get());
}

TEST_CASE("the most recently used plans are kept, and a released plan stays valid while it is in use") {
    release_kept_plans();
    const auto first = plan(bins(1), 1);
    for (std::uint32_t i = 2; i <= detail::max_kept_plans; ++i)
        static_cast<void>(plan(bins(i), 1));
    CHECK(plan(bins(1), 1) == first);
    static_cast<void>(plan(bins(100), 1)); // bins(2) was used least recently
    CHECK(detail::kept_plan_count() == detail::max_kept_plans);
    CHECK(plan(bins(1), 1) == first);
    const std::weak_ptr<const detail::KeptPlan> watched = first;
    release_kept_plans();
    CHECK(!watched.expired());
    CHECK(first->plan.decision().reason == plan(bins(1), 1)->plan.decision().reason);
    CHECK(plan(bins(1), 1) != first);
}

TEST_CASE("for little data no plan is kept, but the rules of the bins are") {
    if (device().profile.type != DeviceType::cpu) return;
    release_kept_plans();
    const auto samples = random_bytes(3000);
    for (int call = 0; call < 2; ++call) {
        CHECK(count(bins(10), samples, {}) == reference_histogram(bins(10), samples));
        CHECK(detail::kept_plan_count() == 0);
        CHECK(detail::kept_finders_count() == 1);
    }
    const auto cells = detail::kept_finders(bins(10));
    auto other = bins(10);
    other.layout.mask = true; // a mask does not change the bins of samples
    other.max_samples = 7;
    CHECK(detail::kept_finders(other) == cells);
    other.out_of_range = OutOfRange::clamped;
    CHECK(detail::kept_finders(other) != cells);
    auto inclusive = bins(10);
    inclusive.last_edge = LastEdge::inclusive;
    CHECK(detail::kept_finders(inclusive) != cells);
    auto split = bins(10);
    split.splitting = Splitting::linear; // has no finders
    CHECK(detail::kept_finders(split) != cells);
    release_kept_plans();
    CHECK(detail::kept_finders_count() == 0);
}

TEST_CASE("a plan that fails is not kept, and neither is one whose command failed") {
    release_kept_plans();
    const auto samples = random_bytes(100);
    {
        const Pretence pretence({.builds = {.calls = 1000}});
        check_error(Status::build_failed, {}, [&] { return count(bins(37), samples); });
    }
    CHECK(detail::kept_plan_count() == 0);
    const auto expected = reference_histogram(bins(10), samples);
    CHECK(count(bins(10), samples) == expected);
    CHECK(detail::kept_plan_count() == 1);
    {
        const Pretence pretence({.launches = {.calls = 1}});
        check_error(Status::opencl_error, {"clEnqueueNDRangeKernel"},
                    [&] { return count(bins(10), samples); });
    }
    CHECK(detail::kept_plan_count() == 0);
    CHECK(count(bins(10), samples) == expected);
}

TEST_CASE("threads share kept plans while another thread releases them") {
    release_kept_plans();
    const auto samples = random_bytes(5000);
    constexpr std::uint32_t problems = 3;
    std::array<std::vector<std::uint64_t>, problems> expected;
    for (std::uint32_t i = 0; i < problems; ++i)
        expected[i] = reference_histogram(bins(i + 5), samples).counts;
    std::atomic<int> wrong = 0;
    std::atomic<int> running = 4;
    std::vector<std::thread> threads;
    for (std::uint32_t thread = 0; thread < 4; ++thread)
        threads.emplace_back([&, thread] {
            for (std::uint32_t call = 0; call < 30; ++call) {
                const auto which = (thread + call) % problems;
                const Options options{.calling_thread = call % 5 == 0};
                if (count(bins(which + 5), samples, options) != expected[which]) ++wrong;
            }
            --running;
        });
    for (int i = 0; running > 0; ++i) {
        if (i < 5) release_kept_plans();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    for (auto& thread : threads)
        thread.join();
    CHECK(wrong == 0);
}
