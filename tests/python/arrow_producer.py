"""A producer for the tests: arrays and streams of Arrow's C data interface, made with ctypes instead of pyarrow."""

import ctypes
from ctypes import POINTER, c_char_p, c_int, c_int64, c_void_p

import numpy as np


class Schema(ctypes.Structure):
    pass


class Array(ctypes.Structure):
    pass


class Stream(ctypes.Structure):
    pass


RELEASE = ctypes.CFUNCTYPE(None, c_void_p)
GET = ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p)
ERROR = ctypes.CFUNCTYPE(c_void_p, c_void_p)
Schema._fields_ = [
    ("format", c_char_p), ("name", c_char_p), ("metadata", c_char_p), ("flags", c_int64), ("n_children", c_int64),
    ("children", POINTER(POINTER(Schema))), ("dictionary", POINTER(Schema)), ("release", RELEASE), ("private", c_int64),
]
Array._fields_ = [
    ("length", c_int64), ("null_count", c_int64), ("offset", c_int64), ("n_buffers", c_int64), ("n_children", c_int64),
    ("buffers", POINTER(c_void_p)), ("children", POINTER(POINTER(Array))), ("dictionary", POINTER(Array)),
    ("release", RELEASE), ("private", c_int64),
]
Stream._fields_ = [
    ("get_schema", GET), ("get_next", GET), ("get_last_error", ERROR), ("release", RELEASE), ("private", c_int64),
]

kept = {}
"""The exported structures that are not released."""

_count = iter(range(1, 1 << 62))
_new = ctypes.PYFUNCTYPE(ctypes.py_object, c_void_p, c_char_p, c_void_p)(("PyCapsule_New", ctypes.pythonapi))
_NAMES = {Schema: b"arrow_schema", Array: b"arrow_array", Stream: b"arrow_array_stream"}


def _releaser(kind):
    def release(address):
        own = kind.from_address(address)
        own.release = RELEASE()
        del kept[own.private]

    return RELEASE(release)


_RELEASERS = {kind: _releaser(kind) for kind in _NAMES}
_capsules = {}


@RELEASE
def _delete(address):
    kept.pop(_capsules.pop(address).private, None)


def released_later(made):
    """Returns the structure, and keeps its memory until it is released."""
    made.private = next(_count)
    made.release = _RELEASERS[type(made)]
    kept[made.private] = made
    return made


def capsule(made):
    """Returns a capsule of the structure. Deleting the capsule releases the structure, unless it has been released."""
    new = _new(ctypes.addressof(released_later(made)), _NAMES[type(made)], ctypes.cast(_delete, c_void_p))
    _capsules[id(new)] = made
    return new


def bits(flags):
    return np.packbits(np.asarray(flags, bool), bitorder="little")


def texts(format, strings):
    """The buffers of an array of texts: offsets and bytes. In the format "vu", views instead of offsets; a view
    contains a text of up to 12 bytes."""
    encoded = [text.encode() for text in strings]
    data = np.frombuffer(b"".join(encoded), np.uint8)
    ends = np.cumsum([0, *map(len, encoded)])
    if format != "vu":
        return [ends.astype("i4" if format == "u" else "i8"), data]
    rows = [
        np.int32(len(each)).tobytes()
        + (each.ljust(12, b"\0") if len(each) <= 12 else each[:4] + np.int32([0, end]).tobytes())
        for each, end in zip(encoded, ends)
    ]
    return [np.frombuffer(b"".join(rows), "V16"), data, np.int64([len(data)])]


class Exported:
    """An array of a format. `valid`: the bits of the validity buffer, which is not in `buffers`. Elements before
    `offset` and from `offset + length` on are not in the array."""

    def __init__(self, format, buffers, valid=None, offset=0, length=None, name="", children=(), dictionary=None):
        self.format, self.name, self.offset, self.children, self.dictionary = format, name, offset, children, dictionary
        self.null_count = 0 if valid is None else -1  # unknown
        self.buffers = [None if valid is None else bits(valid), *buffers]
        self.length = len(buffers[0]) - offset if length is None else length

    def _linked(self, made, of_child):
        made.parts = [of_child(each) for each in self.children]
        made.n_children = len(made.parts)
        made.children = (POINTER(type(made)) * len(made.parts))(*map(ctypes.pointer, made.parts))
        if self.dictionary is not None:
            made.dictionary = ctypes.pointer(of_child(self.dictionary))
        return made

    def schema(self):
        return self._linked(Schema(self.format.encode(), self.name.encode()), Exported.schema)

    def array(self):
        made = Array(self.length, self.null_count, self.offset, len(self.buffers))
        made.memory = self.buffers
        made.buffers = (c_void_p * len(self.buffers))(*(b if b is None else b.ctypes.data for b in self.buffers))
        return self._linked(made, Exported.array)

    def __arrow_c_array__(self, requested_schema=None):
        return capsule(self.schema()), capsule(self.array())


class Chunked:
    """A stream of arrays with the same schema. If `error` is given, the stream fails with it after the last array."""

    def __init__(self, schema, chunks, error=None):
        self.schema, self.chunks, self.error = schema, chunks, error

    def __arrow_c_stream__(self, requested_schema=None):
        waiting, said = list(self.chunks), ctypes.create_string_buffer((self.error or "").encode())

        def move(made, out):
            ctypes.memmove(out, ctypes.addressof(released_later(made)), ctypes.sizeof(made))
            return 0

        def get_next(_, out):
            if waiting:
                return move(waiting.pop(0).array(), out)
            ctypes.memset(out, 0, ctypes.sizeof(Array))
            return 0 if self.error is None else 5

        stream = Stream(GET(lambda _, out: move(self.schema.schema(), out)), GET(get_next))
        stream.get_last_error = ERROR(lambda _: ctypes.addressof(said) if self.error else None)
        return capsule(stream)
