#include "demo/show/texts.hpp"

#include "common/format.hpp"
#include "demo/show/rows.hpp"

namespace demo {

using common::grouped;
using common::plural;

std::string elements_text(std::uint64_t elements, const histo_cl::Problem& problem) {
    const std::string type(name(problem.sample));
    if (problem.channels() == 1) return plural(elements, type + " sample");
    return plural(elements, "element") + " of " + std::to_string(problem.channels()) + " " + type +
           " channels";
}

std::string unit_of(const histo_cl::Problem& problem) {
    return problem.weights ? "weight" : "samples";
}

std::string out_of_range_text(const Source& source, const Result& result, const Histogram& histogram) {
    const auto& problem = result.problem;
    if (problem.weights || problem.batch != histo_cl::Batch::one) return {};
    return grouped(out_of_range(source, counted(histogram).u64())) + " out of range" +
           (source.missing > 0 ? ", " + grouped(source.missing) + " missing" : "");
}

} // namespace demo
