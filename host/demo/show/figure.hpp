#pragma once

#include "demo/command/picture_args.hpp"
#include "demo/count/result.hpp"
#include "plot/figure.hpp"

namespace demo {

/// What was counted, for the pictures in files.
[[nodiscard]] plot::Figure figure_of(const Source& source, const Result& result, bool letters,
                                     const PictureArgs& args);

/// Writes the pictures that are wanted. Throws UsageError for a file that cannot be written.
void write_pictures(const Source& source, const Result& result, bool letters, const PictureArgs& args);

} // namespace demo
