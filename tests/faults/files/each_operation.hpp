#pragma once

#include "faults/files/failing_calls.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <doctest/doctest.h>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

// Each file operation of a scenario fails in turn, in each way.

namespace histo_cl::test {

inline constexpr int forever = 1 << 30;

inline const std::array faults{
    Fault{.code = EIO},
    Fault{.code = EIO, .calls = forever},
    Fault{.code = ENOSPC},
    Fault{.code = ENOSPC, .calls = forever},
    Fault{.code = EACCES},
    Fault{.code = EMFILE},
    Fault{.code = EINTR},
    Fault{.code = EINTR, .calls = 3},
    Fault{.kind = Fault::Kind::one_byte},
    Fault{.kind = Fault::Kind::one_byte, .calls = forever},
    Fault{.kind = Fault::Kind::nothing},
    Fault{.kind = Fault::Kind::nothing, .calls = forever},
    Fault{.kind = Fault::Kind::crash},
};

/// One run of a scenario with a fault, and what happened in it.
struct Course {
    Fault fault;
    bool reached = false; ///< whether there was an operation to fail
    int failed = 0;
    std::string call = {}; ///< the name of the first call that failed

    /// Whether no call failed, or the tested code has to cope with the fault: it repeats interrupted calls
    /// and continues short transfers.
    [[nodiscard]] bool harmless() const {
        const bool repeated =
            call == "openat" || call == "fsync" || call.ends_with("read") || call.starts_with("write");
        return !crashed() && (failed == 0 || fault.kind == Fault::Kind::one_byte ||
                              (fault.kind == Fault::Kind::error && fault.code == EINTR && repeated));
    }
    /// Whether the fault happens in this process rather than in a child that crashes.
    [[nodiscard]] bool acts_here() const { return fault.kind != Fault::Kind::crash; }
    [[nodiscard]] bool crashed() const { return reached && !acts_here(); }
};

/// Totals of a test program so far.
struct Tally {
    int runs = 0;
    int crashes = 0;
    int short_transfers = 0;
    /// Numbers of failed operations, by the first call that failed in the run.
    std::map<std::string, int> failed;

    static Tally& all() {
        static Tally one;
        return one;
    }

    void add(const Course& course) {
        ++runs;
        crashes += course.crashed() ? 1 : 0;
        if (course.fault.kind == Fault::Kind::one_byte)
            short_transfers += course.failed;
        else if (course.failed != 0)
            failed[course.call] += course.failed;
    }

    [[nodiscard]] std::string summary() const {
        int sum = 0;
        std::string calls;
        for (const auto& [call, count] : failed) {
            sum += count;
            calls += (calls.empty() ? "" : ", ") + call + " " + std::to_string(count);
        }
        return "files: " + std::to_string(sum) + " operations failed (" + calls + "), " +
               std::to_string(short_transfers) + " transfers cut to one byte, " + std::to_string(crashes) +
               " crashes, in " + std::to_string(runs) + " runs";
    }
};

inline std::ptrdiff_t open_descriptors() {
    using std::filesystem::directory_iterator;
    return std::distance(directory_iterator("/proc/self/fd"), directory_iterator());
}

template <class Scenario>
Course run(Scenario& scenario, const Fault& fault, int first) {
    if (fault.kind != Fault::Kind::crash) {
        const FailingCalls failing(fault, first);
        scenario.act();
        return {fault, failing.reached(), failing.failed(), std::string(failing.first_failed())};
    }
    const auto child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        const FailingCalls failing(fault, first);
        scenario.act();
        ::_exit(0);
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    REQUIRE(WIFEXITED(status));
    CHECK((WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == crashed));
    return {fault, WEXITSTATUS(status) == crashed};
}

/// What the tested code has read, or the message of its exception.
template <class Value, class Failure>
struct Outcome {
    std::optional<Value> found;
    std::string message;

    template <class Action>
    void of(const Action& action) try {
        found = action();
    } catch (const Failure& error) {
        message = error.what();
    }

    /// Checks that there is either a value, or a message that begins with these words. Checks that there is a
    /// value if the fault was harmless.
    void check(const Course& course, const std::string& words) const {
        if (!message.empty()) CHECK(message.starts_with(words));
        if (!course.acts_here()) return;
        CHECK(found.has_value() == message.empty());
        if (course.harmless()) CHECK(found.has_value());
    }
};

/// Whether the tested code uses system calls or C++ streams to read and write.
enum class By {
    calls,
    streams, ///< libstdc++'s streams, which repeat a write of no bytes forever; no file system causes that
};

/// For each fault and each operation in turn: creates a scenario, runs it while that operation fails, and
/// checks its files and its state. Returns the names of the calls that failed first in a run.
template <class Scenario>
std::set<std::string> fail_each_operation(By by = By::calls) {
    std::set<std::string> failed;
    for (const auto& fault : faults) {
        if (by == By::streams && fault.kind == Fault::Kind::nothing && fault.calls == forever) continue;
        int first = 0;
        for (bool reached = true; reached;) {
            ++first;
            CAPTURE(to_string(fault));
            CAPTURE(first);
            Scenario scenario;
            const auto descriptors = open_descriptors();
            const auto course = run(scenario, fault, first);
            CAPTURE(course.call);
            CHECK(open_descriptors() == descriptors);
            scenario.check(course);
            Tally::all().add(course);
            if (course.failed != 0) failed.insert(course.call);
            reached = course.reached;
        }
        CHECK(first > 1);
    }
    return failed;
}

} // namespace histo_cl::test
