// histo_cl_soak: many threads count mixed problems for a long time, and the process must not leak anything.
//
//     histo_cl_soak [--seconds N | --plans N] [--threads N] [--seed N]
//
// The device is the one that HISTO_CL_TEST_DEVICE names. If that is unset, it is PoCL's device, or the
// default device if PoCL is missing.
// --seconds (default 20): counts by histogram() on host data and on queues, and by plans of all kinds.
// Sometimes releases the kept plans.
// --plans: creates and destroys N plans of new ranges.
//
// The work is done in rounds. When a round ends, its threads end and kept plans are released. Then there must
// not be more references to OpenCL objects or more descriptors than after the first round. After a third of
// the rounds, the resident memory must not grow by more than allowed_rise().
//
// Exit codes: 0: all counts are correct and nothing leaks; 1: otherwise, or after an error; 77: the device of
// HISTO_CL_TEST_DEVICE does not exist, or the loader opens no layers.

#include "faults/opencl/layer.hpp"
#include "operations.hpp"
#include "support/device.hpp"
#include "support/summary.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <malloc.h>
#include <mutex>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

using namespace histo_cl::test;

struct Command {
    std::uint64_t seconds = 20;
    std::uint64_t plans = 0;
    std::uint64_t threads = 8;
    std::uint64_t seed = 1;
};

Command command_of(const std::vector<std::string>& words) {
    Command command;
    for (std::size_t i = 0; i < words.size(); i += 2) {
        const auto& option = words[i];
        auto* const number = option == "--seconds"   ? &command.seconds
                             : option == "--plans"   ? &command.plans
                             : option == "--threads" ? &command.threads
                             : option == "--seed"    ? &command.seed
                                                     : nullptr;
        if (number == nullptr || i + 1 == words.size())
            throw std::invalid_argument(option + ": expected --seconds, --plans, --threads or --seed, and N");
        *number = std::stoull(words[i + 1]);
    }
    return command;
}

/// The errors of all threads.
class Findings {
  public:
    void add(const std::string& text) {
        constexpr std::uint64_t max_shown = 10;
        const std::scoped_lock lock(lock_);
        if (++count_ <= max_shown) std::cerr << text << std::endl;
    }
    [[nodiscard]] std::uint64_t count() const { return count_; }

  private:
    std::mutex lock_;
    std::uint64_t count_ = 0;
};

/// Runs threads that perform operations, each on its own queue, as long as `goes_on()` is true. Returns the
/// number of operations of all threads.
std::uint64_t run_round(const Command& command, const Shared& shared, std::uint64_t round,
                        const std::function<bool()>& goes_on, Findings& findings) {
    std::atomic<std::uint64_t> operations = 0;
    const auto operate = command.plans != 0 ? make_and_drop_plan : count_somehow;
    const auto work = [&](std::uint64_t thread) {
        try {
            Random random(command.seed + (round * command.threads + thread + 1) * 1'000'003);
            const auto queue = shared.device.make_queue();
            for (; goes_on(); ++operations)
                if (const auto wrong = operate(shared, queue, random); !wrong.empty()) findings.add(wrong);
        } catch (const std::exception& error) {
            findings.add(error.what());
        }
    };
    std::vector<std::jthread> threads;
    for (std::uint64_t i = 0; i < command.threads; ++i)
        threads.emplace_back(work, i);
    threads.clear(); // joins the threads
    return operations;
}

/// The maximum growth of memory in bytes, from the first round that is compared to the last round.
double allowed_rise(const histo_cl::DeviceProfile& profile, std::int64_t programs) {
    constexpr double allocator = 16 << 20; // bytes that the arenas of many threads may take
    // For each program that they load, PoCL 3.1 and llvmpipe keep 1.2 to 1.7 KB of LLVM's data until the
    // process ends.
    const bool keeps = profile.platform == "Portable Computing Language" || profile.platform == "rusticl";
    const double program = keeps ? 4096 : 0;
    return allocator + program * static_cast<double>(programs);
}

std::string mebibytes(double bytes) {
    std::ostringstream text;
    text << std::fixed << std::setprecision(1) << bytes / (1 << 20) << " MiB";
    return text.str();
}

/// The resources in use when a round has ended.
struct Usage {
    std::int64_t resident;
    std::int64_t references;
    std::int64_t descriptors;
    std::int64_t programs; ///< programs made so far
};

std::int64_t resident_bytes() {
    ::malloc_trim(0);
    std::int64_t all = 0;
    std::int64_t resident = 0;
    std::ifstream("/proc/self/statm") >> all >> resident;
    return resident * ::sysconf(_SC_PAGESIZE);
}

std::int64_t open_descriptors() {
    const std::filesystem::directory_iterator open("/proc/self/fd");
    return std::distance(begin(open), end(open)) - 1; // does not count the descriptor of the iteration
}

std::int64_t live_references() {
    return static_cast<std::int64_t>(layer().references());
}

Usage measure() {
    return {resident_bytes(), live_references(), open_descriptors(),
            static_cast<std::int64_t>(layer().programs())};
}

/// The rise of a series from its first to its last value, on the least-squares line.
double rise(std::span<const std::int64_t> series) {
    const auto count = static_cast<double>(series.size());
    if (series.size() < 2) return 0;
    double mean = 0;
    for (const auto value : series)
        mean += static_cast<double>(value) / count;
    const double middle = (count - 1) / 2;
    double products = 0;
    double squares = 0;
    for (std::size_t i = 0; i < series.size(); ++i) {
        const double x = static_cast<double>(i) - middle;
        products += x * (static_cast<double>(series[i]) - mean);
        squares += x * x;
    }
    return products / squares * (count - 1);
}

void require_nothing_kept(const Usage& before, const Usage& now, std::uint64_t round, Findings& findings) {
    const auto require = [&](std::int64_t at_first, std::int64_t left, const char* what) {
        if (left > at_first)
            findings.add("round " + std::to_string(round) + " leaves " + std::to_string(left - at_first) +
                         what);
    };
    require(before.references, now.references, " references to OpenCL objects");
    require(before.descriptors, now.descriptors, " descriptors");
}

/// Runs all rounds, and returns the resources in use after each.
std::vector<Usage> run_rounds(const Command& command, const std::vector<Kind>& kinds,
                              std::uint64_t& operations, Findings& findings) {
    using Clock = std::chrono::steady_clock;
    const auto rounds = command.plans != 0 ? 30 : std::clamp<std::uint64_t>(command.seconds / 2, 9, 60);
    const auto begin = Clock::now();
    std::vector<Usage> left;
    for (std::uint64_t round = 0; round < rounds; ++round) {
        const auto end = begin + std::chrono::seconds(command.seconds) * (round + 1) / rounds;
        const auto plans = command.plans * (round + 1) / rounds - command.plans * round / rounds;
        std::atomic<std::uint64_t> begun = 0;
        const auto goes_on = [&] { return command.plans != 0 ? begun++ < plans : Clock::now() < end; };
        const auto shared = [&] {
            return command.plans != 0 ? Shared{test_device(), kinds} : with_plans(test_device(), kinds);
        };
        operations += run_round(command, shared(), round, goes_on, findings);
        histo_cl::release_kept_plans();
        left.push_back(measure());
        require_nothing_kept(left.front(), left.back(), round, findings);
    }
    return left;
}

int soak(const Command& command) {
    const auto& profile = test_device().profile();
    Random random(command.seed);
    const auto kinds = mixed_kinds(test_device(), random);
    const auto references = live_references();

    Findings findings;
    std::uint64_t operations = 0;
    const auto begin = std::chrono::steady_clock::now();
    const auto left = run_rounds(command, kinds, operations, findings);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    if (left.front().references != references)
        findings.add("the first round leaves references to OpenCL objects");

    const auto steady = std::span(left).subspan(left.size() / 3);
    std::vector<std::int64_t> resident;
    std::ranges::transform(steady, std::back_inserter(resident), &Usage::resident);
    const auto programs = steady.back().programs - steady.front().programs;
    const auto more = rise(resident);
    if (more > allowed_rise(profile, programs))
        findings.add("the resident memory rises by " + mebibytes(more));
    std::ostringstream line;
    line << "soak: " << profile.platform << ", " << command.threads << " threads, "
         << static_cast<std::uint64_t>(took.count()) << " s: " << operations << " operations of "
         << (command.plans != 0 ? "new ranges" : std::to_string(kinds.size()) + " problems") << "; resident "
         << mebibytes(static_cast<double>(resident.front())) << ", at most "
         << mebibytes(static_cast<double>(std::ranges::max(resident))) << ", rise " << mebibytes(more)
         << " in " << programs << " programs; " << left.back().references - references << " references and "
         << left.back().descriptors - left.front().descriptors << " descriptors left; " << findings.count()
         << " findings";
    summarize(line.str());
    return findings.count() == 0 ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) try {
    if (!load_layer()) {
        std::cout << "skipped: the OpenCL loader does not open layers (OPENCL_LAYERS)\n";
        return 77;
    }
    return soak(command_of({argv + 1, argv + argc}));
} catch (const histo_cl::Error& error) {
    std::cerr << "soak: " << error.what() << "\n";
    const bool absent =
        error.status() == histo_cl::Status::no_device || error.status() == histo_cl::Status::no_platform;
    return absent && std::getenv(device_variable) != nullptr ? 77 : 1;
} catch (const std::exception& error) {
    std::cerr << "soak: " << error.what() << "\n";
    return 1;
}
