#include "c_api/convert.hpp"
#include "c_api/enums.hpp"
#include "c_api/sized.hpp"

#include <array>
#include <span>
#include <utility>

namespace histo_cl::c_api {
namespace {

Number to_number(const histo_cl_number& given, const std::string& what) {
    switch (from_c<Number::Kind>(given.kind, what + ".kind")) {
    case Number::Kind::i64: return given.value.i64;
    case Number::Kind::u64: return given.value.u64;
    case Number::Kind::f64: break;
    }
    return given.value.f64;
}

histo_cl_number to_c(const Number& number) noexcept {
    switch (number.kind()) {
    case Number::Kind::i64: return histo_cl_i64(number.i64());
    case Number::Kind::u64: return histo_cl_u64(number.u64());
    case Number::Kind::f64: break;
    }
    return histo_cl_f64(number.f64());
}

bool is_set(const histo_cl_number& number) noexcept {
    return number.kind != 0 || number.value.u64 != 0;
}

/// Members that a binning of this kind has no use for must not be set: they may be meant for another kind.
void refuse_unused(const histo_cl_binning& given, BinningKind kind, const std::string& what) {
    using enum BinningKind;
    const bool ranged = kind == even || kind == log;
    struct Member {
        const char* name;
        bool set;
        bool used;
    };
    const std::array members{
        Member{"count", given.count != 0, kind != edges},
        Member{"lower", is_set(given.lower), ranged || kind == circular},
        Member{"upper", is_set(given.upper), ranged},
        Member{"period", is_set(given.period), kind == circular},
        Member{"edges", given.edges != nullptr, kind == edges},
        Member{"edges_f64", given.edges_f64 != nullptr, kind == edges},
        Member{"edge_count", given.edge_count != 0, kind == edges},
        Member{"expression", given.expression != nullptr, kind == custom},
    };
    for (const auto& member : members)
        if (member.set && !member.used)
            invalid(what + "." + member.name + " is set, but bins of kind " + std::string(name(kind)) +
                    " have no use for it; it must be 0");
}

EdgeBins to_edges(const histo_cl_binning& given, const std::string& what) {
    if ((given.edges == nullptr) == (given.edges_f64 == nullptr))
        invalid(what + " must set one of edges and edges_f64, " +
                (given.edges == nullptr ? "neither is set" : "both are set"));
    EdgeBins bins;
    bins.edges.reserve(given.edge_count);
    for (std::size_t i = 0; i < given.edge_count; ++i)
        bins.edges.push_back(given.edges_f64 != nullptr
                                 ? Number(given.edges_f64[i])
                                 : to_number(given.edges[i], what + ".edges[" + std::to_string(i) + "]"));
    return bins;
}

/// The axes lie as far apart as their struct_size says, which is the same for all.
std::vector<Binning> to_axes(const histo_cl_problem& given) {
    std::vector<Binning> axes;
    if (given.axis_count == 0) return axes;
    const auto size = deref(given.axes, "problem.axes").struct_size;
    if (size % alignof(histo_cl_binning) != 0)
        invalid("problem.axes[0].struct_size is " + std::to_string(size) + ", no multiple of " +
                std::to_string(alignof(histo_cl_binning)));
    const auto* axis = given.axes;
    for (std::size_t i = 0; i < given.axis_count; ++i) {
        const auto what = "problem.axes[" + std::to_string(i) + "]";
        if (axis->struct_size != size)
            invalid(what + ".struct_size is " + std::to_string(axis->struct_size) +
                    ", that of the axis before is " + std::to_string(size));
        axes.push_back(to_binning(axis, what));
        axis = reinterpret_cast<const histo_cl_binning*>(reinterpret_cast<const std::byte*>(axis) + size);
    }
    return axes;
}

Layout to_layout(const histo_cl_problem& given) {
    const auto active = array(given.active, given.active_count, "problem.active");
    return {
        .channels = given.channels,
        .active = {active.begin(), active.end()},
        .order = from_c<Order>(given.order, "problem.order"),
        .stride = given.stride,
        .rows = given.rows != 0,
        .mask = given.mask != 0,
    };
}

histo_cl_binning to_c(const EvenBins& bins) noexcept {
    return histo_cl_even_bins(bins.count, to_c(bins.lower), to_c(bins.upper));
}
histo_cl_binning to_c(const LogBins& bins) noexcept {
    return histo_cl_log_bins(bins.count, to_c(bins.lower), to_c(bins.upper));
}
histo_cl_binning to_c(const CircularBins& bins) noexcept {
    return histo_cl_circular_bins(bins.count, to_c(bins.lower), to_c(bins.period));
}
histo_cl_binning to_c(const CustomBins& bins) noexcept {
    return histo_cl_custom_bins(bins.count, bins.expression.c_str());
}

} // namespace

Binning to_binning(const histo_cl_binning* pointer, const std::string& what) {
    const auto given = read(pointer, what);
    const auto kind = from_c<BinningKind>(given.kind, what + ".kind");
    refuse_unused(given, kind, what);
    const auto lower = to_number(given.lower, what + ".lower");
    const auto upper = to_number(given.upper, what + ".upper");
    switch (kind) {
    case BinningKind::even: return EvenBins{given.count, lower, upper};
    case BinningKind::edges: return to_edges(given, what);
    case BinningKind::log: return LogBins{given.count, lower, upper};
    case BinningKind::circular:
        return CircularBins{given.count, lower, to_number(given.period, what + ".period")};
    case BinningKind::custom: break;
    }
    return CustomBins{given.count, &deref(given.expression, what + ".expression")};
}

Problem to_problem(const histo_cl_problem* pointer) {
    const auto given = read(pointer, "problem");
    Problem problem{
        .joint = given.joint != 0,
        .last_edge = from_c<LastEdge>(given.last_edge, "problem.last_edge"),
        .out_of_range = from_c<OutOfRange>(given.out_of_range, "problem.out_of_range"),
        .layout = to_layout(given),
        .batch = from_c<Batch>(given.batch, "problem.batch"),
        .weights = optional_from_c<SampleType>(given.weights, "problem.weights"),
        .squared_weights = given.squared_weights != 0,
        .counter = from_c<CounterType>(given.counter, "problem.counter"),
        .max_samples = given.max_samples,
    };
    if (const auto sample = optional_from_c<SampleType>(given.sample, "problem.sample"))
        problem.sample = *sample;
    if (given.axes != nullptr || given.axis_count != 0) problem.axes = to_axes(given);
    return problem;
}

Shape to_shape(const histo_cl_shape* pointer, std::string_view what) {
    const auto given = read(pointer, what);
    return {
        .count = given.count == HISTO_CL_COUNT_UNSET ? std::nullopt : std::optional(given.count),
        .region = {given.x, given.y, given.width, given.height},
        .pitch = given.pitch,
        .mask_pitch = given.mask_pitch,
        .weight_pitch = given.weight_pitch,
        .plane_pitch = given.plane_pitch,
        .segment = given.segment,
        .offsets = array(given.offsets, given.offset_count, std::string(what) + ".offsets"),
        .tile_width = given.tile_width,
        .tile_height = given.tile_height,
    };
}

ProblemView::ProblemView(const Problem& problem) : problem_(histo_cl_problem_init()) {
    edges_.reserve(problem.axes.size()); // what it holds is pointed to
    for (const auto& axis : problem.axes) {
        const auto convert = [this](const auto& bins) {
            if constexpr (std::is_same_v<decltype(bins), const EdgeBins&>) {
                auto& edges = edges_.emplace_back();
                for (const auto& edge : bins.edges)
                    edges.push_back(to_c(edge));
                return histo_cl_edge_bins(edges.data(), edges.size());
            } else {
                return to_c(bins);
            }
        };
        axes_.push_back(std::visit(convert, axis));
    }
    problem_.axes = axes_.data();
    problem_.axis_count = axes_.size();
    problem_.sample = to_c(problem.sample);
    problem_.counter = to_c(problem.counter);
    problem_.joint = problem.joint;
    problem_.last_edge = to_c(problem.last_edge);
    problem_.out_of_range = to_c(problem.out_of_range);
    problem_.batch = to_c(problem.batch);
    problem_.weights = to_c(problem.weights);
    problem_.squared_weights = problem.squared_weights;
    problem_.channels = problem.layout.channels;
    problem_.order = to_c(problem.layout.order);
    problem_.rows = problem.layout.rows;
    problem_.mask = problem.layout.mask;
    problem_.active = problem.layout.active.data();
    problem_.active_count = problem.layout.active.size();
    problem_.stride = problem.layout.stride;
    problem_.max_samples = problem.max_samples;
}

} // namespace histo_cl::c_api
