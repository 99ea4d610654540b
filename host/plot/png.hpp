#pragma once

#include "plot/scene.hpp"

#include <string>

namespace plot {

/// Whether this build draws PNG: it takes cairo (Debian package libcairo2-dev).
[[nodiscard]] bool draws_png();

/// The bytes of a PNG file, with `scale` pixels to a unit of the scene, in the light theme. Throws
/// common::UsageError where draws_png() is false, and for a picture that memory does not hold.
[[nodiscard]] std::string png(const Scene& scene, double scale = 1);

} // namespace plot
