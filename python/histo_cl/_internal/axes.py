"""Axes of histograms: the bins that are counted, and the bins that are returned."""

from __future__ import annotations

from typing import Any

import numpy as np

from histo_cl import _core
from histo_cl._internal.arguments import Array, Binning

MAX_KEPT_BINS = 1 << 14
"""Axes, and problems, with up to this number of bins are cached for later calls."""


class Axis:
    """The bins of one axis: those that are counted, and those that are returned. Axes are compared by identity.

    Attributes
    ----------
    binning : Binning
        The bins that the library counts.
    edges : Array | None
        The edges, read-only, because axes are cached; None for custom bins, which have no edges.
    kept : Array | None
        None if all returned bins are counted. Empty bins between equal edges are not counted; then this is, for each
        counted bin, its index among the returned bins, or -1 if the bin is not returned.
    bins : int
        Number of returned bins.
    """

    __slots__ = ("binning", "edges", "kept", "bins")

    def __init__(self, binning: Binning, edges: Array | None, kept: Array | None = None) -> None:
        self.binning = binning
        self.edges = edges
        if edges is not None:
            edges.flags.writeable = False
        self.kept = kept
        self.bins: int = binning.bins if edges is None else max(len(edges) - 1, 0)

    def copied_edges(self) -> Array | None:
        """A copy of the edges, which the caller may change."""
        return None if self.edges is None else self.edges.copy()

    def spread(self, counts: Array, dimension: int) -> Array:
        """Insert the empty bins of this axis into counts. `dimension`: the dimension of `counts` that is this axis."""
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
    """The axis for a binning of the library, with its edges for a sample type, alone or in a joint histogram."""
    if isinstance(binning, _core.CustomBins):
        return Axis(binning, None)
    axes = [binning, _core.EvenBins(1, 0, 1)] if joint else [binning]
    return Axis(binning, _core.Problem(sample, axes, joint=joint).edges(0))
