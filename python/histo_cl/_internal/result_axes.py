"""The axes of a `Histogram`: bins between edges, and categories."""

from __future__ import annotations

from typing import Any, Iterable, Iterator, NamedTuple

import numpy as np

from histo_cl._internal.arguments import Array, numbers
from histo_cl._internal.edges import centers_of, widths_of


class Traits(NamedTuple):
    """The traits of an axis in UHI's protocol `PlottableAxis`."""

    circular: bool = False
    discrete: bool = False


class Axis:
    """The bins between increasing edges, with a name. ``axis[i]`` is the pair of the edges of bin i.

    >>> from histo_cl import Axis
    >>> x = Axis([0.0, 1.0, 4.0], "x")
    >>> len(x), x.index(3.0), x.centers
    (2, 1, array([0.5, 2.5]))
    """

    traits = Traits()
    labels: list[Any] | None = None
    """The categories of a `CategoryAxis`."""

    def __init__(self, edges: Any, name: str = "") -> None:
        if edges is None:
            raise ValueError("custom bins have no edges")
        self.edges: Array = numbers(edges, "edges")
        self.name = name
        if self.edges.ndim != 1 or len(self.edges) == 0:
            raise ValueError(f"edges of shape {self.edges.shape}: one dimension with at least one edge is needed")
        if self.edges.dtype.kind in "cOSUV":
            raise TypeError(f"edges are of {self.edges.dtype}, not numbers or times")
        if np.count_nonzero(self.edges[:-1] <= self.edges[1:]) < len(self):
            raise ValueError(f"the edges {self.edges} do not increase")

    @property
    def centers(self) -> Array:
        """The middle of each bin."""
        return centers_of(self.edges)

    @property
    def widths(self) -> Array:
        """The width of each bin as float64."""
        return widths_of(self.edges)

    def index(self, value: Any) -> int:
        """The bin that holds a value; -1 below the first edge, and the number of bins from the last edge on."""
        return int(np.searchsorted(self.edges, value, side="right")) - 1

    def __len__(self) -> int:
        return len(self.edges) - 1

    def __getitem__(self, bin: int) -> tuple[Any, Any]:
        if not -len(self) <= bin < len(self):
            raise IndexError(f"bin {bin}: there are {len(self)}")
        return self.edges[bin % len(self)], self.edges[bin % len(self) + 1]

    def __iter__(self) -> Iterator[tuple[Any, Any]]:
        return iter(zip(self.edges[:-1], self.edges[1:]))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Axis) and np.array_equal(self.edges, other.edges)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:  # uses only the constructor, so that later versions can read pickles
        return Axis, (self.edges, self.name)

    def __repr__(self) -> str:
        name = f" of {self.name}" if self.name else ""
        return f"<Axis{name}: {len(self)} bins {self}>"

    def __str__(self) -> str:
        return f"over [{self.edges[0]}, {self.edges[-1]}]"

    def part(self, begin: int, end: int) -> Axis:
        """The axis of the bins from `begin` to `end`, exclusive."""
        return Axis(self.edges[begin : end + 1], self.name)


class CategoryAxis(Axis):
    """A bin for each category. ``axis[i]`` is the label of bin i; the edges are 0, 1, 2 and so on, as in
    boost-histogram.

    >>> from histo_cl import CategoryAxis
    >>> x = CategoryAxis(["low", "high"], "x")
    >>> list(x), x.index("high"), x.edges
    (['low', 'high'], 1, array([0, 1, 2]))
    """

    traits = Traits(discrete=True)

    def __init__(self, labels: Iterable[Any], name: str = "") -> None:
        self.labels: list[Any] = list(labels)
        super().__init__(np.arange(len(self.labels) + 1), name)

    def index(self, value: Any) -> int:
        """The bin of a label. Raises IndexError if no bin has this label."""
        if value not in self.labels:
            raise IndexError(f"no category {value!r}: there are {self}")
        return self.labels.index(value)

    def __getitem__(self, bin: int) -> Any:
        return self.labels[bin]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.labels)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CategoryAxis) and self.labels == other.labels

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return CategoryAxis, (self.labels, self.name)

    def __str__(self) -> str:
        return f"of {self.labels if len(self) < 4 else f'{self.labels[0]!r} ... {self.labels[-1]!r}'}"

    def part(self, begin: int, end: int) -> Axis:
        return CategoryAxis(self.labels[begin:end], self.name)
