#pragma once

#include "files/reading.hpp"

#include <CLI/CLI.hpp>
#include <string>

namespace demo {

/// The options' values as typed, so far as settle_reading() interprets them.
struct TypedReading {
    std::string type;
    std::string byte_order;
    std::string separator;
};

/// Adds the options that say how files are samples to the command line.
void add_reading_options(CLI::App& app, files::Reading& reading, TypedReading& typed);

/// "tab", or a character that no number has. Throws UsageError for another text.
[[nodiscard]] char separator_named(const std::string& text);

/// Throws UsageError.
void settle_reading(files::Reading& reading, const TypedReading& typed);

} // namespace demo
