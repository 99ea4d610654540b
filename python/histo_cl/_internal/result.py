"""Histograms as objects, with values and axes, which can be sliced, added, converted, printed and drawn."""

from __future__ import annotations

import html
import operator
import warnings
from typing import Any, Iterable, Iterator, Mapping, Sequence

import numpy as np

from histo_cl._internal.arguments import Array, Plain, bins_of, channels_of, columns_of, content, numbers, plain
from histo_cl._internal.binnings import identity_bins
from histo_cl._internal.joint import histogramdd
from histo_cl._internal.numpy_api import histogram
from histo_cl._internal.pictures import svg, text
from histo_cl._internal.result_axes import Axis, CategoryAxis


_NUMBERS = (int, float, np.integer, np.floating)


class Histogram:
    """Counts or sums of weights, and their axes. It implements UHI's protocol `PlottableHistogram`, so libraries such
    as mplhep can draw it. It can be unpacked like a pair: ``counts, edges = Histogram.of(a)``.

    Parameters
    ----------
    values : array_like
        The values of the bins, with a dimension for each axis.
    axes : array_like, Axis, or a sequence of these
        The edges of one axis, or of each axis.
    variances : array_like, optional
        The variance of each value, e.g. the sum of squared weights. If values are integers, they are counts, and the
        default variances equal them.

    Raises
    ------
    ValueError, TypeError
        If there is not exactly one edge more than values, edges decrease, or variances have another shape; and for
        anything other than real numbers, or dates as edges.

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

    __array_ufunc__ = None  # NumPy's numbers leave their operators to this class, instead of taking it for a sequence

    def __init__(self, values: Any, axes: Any, variances: Any = None) -> None:
        self._values: Array = _real(numbers(values, "values"), "values")
        self.axes: tuple[Axis, ...] = _axes_of(axes, self._values.ndim)
        if self._values.shape != tuple(len(axis) for axis in self.axes):
            edges = tuple(len(axis) + 1 for axis in self.axes)
            raise ValueError(f"{edges} edges do not go with {self._values.shape} values: one more is needed")
        self._variances: Array | None = None if variances is None else _real(numbers(variances, "variances"), "variances")
        if self._variances is not None and self._variances.shape != self._values.shape:
            raise ValueError(f"variances of shape {self._variances.shape} for values of shape {self._values.shape}")

    @classmethod
    def of(
        cls, a: Any, bins: Any = 10, range: Any = None, weights: Any = None, *, name: str = "", **keywords: Any
    ) -> Histogram:
        """The histogram of samples. Its axis has the given name, or the name of a Series. With weights, its values are
        the sums of the weights, and its variances the sums of their squares; with splitting, variances are unknown. The
        other arguments are the same as for `histogram`, without `axis`, `density` and `accumulator`. Each category of
        pandas or polars, and of an Arrow dictionary, has a bin.

        Raises
        ------
        ValueError, TypeError, Error
            As for `histogram`, and for out_of_range="counted", samples with a unit, custom bins, and bins of
            categories.
        """
        _check_keywords("of", keywords)
        given = content(a, "samples")
        if given.unit is not None:
            raise ValueError(f"samples are in {given.unit}, which a Histogram does not have: give plain numbers")
        name = name or _name_of(a)
        samples = a if hasattr(a, "dims") else given.masked()
        if given.labels is not None:
            if range is not None or type(bins) is not int or bins != 10:
                raise ValueError("each category has a bin: leave out `bins` and `range`")
            samples, bins = given.masked(), identity_bins(max(1, len(given.labels)))
        values, edges = histogram(samples, bins, range, weights=weights, **keywords)
        squares = None if _is_split(keywords) else _squares(weights)
        variances = None if squares is None else histogram(samples, bins, range, weights=squares, **keywords)[0]
        return _with_axes(values, [Axis(edges, name) if given.labels is None else CategoryAxis(given.labels, name)], variances)

    @classmethod
    def of_columns(
        cls,
        frame: Any,
        bins: Any = 10,
        range: Any = None,
        weights: Any = None,
        *,
        columns: Iterable[str] | None = None,
        **keywords: Any,
    ) -> dict[str, Histogram]:
        """The histogram of each column of a table, by name. Each column has its own range, without its NaNs.

        Parameters
        ----------
        frame : table of pandas, polars or Arrow, or dict of arrays
            Columns of text, and of dates without given edges, are skipped with a warning.
        bins, range : optional
            The same as for `histogram`: for all columns, or a dict with column names as keys. Each category has a bin.
        weights : array_like, optional
            A weight for each row.
        columns : iterable of str, optional
            The names of the columns to count; by default all.
        **keywords
            The keywords of `of`, such as `mask`.

        Returns
        -------
        dict of str to Histogram
            In the order of the columns.

        Raises
        ------
        ValueError, TypeError, Error
            As for `of`, and for names that no column or several columns have, and for columns in `columns` that cannot
            be counted.

        Examples
        --------
        >>> Histogram.of_columns({"x": [1, 2, 2], "y": [0.5, 0.7, 0.9]}, bins=2)["x"]
        Histogram([1, 2], [1.0, 1.5, 2.0])
        """
        table = columns_of(frame)
        if table is None:
            raise TypeError(f"columns of {type(frame).__module__}.{type(frame).__name__}: give a table, or a dict of arrays")
        present = [each for each, _ in table]
        asked = present if columns is None else list(columns)
        for each in (*asked, *_by_name(bins), *_by_name(range)):
            if present.count(each) != 1:
                raise ValueError(f"{present.count(each)} columns have the name {each!r}: there are {present}")
        made, skipped = {}, []
        for column, values in table:
            if column not in asked:
                continue
            own = bins.get(column, 10) if isinstance(bins, Mapping) else bins
            ends = range.get(column) if isinstance(range, Mapping) else range
            try:
                given = _counted(values, f"samples of column {column!r}", own, ends)
            except TypeError as error:
                if columns is not None:
                    raise
                skipped.append(str(error))
                continue
            if given.labels is not None and not isinstance(bins, Mapping):
                own, ends = 10, None
            try:
                made[column] = cls.of(given, own, ends, weights, name=column, **keywords)
            except (ValueError, TypeError) as error:
                kind = ValueError if isinstance(error, ValueError) else TypeError
                raise kind(f"column {column!r}: {error}") from error
        if skipped:
            warnings.warn("columns are left out: " + "; ".join(each.partition(": ")[0] for each in skipped), stacklevel=2)
        return made

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
        """The joint histogram of points. Its axes have the given names, or the names of a table's columns. Each
        category has a bin. The other arguments are the same as for `histogramdd`.

        >>> Histogram.joint(([0, 1, 1], [5, 5, 6]), 2, names=("x", "y")).project("y").values()
        array([2, 1])
        """
        _check_keywords("joint", keywords)
        table = None if isinstance(sample, np.ndarray) else columns_of(sample)
        labels: dict[int, list[Any]] = {}
        if table is not None:
            table = [table[each] for each in channels_of(keywords.pop("channels", None), len(table))]
            names = names or [name for name, _ in table]
            given = [content(column, f"the sample {name!r}") for name, column in table]
            labels = {at: each.labels for at, each in enumerate(given) if each.labels is not None}
            bins = [identity_bins(max(1, len(labels[at]))) if at in labels else each
                    for at, each in enumerate(bins_of(bins, len(given)))]
            sample = [each._replace(labels=None) for each in given]
        values, edges = histogramdd(sample, bins, range, weights=weights, **keywords)
        if names and len(names) != len(edges):
            raise ValueError(f"{len(names)} names for {len(edges)} axes")
        squares = None if _is_split(keywords) else _squares(weights)
        variances = None if squares is None else histogramdd(sample, bins, range, weights=squares, **keywords)[0]
        if weights is None and not _is_split(keywords):
            values = values.astype(np.int64)  # numpy's counts are float64
        axes = [
            CategoryAxis(labels[at], name) if at in labels else Axis(each, name)
            for at, (each, name) in enumerate(zip(edges, names or [""] * len(edges)))
        ]
        return _with_axes(values, axes, variances)

    @classmethod
    def from_uhi(cls, other: Any) -> Histogram:
        """A histogram of another library that implements UHI's protocol, such as boost-histogram or hist."""
        axes: list[Axis] = []
        for axis in other.axes:
            name = str(getattr(axis, "name", ""))
            if axis.traits.discrete:
                axes.append(CategoryAxis(axis, name))
            else:
                axes.append(Axis([low for low, _ in axis] + [axis[len(axis) - 1][1]], name))
        return cls(other.values(), axes, other.variances())

    def values(self) -> Array:
        """The counts or sums."""
        return self._values

    def variances(self) -> Array | None:
        """The variances of the values; None if they are unknown."""
        return self._values if self._variances is None and self._is_counted else self._variances

    def counts(self) -> Array | None:
        """The number of samples in each bin; for weighted samples, the effective number: sum² / sum of squares."""
        if self._variances is None:
            return self._values if self._is_counted else None
        filled = self._variances != 0
        effective: Array = np.divide(self._values.astype(float) ** 2, self._variances, out=np.zeros(self.shape), where=filled)
        return effective

    @property
    def errors(self) -> Array:
        """The standard deviation of each value."""
        variances = self.variances()
        if variances is None:
            raise ValueError("the errors are unknown: give the variances")
        errors: Array = np.sqrt(_widened(variances))  # the root of 8-bit integers is a float16
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
        """The edges of the only axis, or a list with the edges of each axis; for categories, labels instead of
        edges."""
        edges = [axis.edges if axis.labels is None else axis.labels for axis in self.axes]
        return edges[0] if len(edges) == 1 else edges

    @property
    def centers(self) -> Any:
        """The midpoints of the bins of the only axis, or a list with the midpoints of each axis."""
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
        """For each bin, the sum of its value and the values of all bins before it."""
        return np.cumsum(self._values, axis=axis)

    def project(self, *axes: int | str) -> Histogram:
        """The histogram of these axes (numbers or names), in this order: values are summed over all other axes."""
        kept = [self._number_of(axis) for axis in axes]
        if not kept or len(set(kept)) < len(kept):
            raise ValueError(f"project() on the axes {axes}: give one axis or more, each once")
        others = tuple(i for i in range(len(self.axes)) if i not in kept)
        order = np.argsort(np.argsort(kept))

        def sums(of: Array) -> Any:
            return of.sum(axis=others).transpose(order)

        return self._with(sums, [self.axes[i] for i in kept])

    def rebin(self, factor: int, axis: int | str = 0) -> Histogram:
        """The histogram with each `factor` neighbouring bins of an axis merged. The number of bins must be a multiple
        of `factor`."""
        place = self._number_of(axis)
        bins = len(self.axes[place])
        if self.axes[place].traits.discrete:
            raise ValueError(f"{self.axes[place]!r}: categories have no neighbours to add up")
        if factor < 1 or bins % factor != 0:
            raise ValueError(f"factor {factor}: it must divide the {bins} bins")

        def sums(of: Array) -> Any:
            return of.reshape(*of.shape[:place], bins // factor, factor, *of.shape[place + 1 :]).sum(axis=place + 1)

        wider = Axis(self.axes[place].edges[::factor], self.axes[place].name)
        return self._with(sums, [*self.axes[:place], wider, *self.axes[place + 1 :]])

    def __getitem__(self, key: Any) -> Any:
        """Bins by number or, as imaginary numbers, by value (UHI): ``h[2:5]``, ``h[:0.5j]``, ``h[3j]``, ``h[1:, 4]``. A
        slice keeps its axis; a single bin removes it. Values at which slices begin or end must be edges.
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
                axes.append(axis.part(begin, max(begin, end)))
            else:
                places.append(_place(each, axis, False))
                axis[places[-1]]  # raises IndexError if there is no such bin
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
        """The sum of two histograms with the same edges. `other` may also be 0, with which sum() begins."""
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
        """The histogram with all values multiplied by a number, and all variances by the number's square."""
        if not isinstance(factor, _NUMBERS):
            return NotImplemented
        variances = self.variances()
        scaled = None if variances is None else _widened(variances) * (float(factor) * float(factor))
        return Histogram(_product(self._values, factor), self.axes, scaled)

    __rmul__ = __mul__

    def __truediv__(self, divisor: Any) -> Histogram:
        """The histogram with all values divided by a number, and all variances by the number's square."""
        if not isinstance(divisor, _NUMBERS):
            return NotImplemented
        if divisor == 0:
            raise ZeroDivisionError("a histogram is divided by 0")
        by, variances = float(divisor), self.variances()
        scaled = None if variances is None else _widened(variances) / (by * by)
        return Histogram(_widened(self._values) / by, self.axes, scaled)

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

    def __reduce__(self) -> tuple[Any, ...]:  # uses only the constructor, so that later versions can read pickles
        return Histogram, (self._values, self.axes, self._variances)

    def __repr__(self) -> str:
        if len(self.axes) > 1 or len(self) > 10:
            bins, axes = " x ".join(map(str, self.shape)), " x ".join(map(str, self.axes))
            return f"<Histogram: {self._values.sum()} in {bins} bins {axes}>"
        edges = self.edges
        if isinstance(edges, np.ndarray):  # lists of dates in ns are integers
            edges = list(map(str, edges)) if edges.dtype.kind in "mM" else edges.tolist()
        return f"Histogram({self._values.tolist()}, {edges})"

    def __str__(self) -> str:
        return text(self._values, self.axes[0].edges, self.axes[0].labels) if len(self.axes) == 1 else repr(self)

    def _repr_html_(self) -> str:
        only = self.axes[0]
        return svg(self._values, only.edges, only.labels) if len(self.axes) == 1 else html.escape(repr(self))

    def plot(self, axes: Any = None, **keywords: Any) -> Any:
        """Draw with matplotlib's `stairs`, or `pcolormesh` for two axes, into `axes` (by default the current axes), and
        return these axes.
        """
        if len(self.axes) > 2:
            raise ValueError(f"{len(self.axes)} axes: project() on one or two")
        if axes is None:
            from matplotlib import pyplot

            axes = pyplot.gca()
        axes.set_xlabel(self.axes[0].name)
        if len(self.axes) == 1:
            axes.set_ylabel("count" if self._is_counted else "sum")
            axes.stairs(self._values, self.axes[0].edges, **{"fill": True, **keywords})
        else:
            axes.set_ylabel(self.axes[1].name)
            axes.pcolormesh(*(axis.edges for axis in self.axes), self._values.T, **keywords)
        for axis, set_ticks in zip(self.axes, (axes.set_xticks, axes.set_yticks)):
            if axis.labels is not None:
                set_ticks(axis.centers, [str(label) for label in axis.labels])
        return axes

    def to_pandas(self) -> Any:
        """A pandas Series of the values, indexed by the interval or the label of each bin."""
        import pandas

        bins = [
            pandas.IntervalIndex.from_breaks(axis.edges, closed="left", name=axis.name or None)
            if axis.labels is None
            else pandas.Index(axis.labels, name=axis.name or None)
            for axis in self.axes
        ]
        index = bins[0] if len(bins) == 1 else pandas.MultiIndex.from_product(bins)
        return pandas.Series(self._values.ravel(), index)

    def to_xarray(self) -> Any:
        """An xarray DataArray of the values; its coordinates are the midpoints or labels of the bins."""
        import xarray

        names = [axis.name or f"axis_{i}" for i, axis in enumerate(self.axes)]
        places = [axis.centers if axis.labels is None else axis.labels for axis in self.axes]
        return xarray.DataArray(self._values, dict(zip(names, places)), names)

    def to_boost(self) -> Any:
        """A `boost_histogram.Histogram` with the same edges or labels, values and variances. Labels become text unless
        all are integers."""
        import boost_histogram as bh

        weighted = self._variances is not None
        storage = bh.storage.Weight() if weighted else bh.storage.Int64() if self._is_counted else bh.storage.Double()
        axes: list[Any] = []
        for axis in self.axes:
            if axis.labels is None:
                axes.append(bh.axis.Variable(axis.edges, overflow=False, underflow=False))
            elif all(isinstance(label, int) for label in axis.labels):
                axes.append(bh.axis.IntCategory(axis.labels, overflow=False))
            else:
                axes.append(bh.axis.StrCategory([str(label) for label in axis.labels], overflow=False))
        made = bh.Histogram(*axes, storage=storage)
        made[...] = np.stack([self._values, self._variances], -1) if self._variances is not None else self._values
        return made


def _axes_of(axes: Any, dimensions: int) -> tuple[Axis, ...]:
    if not isinstance(axes, Axis) and (not hasattr(axes, "__len__") or dimensions == 0):
        raise TypeError(f"axes for values of {dimensions} dimensions: give the edges of one axis, or of each, not {axes!r}")
    one = isinstance(axes, Axis) or (dimensions == 1 and not (len(axes) > 0 and isinstance(axes[0], Axis)))
    return tuple(axis if isinstance(axis, Axis) else Axis(axis) for axis in ([axes] if one else axes))


def _real(values: Array, what: str) -> Array:
    if values.dtype.kind in "cmMOSU":
        raise TypeError(f"{what} are of {values.dtype}, not integers or floats")
    return values


def _with_axes(values: Array, axes: list[Axis], variances: Array | None) -> Histogram:
    """The histogram without values beyond its axes. (Data without categories have an axis without bins, but are counted
    into one bin.)"""
    inside = tuple(slice(len(axis)) for axis in axes)
    return Histogram(values[inside], axes, None if variances is None else variances[inside])


def _check_keywords(call: str, keywords: dict[str, Any]) -> None:
    for refused in ("axis", "density", "accumulator"):
        if refused in keywords:
            raise TypeError(f"Histogram.{call}() takes no {refused}")
    if keywords.get("out_of_range") == "counted":
        raise ValueError("a Histogram has counts between edges alone: out_of_range is 'dropped' or 'clamped'")


def _is_split(keywords: dict[str, Any]) -> bool:
    """Whether samples add fractions to several bins. A variance is then the sum of (fraction * weight)**2, which no sum
    of split squares equals."""
    return keywords.get("splitting", "none") != "none" or keywords.get("half_widths") is not None


def _name_of(value: Any) -> str:
    name = getattr(value, "name", None)
    return name if isinstance(name, str) else ""


def _by_name(argument: Any) -> list[str]:
    """The column names in an argument that is given by column."""
    return list(argument) if isinstance(argument, Mapping) else []


def _counted(values: Any, what: str, bins: Any, range: Any) -> Plain:
    """The content of a column. If its range is computed, NaNs are missing values.

    Raises
    ------
    TypeError
        If the type of the column cannot be counted into these bins.
    """
    given = content(values, what)
    kind = "f" if given.values.dtype.name == "bfloat16" else given.values.dtype.kind
    if given.labels is None and kind in "mM" and isinstance(bins, (int, str)):
        raise TypeError(f"{what} are of {given.values.dtype}, and bins has no edges: give edges of that type")
    if given.labels is None and kind not in "biufmM":
        raise TypeError(f"{what} are of {given.values.dtype}, not numbers or times")
    if kind == "f" and range is None and isinstance(bins, (int, str)):
        nan = np.isnan(given.values)
        if nan.any():
            given = given._replace(missing=nan if given.missing is None else nan | given.missing)
    return given


def _squares(weights: Any) -> Array | None:
    """The squares of weights as float64."""
    if weights is None:
        return None
    given = plain(weights, "weights")
    return given._replace(values=given.values.astype(np.float64) ** 2).masked()


def _place(given: Any, axis: Axis, is_end: bool) -> Any:
    """The number of a bin, which is given by this number or, as an imaginary number, by a value in the bin."""
    if not isinstance(given, complex):
        try:
            return None if given is None and is_end else operator.index(given)
        except TypeError as error:
            raise IndexError(f"bins are given by number, or as imaginary numbers by value, not by {given!r}") from error
    bin = axis.index(given.imag)
    if not 0 <= bin < len(axis) + is_end:
        raise IndexError(f"{given.imag} is not on {axis}")
    if is_end and axis.edges[bin] != given.imag:
        raise IndexError(f"{given.imag} is no edge of {axis}")
    return bin + int(given.real)


def _product(values: Array, factor: Any) -> Array:
    """Values times a number; integers become float64 if their products may not fit into 64 bits."""
    if values.dtype.kind not in "iu" or isinstance(factor, (float, np.floating)):
        return _widened(values) * float(factor)
    factor = int(factor)
    ends = factor, *(int(end) * factor for end in (values.min(initial=0), values.max(initial=0)))
    for wide in ("u8", "i8") if values.dtype == np.uint64 else ("i8",):
        if np.iinfo(wide).min <= min(ends) and max(ends) <= np.iinfo(wide).max:
            product: Array = values.astype(wide) * np.array(factor, wide)
            return product
    return values.astype(np.float64) * float(factor)


def _widened(values: Array) -> Array:
    """Integers converted to 64 bits, so that sums of narrow counters do not wrap; other values unchanged."""
    if values.dtype.kind not in "iu" or values.dtype.itemsize == 8:
        return values
    return values.astype(np.int64)
