// Each OpenCL call, each release, each allocation and each start of a thread fails in turn: what the library
// promises then.

#include "faults/opencl/harness.hpp"
#include "faults/opencl/threads.hpp"

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

TEST_CASE("counting survives calls that fail") {
    survive_all(counting_scenarios(), Failing::calls);
}
TEST_CASE("counting survives releases that fail") {
    survive_all(counting_scenarios(), Failing::releases);
}
TEST_CASE("counting survives allocations that fail") {
    survive_all(counting_scenarios(), Failing::allocations);
}
TEST_CASE("making plans survives calls that fail") {
    survive_all(planning_scenarios(), Failing::calls);
}
TEST_CASE("making plans survives releases that fail") {
    survive_all(planning_scenarios(), Failing::releases);
}
TEST_CASE("making plans survives allocations that fail") {
    survive_all(planning_scenarios(), Failing::allocations);
}
TEST_CASE("an image survives calls that fail") {
    survive_all(image_scenarios(), Failing::calls);
}
TEST_CASE("an image survives releases that fail") {
    survive_all(image_scenarios(), Failing::releases);
}
TEST_CASE("an image survives allocations that fail") {
    survive_all(image_scenarios(), Failing::allocations);
}
TEST_CASE("applying maps survives calls that fail") {
    survive_all(map_scenarios(), Failing::calls);
}
TEST_CASE("applying maps survives releases that fail") {
    survive_all(map_scenarios(), Failing::releases);
}
TEST_CASE("applying maps survives allocations that fail") {
    survive_all(map_scenarios(), Failing::allocations);
}
TEST_CASE("a summary survives calls that fail") {
    survive_all(summary_scenarios(), Failing::calls);
}
TEST_CASE("a summary survives releases that fail") {
    survive_all(summary_scenarios(), Failing::releases);
}
TEST_CASE("a summary survives allocations that fail") {
    survive_all(summary_scenarios(), Failing::allocations);
}
TEST_CASE("one call survives calls that fail") {
    survive_all(one_call_scenarios(), Failing::calls);
}
TEST_CASE("one call survives releases that fail") {
    survive_all(one_call_scenarios(), Failing::releases);
}
TEST_CASE("one call survives allocations that fail") {
    survive_all(one_call_scenarios(), Failing::allocations);
}
TEST_CASE("pushes on several queues survive calls that fail") {
    survive_all(push_scenarios(), Failing::calls);
}
TEST_CASE("pushes on several queues survive releases that fail") {
    survive_all(push_scenarios(), Failing::releases);
}
TEST_CASE("pushes on several queues survive allocations that fail") {
    survive_all(push_scenarios(), Failing::allocations);
}
TEST_CASE("streams go on with the threads that they get") {
    {
        const FailingThreads failing(1, false);
        CHECK_THROWS_AS(std::jthread([] {}), std::system_error);
        CHECK_NOTHROW(std::jthread([] {}));
    }
    survive_all(thread_scenarios(), Failing::threads);
}
TEST_CASE("the C API survives calls that fail") {
    survive_all(c_scenarios(), Failing::calls);
}
TEST_CASE("the C API survives releases that fail") {
    survive_all(c_scenarios(), Failing::releases);
}
TEST_CASE("the C API survives allocations that fail") {
    survive_all(c_scenarios(), Failing::allocations);
}
