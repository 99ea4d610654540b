#pragma once

#include "tune/subject.hpp"
#include "tune/tuner.hpp"

#include <string>
#include <vector>

namespace tune {

/// What became of one subject: an outcome, or why there is none.
struct Row {
    std::string subject;
    std::optional<Outcome> outcome;
    std::string reason;
};

/// The rows as a table: times of uniform and skewed data by default and tuned, the speedup, the knobs;
/// in lines of at most `width`, with fewer columns if need be.
[[nodiscard]] std::string report(const std::vector<Row>& rows, std::size_t width);

} // namespace tune
