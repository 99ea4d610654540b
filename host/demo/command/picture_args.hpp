#pragma once

#include "common/cli_names.hpp"
#include "plot/figure.hpp"

#include <optional>
#include <string>

namespace demo {

/// The pictures that are wanted, and how they look. Plain data.
struct PictureArgs {
    std::optional<std::string> svg;
    std::optional<std::string> png;
    std::optional<std::string> html;
    std::optional<std::string> title; ///< of all of them; by default the files' names
    plot::Look look;                  ///< also of the terminal's, without the sizes
};

/// Whether pictures are written to files.
[[nodiscard]] bool writes_files(const PictureArgs& args);

/// "960x540". Throws UsageError for another text, and for a side that is too short or too long.
void set_size(plot::Look& look, const std::string& text);

/// Adds the options to the command line. --size is typed to `size`; for the others nothing is left to settle.
void add_picture_options(CLI::App& app, PictureArgs& args, std::string& size);

/// Throws UsageError for a picture that this build does not draw, and for options that apply to no file.
void settle_pictures(PictureArgs& args, const std::string& size);

} // namespace demo
