// A process that counts on a device forks. A child that then uses the device gets an Error instead of
// hanging, but it can count on the calling thread. Children forked before the process uses the device can
// count on the device.

#include "support/device.hpp"

#include <atomic>
#include <cstdint>
#include <iostream>
#include <optional>
#include <string_view>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

using namespace histo_cl;

constexpr unsigned watchdog_seconds = 600; // a hang lasts forever; a busy machine is only slow
constexpr int skipped = 77;

int failures = 0;

void check(bool holds, std::string_view what) {
    if (holds) return;
    std::cerr << "not so: " << what << std::endl;
    ++failures;
}

template <class Action>
void check_refused(std::string_view what, const Action& action) {
    try {
        action();
        check(false, what);
    } catch (const Error& error) {
        const std::string_view message = error.what();
        check(error.status() == Status::unsupported && message.find("forked") != message.npos, what);
    }
}

/// Runs an action in a child and waits for it. Returns whether all checks succeeded.
template <class Action>
bool holds_in_child(const Action& action) {
    const auto child = ::fork();
    if (child == 0) {
        ::alarm(watchdog_seconds);
        failures = 0;
        try {
            action();
        } catch (const std::exception& error) {
            std::cerr << "an exception escaped: " << error.what() << std::endl;
            ++failures;
        }
        ::_exit(failures == 0 ? 0 : 1);
    }
    int status = 0;
    return ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

const std::vector<std::uint8_t> samples(5000, 7);
const Problem problem{.axes = {even_bins(10, 0, 250)}, .counter = CounterType::u64};

/// Checks the default way of counting, and the calling thread.
void check_calling_thread() {
    const auto expected = reference_histogram(problem, std::as_bytes(std::span(samples)));
    const auto bytes = std::as_bytes(std::span(samples));
    check(histogram(problem, bytes) == expected, "counts by default");
    check(histogram(problem, bytes, {.calling_thread = true}) == expected, "counts on the calling thread");
}

void check_child_of_user(std::optional<Plan>& plan, const test::TestDevice& device, const Job& job) {
    check_refused("devices()", [] { static_cast<void>(devices()); });
    check_refused("a plan", [&] { static_cast<void>(device.plan(problem)); });
    check_refused("Plan::count", [&] { static_cast<void>(plan->count(device.queue()(), job)); });
    check_refused("Plan::enqueue", [&] { plan->enqueue(device.queue()(), job); });
    check_refused("histogram() on a device", [&] {
        static_cast<void>(histogram(problem, std::as_bytes(std::span(samples)), {.calling_thread = false}));
    });
    check_refused("histogram() on a given device", [&] {
        static_cast<void>(histogram(problem, std::as_bytes(std::span(samples)), {.calling_thread = false},
                                    device.device()));
    });
    check_refused("histogram() on a queue",
                  [&] { static_cast<void>(histogram(device.queue()(), problem, job)); });
    check_calling_thread();
    plan.reset();
    release_kept_plans();
}

void check_device(const test::TestDevice& device, const Job& job) {
    check(device.plan(problem).count(device.queue()(), job) ==
              reference_histogram(problem, std::as_bytes(std::span(samples))),
          "counts on the device");
}

/// Forks children while other threads of the process are in calls.
void fork_amid_calls(const Device& device) {
    std::atomic<bool> go_on = true;
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; ++i)
        threads.emplace_back([&, i] {
            const Options options{.calling_thread = i != 0 ? std::optional(true) : std::nullopt};
            for (std::uint32_t bins = 1; go_on; bins = bins % 100 + 1)
                static_cast<void>(histogram({.axes = {even_bins(bins, 0, 250)}},
                                            std::as_bytes(std::span(samples)), options, device));
        });
    for (int i = 0; i < 50; ++i)
        check(holds_in_child(check_calling_thread), "a child forked amid calls");
    go_on = false;
    for (auto& thread : threads)
        thread.join();
}

} // namespace

int main() try {
    ::alarm(watchdog_seconds);
    const auto use_device = [] {
        const test::TestDevice device(test::device_under_test());
        const auto buffer = device.make_buffer(samples);
        check_device(device, {.samples = buffer(), .shape = {.count = samples.size()}});
    };
    check(holds_in_child(use_device), "a child forked before OpenCL was used");

    const test::TestDevice device(test::device_under_test());
    const auto buffer = device.make_buffer(samples);
    const Job job{.samples = buffer(), .shape = {.count = samples.size()}};
    check_device(device, job);
    static_cast<void>(
        histogram(problem, std::as_bytes(std::span(samples)), {.calling_thread = false}, device.device()));
    std::optional<Plan> plan = device.plan(problem);
    check(holds_in_child([&] { check_child_of_user(plan, device, job); }),
          "a child of a process that used OpenCL");
    check_device(device, job);
    fork_amid_calls(device.device());
    check_device(device, job);
    return failures == 0 ? 0 : 1;
} catch (const Error& error) {
    const bool absent = error.status() == Status::no_device || error.status() == Status::no_platform;
    std::cerr << error.what() << std::endl;
    return absent && std::getenv(histo_cl::test::device_variable) != nullptr ? skipped : 1;
}
