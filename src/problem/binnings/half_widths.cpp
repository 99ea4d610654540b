#include "core/text.hpp"
#include "problem/binnings.hpp"
#include "problem/binnings/common.hpp"
#include "problem/rule/bin_rule.hpp"

namespace histo_cl::detail {

std::string text(const HalfWidths& /*bins*/) {
    return "half widths";
}

void check(const HalfWidths& /*bins*/, const Problem& problem) {
    if (problem.splitting != Splitting::interval)
        invalid("half widths with splitting ", problem.splitting, ": only interval has them");
}

std::vector<double> edges_of(const HalfWidths& /*bins*/, const Problem& /*problem*/) {
    invalid("half widths have no edges");
}

BinRule rule_of(const HalfWidths& /*bins*/, const Problem& /*problem*/, bool /*doubles*/) {
    return {};
}

std::uint64_t iterations_of(const HalfWidths& /*bins*/, SampleType /*sample*/) noexcept {
    return 0;
}

} // namespace histo_cl::detail
