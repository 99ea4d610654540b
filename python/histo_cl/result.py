"""A histogram as an object: counts and edges, to print, merge and draw."""

from __future__ import annotations

from typing import Any, Iterator

import numpy as np

from histo_cl.arguments import Array, numbers, unit_of
from histo_cl.edges import centers_of, widths_of
from histo_cl.numpy_api import histogram
from histo_cl.pictures import svg, text


class Histogram:
    """Counts (or sums of weights) and the edges between them. Unpacks like a pair: ``counts, edges = Histogram.of(a)``.

    Parameters
    ----------
    counts : (n,) array_like
    edges : (n + 1,) array_like

    Raises
    ------
    ValueError
        If there is not exactly one edge more than counts.

    Examples
    --------
    >>> from histo_cl import Histogram
    >>> h = Histogram.of([1, 2, 2, 3], bins=2)
    >>> h
    Histogram(counts=[1, 3], edges=[1.0, 2.0, 3.0])
    >>> (h + h).counts
    array([2, 6])
    >>> print(h)
    1 ... 2  ########                       1
    2 ... 3  ########################       3
    """

    def __init__(self, counts: Any, edges: Any) -> None:
        self.counts: Array = numbers(counts, "counts")
        self.edges: Array = numbers(edges, "edges")
        if self.counts.ndim != 1 or self.edges.shape != (len(self.counts) + 1,):
            raise ValueError(f"{self.edges.shape} edges do not go with {self.counts.shape} counts: one more is needed")

    @classmethod
    def of(cls, a: Any, bins: Any = 10, range: Any = None, weights: Any = None, **keywords: Any) -> Histogram:
        """The histogram of samples. The arguments are those of `histogram`, without `axis`, `density` and `accumulator`.

        Raises
        ------
        ValueError, TypeError, Error
            Like `histogram`; also for out_of_range="counted", samples with a unit, and custom bins.
        """
        for refused in ("axis", "density", "accumulator"):
            if refused in keywords:
                raise TypeError(f"Histogram.of() takes no {refused}")
        if keywords.get("out_of_range") == "counted":
            raise ValueError("a Histogram has counts between edges alone: out_of_range is 'dropped' or 'clamped'")
        unit = unit_of(a)
        if unit is not None:
            raise ValueError(f"samples are in {unit}, which a Histogram does not have: give plain numbers")
        counts, edges = histogram(a, bins, range, weights=weights, **keywords)
        if edges is None:
            raise ValueError("custom bins have no edges")
        return cls(counts, edges)

    @property
    def centers(self) -> Array:
        """The middle of each bin."""
        return centers_of(self.edges)

    @property
    def density(self) -> Array:
        """The density of each bin: the integral of the densities over the range is 1."""
        density: Array = self.counts / widths_of(self.edges) / self.counts.sum()
        return density

    def __add__(self, other: Histogram) -> Histogram:
        """The sum of two histograms with the same edges."""
        if not isinstance(other, Histogram):
            return NotImplemented
        if not np.array_equal(self.edges, other.edges):
            raise ValueError("histograms with different edges do not add up")
        return Histogram(_widened(self.counts) + _widened(other.counts), self.edges)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Histogram)
            and np.array_equal(self.edges, other.edges)
            and np.array_equal(self.counts, other.counts)
        )

    __hash__ = None  # type: ignore[assignment]

    def __iter__(self) -> Iterator[Array]:
        yield self.counts
        yield self.edges

    def __len__(self) -> int:
        return len(self.counts)

    def __repr__(self) -> str:
        if len(self) > 10:
            return f"<Histogram: {self.counts.sum()} in {len(self)} bins over [{self.edges[0]}, {self.edges[-1]}]>"
        return f"Histogram(counts={self.counts.tolist()}, edges={self.edges.tolist()})"

    def __str__(self) -> str:
        return text(self.counts, self.edges)

    def _repr_html_(self) -> str:
        return svg(self.counts, self.edges)

    def plot(self, axes: Any = None, **keywords: Any) -> Any:
        """Draw with matplotlib's `stairs`, into `axes` or the current axes, which are returned."""
        if axes is None:
            from matplotlib import pyplot

            axes = pyplot.gca()
        axes.stairs(self.counts, self.edges, **{"fill": True, **keywords})
        return axes


def _widened(counts: Array) -> Array:
    """Integers as 64 bits, so that sums of narrow counters do not wrap; other counts unchanged."""
    if counts.dtype.kind not in "iu" or counts.dtype.itemsize == 8:
        return counts
    return counts.astype(np.int64)
