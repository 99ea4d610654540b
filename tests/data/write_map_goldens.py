#!/usr/bin/env python3
"""Writes map_goldens.hpp: the results of OpenCV's createCLAHE for small random images.

    write_map_goldens.py > map_goldens.hpp

With Debian 12's python3-numpy and python3-opencv.
"""

import cv2
import numpy

rng = numpy.random.default_rng(41)

print(f"""#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

// Written by write_map_goldens.py with NumPy {numpy.__version__} and OpenCV {cv2.__version__}.

// clang-format off
namespace histo_cl::test::goldens {{
""")


def image_of(shape, dtype):
    """Two gradients and noise: dark tiles, bright tiles and some between."""
    rows, columns = numpy.indices(shape)
    limit = numpy.iinfo(dtype).max
    light = 0.15 + 0.3 * columns / shape[1] + 0.3 * (rows / shape[0]) ** 2 + rng.normal(0, 0.06, shape)
    return numpy.clip(light * limit, 0, limit).astype(dtype)


def text(values):
    return "{" + ", ".join(str(int(value)) for value in values) + "}"


def image_text(image):
    return text(image.ravel())


for shape in ((7, 9), (16, 33)):  # passes over unused random numbers, so that the images below stay the same
    image_of(shape, numpy.uint8)

print("/// createCLAHE of an image whose sides are multiples of the tiles, or not. Pixels row by row.")
print("template <class Pixel>")
print("struct ClaheImage { std::size_t width, height, tiles_across, tiles_down; double limit; std::vector<Pixel> pixels, equalized; };")
for name, pixel, dtype, cases in (
        ("clahe_images_u8", "std::uint8_t", numpy.uint8,
         (((24, 32), (4, 3), 2.0), ((24, 32), (4, 3), 40.0), ((24, 32), (1, 1), 3.0), ((20, 24), (8, 2), 1.5),
          ((23, 37), (4, 3), 2.0), ((21, 32), (4, 4), 4.0), ((9, 9), (8, 8), 3.0))),
        ("clahe_images_u16", "std::uint16_t", numpy.uint16, (((18, 20), (2, 3), 2.0), ((17, 19), (2, 2), 500.0)))):
    print(f"inline const std::vector<ClaheImage<{pixel}>> {name}{{")
    for shape, tiles, limit in cases:
        image = image_of(shape, dtype)
        equalized = cv2.createCLAHE(limit, tiles).apply(image)
        print(f"    {{{shape[1]}, {shape[0]}, {tiles[0]}, {tiles[1]}, {limit}, {image_text(image)}, {image_text(equalized)}}},")
    print("};\n")

print("} // namespace histo_cl::test::goldens")
