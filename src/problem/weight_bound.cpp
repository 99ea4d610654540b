#include "histo_cl/weight_bound.hpp"

#include "core/float_format.hpp"
#include "core/invalid.hpp"
#include "problem/bound_of.hpp"
#include "problem/gathered.hpp"

#include <algorithm>
#include <cstring>

namespace histo_cl::inline HISTO_CL_ABI {
namespace {

using namespace detail;

/// The greatest magnitude of finite weights, by their bits, which rise with it: whole blocks, of which the
/// compiler makes vectors.
template <class Bits>
Bits greatest_of(const std::byte* weights, std::uint64_t count, const FloatFormat& format, Bits greatest) {
    const auto magnitude = static_cast<Bits>(format.sign - 1);
    const auto infinity = static_cast<Bits>(format.infinity);
    for (std::uint64_t i = 0; i < count; ++i) {
        Bits weight = 0;
        std::memcpy(&weight, weights + i * sizeof weight, sizeof weight);
        weight &= magnitude;
        greatest = std::max(greatest, weight < infinity ? weight : Bits{0});
    }
    return greatest;
}

template <class Bits>
double greatest_of(const Problem& problem, const CheckedData& data) {
    const FloatFormat format(*problem.weights);
    const auto& region = data.shape.region;
    const bool rows = problem.layout.rows;
    const auto width = rows ? region.width : data.shape.elements;
    const auto height = rows ? region.height : 1;
    Bits greatest = 0;
    for (std::size_t vector = 0; vector < problem.weight_vectors; ++vector)
        for (std::uint64_t y = 0; y < height && width != 0; ++y) {
            const auto first =
                rows ? (region.y + y) * data.shape.pitches.weight + region.x * sizeof(Bits) : 0;
            greatest = greatest_of<Bits>(data.weights.at(vector).data() + first, width, format, greatest);
        }
    return greatest == 0 ? format.least : format.value_of(greatest);
}

} // namespace

WeightBound detail::bound_of(const Problem& problem, const CheckedData& data) {
    if (problem.indices) {
        const auto listed = gathered(problem, data);
        return bound_of(listed.problem, listed.data(data));
    }
    const auto size = bytes(*problem.weights);
    return {.greatest = size == 2   ? greatest_of<std::uint16_t>(problem, data)
                        : size == 4 ? greatest_of<std::uint32_t>(problem, data)
                                    : greatest_of<std::uint64_t>(problem, data),
            .elements = std::max<std::uint64_t>(data.shape.elements, 1)};
}

WeightBound weight_bound(const Problem& given, const HostData& all) {
    auto problem = given;
    problem.weight_bound = {};
    const auto checked = CheckedProblem::with_wide_counters(problem);
    if (!problem.weights || !is_float(*problem.weights))
        invalid(problem.weights ? concat(*problem.weights, " weights") : "no weights",
                ": only float weights have a bound");
    return bound_of(problem, check_data(checked, all));
}

} // namespace histo_cl::inline HISTO_CL_ABI
