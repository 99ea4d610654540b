"""Columns of Arrow's C data interface, which pyarrow, polars and others export by `__arrow_c_array__` and
`__arrow_c_stream__`. They are read by their addresses: no package of Arrow is needed, and numbers are not copied.

https://arrow.apache.org/docs/format/CDataInterface.html describes the structures and the formats.
"""

from __future__ import annotations

import ctypes
from typing import Any, Iterator, NamedTuple

import numpy as np
from numpy.typing import NDArray


class _Schema(ctypes.Structure):
    """The structure ArrowSchema."""


class _Array(ctypes.Structure):
    """The structure ArrowArray."""


class _Stream(ctypes.Structure):
    """The structure ArrowArrayStream."""


_Schema._fields_ = [
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_char_p),
    ("metadata", ctypes.c_void_p),
    ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("children", ctypes.POINTER(ctypes.POINTER(_Schema))),
    ("dictionary", ctypes.POINTER(_Schema)),
    ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(_Schema))),
    ("private_data", ctypes.c_void_p),
]
_Array._fields_ = [
    ("length", ctypes.c_int64),
    ("null_count", ctypes.c_int64),
    ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(_Array))),
    ("dictionary", ctypes.POINTER(_Array)),
    ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(_Array))),
    ("private_data", ctypes.c_void_p),
]
_Stream._fields_ = [
    ("get_schema", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(_Stream), ctypes.POINTER(_Schema))),
    ("get_next", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(_Stream), ctypes.POINTER(_Array))),
    ("get_last_error", ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.POINTER(_Stream))),
    ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(_Stream))),
    ("private_data", ctypes.c_void_p),
]

_pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", ctypes.pythonapi)
)

_UNITS = {"s": "s", "m": "ms", "u": "us", "n": "ns"}
_DTYPES: dict[str, tuple[str, str]] = {
    **{format: (dtype, dtype) for format, dtype in zip("cCsSiIlLefg", "i1 u1 i2 u2 i4 u4 i8 u8 f2 f4 f8".split())},
    "n": ("f8", "f8"),
    "b": ("?", "?"),
    "tdD": ("i4", "M8[D]"),
    "tdm": ("i8", "M8[ms]"),
    **{f"tt{letter}": ("i4" if letter in "sm" else "i8", f"m8[{unit}]") for letter, unit in _UNITS.items()},
    **{f"tD{letter}": ("i8", f"m8[{unit}]") for letter, unit in _UNITS.items()},
    **{f"ts{letter}:": ("i8", f"M8[{unit}]") for letter, unit in _UNITS.items()},
}
"""For each format, without the zone of timestamps: the type of the stored values, and the NumPy type that they
represent."""

_TEXT = ("u", "U", "vu")


class Field(NamedTuple):
    """A schema: name and format; for a struct, its fields; for a dictionary, the field of its labels."""

    name: str
    format: str
    children: tuple[Field, ...]
    dictionary: Field | None


class Part(NamedTuple):
    """A chunk of a column: `length` elements of an array from `start` on."""

    array: _Array
    start: int
    length: int
    outer: NDArray[Any] | None
    """True where the struct that has the column is null; None if nowhere."""
    owner: Any
    """An object that keeps the memory alive."""


class Column(NamedTuple):
    """A column: a field and its chunks."""

    field: Field
    parts: tuple[Part, ...]


class _Owner:
    """An array of a stream. It is released with the last object that refers to it."""

    def __init__(self) -> None:
        self.array = _Array()

    def __del__(self) -> None:
        if self.array.release:
            self.array.release(self.array)


class _Memory:
    """Memory at an address, as an object with NumPy's array interface."""

    def __init__(self, address: int, dtype: str, length: int, owner: Any) -> None:
        self.owner = owner
        self.__array_interface__ = {
            "data": (address, True), "typestr": np.dtype(dtype).str, "shape": (length,), "version": 3,
        }


def is_exported(value: Any) -> bool:
    """Whether an argument has Arrow's interface."""
    return hasattr(type(value), "__arrow_c_array__") or hasattr(type(value), "__arrow_c_stream__")


def read(value: Any) -> Column | list[Column]:
    """Return the column of an array or a chunked array, or the list of columns of a table or an array of structs.

    Raises
    ------
    ValueError
        If a stream fails.
    """
    column = _of_array(*value.__arrow_c_array__()) if hasattr(type(value), "__arrow_c_array__") else _of_stream(value)
    return _columns_of(column) if column.field.format == "+s" else column


def _of_array(schema: Any, array: Any) -> Column:
    field = _field(_Schema.from_address(_pointer(schema, b"arrow_schema")))
    own = _Array.from_address(_pointer(array, b"arrow_array"))
    return Column(field, (Part(own, own.offset, own.length, None, array),))


def _of_stream(value: Any) -> Column:
    capsule = value.__arrow_c_stream__()  # releases the stream when it is deleted
    stream = _Stream.from_address(_pointer(capsule, b"arrow_array_stream"))
    schema = _Schema()
    _check(stream, stream.get_schema(stream, schema))
    try:
        field = _field(schema)
    finally:
        schema.release(schema)
    return Column(field, tuple(_chunks(stream)))


def _chunks(stream: _Stream) -> Iterator[Part]:
    while True:
        owner = _Owner()
        _check(stream, stream.get_next(stream, owner.array))
        if not owner.array.release:
            return
        yield Part(owner.array, owner.array.offset, owner.array.length, None, owner)


def _check(stream: _Stream, status: int) -> None:
    if status != 0:
        said = stream.get_last_error(stream)
        raise ValueError(f"the stream of Arrow fails: {'error ' + str(status) if said is None else said.decode()}")


def _field(schema: _Schema) -> Field:
    children = tuple(_field(schema.children[each].contents) for each in range(schema.n_children))
    dictionary = _field(schema.dictionary.contents) if schema.dictionary else None
    return Field((schema.name or b"").decode(), schema.format.decode(), children, dictionary)


def _columns_of(structs: Column) -> list[Column]:
    """A column for each field of the structs."""
    parts: list[list[Part]] = [[] for _ in structs.field.children]
    for part in structs.parts:
        outer = _nulls(part)
        for at, column in enumerate(parts):
            array = part.array.children[at].contents
            column.append(Part(array, array.offset + part.start, part.length, outer, part.owner))
    return [Column(field, tuple(each)) for field, each in zip(structs.field.children, parts)]


def content(column: Column, what: str) -> tuple[NDArray[Any], NDArray[Any] | None, list[Any] | None]:
    """Returns the values of a column (in place if it is one chunk of numbers or 64-bit times); an array that is True
    where a value is null, or None; and the labels of a dictionary, whose indices are the values, or None.

    Times with a zone are in UTC.

    Raises
    ------
    TypeError
        For text, decimals, and everything else that is neither numbers nor times.
    """
    format, dictionary = column.field.format, column.field.dictionary
    if format.startswith("ts"):
        format = format[:4]
    if format not in _DTYPES:
        raise TypeError(f"{what} are {_refused(format)}")
    parts = [part for part in column.parts if part.length != 0] or column.parts[:1]
    values = [_values(format, part) for part in parts]
    nulls = [np.ones(part.length, np.bool_) if format == "n" else _nulls(part) for part in parts]
    labels = None if dictionary is None else _unified(dictionary, parts, values, nulls, what)
    if len(values) == 1:
        return values[0], nulls[0], labels
    missing = None
    if any(each is not None for each in nulls):
        missing = np.concatenate([np.zeros(p.length, np.bool_) if n is None else n for p, n in zip(parts, nulls)])
    return np.concatenate(values) if values else np.empty(0, _DTYPES[format][1]), missing, labels


def _refused(format: str) -> str:
    if format in _TEXT:
        return (
            "text, not numbers: Histogram.of counts the categories that .astype('category') of pandas, .cast(Categorical) "
            "of polars and .dictionary_encode() of Arrow make"
        )
    kind = "decimals" if format.startswith("d:") else "nested" if format.startswith("+") else f"of Arrow's format {format!r}"
    return f"{kind}, not numbers or times: cast them, for example to float64"


def _view(address: int | None, dtype: str, start: int, length: int, owner: Any) -> NDArray[Any]:
    """Elements of a buffer, in place."""
    if length == 0 or address is None:
        return np.empty(0, dtype)
    return np.asarray(_Memory(address + start * np.dtype(dtype).itemsize, dtype, length, owner))


def _bits(address: int, start: int, length: int) -> NDArray[Any]:
    """Bits of a buffer, as bools."""
    first = start // 8
    packed = _view(address + first, "u1", 0, (start + length + 7) // 8 - first, None)
    return np.unpackbits(packed, bitorder="little")[start % 8 :][:length].view(np.bool_)


def _values(format: str, part: Part) -> NDArray[Any]:
    if format == "n":
        return np.zeros(part.length)
    address = part.array.buffers[1]
    if format == "b":
        return np.empty(0, np.bool_) if address is None else _bits(address, part.start, part.length)
    stored, meant = _DTYPES[format]
    values = _view(address, stored, part.start, part.length, part.owner)
    return values if stored == meant else values.astype(np.int64, copy=False).view(meant)


def _nulls(part: Part) -> NDArray[Any] | None:
    """True where an element, or the struct that has it, is null; None if nothing is null."""
    address = part.array.buffers[0] if part.array.n_buffers > 0 and part.array.null_count != 0 else None
    if address is None:
        return part.outer
    nulls = ~_bits(address, part.start, part.length)
    if part.outer is not None:
        nulls |= part.outer
    return nulls if nulls.any() else None


def _unified(
    field: Field, parts: Any, values: list[NDArray[Any]], nulls: list[NDArray[Any] | None], what: str
) -> list[Any]:
    """The labels of the dictionaries of all chunks, each once. Changes `values` to indices of this list, and adds null
    labels to `nulls`."""
    places: dict[Any, int] = {}
    for at, part in enumerate(parts):
        own = _labels(field, part, what)
        place = np.array([-1 if each is None else places.setdefault(each, len(places)) for each in own], np.int64)
        if len(parts) > 1:
            values[at] = values[at].astype(np.int64)
        if not np.array_equal(place, np.arange(len(own))):
            missing = nulls[at]
            indices = values[at] if missing is None else np.where(missing, 0, values[at])
            values[at] = place[indices]
            nulls[at] = values[at] < 0 if missing is None else missing | (values[at] < 0)
    return list(places)


def _labels(field: Field, part: Part, what: str) -> list[Any]:
    """The labels of a chunk's dictionary; None for a null label."""
    array = part.array.dictionary.contents
    whole = Part(array, array.offset, array.length, None, part.owner)
    labels: list[Any]
    if field.format in _TEXT:
        labels = _texts(field.format, whole)
        nulls = _nulls(whole)
    else:
        values, nulls, _ = content(Column(field, (whole,)), f"the categories of {what}")
        labels = list(values if values.dtype.kind in "mM" else values.tolist())
    return labels if nulls is None else [None if null else label for null, label in zip(nulls, labels)]


def _texts(format: str, part: Part) -> list[Any]:
    buffers, start, length = part.array.buffers, part.start, part.length
    if format != "vu":
        ends: Any = _view(buffers[1], "i4" if format == "u" else "i8", start, length + 1 if length else 0, None).tolist()
        return [ctypes.string_at(buffers[2] + a, b - a).decode() if a < b else "" for a, b in zip(ends, ends[1:])]
    texts: list[Any] = []
    views: Any = _view(buffers[1], "i4", 4 * start, 4 * length, None).reshape(-1, 4).tolist()
    for size, _, buffer, offset in views:
        inline = buffers[1] + 16 * (start + len(texts)) + 4
        texts.append(ctypes.string_at(inline if size <= 12 else buffers[2 + buffer] + offset, size).decode())
    return texts
