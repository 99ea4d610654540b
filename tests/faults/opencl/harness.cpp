#include "faults/opencl/harness.hpp"

#include "faults/opencl/failing.hpp"

#include <chrono>
#include <doctest/doctest.h>
#include <exception>
#include <new>
#include <optional>
#include <thread>
#include <unistd.h>

namespace histo_cl::test {
namespace {

Tally sums;

constexpr unsigned watchdog_seconds = 600; // a busy machine may be slow; a hang lasts forever

struct Outcome {
    Findings seen; ///< reported by the layer; if allocations or threads fail, `failed` counts those
    bool out_of_memory = false;
    std::optional<Error> error;
    std::string other; ///< an exception of a type that should not escape
};

Outcome attempt(Trial& trial) {
    Outcome outcome;
    try {
        trial.run();
    } catch (const Error& error) {
        outcome.error = error;
    } catch (const std::bad_alloc&) {
        outcome.out_of_memory = true;
    } catch (const std::exception& error) {
        outcome.other = error.what();
    }
    return outcome;
}

Outcome attempt_with(Trial& trial, Failing what, std::uint64_t first, bool lasting) {
    ::alarm(watchdog_seconds);
    const auto attempt_while = [&trial](const auto& failing) {
        auto outcome = attempt(trial);
        outcome.seen.failed = failing.failed();
        return outcome;
    };
    if (what == Failing::allocations) return attempt_while(Armed(allocations(), first, lasting));
    if (what == Failing::threads) return attempt_while(Armed(thread_starts(), first, lasting));
    const Faults faults{.first = first, .lasting = lasting, .releases = what == Failing::releases};
    layer().arm(faults);
    auto outcome = attempt(trial);
    outcome.seen = layer().disarm();
    return outcome;
}

/// Whether the error fits a call that failed.
bool fits(const Error& error, const Findings& seen) {
    const auto fits = [&error](const Call& failed) {
        const std::string_view call = failed.name;
        switch (error.status()) {
        case Status::opencl_error: return error.opencl_code() == failed.code;
        case Status::build_failed: return call == "clBuildProgram";
        case Status::no_platform: return call == "clGetPlatformIDs";
        case Status::no_device: return call == "clGetDeviceIDs";
        // Every variant was refused, or the driver lacks the extension's function.
        case Status::unsupported:
            return call == "clEnqueueNDRangeKernel" || call == "clFinish" ||
                   call == "clGetExtensionFunctionAddressForPlatform";
        default: return false;
        }
    };
    for (std::uint32_t i = 0; seen.failed_kinds >> i != 0; ++i)
        if ((seen.failed_kinds >> i & 1U) != 0 && fits(layer().call(i))) return true;
    return false;
}

void check_outcome(const Outcome& outcome, Failing what, Trial& trial) {
    CHECK_MESSAGE(outcome.other.empty(), "an exception escaped: " << outcome.other);
    const bool threw = outcome.error || outcome.out_of_memory || !outcome.other.empty();
    sums.errors += threw ? 1 : 0;
    if (!threw) CHECK(trial.right(outcome.seen));
    CHECK(trial.resolve());
    if (what != Failing::allocations) CHECK_FALSE(outcome.out_of_memory);
    if (!outcome.error) return;
    const std::string text = outcome.error->what();
    CAPTURE(text);
    CHECK(what == Failing::calls);
    CHECK(fits(*outcome.error, outcome.seen));
}

std::uint64_t& sum_of(Failing what) {
    switch (what) {
    case Failing::calls: return sums.calls;
    case Failing::releases: return sums.releases;
    case Failing::threads: return sums.threads;
    case Failing::allocations: break;
    }
    return sums.allocations;
}

/// Returns whether the number of references becomes `count`. Waits, because a driver's thread may release
/// events late.
bool references_become(std::uint64_t count) {
    constexpr int tries = 1000;
    for (int i = 0; i < tries && layer().references() != count; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return layer().references() == count;
}

/// Runs the trial with each operation failing in turn, until none is left. Returns the number of references
/// that are lost. `builds`: Scenario::builds.
std::uint64_t survive(Trial& trial, Failing what, bool lasting, bool builds) {
    REQUIRE_NOTHROW(trial.run());
    REQUIRE(trial.right({}));
    REQUIRE(trial.resolve());
    std::uint64_t lost = 0;
    const auto held = layer().references();
    // In the small size, not every operation fails. There are thousands of allocations: every seventh fails
    // alone, and as many others fail together with all that follow. If run() builds programs, which is slow,
    // only every 21st allocation and every other call fail, and the trial is repeated only after every fifth
    // failure.
    const bool slow = builds && is_small();
    const std::uint64_t step = what == Failing::allocations && is_small() ? slow ? 21 : 7 : slow ? 2 : 1;
    int failures = 0;
    for (std::uint64_t n = lasting ? 1 + step / 2 : 1;; n += step) {
        const auto outcome = attempt_with(trial, what, n, lasting);
        const std::string failing =
            std::to_string(n) + (lasting ? " and all after it" : "") + ", " + outcome.seen.first;
        CAPTURE(failing);
        check_outcome(outcome, what, trial);
        sum_of(what) += outcome.seen.failed;
        lost += trial.lost(outcome.seen);
        if (slow && outcome.seen.failed != 0 && failures++ % 5 != 0) continue;

        CHECK_NOTHROW(trial.run());
        CHECK(trial.right({}));
        CHECK(trial.resolve());
        CHECK_MESSAGE(references_become(held + lost), layer().references(), " of ", held, " and ", lost);
        if (outcome.seen.failed == 0) return lost; // there is no n-th operation
    }
}

} // namespace

void survive(const Scenario& scenario, Failing what) {
    CAPTURE(scenario.name);
    auto expected = layer().references();
    try {
        const auto trial = scenario.prepare();
        ++sums.scenarios;
        for (const bool lasting : {false, true})
            expected += survive(*trial, what, lasting, scenario.builds);
    } catch (const Error& error) {
        REQUIRE(name(error.status()) == name(Status::unsupported));
    }
    release_kept_plans();
    CHECK(references_become(expected));
    const auto* const over_released = layer().over_released();
    CHECK_MESSAGE(over_released == nullptr, over_released);
}

const Tally& tally() noexcept {
    return sums;
}

} // namespace histo_cl::test
