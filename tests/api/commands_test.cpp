// The order of the library's commands. A driver may keep the order even where a dependency is missing, and
// then no other test notices.

#include "api/fixture.hpp"
#include "device/commands.hpp"

#include <chrono>
#include <thread>

using namespace histo_cl;
using namespace histo_cl::test;

TEST_CASE("a command waits for the one before, and the first for the events given") {
    const auto& device = test_device();
    const auto buffer = device.make_buffer(rubbish());
    const auto kind = device.has_out_of_order_queues() ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0;
    const auto queue = device.make_queue(static_cast<cl_command_queue_properties>(kind));
    Gate gate;
    const std::array wait{gate.event()};
    const auto bytes = problem_bins * sizeof(std::uint32_t);

    detail::Commands commands(queue(), device.profile(), wait, false);
    commands.fill_zero(buffer(), bytes);
    commands.marker();
    const cl::Event done(commands.last().give());
    queue.flush();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    CHECK(status_of(done) > CL_COMPLETE);
    CHECK(counts_in(buffer) == rubbish());
    gate.open();
    done.wait();
    CHECK(counts_in(buffer) == std::vector<std::uint32_t>(problem_bins));
}

TEST_CASE("a read waits for the commands before") {
    const auto& device = test_device();
    const auto buffer = device.make_buffer(rubbish());
    const auto kind = device.has_out_of_order_queues() ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0;
    const auto queue = device.make_queue(static_cast<cl_command_queue_properties>(kind));
    detail::Commands commands(queue(), device.profile(), {}, false);
    auto values = rubbish();
    commands.fill_zero(buffer(), values.size() * sizeof values[0]);
    commands.read(buffer(), values.size() * sizeof values[0], values.data());
    CHECK(values == std::vector<std::uint32_t>(problem_bins));
}

TEST_CASE("events are made only where the caller asks for one or the order depends on them") {
    const auto& device = test_device();
    const auto buffer = device.make_buffer(rubbish());
    const auto has_event = [&](const cl::CommandQueue& queue, std::span<const cl_event> wait,
                               bool with_events) {
        detail::Commands commands(queue(), device.profile(), wait, with_events);
        CHECK(commands.empty());
        commands.fill_zero(buffer(), problem_bins * sizeof(std::uint32_t));
        CHECK_FALSE(commands.empty());
        queue.finish();
        return static_cast<bool>(commands.last());
    };
    cl::UserEvent open(device.context());
    open.setStatus(CL_COMPLETE);
    const std::array wait{open()};
    CHECK_FALSE(has_event(device.queue(), {}, false));
    CHECK(has_event(device.queue(), {}, true));
    CHECK(has_event(device.queue(), wait, false)); // if one command fails, later ones must fail, too
    if (device.has_out_of_order_queues())
        CHECK(has_event(device.make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE), {}, false));
}
