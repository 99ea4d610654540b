#pragma once

#include "common/cli_names.hpp"
#include "files/reading.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace demo {

/// The options' values as typed, so far as settle_reading() interprets them.
struct TypedReading {
    std::string type;
    std::string byte_order;
    std::string shape;
    std::string separator;
    std::vector<std::string> nodata;
    bool no_nodata = false;
};

/// Adds the options that say how files are samples to the command line.
void add_reading_options(CLI::App& app, files::Reading& reading, TypedReading& typed);

/// "480x640x3", the last side contiguous. Throws UsageError for another text, a side of 0, and 2^63 samples
/// or more.
[[nodiscard]] std::vector<std::uint64_t> parse_shape(const std::string& text);

/// Numbers and "nan". Throws UsageError for other texts.
[[nodiscard]] std::vector<histo_cl::Number> parse_nodata(const std::vector<std::string>& texts);

/// "tab", or a character that no number has. Throws UsageError for another text.
[[nodiscard]] char separator_named(const std::string& text);

/// Throws UsageError.
void settle_reading(files::Reading& reading, const TypedReading& typed);

} // namespace demo
