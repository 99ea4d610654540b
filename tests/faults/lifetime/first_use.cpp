// The first use of OpenCL in a process, by several threads at once:
//
//     first_use              runs "first_use WAY" for each way, several times, each in its own process
//     first_use WAY          eight threads use the library in this way
//     first_use alone        one thread lists the devices
//
// The devices are those of the platform that OCL_ICD_VENDORS selects.
// Exit codes: 0: success; 1: failure, with a message; 77: there is no device.

#include "support/counters.hpp"

#include <histo_cl/histo_cl.h>
#include <histo_cl/histo_cl.hpp>
#include <histo_cl/stream.hpp>

#include <array>
#include <atomic>
#include <barrier>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <numeric>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

using namespace histo_cl;

constexpr int skipped = 77;
constexpr int threads = 8;
constexpr int repeats = 3;
constexpr unsigned watchdog_seconds = 600;

std::vector<std::uint8_t> all_bytes() {
    std::vector<std::uint8_t> bytes(1 << 12);
    std::iota(bytes.begin(), bytes.end(), std::uint8_t{0});
    return bytes;
}

const std::vector<std::uint8_t> samples = all_bytes();
const std::vector<std::uint64_t> expected(256, samples.size() / 256);

void require(bool holds, const std::string& otherwise) {
    if (holds) return;
    std::cerr << otherwise << std::endl;
    std::_Exit(1);
}

/// Half of the threads use the program cache on disk; the others do not.
ProgramCache cache_of(int thread) {
    return thread % 2 == 0 ? ProgramCache{} : ProgramCache{.bytes = 0};
}

void one_call(int thread) {
    const Options options{.calling_thread = false, .program_cache = cache_of(thread)};
    require(histogram({.axes = {identity_bins(256)}}, samples, options).counts == expected,
            "wrong counts by histogram()");
}

void list_devices(int /*thread*/) {
    for (const auto& device : devices())
        require(device.profile.compute_units != 0 && !device.profile.name.empty(),
                "a device without a profile");
}

void own_plan(int thread) {
    const auto device = default_device();
    auto* const id = device.id;
    cl_int code = CL_SUCCESS;
    auto* const context = ::clCreateContext(nullptr, 1, &id, nullptr, nullptr, &code);
    require(code == CL_SUCCESS, "no context");
    {
        const Plan plan(context, id, {.axes = {even_bins(10U + static_cast<unsigned>(thread), 0, 256)}});
        require(plan.problem().counters() != 0, "an empty plan");
    }
    ::clReleaseContext(context);
}

void stream(int thread) {
    Stream counts({.axes = {identity_bins(256)}}, {.options = {.program_cache = cache_of(thread)}});
    counts.push(samples);
    require(counts.histogram().counts == expected, "wrong counts by a stream");
}

void c_api(int /*thread*/) {
    const auto bins = histo_cl_identity_bins(256);
    auto problem = histo_cl_problem_init();
    problem.axes = &bins;
    problem.axis_count = 1;
    const auto data = histo_cl_samples(samples.data(), samples.size());
    auto options = histo_cl_options_init();
    options.calling_thread = HISTO_CL_SWITCH_OFF;
    std::array<std::uint64_t, 256> counts{};
    const auto status = histo_cl_histogram(&problem, &data, &options, nullptr, counts.data(), counts.size());
    require(status == HISTO_CL_OK && std::ranges::equal(counts, expected), histo_cl_last_error_message());
}

/// A plan and its samples, which all threads use on their own queues.
struct SharedPlan {
    static constexpr std::uint32_t coarsening = 1U << 19U; ///< minimum number of samples per work-item
    static constexpr std::uint32_t max_groups = 16;
    cl_device_id device = default_device().id;
    cl_context context = ::clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    cl_mem samples =
        ::clCreateBuffer(context, CL_MEM_READ_ONLY, std::size_t{max_groups} * coarsening, nullptr, nullptr);
    Plan plan{context,
              device,
              {.axes = {identity_bins(256)}},
              {.knobs = {.coarsening = coarsening}, .program_cache = {.bytes = 0}}};
    std::barrier<> round{threads};
};

/// In each round, the last thread counts more samples than any thread before, so its launch may need more
/// work-groups. The other threads count so few samples that one work-group is enough.
void launch(int thread) {
    static SharedPlan shared; // destroyed when the process ends
    auto* const queue = ::clCreateCommandQueueWithProperties(shared.context, shared.device, nullptr, nullptr);
    for (std::uint64_t groups = 2; groups <= SharedPlan::max_groups; ++groups) {
        shared.round.arrive_and_wait();
        const auto count = SharedPlan::coarsening * (thread == threads - 1 ? groups : 1);
        const auto counts = shared.plan.count(queue, {.samples = shared.samples, .shape = {.count = count}});
        require(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}) == count,
                "wrong counts by a launch");
    }
    ::clReleaseCommandQueue(queue);
}

const std::map<std::string, std::vector<std::function<void(int)>>> ways{
    {"histogram", {one_call}},
    {"devices", {list_devices}},
    {"launches", {launch}},
    {"streams", {stream}},
    {"C", {c_api}},
    {"all", {list_devices, one_call, stream, c_api, own_plan}},
};

void use_by_threads(const std::vector<std::function<void(int)>>& actions) {
    std::barrier start(threads);
    std::vector<std::thread> all;
    for (int i = 0; i < threads; ++i)
        all.emplace_back([&, i]() noexcept { // an exception ends the process
            start.arrive_and_wait();
            actions[static_cast<std::size_t>(i) % actions.size()](i);
        });
    for (auto& thread : all)
        thread.join();
}

/// Runs the program itself for a way. Returns its exit code, or minus the number of the signal that ended it.
int in_new_process(const char* program, const std::string& way) {
    const auto child = ::fork();
    if (child == 0) {
        ::alarm(watchdog_seconds);
        ::execl(program, program, way.c_str(), nullptr);
        ::_exit(1);
    }
    int status = 0;
    if (::waitpid(child, &status, 0) != child) return 1;
    return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

int use_in_new_processes(const char* program) {
    if (in_new_process(program, "alone") == skipped) return skipped;
    int failures = 0;
    for (int repeat = 0; repeat < repeats; ++repeat)
        for (const auto& [way, actions] : ways) {
            const auto code = in_new_process(program, way);
            if (code == 0) continue;
            std::cerr << way << ": exit code " << code << std::endl;
            ++failures;
        }
    return failures == 0 ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) try {
    if (argc == 1) return use_in_new_processes(argv[0]);
    if (argv[1] == std::string("alone")) {
        list_devices(0);
        return 0;
    }
    const auto way = ways.find(argv[1]);
    require(way != ways.end(), "no such way");
    use_by_threads(way->second);
    return 0;
} catch (const Error& error) {
    std::cerr << error.what() << std::endl;
    return error.status() == Status::no_device || error.status() == Status::no_platform ? skipped : 1;
}
