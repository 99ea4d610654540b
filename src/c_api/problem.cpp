#include "histo_cl/problem.hpp"

#include "c_api/convert.hpp"
#include "c_api/guard.hpp"
#include "c_api/sized.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <vector>

using namespace histo_cl::c_api;

namespace {

histo_cl::Problem valid_problem(const histo_cl_problem* given) {
    auto problem = to_problem(given);
    problem.validate();
    return problem;
}

/// Throws Error(invalid_argument) for an axis that the problem does not have.
void check_axis(const histo_cl::Problem& problem, std::size_t axis) {
    if (axis >= problem.axes.size()) invalid("axis is ", axis, ", the problem has ", problem.axes.size());
}

/// Validates the problem and writes function(problem) to the caller's variable.
template <class Out, class Function>
histo_cl_status report(const histo_cl_problem* problem, Out* out, const char* what,
                       const Function& function) noexcept {
    return guarded([&] {
        auto& result = deref(out, what);
        result = std::invoke(function, valid_problem(problem));
    });
}

/// Validates the problem and writes function(problem, axis) to the caller's variable. First checks that the
/// axis exists, because the functions of Problem require it.
template <class Out, class Function>
histo_cl_status report_for_axis(const histo_cl_problem* problem, std::size_t axis, Out* out, const char* what,
                                Function function) noexcept {
    return report(problem, out, what, [&](const histo_cl::Problem& valid) {
        check_axis(valid, axis);
        return std::invoke(function, valid, axis);
    });
}

template <class T>
void write_edges(const std::vector<T>& values, std::size_t axis, T* edges, std::size_t capacity,
                 std::size_t* count) {
    if (edges != nullptr || capacity != 0) {
        auto& first = deref(edges, "edges");
        if (capacity < values.size())
            invalid("edges has room for ", capacity, ", axis ", axis, " has ", values.size());
        std::ranges::copy(values, &first);
    }
    if (count != nullptr) *count = values.size();
}

} // namespace

histo_cl_status histo_cl_bin_count(const histo_cl_binning* binning, std::uint64_t* count) noexcept {
    return guarded([&] { deref(count, "count") = histo_cl::bin_count(to_binning(binning, "binning")); });
}

histo_cl_status histo_cl_binning_text(const histo_cl_binning* binning, char* text, std::size_t capacity,
                                      std::size_t* length) noexcept {
    return guarded(
        [&] { write_text(histo_cl::to_string(to_binning(binning, "binning")), text, capacity, length); });
}

histo_cl_status histo_cl_problem_validate(const histo_cl_problem* problem) noexcept {
    return guarded([&] { to_problem(problem).validate(); });
}

histo_cl_status histo_cl_problem_extent(const histo_cl_problem* problem, std::size_t axis,
                                        std::uint64_t* extent) noexcept {
    return report_for_axis(problem, axis, extent, "extent", &histo_cl::Problem::extent);
}

histo_cl_status histo_cl_problem_cells(const histo_cl_problem* problem, std::uint64_t* cells) noexcept {
    return report(problem, cells, "cells", &histo_cl::Problem::cells);
}

histo_cl_status histo_cl_problem_counters_per_cell(const histo_cl_problem* problem,
                                                   std::uint32_t* counters) noexcept {
    return report(problem, counters, "counters", &histo_cl::Problem::counters_per_cell);
}

histo_cl_status histo_cl_problem_counters(const histo_cl_problem* problem, std::uint64_t* counters) noexcept {
    return report(problem, counters, "counters", &histo_cl::Problem::counters);
}

histo_cl_status histo_cl_problem_channel(const histo_cl_problem* problem, std::size_t axis,
                                         std::uint32_t* channel) noexcept {
    return report_for_axis(problem, axis, channel, "channel", &histo_cl::Problem::channel);
}

histo_cl_status histo_cl_problem_channels(const histo_cl_problem* problem, std::uint32_t* channels) noexcept {
    return report(problem, channels, "channels", &histo_cl::Problem::channels);
}

histo_cl_status histo_cl_problem_axis(const histo_cl_problem* problem, std::size_t axis,
                                      histo_cl_binning* binning) noexcept {
    return guarded([&] {
        const auto given = read(problem, "problem");
        check_sized(binning, "binning");
        check_axis(valid_problem(problem), axis);
        write(read(axis_at(given, axis), "the axis"), binning, "binning");
    });
}

histo_cl_status histo_cl_problem_edges(const histo_cl_problem* problem, std::size_t axis, double* edges,
                                       std::size_t capacity, std::size_t* count) noexcept {
    return guarded([&] { write_edges(to_problem(problem).edges(axis), axis, edges, capacity, count); });
}

histo_cl_status histo_cl_problem_edge_numbers(const histo_cl_problem* problem, std::size_t axis,
                                              histo_cl_number* edges, std::size_t capacity,
                                              std::size_t* count) noexcept {
    return guarded([&] {
        std::vector<histo_cl_number> numbers;
        std::ranges::transform(to_problem(problem).edge_numbers(axis), std::back_inserter(numbers),
                               to_c_number);
        write_edges(numbers, axis, edges, capacity, count);
    });
}

histo_cl_status histo_cl_problem_text(const histo_cl_problem* problem, char* text, std::size_t capacity,
                                      std::size_t* length) noexcept {
    return guarded([&] { write_text(histo_cl::to_string(valid_problem(problem)), text, capacity, length); });
}

histo_cl_status histo_cl_elements(const histo_cl_problem* problem, const histo_cl_shape* shape,
                                  std::uint64_t* elements) noexcept {
    return report(problem, elements, "elements", [&](const histo_cl::Problem& valid) {
        return histo_cl::elements(valid, to_shape(shape, "shape"));
    });
}

histo_cl_status histo_cl_histograms(const histo_cl_problem* problem, const histo_cl_shape* shape,
                                    std::uint64_t* histograms) noexcept {
    return report(problem, histograms, "histograms", [&](const histo_cl::Problem& valid) {
        return histo_cl::histograms(valid, to_shape(shape, "shape"));
    });
}

histo_cl_status histo_cl_footprint(const histo_cl_problem* problem, const histo_cl_shape* shape,
                                   histo_cl_footprint_bytes* bytes) noexcept {
    return guarded([&] {
        const auto footprint = histo_cl::footprint(valid_problem(problem), to_shape(shape, "shape"));
        write({.struct_size = sizeof *bytes,
               .samples = footprint.samples,
               .mask = footprint.mask,
               .weights = footprint.weights,
               .indices = footprint.indices},
              bytes, "bytes");
    });
}

histo_cl_status histo_cl_array_footprint(const histo_cl_problem* problem, const histo_cl_shape* shape,
                                         std::size_t channel, std::uint64_t* bytes) noexcept {
    return report(problem, bytes, "bytes", [&](const histo_cl::Problem& valid) {
        const auto footprint = histo_cl::footprint(valid, to_shape(shape, "shape"));
        if (channel >= valid.channels())
            invalid("channel is ", channel, ", the problem has ", valid.channels());
        return channel < footprint.arrays.size() ? footprint.arrays[channel] : 0;
    });
}
