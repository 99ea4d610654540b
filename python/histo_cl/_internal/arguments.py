"""Checks of arguments: every argument is converted to plain data or rejected here, before NumPy or the library sees it.

`numpy.asarray` silently drops what its result cannot represent: units, masks, missing values, time zones, categories.
This module converts units, keeps masks, missing values and categories, and converts times with a zone to UTC. It
rejects everything else with a message that says what to do.
"""

from __future__ import annotations

import copy
import math
import operator
from builtins import range as builtins_range
from typing import Any, Mapping, NamedTuple, Sequence, Union

import numpy as np
from numpy.typing import NDArray

from histo_cl import _core
from histo_cl._internal import arrow

Array = NDArray[Any]
Binning = Union[_core.EvenBins, _core.EdgeBins, _core.LogBins, _core.CircularBins, _core.CustomBins]
BINNINGS = (_core.EvenBins, _core.EdgeBins, _core.LogBins, _core.CircularBins, _core.CustomBins)

MAX_PASSES = 16
MAX_COUNTERS = MAX_PASSES * _core.max_bins
"""Maximum number of bins of `bincount`, and of joint histograms of more than three axes: 2**28, or 2 GiB of counts. One
pass over the samples counts up to 2**24 bins, the library's limit, so these take up to 16 passes."""

MAX_RULE_BINS = _core.max_bins_by_rule
"""Maximum number of bins that a rule such as "auto" may make. An outlier is the usual cause of more bins."""

MAX_BATCH_COUNTERS = 1 << 32
"""Maximum number of counters of one call that counts many histograms, along axes or of columns: 32 GiB of counts."""


class Unit(NamedTuple):
    """A unit of astropy or of pint."""

    unit: Any
    quantity: type
    """The class of the quantities with this unit."""

    def attached(self, values: Array, power: int = 1) -> Any:
        """A quantity with these values, in the unit raised to `power`."""
        if hasattr(self.unit, "_REGISTRY"):
            return self.quantity(values, self.unit**power)
        return values * self.unit**power

    def __str__(self) -> str:
        return str(self.unit)


class Plain(NamedTuple):
    """The plain content of an argument: values, mask, unit and categories."""

    values: Array
    """Values of the argument's type; missing values are arbitrary."""
    missing: Array | None = None
    """True where a value is masked or missing."""
    unit: Unit | None = None
    labels: list[Any] | None = None
    """The categories, if the values are their numbers."""

    def masked(self) -> Array:
        """The values, as a masked array if some are missing."""
        if self.missing is None:
            return self.values
        masked: Array = np.ma.array(self.values, mask=self.missing)  # type: ignore[no-untyped-call]
        return masked

    def to(self, unit: Unit | None, what: str, of: str) -> Plain:
        """This argument, called `what` in messages, converted to `unit`, which the argument `of` has; None means no
        unit.

        Raises
        ------
        ValueError
            If the units have different dimensions (here, None is dimensionless), or if only `of` has a unit.
        """
        if (None if self.unit is None else self.unit.unit) == (None if unit is None else unit.unit):
            return self
        if self.unit is None:
            raise ValueError(f"{what} have no unit, and {of} are in {unit}: give both with a unit, or plain numbers")
        values = self.values if self.values.dtype.kind == "f" else self.values.astype(np.float64)
        quantity = self.unit.attached(values)
        try:
            converted = _value_in(quantity, None if unit is None else unit.unit)
        except (TypeError, ValueError, AttributeError) as error:  # the errors of astropy and pint
            other = "have no unit" if unit is None else f"are in {unit}"
            raise ValueError(
                f"{what} are in {self.unit}, and {of} {other}: give both in units of one dimension, or plain numbers, "
                "which .to_value(unit) of astropy and .m_as(unit) of pint return"
            ) from error
        return Plain(np.asarray(converted), self.missing, unit)


def _value_in(quantity: Any, unit: Any) -> Any:
    if hasattr(quantity, "m_as"):
        return quantity.m_as("dimensionless" if unit is None else unit)
    return quantity.to_value("" if unit is None else unit)


def unit_of(value: Any) -> Unit | None:
    """The unit of a quantity; None for other arguments."""
    if hasattr(value, "m_as") and hasattr(value, "units"):
        return Unit(value.units, type(value))
    if hasattr(value, "to_value") and hasattr(value, "unit"):
        return Unit(value.unit, type(value))
    return None


PLAIN_NUMBERS = "give plain numbers, which .to_value(unit) of astropy and .m_as(unit) of pint return"


_REAL = (int, float)
_PLAIN_SCALARS = {int, float, bool, complex, str, bytes, type(None)}


def plain(value: Any, what: str) -> Plain:
    """The plain data of an argument, without a copy if possible.

    Raises
    ------
    TypeError, ValueError
        If it cannot be converted to an array, or if an array would not have the same meaning. `what` names the
        argument.
    """
    given = content(value, what)
    if given.labels is not None:
        raise TypeError(
            f"{what} are categories, not numbers: Histogram.of counts each. Or count their codes (in pandas .cat.codes)"
        )
    return given


def content(value: Any, what: str) -> Plain:
    """Like `plain`, but also accepts categories, and returns their numbers and labels."""
    if type(value) is np.ndarray:
        return Plain(value)
    if isinstance(value, Plain):
        return value
    if isinstance(value, arrow.Column):
        return _of_arrow(value, what)
    if type(value) in _PLAIN_SCALARS:
        return Plain(np.asarray(value))
    if isinstance(value, (list, tuple)):
        return _of_sequence(value, what)
    if hasattr(value, "dims") and hasattr(value, "coords") and hasattr(value, "data"):  # xarray, whose Arrow stream has no shape
        return content(value.data, what)
    if hasattr(type(value), "isna") and hasattr(type(value), "dtype"):
        return _of_pandas(value, what)
    read = _columns(value)
    if isinstance(read, arrow.Column):
        return _of_arrow(read, what)
    if read is not None:
        return _of_table(value, read, what)
    unit = unit_of(value)
    if unit is not None:
        inner = _unwrapped(_value_in(value, unit.unit), what)
        return inner if str(unit) in ("", "dimensionless") else inner._replace(unit=unit)
    if getattr(value, "unit", None) is not None and hasattr(value, "quantity"):  # a column of an astropy table
        of_column = plain(value.quantity, what)
        return of_column._replace(missing=_mask_of(value)) if isinstance(value, np.ma.MaskedArray) else of_column
    return _unwrapped(value, what)


def _of_sequence(value: Sequence[Any], what: str) -> Plain:
    """The plain data of a list or tuple of numbers, lists, quantities or masked arrays."""
    if set(map(type, value)) <= {int, float, bool}:
        return Plain(np.asarray(value))
    parts = None
    if any(not _is_number(each) for each in value):
        parts = [plain(each, what) for each in value]
    if parts is not None and any(each.unit is not None for each in parts):
        unit = parts[0].unit or next(each.unit for each in parts if each.unit is not None)
        parts = [each.to(unit, what, what) for each in parts]
        stacked = np.array([each.values for each in parts])
        return Plain(stacked, _stacked_masks(parts), unit)
    if parts is not None and any(each.missing is not None for each in parts):
        return Plain(np.array([each.values for each in parts]), _stacked_masks(parts))
    return Plain(_array(value, what))


def _is_number(value: Any) -> bool:
    return type(value) in _PLAIN_SCALARS or isinstance(value, (np.generic, np.datetime64))


def _stacked_masks(parts: list[Plain]) -> Array | None:
    if all(each.missing is None for each in parts):
        return None
    return np.array([np.zeros(e.values.shape, np.bool_) if e.missing is None else e.missing for e in parts])


def _mask_of(value: Any) -> Array | None:
    hidden = value.mask
    return None if hidden is np.ma.nomask else np.broadcast_to(np.asarray(hidden), np.shape(value))


def _unwrapped(value: Any, what: str) -> Plain:
    """The plain data of an array of another package, or of a subclass of NumPy's array."""
    if isinstance(value, np.ma.MaskedArray):
        return Plain(np.asarray(value.data), _mask_of(value))
    if hasattr(value, "unmasked") and hasattr(value, "mask"):  # astropy's Masked
        return Plain(np.asarray(value.unmasked), np.asarray(value.mask))
    if isinstance(value, np.ndarray):
        return Plain(np.asarray(value))
    return Plain(_array(value, what))


def _named(what: str, name: Any) -> str:
    """The name of an argument in messages, followed by the name that the argument itself has."""
    return f"{what} {name!r}" if isinstance(name, str) and name and repr(name) not in what else what


def _of_pandas(value: Any, what: str) -> Plain:
    """The plain data of a Series, an index, or an array of pandas."""
    dtype, array = value.dtype, getattr(value, "array", value)
    what = _named(what, getattr(value, "name", None))
    if hasattr(dtype, "pyarrow_dtype"):
        return content(array.__arrow_array__(), what)
    if hasattr(dtype, "categories"):
        missing = array.codes < 0
        return Plain(array.codes, missing if missing.any() else None, None, array.categories.tolist())
    if getattr(dtype, "tz", None) is not None:
        return Plain(np.asarray(array, f"M8[{dtype.unit}]"))  # in UTC
    if hasattr(dtype, "numpy_dtype") and dtype.kind in "biuf":  # a nullable type
        missing = np.asarray(value.isna())
        if missing.any():
            return Plain(value.to_numpy(dtype=dtype.numpy_dtype, na_value=0), missing)
        return Plain(value.to_numpy(dtype=dtype.numpy_dtype))
    if dtype.kind == "O":
        raise TypeError(
            f"{what} are of {dtype}, not numbers or times: Histogram.of counts the categories that .astype('category') "
            "makes, and .astype(float) converts to numbers"
        )
    return Plain(_array(value, what))


def columns_of(value: Any) -> list[tuple[str, Any]] | None:
    """The names and columns of a table of pandas, polars or Arrow, or of a dict; None for other arguments."""
    read = _columns(value)
    return None if isinstance(read, arrow.Column) else read


def _columns(value: Any) -> list[tuple[str, Any]] | arrow.Column | None:
    """Like `columns_of`, but returns an `arrow.Column` if the argument is a single array with Arrow's interface."""
    if hasattr(type(value), "iloc") and hasattr(type(value), "columns"):
        return [(str(name), value.iloc[:, at]) for at, name in enumerate(value.columns)]
    if isinstance(value, Mapping):
        return [(str(name), column) for name, column in value.items()]
    if not arrow.is_exported(value):
        return None
    read = arrow.read(value)
    return read if isinstance(read, arrow.Column) else [(each.field.name, each) for each in read]


def _of_table(value: Any, named: list[tuple[str, Any]], what: str) -> Plain:
    """The plain data of a table, as one array of two dimensions."""
    types = set(getattr(value, "dtypes", ()))
    if len(types) == 1 and isinstance(types.pop(), np.dtype):
        return Plain(_array(value, what))
    parts = [plain(column, f"{what} {name!r}") for name, column in named]
    if not parts:
        return Plain(np.empty((0, 0)))
    return Plain(np.stack([each.values for each in parts]).T, columns_of_masks(parts))


def _of_arrow(column: arrow.Column, what: str) -> Plain:
    values, missing, labels = arrow.content(column, _named(what, column.field.name))
    return Plain(values, missing, None, labels)


def columns_of_masks(columns: list[Plain]) -> Array | None:
    """The masks of columns as a 2-D array; None if nothing is missing."""
    masks = _stacked_masks(columns)
    return None if masks is None else masks.T


def _array(value: Any, what: str) -> Array:
    try:
        if hasattr(value, "__dlpack__") and not any(hasattr(value, f"__array{kind}__") for kind in ("", "_interface")):
            array: Array = np.from_dlpack(value)
        else:
            array = np.asarray(value)
    except (TypeError, ValueError, RuntimeError) as error:
        kind = ValueError if isinstance(error, ValueError) else TypeError
        raise kind(
            f"{what} of {type(value).__module__}.{type(value).__name__} do not make an array of numbers ({error}): "
            "give one number for each element, and mask what is missing"
        ) from error
    if isinstance(array, np.ma.MaskedArray):
        array = np.asarray(array.data)
    return array


def numbers(value: Any, what: str) -> Array:
    """The array of an argument. Raises ValueError if it has a unit or missing values."""
    given = plain(value, what)
    if given.unit is not None:
        raise ValueError(f"{what} are in {given.unit}: {PLAIN_NUMBERS}")
    if given.missing is not None and given.missing.any():
        raise ValueError(f"{what} are masked or missing in places: leave these out, or fill them")
    return given.values


def copied(argument: Any) -> Any:
    """A copy of an argument that is used after the call, when the caller may have changed it."""
    if type(argument) in (list, tuple):
        return type(argument)(map(copied, argument))
    return np.array(argument) if isinstance(argument, memoryview) else copy.deepcopy(argument)


def selection(mask: Any, shape: tuple[int, ...], what: str) -> Array | None:
    """Check the argument `mask`, which is True where an element (called `what`) is counted, and return its array."""
    if mask is None:
        return None
    selected = numbers(mask, "mask")
    if selected.dtype != np.bool_:
        raise TypeError(f"mask is of {selected.dtype}, not of bool: True where a {what} is counted")
    if selected.shape != shape:
        raise ValueError(f"mask has the shape {selected.shape}, the {what}s {shape}")
    return selected


def without(selected: Array | None, *hidden: Array | None) -> Array | None:
    """The selection (None: all) without the elements where one of `hidden` is True (None: nowhere)."""
    for each in hidden:
        if each is not None:
            selected = ~each if selected is None else selected & ~each
    return selected


def check_same_axes(a: Any, other: Any, what: str) -> None:
    """Raise ValueError if both are xarray objects with their axes in different orders: positions would not match."""
    dims, others = getattr(a, "dims", None), getattr(other, "dims", None)
    if dims is not None and others is not None and tuple(dims) != tuple(others):
        raise ValueError(f"{what} have the axes {tuple(others)}, the samples {tuple(dims)}: transpose them")


def count_of_bins(bins: Any, name: str = "`bins`") -> int:
    """Check a number of bins, and return it as an int."""
    try:
        count = operator.index(bins)
    except TypeError as error:
        allowed = "an integer, a string, or an array" if name == "`bins`" else "an integer, when a scalar"
        raise TypeError(f"{name} must be {allowed}") from error
    if count < 1:
        raise ValueError(f"{name} must be positive, when an integer")
    if count > _core.max_bins:
        raise ValueError(f"{name} is {count}: at most {_core.max_bins} (2**24, the library's limit) are counted")
    return count


def counters(extents: Sequence[int], limit: int, what: str, reason: str) -> int:
    """The product of these sizes, in Python's integers, which do not overflow. Raises ValueError if it is above
    `limit`."""
    product = math.prod(int(each) for each in extents)
    if product > limit:
        raise ValueError(f"{what} has {product} bins: at most {limit} ({reason}) are counted")
    return product


def joint_counters(extents: Sequence[int], joined_by_library: bool) -> int:
    """Check the number of bins of a joint histogram, and return it. `joined_by_library`: whether there are at most
    three axes."""
    what = f"a joint histogram of {' x '.join(str(each) for each in extents)} bins"
    if joined_by_library:
        return counters(extents, _core.max_bins, what, "2**24, the library's limit")
    return counters(extents, MAX_COUNTERS, what, f"2**28: {MAX_PASSES} passes of the library's 2**24")


class Bins(NamedTuple):
    """The checked arguments `bins` and `range` of an axis."""

    bins: Any
    """A positive int, the name of a rule, a binning of the library, or a 1-D array of edges."""
    range: tuple[Any, Any] | None
    unit: Unit | None
    """The unit of the samples and the edges."""


def _edges_or_count(bins: Any, name: str) -> Any:
    """Check the argument `bins`. Returns an int, a str, a binning, or the Plain of edges."""
    if isinstance(bins, int):
        return count_of_bins(bins, name)
    if isinstance(bins, (str, *BINNINGS)):
        return bins
    given = plain(bins, name)
    if given.values.ndim == 0:
        return count_of_bins(given.values[()] if given.unit is None else bins, name)
    if given.values.ndim != 1:
        must = "must be 1d, when an array" if name == "`bins`" else "must be a scalar or 1d array"
        raise ValueError(f"{name} {must}")
    if given.missing is not None and given.missing.any():
        raise ValueError(f"{name} has masked or missing edges: leave these out")
    return given


def _range(range: Any, name: str) -> tuple[tuple[Any, Any], Unit | None]:
    """Check the argument `range`. Returns the lower and the upper end, and their unit."""
    if type(range) is tuple and len(range) == 2 and type(range[0]) in _REAL and type(range[1]) in _REAL:
        return _checked_ends(range[0], range[1], name), None
    if hasattr(range, "dask"):
        raise TypeError(f"{name} is lazy: compute it first, for example by dask.compute(*{name})")
    try:
        ends = tuple(range)
    except TypeError as error:
        raise TypeError(f"{name} is (lower, upper), not {range!r}") from error
    if len(ends) != 2:
        raise ValueError(f"{name} is (lower, upper), and has {len(ends)} numbers")
    if any(hasattr(end, "dask") for end in ends):
        raise TypeError(f"{name} is lazy: compute it first, for example by dask.compute(*{name})")
    parts = [plain(end, name) for end in ends]
    unit = next((each.unit for each in parts if each.unit is not None), None)
    parts = [each.to(unit, "its ends", name) for each in parts]
    for each, end in zip(parts, ends):
        if each.values.ndim != 0 or each.values.dtype.kind not in "biuf" or each.missing is not None and each.missing:
            raise TypeError(f"{name} is (lower, upper), two numbers, and not {end!r}")
    first, last = (end if type(end) in _REAL else each.values[()] for each, end in zip(parts, ends))
    return _checked_ends(first, last, name), unit


def _checked_ends(first: Any, last: Any, name: str) -> tuple[Any, Any]:
    if first > last:
        raise ValueError("max must be larger than min in range parameter.")
    try:
        lower, upper = float(first), float(last)
    except OverflowError as error:
        raise ValueError(f"{name} [{first}, {last}] is beyond the greatest float64") from error
    if not (math.isfinite(lower) and math.isfinite(upper)):
        raise ValueError(f"supplied range of [{first}, {last}] is not finite")
    if upper - lower == math.inf:
        raise ValueError(f"{name} [{first}, {last}] is wider than the greatest float64: narrow it, or give edges")
    return first, last


def one_axis(
    a: Plain, bins: Any, range: Any, name: str = "`bins`", range_name: str = "range", samples: str = "samples"
) -> tuple[Plain, Bins]:
    """The samples and the bins of an axis, in the unit of the edges or the range if these have one, else in the unit of
    the samples."""
    bins = _edges_or_count(bins, name)
    ends, unit, of = None, a.unit, samples
    if isinstance(bins, BINNINGS):
        if range is not None:
            raise ValueError(f"a binning has its own range: leave out `{range_name}`")
        if unit is not None:
            raise ValueError(f"{samples} are in {unit}, and the binning {bins} has no unit: give plain numbers")
    elif range is not None and not isinstance(bins, Plain):  # numpy ignores the range if there are edges
        ends, unit = _range(range, range_name)
        of = "the range's ends"
    if isinstance(bins, Plain):
        unit, of = bins.unit, "edges"
        bins = bins.values
    if unit is not None or a.unit is not None:
        a = a.to(unit, samples, of)
    if isinstance(bins, str) and a.values.dtype.kind in "mM":
        raise TypeError(f"bins={bins!r}: rules are for numbers; for {a.values.dtype} give edges of that type")
    return a, Bins(bins, ends, unit)


def coordinates(sample: Any) -> Plain | list[Plain]:
    """The points given to `histogramdd`, as NumPy reads them: an (N, D) array, or a list of D arrays of coordinates."""
    named = None if isinstance(sample, np.ndarray) else columns_of(sample)
    if named is not None:
        return [plain(column, f"the sample {name!r}") for name, column in named]
    shape = getattr(sample, "shape", None)
    if shape is not None and len(shape) == 2:
        return plain(sample, "the sample")
    if shape is None and isinstance(sample, (list, tuple)) and len(sample) != 0:
        parts = [plain(each, f"sample[{at}]") for at, each in enumerate(sample)]
        return [_at_least_one_dimension(each) for each in parts] if any(e.values.ndim for e in parts) else [
            _one_column(parts)
        ]
    return [_at_least_one_dimension(plain(sample, "the sample"))]


def _at_least_one_dimension(given: Plain) -> Plain:
    return given if given.values.ndim else given._replace(values=given.values.reshape(1))


def _one_column(scalars: list[Plain]) -> Plain:
    """One array from a list of scalars, which are the coordinates of one axis."""
    unit = next((each.unit for each in scalars if each.unit is not None), None)
    values = np.array([each.to(unit, "the sample", "the sample").values for each in scalars])
    masks = _stacked_masks(scalars)
    return Plain(values, masks, unit)


def joint_axes(
    sample: Any, bins: Any, range: Any, channels: Sequence[int] | None
) -> tuple[Plain | list[Plain], list[Bins], Sequence[int] | None]:
    """The points, the bins of each axis, and the channels that the caller must select.

    Points in one array are not copied unless columns must be converted to other units.
    """
    given = coordinates(sample)
    width = given.values.shape[1] if isinstance(given, Plain) else len(given)
    dimensions = width if channels is None else len(tuple(channels))
    if dimensions == 0:
        raise ValueError("the points have no coordinates: give an (N, D) array with D of 1 or more")
    each_bins = bins_of(bins, dimensions)
    if range is None:
        range = (None,) * dimensions
    elif len(range) != dimensions:
        raise ValueError("range argument must have one entry per dimension")
    active = channels_of(channels, width)
    if isinstance(given, Plain):
        columns = [Plain(given.values[:, each], None, given.unit) for each in active]
    else:
        columns = [given[each] for each in active]
    checked, converted = [], []
    for at, column in enumerate(columns):
        names = (f"`bins[{at}]`", f"range[{at}]", f"samples of axis {at}")
        each, axis = one_axis(column, each_bins[at], range[at], *names)
        checked.append(axis)
        converted.append(each._replace(unit=None))
    if isinstance(given, Plain):
        if all(each.values is column.values for each, column in zip(converted, columns)):
            return given._replace(unit=None), checked, active
        masks = None if given.missing is None else [given.missing[:, each] for each in active]
        converted = [e._replace(missing=None if masks is None else masks[at]) for at, e in enumerate(converted)]
    elif channels is not None:
        return [*converted], checked, None
    return converted, checked, None


def channels_of(channels: Sequence[int] | None, width: int) -> tuple[int, ...]:
    """Check the argument `channels`: different ones of the `width` coordinates, or None for all."""
    active = tuple(builtins_range(width)) if channels is None else tuple(operator.index(each) for each in channels)
    if any(not 0 <= each < width for each in active) or len(set(active)) < len(active):
        raise ValueError(f"channels {active} are not different ones of 0 to {width - 1}")
    return active


def bins_of(bins: Any, dimensions: int) -> Sequence[Any]:
    """The argument `bins` for each axis: the same for all axes, or an element of a sequence for each."""
    if isinstance(bins, (str, *BINNINGS)):
        return [bins] * dimensions
    try:
        given = len(bins)
    except TypeError:
        return [bins] * dimensions
    if given != dimensions:
        raise ValueError("The dimension of bins must be equal to the dimension of the sample x.")
    return bins  # type: ignore[no-any-return]
