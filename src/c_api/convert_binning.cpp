#include "c_api/convert.hpp"
#include "c_api/enums.hpp"
#include "c_api/sized.hpp"

#include <array>
#include <utility>
#include <vector>

namespace histo_cl::c_api {
namespace {

/// Converts a number. `what`: parts of the argument's name. They are joined only if there is an error
/// message.
template <class... What>
Number to_number(const histo_cl_number& given, const What&... what) {
    switch (given.kind) {
    case HISTO_CL_NUMBER_I64: return given.value.i64;
    case HISTO_CL_NUMBER_U64: return given.value.u64;
    case HISTO_CL_NUMBER_F64: return given.value.f64;
    default: refuse_value<Number::Kind>(given.kind, concat(what..., ".kind"));
    }
}

bool is_set(const histo_cl_number& number) noexcept {
    return number.kind != 0 || number.value.u64 != 0;
}

/// Throws Error(invalid_argument) if members are set that do not apply to this kind of binning.
void refuse_unused(const histo_cl_binning& given, BinningKind kind, const std::string& what) {
    using enum BinningKind;
    const bool ranged = kind == even || kind == log;
    struct Member {
        const char* name;
        bool set;
        bool used;
    };
    const std::array members{
        Member{"count", given.count != 0, kind != edges && kind != half_widths},
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
            invalid(what, ".", member.name, " is set, but bins of kind ", kind,
                    " do not use it; it must be 0");
}

EdgeBins to_edges(const histo_cl_binning& given, const std::string& what) {
    if ((given.edges == nullptr) == (given.edges_f64 == nullptr))
        invalid(what, " must set one of edges and edges_f64, ",
                given.edges == nullptr ? "neither is set" : "both are set");
    constexpr std::size_t max_edges = std::size_t{max_bins} + 1;
    if (given.edges_f64 != nullptr)
        return edge_bins(array(given.edges_f64, given.edge_count, what + ".edges_f64", max_edges));
    const auto edges = array(given.edges, given.edge_count, what + ".edges", max_edges);
    std::vector<Number> numbers;
    numbers.reserve(edges.size());
    for (const auto& edge : edges)
        numbers.push_back(to_number(edge, what, ".edges[", numbers.size(), "]"));
    return {std::move(numbers)};
}

histo_cl_binning c_binning(const EvenBins& bins, std::vector<histo_cl_number>& /*edges*/) noexcept {
    return histo_cl_even_bins(bins.count, to_c_number(bins.lower), to_c_number(bins.upper));
}
histo_cl_binning c_binning(const EdgeBins& bins, std::vector<histo_cl_number>& edges) {
    for (const auto& edge : bins.edges)
        edges.push_back(to_c_number(edge));
    return histo_cl_edge_bins(edges.data(), edges.size());
}
histo_cl_binning c_binning(const LogBins& bins, std::vector<histo_cl_number>& /*edges*/) noexcept {
    return histo_cl_log_bins(bins.count, to_c_number(bins.lower), to_c_number(bins.upper));
}
histo_cl_binning c_binning(const CircularBins& bins, std::vector<histo_cl_number>& /*edges*/) noexcept {
    return histo_cl_circular_bins(bins.count, to_c_number(bins.lower), to_c_number(bins.period));
}
histo_cl_binning c_binning(const CustomBins& bins, std::vector<histo_cl_number>& /*edges*/) noexcept {
    return histo_cl_custom_bins(bins.count, bins.expression.c_str());
}
histo_cl_binning c_binning(const HalfWidths& /*bins*/, std::vector<histo_cl_number>& /*edges*/) noexcept {
    return histo_cl_half_widths();
}

} // namespace

Binning to_binning(const histo_cl_binning* pointer, const std::string& what) {
    const auto given = read(pointer, what);
    const auto kind = from_c<BinningKind>(given.kind, what + ".kind");
    refuse_unused(given, kind, what);
    const auto lower = to_number(given.lower, what, ".lower");
    const auto upper = to_number(given.upper, what, ".upper");
    switch (kind) {
    case BinningKind::even: return EvenBins{given.count, lower, upper};
    case BinningKind::edges: return to_edges(given, what);
    case BinningKind::log: return LogBins{given.count, lower, upper};
    case BinningKind::circular:
        return CircularBins{given.count, lower, to_number(given.period, what, ".period")};
    case BinningKind::half_widths: return HalfWidths{};
    case BinningKind::custom: break;
    }
    return CustomBins{given.count, &deref(given.expression, what + ".expression")};
}

histo_cl_number to_c_number(const Number& number) noexcept {
    switch (number.kind()) {
    case Number::Kind::i64: return histo_cl_i64(number.i64());
    case Number::Kind::u64: return histo_cl_u64(number.u64());
    case Number::Kind::f64: break;
    }
    return histo_cl_f64(number.f64());
}

histo_cl_binning to_c(const Binning& binning, std::vector<histo_cl_number>& edges) {
    return std::visit([&](const auto& bins) { return c_binning(bins, edges); }, binning);
}

} // namespace histo_cl::c_api
