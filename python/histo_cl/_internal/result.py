"""A histogram as an object: values and axes, to slice, add, convert, print and draw."""

from __future__ import annotations

import html
from typing import Any, Iterator, NamedTuple, Sequence

import numpy as np

from histo_cl._internal.arguments import Array, numbers, plain, unit_of
from histo_cl._internal.edges import centers_of, widths_of
from histo_cl._internal.joint import histogramdd
from histo_cl._internal.numpy_api import histogram
from histo_cl._internal.pictures import svg, text


class Traits(NamedTuple):
    """What the protocol `PlottableAxis` of UHI asks of an axis."""

    circular: bool = False
    discrete: bool = False


class Axis:
    """The bins between increasing edges, with a name. Axis i is the pair of the edges of bin i.

    >>> from histo_cl._internal.result import Axis
    >>> x = Axis([0.0, 1.0, 4.0], "x")
    >>> len(x), x.index(3.0), x.centers
    (2, 1, array([0.5, 2.5]))
    """

    traits = Traits()

    def __init__(self, edges: Any, name: str = "") -> None:
        self.edges: Array = numbers(edges, "edges")
        self.name = name
        if self.edges.ndim != 1 or len(self.edges) == 0:
            raise ValueError(f"edges of shape {self.edges.shape}: one dimension with at least one edge is needed")

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

    def __repr__(self) -> str:
        name = f" of {self.name}" if self.name else ""
        return f"<Axis{name}: {len(self)} bins over [{self.edges[0]}, {self.edges[-1]}]>"


class Histogram:
    """Counts or sums of weights, and the axes that they are of. It implements UHI's protocol `PlottableHistogram`, so that
    libraries such as mplhep draw it. Unpacks like a pair: ``counts, edges = Histogram.of(a)``.

    Parameters
    ----------
    values : array_like
        With a dimension for each axis.
    axes : array_like, Axis, or a sequence of these
        The edges of one axis, or of each axis.
    variances : array_like, optional
        Of the values, e.g. the sums of squared weights. Integer values are counts, which are their own variances.

    Raises
    ------
    ValueError
        If there is not exactly one edge more than values, or variances have another shape.

    Examples
    --------
    >>> from histo_cl import Histogram
    >>> h = Histogram.of([1, 2, 2, 3], bins=2)
    >>> h
    Histogram([1, 3], [1.0, 2.0, 3.0])
    >>> sum([h, h]).values()
    array([2, 6])
    >>> h[1:], h[:2j]
    (Histogram([3], [2.0, 3.0]), Histogram([1], [1.0, 2.0]))
    >>> print(h)
    1 ... 2  ########                       1
    2 ... 3  ########################       3
    """

    kind = "COUNT"
    """UHI: the values are counts or sums, not means."""

    def __init__(self, values: Any, axes: Any, variances: Any = None) -> None:
        self._values: Array = numbers(values, "values")
        self.axes: tuple[Axis, ...] = _axes_of(axes, self._values.ndim)
        if self._values.shape != tuple(len(axis) for axis in self.axes):
            edges = tuple(len(axis) + 1 for axis in self.axes)
            raise ValueError(f"{edges} edges do not go with {self._values.shape} values: one more is needed")
        self._variances: Array | None = None if variances is None else numbers(variances, "variances")
        if self._variances is not None and self._variances.shape != self._values.shape:
            raise ValueError(f"variances of shape {self._variances.shape} for values of shape {self._values.shape}")

    @classmethod
    def of(
        cls, a: Any, bins: Any = 10, range: Any = None, weights: Any = None, *, name: str = "", **keywords: Any
    ) -> Histogram:
        """The histogram of samples, with an axis of that name; with weights, their sums and those of their squares as
        variances. The other arguments are those of `histogram`, without `axis`, `density` and `accumulator`.

        Raises
        ------
        ValueError, TypeError, Error
            Like `histogram`; also for out_of_range="counted", samples with a unit, and custom bins.
        """
        _check_keywords("of", keywords)
        unit = unit_of(a)
        if unit is not None:
            raise ValueError(f"samples are in {unit}, which a Histogram does not have: give plain numbers")
        values, edges = histogram(a, bins, range, weights=weights, **keywords)
        if edges is None:
            raise ValueError("custom bins have no edges")
        squares = _squares(weights)
        variances = None if squares is None else histogram(a, bins, range, weights=squares, **keywords)[0]
        return cls(values, Axis(edges, name), variances)

    @classmethod
    def joint(
        cls,
        sample: Any,
        bins: Any = 10,
        range: Any = None,
        weights: Any = None,
        *,
        names: Sequence[str] = (),
        **keywords: Any,
    ) -> Histogram:
        """The joint histogram of points, with axes of these names. The other arguments are those of `histogramdd`.

        >>> Histogram.joint(([0, 1, 1], [5, 5, 6]), 2, names=("x", "y")).project("y").values()
        array([2, 1])
        """
        _check_keywords("joint", keywords)
        values, edges = histogramdd(sample, bins, range, weights=weights, **keywords)
        if names and len(names) != len(edges):
            raise ValueError(f"{len(names)} names for {len(edges)} axes")
        squares = _squares(weights)
        variances = None if squares is None else histogramdd(sample, bins, range, weights=squares, **keywords)[0]
        if weights is None:
            values = values.astype(np.int64)  # numpy's are float64
        return cls(values, [Axis(each, name) for each, name in zip(edges, names or [""] * len(edges))], variances)

    @classmethod
    def from_uhi(cls, other: Any) -> Histogram:
        """A histogram of another library that implements UHI's protocol, such as boost-histogram or hist."""
        axes = []
        for axis in other.axes:
            if axis.traits.discrete:
                raise TypeError("an axis of categories or of single values has no edges")
            axes.append(Axis([low for low, _ in axis] + [axis[len(axis) - 1][1]], str(getattr(axis, "name", ""))))
        return cls(other.values(), axes, other.variances())

    def values(self) -> Array:
        """The counts or sums."""
        return self._values

    def variances(self) -> Array | None:
        """The variances of the values; None if they are unknown."""
        return self._values if self._variances is None and self._is_counted else self._variances

    def counts(self) -> Array | None:
        """The number of samples in each bin; of weighted ones the effective number, sum² / sum of squares."""
        if self._variances is None:
            return self._values if self._is_counted else None
        filled = self._variances != 0
        return np.divide(self._values.astype(float) ** 2, self._variances, out=np.zeros(self.shape), where=filled)

    @property
    def errors(self) -> Array:
        """The standard deviation of each value."""
        variances = self.variances()
        if variances is None:
            raise ValueError("the errors are unknown: give the variances")
        errors: Array = np.sqrt(variances)
        return errors

    @property
    def _is_counted(self) -> bool:
        return self._values.dtype.kind in "iu"

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of bins of each axis."""
        return self._values.shape

    @property
    def edges(self) -> Any:
        """The edges of the only axis, or a list with those of each axis."""
        return self.axes[0].edges if len(self.axes) == 1 else [axis.edges for axis in self.axes]

    @property
    def centers(self) -> Any:
        """The middles of the bins of the only axis, or a list with those of each axis."""
        return self.axes[0].centers if len(self.axes) == 1 else [axis.centers for axis in self.axes]

    @property
    def density(self) -> Array:
        """The density of each bin: the integral of the densities over the range is 1."""
        density: Array = self._values
        for place, axis in enumerate(self.axes):
            density = density / axis.widths.reshape([-1 if i == place else 1 for i in range(len(self.axes))])
        density = density / self._values.sum()
        return density

    def cumulative(self, axis: int = 0) -> Array:
        """The sums of the values of each bin and all bins before it."""
        return np.cumsum(self._values, axis=axis)

    def project(self, *axes: int | str) -> Histogram:
        """The histogram of these axes, by number or name, in that order: the sums over all others."""
        kept = [self._number_of(axis) for axis in axes]
        others = tuple(i for i in range(len(self.axes)) if i not in kept)
        order = np.argsort(np.argsort(kept))

        def sums(of: Array) -> Any:
            return of.sum(axis=others).transpose(order)

        return self._with(sums, [self.axes[i] for i in kept])

    def rebin(self, factor: int, axis: int | str = 0) -> Histogram:
        """The histogram with bins of `factor` old ones each, of one axis, whose number of bins is a multiple."""
        place = self._number_of(axis)
        bins = len(self.axes[place])
        if factor < 1 or bins % factor != 0:
            raise ValueError(f"factor {factor}: it must divide the {bins} bins")

        def sums(of: Array) -> Any:
            return of.reshape(*of.shape[:place], bins // factor, factor, *of.shape[place + 1 :]).sum(axis=place + 1)

        wider = Axis(self.axes[place].edges[::factor], self.axes[place].name)
        return self._with(sums, [*self.axes[:place], wider, *self.axes[place + 1 :]])

    def __getitem__(self, key: Any) -> Any:
        """Bins by number or, as imaginary numbers, by value (UHI): ``h[2:5]``, ``h[:0.5j]``, ``h[3j]``, ``h[1:, 4]``. A
        slice keeps its axis, one bin removes it. Values that begin and end slices must be edges.
        """
        keys = key if isinstance(key, tuple) else (key,)
        if len(keys) > len(self.axes):
            raise IndexError(f"{len(keys)} indices for {len(self.axes)} axes")
        places: list[Any] = []
        axes = []
        for each, axis in zip([*keys, *[slice(None)] * (len(self.axes) - len(keys))], self.axes):
            if isinstance(each, slice):
                if each.step is not None:
                    raise IndexError("a slice of bins has no step: see rebin() and project()")
                begin, end, _ = slice(_place(each.start, axis, True), _place(each.stop, axis, True)).indices(len(axis))
                places.append(slice(begin, max(begin, end)))
                axes.append(Axis(axis.edges[begin : max(begin, end) + 1], axis.name))
            else:
                places.append(_place(each, axis, False))
                axis[places[-1]]  # raises IndexError if there is none
        if not axes:
            return self._values[tuple(places)]
        return self._with(lambda of: of[tuple(places)], axes)

    def _number_of(self, axis: int | str) -> int:
        names = [each.name for each in self.axes]
        if isinstance(axis, str) and axis in names:
            return names.index(axis)
        if isinstance(axis, str) or not 0 <= axis < len(self.axes):
            raise ValueError(f"axis {axis!r}: there are {len(self.axes)}, named {names}")
        return axis

    def _with(self, change: Any, axes: Sequence[Axis]) -> Histogram:
        return Histogram(change(self._values), axes, None if self._variances is None else change(self._variances))

    def __add__(self, other: Any) -> Histogram:
        """The sum of two histograms with the same edges. A number 0, with which sum() begins, adds nothing."""
        if isinstance(other, int) and other == 0:
            return self
        if not isinstance(other, Histogram):
            return NotImplemented
        if self.axes != other.axes:
            raise ValueError("histograms with different edges do not add up")
        one, two = self.variances(), other.variances()
        counted = self._variances is None and other._variances is None
        variances = None if counted or one is None or two is None else _widened(one) + _widened(two)
        return Histogram(_widened(self._values) + _widened(other._values), self.axes, variances)

    __radd__ = __add__

    def __mul__(self, factor: Any) -> Histogram:
        """The histogram with all values multiplied by a number, and variances by its square."""
        if not isinstance(factor, (int, float, np.number)):
            return NotImplemented
        variances = self.variances()
        scaled = None if variances is None else _widened(variances) * factor**2
        return Histogram(_widened(self._values) * factor, self.axes, scaled)

    __rmul__ = __mul__

    def __truediv__(self, divisor: Any) -> Histogram:
        """The histogram with all values divided by a number."""
        return self.__mul__(1.0 / divisor)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Histogram)
            and self.axes == other.axes
            and np.array_equal(self._values, other._values)
            and np.array_equal(self.variances(), other.variances())  # type: ignore[arg-type]
        )

    __hash__ = None  # type: ignore[assignment]

    def __iter__(self) -> Iterator[Any]:
        yield self._values
        yield self.edges

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        if len(self.axes) > 1 or len(self) > 10:
            bins = " x ".join(map(str, self.shape))
            ranges = " x ".join(f"[{axis.edges[0]}, {axis.edges[-1]}]" for axis in self.axes)
            return f"<Histogram: {self._values.sum()} in {bins} bins over {ranges}>"
        return f"Histogram({self._values.tolist()}, {self.edges.tolist()})"

    def __str__(self) -> str:
        return text(self._values, self.edges) if len(self.axes) == 1 else repr(self)

    def _repr_html_(self) -> str:
        return svg(self._values, self.edges) if len(self.axes) == 1 else html.escape(repr(self))

    def plot(self, axes: Any = None, **keywords: Any) -> Any:
        """Draw with matplotlib's `stairs`, or `pcolormesh` for two axes, into `axes` or the current axes, which are
        returned.
        """
        if len(self.axes) > 2:
            raise ValueError(f"{len(self.axes)} axes: project() on one or two")
        if axes is None:
            from matplotlib import pyplot

            axes = pyplot.gca()
        axes.set_xlabel(self.axes[0].name)
        if len(self.axes) == 1:
            axes.set_ylabel("count" if self._is_counted else "sum")
            axes.stairs(self._values, self.edges, **{"fill": True, **keywords})
        else:
            axes.set_ylabel(self.axes[1].name)
            axes.pcolormesh(*self.edges, self._values.T, **keywords)
        return axes

    def to_pandas(self) -> Any:
        """A pandas Series of the values, by the interval of each bin."""
        import pandas

        bins = [pandas.IntervalIndex.from_breaks(axis.edges, closed="left", name=axis.name or None) for axis in self.axes]
        index = bins[0] if len(bins) == 1 else pandas.MultiIndex.from_product(bins)
        return pandas.Series(self._values.ravel(), index)

    def to_xarray(self) -> Any:
        """An xarray DataArray of the values, by the middles of the bins."""
        import xarray

        names = [axis.name or f"axis_{i}" for i, axis in enumerate(self.axes)]
        return xarray.DataArray(self._values, {name: axis.centers for name, axis in zip(names, self.axes)}, names)

    def to_boost(self) -> Any:
        """A `boost_histogram.Histogram` with the same edges, values and variances."""
        import boost_histogram as bh

        weighted = self._variances is not None
        storage = bh.storage.Weight() if weighted else bh.storage.Int64() if self._is_counted else bh.storage.Double()
        made = bh.Histogram(*(bh.axis.Variable(axis.edges, overflow=False, underflow=False) for axis in self.axes), storage=storage)
        made[...] = np.stack([self._values, self._variances], -1) if self._variances is not None else self._values
        return made


def _axes_of(axes: Any, dimensions: int) -> tuple[Axis, ...]:
    one = isinstance(axes, Axis) or (dimensions == 1 and not (len(axes) > 0 and isinstance(axes[0], Axis)))
    return tuple(axis if isinstance(axis, Axis) else Axis(axis) for axis in ([axes] if one else axes))


def _check_keywords(call: str, keywords: dict[str, Any]) -> None:
    for refused in ("axis", "density", "accumulator"):
        if refused in keywords:
            raise TypeError(f"Histogram.{call}() takes no {refused}")
    if keywords.get("out_of_range") == "counted":
        raise ValueError("a Histogram has counts between edges alone: out_of_range is 'dropped' or 'clamped'")


def _squares(weights: Any) -> Array | None:
    """The squares of weights as float64."""
    if weights is None:
        return None
    given = plain(weights, "weights")
    squares: Array = given.values.astype(np.float64) ** 2
    return squares if given.missing is None else np.ma.array(squares, mask=given.missing)  # type: ignore[no-untyped-call]


def _place(given: Any, axis: Axis, is_end: bool) -> Any:
    """The number of a bin, given by its number or, as an imaginary number, by a value in it."""
    if not isinstance(given, complex):
        return given
    bin = axis.index(given.imag)
    if not 0 <= bin < len(axis) + is_end:
        raise IndexError(f"{given.imag} is not on {axis}")
    if is_end and axis.edges[bin] != given.imag:
        raise IndexError(f"{given.imag} is no edge of {axis}")
    return bin + int(given.real)


def _widened(values: Array) -> Array:
    """Integers as 64 bits, so that sums of narrow counters do not wrap; other values unchanged."""
    if values.dtype.kind not in "iu" or values.dtype.itemsize == 8:
        return values
    return values.astype(np.int64)
