#pragma once

#include "support/program.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

namespace histo_cl::test {

/// A benchmark program, or one of its commands, run as a user runs it.
class BenchProgram {
  public:
    /// `name` is "PROGRAM", or "PROGRAM COMMAND".
    BenchProgram(std::string name, const std::string& path)
        : name_(std::move(name)),
          command_("'" + path + "'" + name_.substr(std::min(name_.find(' '), name_.size())) + " ") {}

    [[nodiscard]] ProgramOutcome run(const std::string& arguments) const {
        return run_command(command_ + arguments, folder());
    }

    /// Runs the program with only two runs per measurement and two threads, and returns its JSON report.
    [[nodiscard]] nlohmann::json json(const std::string& arguments) const {
        const auto file = path_of("run.json");
        const auto outcome = run("--runs 2 --max-runs 2 --threads 2 --json " + file + " " + arguments);
        INFO(outcome.err);
        REQUIRE(outcome.code == 0);
        return nlohmann::json::parse(content(file));
    }

    void check_refused(const std::string& arguments, const std::string& words) const {
        CAPTURE(arguments);
        const auto outcome = run(arguments);
        CHECK(outcome.code == 2);
        CHECK(outcome.out.empty());
        CHECK(outcome.err.starts_with(name_ + ": "));
        check_has(outcome.err, {words});
    }

  private:
    std::string name_;
    std::string command_;
};

} // namespace histo_cl::test
