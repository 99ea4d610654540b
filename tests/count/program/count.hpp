#pragma once

#include "support/folder.hpp"
#include "support/program.hpp"
#include "support/text.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace histo_cl::test {

using nlohmann::json;

inline std::string file_of(const std::string& name, const std::string& content) {
    write(folder() / name, content);
    return path_of(name);
}

inline std::string text_of_file(const std::string& name) {
    return content(folder() / name);
}

/// Runs the program and returns its outcome. `before` precedes the program in the command.
inline ProgramOutcome run_count(const std::string& arguments, const std::string& before = {}) {
    const auto outcome = run_command(before + " '" HISTO_CL_PROGRAM "' " + arguments, folder());
    INFO(arguments);
    INFO(outcome.err);
    CHECK(outcome.code >= 0);
    return outcome;
}

/// Whether the program was built without a package that it needs for these arguments.
inline bool lacks_package(const std::string& arguments) {
    return run_count(arguments).err.find("was built without") != std::string::npos;
}

/// The report as JSON. The members of a single histogram are added to those of the report.
inline json report_of(const std::string& text) {
    auto report = json::parse(text);
    if (report.contains("histograms") && report["histograms"].size() == 1) {
        const auto histogram = report["histograms"][0];
        report.update(histogram);
    }
    return report;
}

inline json count_json(const std::string& arguments, const std::string& before = {}) {
    const auto outcome = run_count(arguments + " --json", before);
    INFO(outcome.err);
    REQUIRE(outcome.code == 0);
    return report_of(outcome.out);
}

/// The bytes of the values, in this machine's byte order.
template <class T>
std::string raw(const std::vector<T>& samples) {
    return {reinterpret_cast<const char*>(samples.data()), samples.size() * sizeof(T)};
}

inline void check_fails(const ProgramOutcome& outcome, int code, const std::string& words) {
    CHECK(outcome.code == code);
    CHECK(outcome.out.empty());
    CHECK(outcome.err.starts_with("histo_cl: "));
    check_has(outcome.err, {words});
}

} // namespace histo_cl::test
