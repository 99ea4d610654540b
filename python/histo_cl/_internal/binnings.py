"""The library's binnings, with the same names as in C++. docs/binnings.md describes them."""

from __future__ import annotations

from typing import Any

from histo_cl import _core
from histo_cl._internal.arguments import numbers


def even_bins(count: int, lower: float, upper: float) -> _core.EvenBins:
    """Bins of equal width over [lower, upper).

    For integer samples, the edges are exact rationals. For floats, they equal the edges of numpy.linspace, which are
    rounded to the samples' type except in joint histograms.
    """
    return _core.EvenBins(count, lower, upper)


def identity_bins(count: int) -> _core.EvenBins:
    """A bin for each of 0, 1 ... count - 1.

    >>> import histo_cl
    >>> histo_cl.histogram([0, 2, 2], bins=histo_cl.identity_bins(4))[0]
    array([1, 0, 2, 0])
    """
    return _core.EvenBins(count, 0, count)


def edge_bins(edges: Any) -> _core.EdgeBins:
    """Bins between edges, which must increase strictly. The first edge may be -inf, and the last inf."""
    return _core.EdgeBins(edges if isinstance(edges, (list, tuple)) else numbers(edges, "edges"))


def log_bins(count: int, lower: float, upper: float) -> _core.LogBins:
    """Bins over [lower, upper) whose edges grow by a constant factor; 0 < lower.

    >>> import histo_cl
    >>> histo_cl.histogram([5.0, 50.0, 70.0], bins=histo_cl.log_bins(2, 1, 100))[0]
    array([1, 2])
    """
    return _core.LogBins(count, lower, upper)


def circular_bins(count: int, lower: float, period: float) -> _core.CircularBins:
    """Even bins over [lower, lower + period), for angles and hues. Samples are reduced to this range modulo the period.

    >>> import histo_cl
    >>> histo_cl.histogram([-10.0, 350.0, 725.0, 90.0], bins=histo_cl.circular_bins(4, -45, 360))[0]
    array([3, 1, 0, 0])
    """
    return _core.CircularBins(count, lower, period)


def custom_bins(count: int, expression: str) -> _core.CustomBins:
    """Bins given by a C expression of the sample ``x`` and its index ``i``: its value is the number of the bin.

    >>> import numpy, histo_cl
    >>> histo_cl.histogram(numpy.uint32([0, 1, 2, 3, 255]), bins=histo_cl.custom_bins(9, "popcount(x)"))[0]
    array([1, 2, 1, 0, 0, 0, 0, 0, 1])
    """
    return _core.CustomBins(count, expression)
