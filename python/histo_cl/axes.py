"""An axis: the bins that are counted, and what is returned of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from histo_cl import _core
from histo_cl.arguments import Array, Binning

MOST_KEPT_BINS = 1 << 14
"""Axes of up to so many bins, and problems with them, are kept for the next calls; others are made anew."""


class Axis:
    """Bins of one axis: those that are counted, and what is returned of them. Compared by identity.

    Attributes
    ----------
    binning : Binning
        What the library counts.
    edges : Array | None
        What is returned; None for custom bins, which have none.
    kept : Array | None
        Where neighbouring edges are equal, so that bins are empty, which are not counted: for each bin that is
        counted its place among those that are returned, or -1 if it is left out.
    bins : int
        How many are returned.
    """

    __slots__ = ("binning", "edges", "kept", "bins")

    def __init__(self, binning: Binning, edges: Array | None, kept: Array | None = None) -> None:
        self.binning = binning
        self.edges = edges
        self.kept = kept
        self.bins: int = binning.bins if edges is None else max(len(edges) - 1, 0)

    def spread(self, counts: Array, dimension: int) -> Array:
        """Counts, of which one dimension is this axis, with its empty bins among them."""
        if self.kept is None:
            return counts
        shape = list(counts.shape)
        shape[dimension] = self.bins
        spread = np.zeros(shape, counts.dtype)
        at = np.flatnonzero(self.kept >= 0)
        where: list[Any] = [slice(None)] * counts.ndim
        where[dimension] = self.kept[at]
        spread[tuple(where)] = np.take(counts, at, axis=dimension)
        return spread


def axis_of_binning(binning: Binning, sample: str, joint: bool = False) -> Axis:
    """The axis of a binning of the library, with the edges that it has for samples of that type."""
    if isinstance(binning, _core.CustomBins):
        return Axis(binning, None)
    axes = [binning, _core.EvenBins(1, 0, 1)] if joint else [binning]
    return Axis(binning, _core.Problem(sample, axes, joint=joint).edges(0))
