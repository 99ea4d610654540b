#include "support/device_main.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

// The reference and the device count the same as numpy.histogram, numpy.histogram2d, numpy.histogramdd and
// numpy.bincount; write_cases.py writes NumPy's counts to the folder HISTO_CL_NUMPY_CASES.

using namespace histo_cl;

namespace {

std::filesystem::path folder() {
    const char* const named = std::getenv("HISTO_CL_NUMPY_CASES");
    REQUIRE_MESSAGE(named != nullptr, "HISTO_CL_NUMPY_CASES names no folder: run.sh sets it");
    return named;
}

nlohmann::json manifest() {
    std::ifstream in(folder() / "manifest.json");
    REQUIRE_MESSAGE(in, folder().string() << " has no manifest.json");
    return nlohmann::json::parse(in);
}

std::vector<std::byte> contents(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    REQUIRE_MESSAGE(in, file.string() << " is not there");
    const std::vector<char> bytes{std::istreambuf_iterator<char>(in), {}};
    const auto view = std::as_bytes(std::span(bytes));
    return {view.begin(), view.end()};
}

/// A JSON number, or "inf" and "-inf", which JSON has no numbers for.
double number(const nlohmann::json& value) {
    return value.is_string() ? std::stod(value.get<std::string>()) : value.get<double>();
}

Binning binning(const nlohmann::json& axis) {
    if (!axis.contains("edges"))
        return even_bins(axis.at("count").get<std::uint32_t>(), number(axis.at("lower")),
                         number(axis.at("upper")));
    std::vector<double> edges;
    for (const auto& edge : axis.at("edges"))
        edges.push_back(number(edge));
    return edge_bins(edges);
}

Problem problem(const nlohmann::json& entry) {
    Problem problem{.sample = sample_type_named(entry.at("sample").get<std::string>()).value(),
                    .axes = {},
                    .last_edge = LastEdge::inclusive};
    for (const auto& axis : entry.at("axes"))
        problem.axes.push_back(binning(axis));
    problem.joint = problem.axes.size() > 1;
    // bincount has no last edge, but a bin for each value.
    if (!is_float(problem.sample)) problem.last_edge = LastEdge::exclusive;
    return problem;
}

bool can_count(SampleType sample) {
    return sample != SampleType::f64 || test::test_device().profile().fp64;
}

} // namespace

TEST_CASE("numpy's counts are the reference's, the device's and the calling thread's") {
    const auto all = manifest();
    REQUIRE(all.size() > 30);
    for (const auto& entry : all) {
        const auto wanted = problem(entry);
        CAPTURE(entry.at("samples").get<std::string>());
        CAPTURE(to_string(wanted));
        const auto samples = contents(folder() / entry.at("samples").get<std::string>());
        const auto expected = entry.at("counts").get<std::vector<std::uint64_t>>();
        CHECK(reference_histogram(wanted, samples) == expected);
        const auto count = [&](bool calling_thread) {
            return histogram(wanted, samples, {.calling_thread = calling_thread},
                             test::test_device().device());
        };
        CHECK(count(true) == expected);
        if (can_count(wanted.sample)) CHECK(count(false) == expected);
    }
}
