#include "files/columns/separator.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace files {

namespace {

constexpr std::array candidates{'\t', ';', ','};
constexpr std::size_t most_lines = 20;

using Occurrences = std::array<std::size_t, candidates.size()>;

/// Of each candidate in each line, empty ones left out; of the last line only if it is whole or the only one.
std::vector<Occurrences> occurrences_of(std::string_view start) {
    std::vector<Occurrences> lines;
    Occurrences line{};
    bool quoted = false;
    bool empty = true;
    for (const char symbol : start) {
        if (symbol == '"') quoted = !quoted;
        if (!quoted && (symbol == '\n' || symbol == '\r')) {
            if (!empty) lines.push_back(line);
            if (lines.size() == most_lines) return lines;
            line = {};
            empty = true;
            continue;
        }
        empty = false;
        const auto* const found = std::ranges::find(candidates, symbol);
        if (!quoted && found != candidates.end())
            ++line[static_cast<std::size_t>(found - candidates.begin())];
    }
    if (lines.empty() && !empty) lines.push_back(line);
    return lines;
}

} // namespace

char separator_of(std::string_view start) {
    const auto lines = occurrences_of(start);
    if (lines.empty()) return ',';
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const auto as_often = [&](const Occurrences& line) { return line[i] == lines.front()[i]; };
        if (lines.front()[i] > 0 && std::ranges::all_of(lines, as_often)) return candidates[i];
    }
    const auto* const most = std::ranges::max_element(lines.front());
    return *most > 0 ? candidates[static_cast<std::size_t>(most - lines.front().begin())] : ',';
}

} // namespace files
