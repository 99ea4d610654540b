// Ends the process in one of several ways while the library is in use:
//
//     end WAY
//
// Exit codes: 0: success; 1: failure, with a message; 77: there is no device to test, see
// device_under_test().

#include "support/device.hpp"
#include "support/problems.hpp"

#include <histo_cl/histo_cl.h>

#include <atomic>
#include <cstdlib>
#include <exception>
#include <functional>
#include <iostream>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <thread>

namespace {

using namespace histo_cl;
using histo_cl::test::test_device;

constexpr int skipped = 77;

const std::vector<std::uint8_t>& samples() {
    static const auto& all = *[] { // not destroyed: threads and static objects count until the process ends
        auto* const made = new std::vector<std::uint8_t>(1 << 20);
        std::iota(made->begin(), made->end(), std::uint8_t{0});
        return made;
    }();
    return all;
}

/// Ends the process if a check fails: after main(), when static objects are destroyed, nothing else is
/// possible.
void require(bool holds, const char* otherwise) {
    if (holds) return;
    std::cerr << otherwise << std::endl;
    std::_Exit(1);
}

void count_host_data(bool calling_thread) {
    static const auto& problem = *new Problem(test::of_bytes); // not destroyed, as samples()
    const auto counts = histogram(problem, std::as_bytes(std::span(samples())),
                                  {.calling_thread = calling_thread}, test_device().device());
    require(counts.counts == std::vector<std::uint64_t>(256, samples().size() / 256), "wrong counts");
}

/// A job of u8 samples with 256 bins, in buffers of the device. It is enqueued, but not waited for.
class Pending {
  public:
    Pending()
        : plan_(test_device().plan(test::of_bytes)), samples_(test_device().make_buffer(samples())),
          counts_(test_device().make_buffer(plan_.count_bytes())) {}

    void enqueue(int times) const {
        for (int i = 0; i < times; ++i)
            plan_.enqueue(test_device().queue()(),
                          {.samples = samples_(), .shape = {.count = samples().size()}, .counts = counts_()});
        test_device().queue().flush();
    }

  private:
    Plan plan_;
    cl::Buffer samples_;
    cl::Buffer counts_;
};

/// If `calling_thread` is set, counts when it is destroyed, after main(). It is created before the first call
/// of the library, so it is destroyed after the static objects that calls create.
class CountsAtEnd {
  public:
    CountsAtEnd() = default;
    CountsAtEnd(const CountsAtEnd&) = delete;
    CountsAtEnd& operator=(const CountsAtEnd&) = delete;
    ~CountsAtEnd() {
        if (!calling_thread) return;
        try {
            count_host_data(*calling_thread);
        } catch (const Error& error) {
            require(false, error.what());
        }
    }

    std::optional<bool> calling_thread;
};

CountsAtEnd counts_at_end;
std::optional<Pending> pending;

void count_on_detached_thread(std::atomic<int>& counted) {
    std::thread([&] {
        for (;; ++counted)
            count_host_data(false);
    }).detach();
}

void fail_in_c() {
    const auto problem = histo_cl_problem_init();
    const auto status = histo_cl_histogram(&problem, nullptr, nullptr, nullptr, nullptr, 0);
    require(status == HISTO_CL_INVALID_ARGUMENT && histo_cl_last_error() == status, "no error");
}

const std::map<std::string, std::function<void()>> ways{
    {"pending, all released",
     [] {
         const Pending work;
         work.enqueue(100);
     }},
    {"pending, in static objects",
     [] {
         pending.emplace();
         pending->enqueue(100);
     }},
    {"pending, never released",
     [] {
         static const auto& work = *new Pending;
         work.enqueue(100);
     }},
    {"exit() on another thread",
     [] {
         count_host_data(false); // builds the kernel: a driver may crash if it compiles during exit()
         std::thread([] {
             count_host_data(false);
             std::exit(0);
         }).detach();
         for (;;)
             count_host_data(false);
     }},
    {"a thread counts to the end",
     [] {
         static std::atomic<int> counted = 0;
         count_on_detached_thread(counted);
         while (counted < 3)
             std::this_thread::yield();
     }},
    {"a static object counts on the device",
     [] {
         count_host_data(false);
         counts_at_end.calling_thread = false;
     }},
    {"a static object counts on the calling thread",
     [] {
         count_host_data(true);
         counts_at_end.calling_thread = true;
     }},
    {"errors in C",
     [] {
         fail_in_c();
         std::thread(fail_in_c).join();
         static std::atomic<bool> failed = false;
         std::thread([] {
             fail_in_c();
             failed = true;
             for (;;)
                 std::this_thread::yield();
         }).detach();
         while (!failed)
             std::this_thread::yield();
     }},
};

} // namespace

int main(int argc, char** argv) try {
    const auto way = ways.find(argc == 2 ? argv[1] : "");
    require(way != ways.end(), "no such way");
    static_cast<void>(test_device());
    way->second();
    return 0;
} catch (const Error& error) {
    std::cerr << error.what() << "\n";
    return error.status() == Status::no_device || error.status() == Status::no_platform ? skipped : 1;
} catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
}
