// Signals of POSIX systems.

#include "common/file.hpp"
#include "common/signals.hpp"
#include "support/folder.hpp"

#include <atomic>
#include <csignal>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace common;
using histo_cl::test::Folder;
namespace fs = std::filesystem;

TEST_CASE("signals: registered actions run in reverse order, then the signal ends the program") {
    const Folder folder;
    const auto done = folder.path() / "done";
    const auto add = [&](const char* text) { std::ofstream(done, std::ios::app) << text; };
    for (const int signal : {SIGHUP, SIGINT, SIGTERM}) {
        CAPTURE(signal);
        fs::remove(done);
        const pid_t child = ::fork();
        REQUIRE(child >= 0);
        if (child == 0) {
            std::signal(signal, SIG_DFL); // instead of doctest's handler
            watch_signals();
            const AtSignal first([&] { add("1"); });
            {
                const AtSignal gone([&] { add("gone"); });
            }
            const AtSignal second([&] { add("2"); });
            ::kill(::getpid(), signal);
            for (;;)
                ::pause();
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        REQUIRE(WIFSIGNALED(status));
        CHECK(WTERMSIG(status) == signal);
        CHECK(read_file(done) == "21");
    }
}

TEST_CASE("signals: one interrupt can be caught, and signals that were ignored stay ignored") {
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        static std::atomic<bool> caught = false;
        std::signal(SIGHUP, SIG_IGN);
        std::signal(SIGINT, SIG_DFL); // instead of doctest's handler
        watch_signals();
        at_next_interrupt([&] { caught = true; });
        ::kill(::getpid(), SIGHUP);
        ::kill(::getpid(), SIGINT);
        while (!caught)
            std::this_thread::yield();
        ::kill(::getpid(), SIGINT);
        for (;;)
            ::pause();
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    REQUIRE(WIFSIGNALED(status));
    CHECK(WTERMSIG(status) == SIGINT);
}
