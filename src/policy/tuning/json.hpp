#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace histo_cl::detail {

/// One value of a JSON text, with the line that it begins on for what is said of it.
struct Json {
    enum class Kind : std::uint8_t { null, boolean, number, string, array, object };

    Kind kind = Kind::null;
    std::size_t line = 1;
    std::string name = {};        ///< of a member of an object
    std::string text = {};        ///< a string's characters; a number or boolean as it stands
    std::vector<Json> items = {}; ///< of an array; the members of an object, each name once
};

/// Throws Error(invalid_argument) "line N: …" with what is wrong at that line.
[[noreturn]] void refuse_line(std::size_t line, const std::string& what);

/// Reads one whole value (RFC 8259). Throws like refuse_line(), also for a name that an object has twice, for
/// more than 64 members in an object, and for more than 16 values in one another.
[[nodiscard]] Json parse_json(std::string_view text);

/// A JSON string with its quotes.
[[nodiscard]] std::string json_string(std::string_view text);

} // namespace histo_cl::detail
