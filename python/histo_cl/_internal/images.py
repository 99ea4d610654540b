"""Describes pyopencl's images to the library."""

from __future__ import annotations

from typing import Any, NamedTuple

import pyopencl as cl

from histo_cl import _core


DEPTH = 0x10BD
"""The channel order CL_DEPTH, which has no name in some versions of pyopencl."""


class Image(NamedTuple):
    """The properties of an image on which a plan depends. A plan counts all images with the same properties."""

    kind: str
    """The image's type in OpenCL C, e.g. "image2d"."""
    channel_type: str
    """The name of the image's channel type, e.g. "unorm_int8"."""

    @property
    def rows(self) -> bool:
        return self.kind not in ("image1d", "image1d_buffer")


def image_of(image: Any) -> Image:
    """The kind and the channel type of a pyopencl.Image."""
    kind = cl.mem_object_type.to_string(image.type).lower()
    if image.format.channel_order == DEPTH:
        kind += "_depth"
    channel_type = cl.channel_type.to_string(image.format.channel_data_type).lower()
    return Image(kind, "float32" if channel_type == "float" else channel_type)


def shape_of(image: Any) -> _core.Shape:
    """The shape that has all pixels of an image."""
    kind = image_of(image).kind
    if kind in ("image1d", "image1d_buffer"):
        return _core.Shape(count=image.width)
    if kind == "image1d_array":
        return _core.Shape(width=image.width, height=image.array_size)
    depth = image.depth if kind == "image3d" else image.array_size if "array" in kind else 1
    return _core.Shape(width=image.width, height=image.height, depth=depth)


def pixels_of(image: Any) -> int:
    size = image.width
    for length in (image.height, image.depth, image.array_size):
        size *= max(length, 1)
    return int(size)
