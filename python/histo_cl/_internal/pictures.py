"""Pictures of histograms: text for terminals, SVG for notebooks."""

from __future__ import annotations

import html
from typing import Any

import numpy as np

from histo_cl._internal.arguments import Array
from histo_cl._internal.edges import widths_of

BAR = 24
"""Length of the longest bar of `text` in characters."""
MAX_ROWS = 50
WIDTH, HEIGHT, MARGIN, TOP = 480, 160, 18, 8


def _bars(counts: Array) -> Array:
    """The counts as fractions of the largest count; 0 for negative counts and NaN."""
    heights: Array = np.asarray(counts, float)
    heights = np.where(np.isnan(heights), 0.0, np.clip(heights, 0.0, np.finfo(float).max))
    largest = heights.max(initial=0.0)
    if largest > 0:
        heights = heights / largest
    return heights


def _places(edges: Array) -> Array:
    """Positions of edges on a scale: integers and dates are relative to the first edge; floats are halved, so that
    their differences are finite."""
    if edges.dtype.kind in "iumM":
        return np.append(0.0, np.cumsum(widths_of(edges)))
    places: Array = edges.astype(float) / 2
    return places


def _number(value: Any) -> str:
    if isinstance(value, (float, np.floating)):
        return f"{float(value):.6g}"
    return str(value)


def _labels(edges: Array) -> list[str]:
    """The texts of edges. Floats have six digits, or more if six do not distinguish all different edges."""
    if edges.dtype.kind != "f":
        return [str(edge) for edge in edges]
    different = len(np.unique(edges))
    for digits in (6, 9, 12):
        labels = [f"{float(edge):.{digits}g}" for edge in edges]
        if len(set(labels)) == different:
            return labels
    return [f"{float(edge):.17g}" for edge in edges]


def _names(edges: Array, labels: list[Any] | None) -> list[str]:
    """The texts of bins: their labels, or their edges."""
    if labels is not None:
        return [str(label) for label in labels]
    ends = _labels(edges)
    left, right = max(map(len, ends[:-1]), default=0), max(map(len, ends[1:]), default=0)
    return [f"{a:>{left}} ... {b:<{right}}" for a, b in zip(ends, ends[1:])]


def text(counts: Array, edges: Array, labels: list[Any] | None = None) -> str:
    """A line for each bin: its edges or label, a bar and its count. With more than 50 bins, neighbouring bins share a line."""
    shared = -(-len(counts) // MAX_ROWS)
    if shared > 1:
        starts = np.arange(0, len(counts), shared)
        counts = np.add.reduceat(counts, starts, dtype=counts.dtype if counts.dtype.itemsize == 8 else None)
        edges = np.append(edges[starts], edges[-1:])
        if labels is not None:
            labels = [f"{labels[at]} ... {labels[min(int(at) + shared, len(labels)) - 1]}" for at in starts]
    if len(counts) == 0:
        return "no bins"
    names = _names(edges, labels)
    left = max(map(len, names))
    numbers = [_number(count) for count in counts]
    wide = max(7, max(map(len, numbers)))
    return "\n".join(
        f"{name:<{left}}  {'#' * round(part * BAR):<{BAR}} {number:>{wide}}"
        for name, part, number in zip(names, _bars(counts), numbers)
    )


def svg(counts: Array, edges: Array, labels: list[Any] | None = None) -> str:
    """An inline SVG. For each bin, there is a bar that is as wide as the bin. On the left are 0 and the largest count,
    below the bars the first and the last edge or label.
    """
    places = _places(edges)
    finite = places[np.isfinite(places)]
    if len(counts) == 0 or len(finite) < 2 or finite[0] == finite[-1]:
        return "<svg></svg>"
    places = np.clip((places - finite[0]) / (finite[-1] - finite[0]), 0, 1) * WIDTH
    heights = _bars(counts) * HEIGHT
    ends = _labels(edges) if labels is None else [str(labels[0]), str(labels[-1])]
    bars = "".join(
        f'<rect x="{x:.2f}" y="{HEIGHT - height:.2f}" width="{after - x:.2f}" height="{height:.2f}">'
        f"<title>{html.escape(f'{name}: {_number(count)}')}</title></rect>"
        for x, after, height, name, count in zip(places, places[1:], heights, _names(edges, labels), counts)
    )
    finite_counts = counts[np.isfinite(counts.astype(float))]
    largest = _number(max(finite_counts.max(initial=0), 0))
    left, below = 8 * len(largest) + 6, HEIGHT + MARGIN - 4
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + WIDTH}" height="{TOP + HEIGHT + MARGIN}" '
        f'font-family="sans-serif" font-size="12" fill="currentColor"><g transform="translate({left},{TOP})">'
        f'<g fill="#4c78a8">{bars}</g><path d="M0,0V{HEIGHT}H{WIDTH}" fill="none" stroke="currentColor"/>'
        f'<text x="-4" y="5" text-anchor="end">{largest}</text><text x="-4" y="{HEIGHT}" text-anchor="end">0</text>'
        f'<text x="0" y="{below}">{html.escape(ends[0])}</text>'
        f'<text x="{WIDTH}" y="{below}" text-anchor="end">{html.escape(ends[-1])}</text></g></svg>'
    )
