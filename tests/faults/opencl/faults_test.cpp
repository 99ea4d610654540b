// OpenCL calls, releases, allocations and starts of threads fail in turn. Each time, the guarantees listed at
// survive() are checked.

#include "faults/opencl/failing.hpp"
#include "faults/opencl/harness.hpp"

#include <doctest/doctest.h>
#include <system_error>
#include <thread>

using namespace histo_cl::test;

namespace {

void survive_all(const std::vector<Scenario>& scenarios, Failing what) {
    for (const auto& scenario : scenarios)
        if (what != Failing::allocations || !scenario.compiles) SUBCASE(scenario.name.c_str()) {
                survive(scenario, what);
            }
}

} // namespace

/// Test cases in which calls, releases and allocations fail.
#define TEST_CASES_THAT_FAIL(survives, scenarios)                                                            \
    TEST_CASE(survives " calls that fail") {                                                                 \
        survive_all(scenarios(), Failing::calls);                                                            \
    }                                                                                                        \
    TEST_CASE(survives " releases that fail") {                                                              \
        survive_all(scenarios(), Failing::releases);                                                         \
    }                                                                                                        \
    TEST_CASE(survives " allocations that fail") {                                                           \
        survive_all(scenarios(), Failing::allocations);                                                      \
    }

TEST_CASES_THAT_FAIL("counting survives", counting_scenarios)
TEST_CASES_THAT_FAIL("making plans survives", planning_scenarios)
TEST_CASES_THAT_FAIL("images, maps and summaries survive", other_plan_scenarios)
TEST_CASES_THAT_FAIL("one call survives", one_call_scenarios)
TEST_CASES_THAT_FAIL("pushes on several queues survive", push_scenarios)
TEST_CASES_THAT_FAIL("the C API survives", c_scenarios)

TEST_CASE("streams continue with the threads that could be started") {
    {
        const Armed failing(thread_starts(), 1, false);
        CHECK_THROWS_AS(std::jthread([] {}), std::system_error);
        CHECK_NOTHROW(std::jthread([] {}));
    }
    survive_all(thread_scenarios(), Failing::threads);
}
