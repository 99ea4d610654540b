#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace demo {

/// Neighbouring bins that share a cell of the screen.
struct Span {
    std::size_t first, last;
};

/// The bins of each cell along an axis that has room for that many: bins have equally many cells each, at
/// most `most_each`, and if there are more bins than cells they are dealt to all cells as evenly as may be.
[[nodiscard]] std::vector<Span> spans(std::size_t bins, std::size_t room, std::size_t most_each);

/// The ends of an axis with as many digits as have room.
[[nodiscard]] std::string end_text(double edge, std::size_t columns);

/// The first and the last edge with as many digits as have room in that many columns; those that have texts
/// need more of them, but less than twice as many.
struct Ends {
    std::string first, last;
};
[[nodiscard]] Ends ends_of(const std::vector<double>& edges, const std::vector<std::string>& texts,
                           std::size_t columns, bool unicode);

/// Two texts at the ends of a line of that many columns.
[[nodiscard]] std::string at_ends(const std::string& left, const std::string& right, std::size_t columns);

} // namespace demo
