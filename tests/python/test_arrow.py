"""Columns of Arrow's C data interface: values, nulls, categories, tables, and the release of memory."""

import gc

import numpy as np
import pytest
from arrow_producer import Chunked, Exported, bits, kept, texts
from hypothesis import given
from hypothesis import strategies as st
from support import examples

import histo_cl
from histo_cl import Histogram
from histo_cl._internal.arguments import content

NUMBERS = dict(zip("cCsSiIlLefg", "i1 u1 i2 u2 i4 u4 i8 u8 f2 f4 f8".split()))
UNITS = {"s": "s", "m": "ms", "u": "us", "n": "ns"}


@pytest.fixture(autouse=True)
def everything_is_released():
    yield
    gc.collect()
    assert not kept


@pytest.mark.parametrize("format, dtype", NUMBERS.items())
def test_numbers_are_counted_in_place(format, dtype):
    values = np.arange(20).astype(dtype)
    plain = content(Exported(format, [values], offset=3), "a")
    assert plain.missing is None and plain.values.dtype == dtype
    assert plain.values.__array_interface__["data"][0] == values.ctypes.data + 3 * values.itemsize
    part = Exported(format, [values], offset=3, length=10)
    for column in (part, Chunked(Exported(format, [values]), [part])):
        assert histo_cl.histogram(column, [0, 5, 10, 15])[0].tolist() == [2, 5, 3]


@pytest.mark.parametrize("stream", [False, True])
def test_memory_is_kept_as_long_as_an_array_refers_to_it(stream):
    column = Exported("l", [np.arange(5)])
    values = content(Chunked(column, [column]) if stream else column, "a").values[1:].view("M8[s]")
    del column
    gc.collect()
    assert len(kept) == 1 and values.view(np.int64).tolist() == [1, 2, 3, 4]
    del values
    gc.collect()
    assert not kept


@given(st.lists(st.booleans(), max_size=40), st.integers(0, 20), st.integers(0, 5), st.lists(st.integers(0, 40), max_size=3))
@examples(60)
def test_validity_begins_at_any_bit(valid, offset, after, cuts):
    whole = [True] * offset + valid + [False] * after
    values = np.arange(len(whole), dtype=np.int32)
    ends = [0, *sorted(min(cut, len(valid)) for cut in cuts), len(valid)]
    chunks = [Exported("i", [values], whole, offset + a, b - a) for a, b in zip(ends, ends[1:])]
    expected = values[offset : offset + len(valid)][valid].tolist()
    for column in (Exported("i", [values], whole, offset, len(valid)), Chunked(Exported("i", [values]), chunks)):
        plain = content(column, "a")
        assert (plain.missing is None) == all(valid)
        assert (plain.values if plain.missing is None else plain.values[~plain.missing]).tolist() == expected
    flags = Exported("b", [bits(valid * 2)], None, len(valid), len(valid))
    assert content(flags, "a").values.tolist() == valid


@pytest.mark.parametrize(
    "format, stored, meant",
    [("tdD", "i4", "M8[D]"), ("tdm", "i8", "M8[ms]"), ("tts", "i4", "m8[s]"), ("ttm", "i4", "m8[ms]"), ("ttu", "i8", "m8[us]")]
    + [(f"ts{letter}:{zone}", "i8", f"M8[{unit}]") for letter, unit in UNITS.items() for zone in ("", "Europe/Berlin")]
    + [(f"tD{letter}", "i8", f"m8[{unit}]") for letter, unit in UNITS.items()],
)
def test_times(format, stored, meant):
    values = np.array([0, 1, 3, 99]).astype(stored)
    column = Exported(format, [values], [True, True, True, False])
    edges = np.array([0, 1, 100]).astype(meant)
    counts, returned = histo_cl.histogram(column, edges)
    assert counts.tolist() == [1, 2] and returned.dtype == meant
    assert histo_cl.histogram(np.array([0, 1], meant), Exported(format, [values], length=3))[0].tolist() == [1, 1]


def test_nulls_affect_no_range_and_weigh_nothing():
    column = Exported("g", [np.array([1.0, 2.0, np.inf])], [True, True, False])
    counts, edges = histo_cl.histogram(column, 2)
    assert counts.tolist() == [1, 1] and edges.tolist() == [1, 1.5, 2]
    assert histo_cl.histogram([1.0, 2.0, 9.0], [0, 9], weights=column)[0].tolist() == [3]
    assert histo_cl.histogram([1.0, 2.0, 9.0], [0, 9], mask=Exported("b", [bits([True, False, True])], length=3))[0] == [2]
    with pytest.raises(ValueError, match="mask are masked or missing"):
        histo_cl.histogram([1.0], 2, mask=Exported("b", [bits([True])], [False], length=1))
    with pytest.raises(ValueError, match="missing edges"):
        histo_cl.histogram([1.0], Exported("l", [np.arange(2)], [True, False]))
    nothing = Exported("n", [], length=3)
    nothing.buffers = []
    assert histo_cl.histogram(nothing, 2, (0, 1))[0].tolist() == [0, 0]


def test_streams_without_arrays_and_that_fail():
    for chunks in ([], [Exported("g", [np.empty(0)])] * 2):
        assert histo_cl.histogram(Chunked(Exported("g", [np.empty(0)]), chunks), 2)[0].tolist() == [0, 0]
    for error in ("out of luck", ""):
        with pytest.raises(ValueError, match=error or "error 5"):
            histo_cl.histogram(Chunked(Exported("l", [np.arange(3)]), [Exported("l", [np.arange(3)])], error), 2)


def dictionary(indices, labels, valid=None, format="u", label_valid=None, offset=0, name=""):
    buffers = texts(format, labels) if format in ("u", "U", "vu") else [labels]
    of_labels = Exported(format, buffers, label_valid, length=len(labels))
    return Exported("c", [np.int8(indices)], valid, offset, name=name, dictionary=of_labels)


@pytest.mark.parametrize("format", ["u", "U", "vu"])
def test_categories_of_text(format):
    labels = ["ä", "a label of more than 12 bytes", "", "another label of more than 12 bytes"]
    h = Histogram.of(dictionary([3, 0, 3, 1, 99], labels, [True] * 4 + [False], format, name="of texts"))
    assert h.values().tolist() == [1, 1, 0, 2] and list(h.axes[0]) == labels and h.axes[0].name == "of texts"


def test_categories_of_numbers_and_times():
    assert list(Histogram.of(dictionary([0], np.int64([10, 20]), format="l")).axes[0]) == [10, 20]
    assert list(Histogram.of(dictionary([0], np.int32([1]), format="tdD")).axes[0]) == [np.datetime64("1970-01-02")]


def test_categories_that_are_null_twice_or_different_in_chunks():
    h = Histogram.of(dictionary([0, 1, 2, 2, 1], ["x", "", "x"], [True] * 4 + [False], label_valid=[True, False, True]))
    assert list(h.axes[0]) == ["x"] and h.values().tolist() == [3]
    chunks = [dictionary([0, 1], ["x", "y"]), dictionary([], []), dictionary([0, 1, 77], ["z", "x"], [True, True, False])]
    h = Histogram.of(Chunked(chunks[0], chunks))
    assert list(h.axes[0]) == ["x", "y", "z"] and h.values().tolist() == [2, 1, 1]
    assert len(Histogram.of(Chunked(chunks[0], [])).values()) == 0


@pytest.mark.parametrize(
    "format, says",
    [("u", "text"), ("vu", "text"), ("d:9,2", "decimals"), ("+l", "nested"), ("z", "format 'z'"), ("tiM", "'tiM'")],
)
def test_formats_that_are_refused(format, says):
    column = Exported(format, [np.zeros(2, np.int32)], length=1, name="prices")
    for call in (histo_cl.histogram, Histogram.of):
        with pytest.raises(TypeError, match=f"samples 'prices' are .*{says}"):
            call(column)
    with pytest.raises(TypeError, match="weights 'prices'"):
        histo_cl.histogram([1], weights=column)
    with pytest.raises(TypeError, match="categories"):
        histo_cl.histogram(dictionary([0], ["x"]))


def table(offset=0, valid=None):
    columns = [
        Exported("i", [np.int32([9, 1, 2, 3, 4])], [True, True, False, True, True], offset=1, name="x"),
        Exported("g", [np.array([0.5, 0.5, 1.5, 0.5])], name="y"),
        dictionary([0, 1, 1, 0], ["low", "high"], name="level"),
        Exported("u", texts("u", "abcd"), name="words", length=4),
    ]
    return Exported("+s", [], valid, offset, (len(valid) if valid else 4) - offset, children=columns)


def test_tables():
    whole = table()
    for frame in (whole, Chunked(whole, [whole])):
        with pytest.warns(UserWarning, match="left out: samples of column 'words' are text, not numbers$") as warned:
            made = Histogram.of_columns(frame, [0, 1, 2, 3, 9])
        assert warned[0].filename == __file__
        counts = {name: each.values().tolist() for name, each in made.items()}
        assert counts == {"x": [0, 1, 0, 2], "y": [3, 1, 0, 0], "level": [2, 2]}
    sliced = Histogram.of_columns(table(1, [True, True, True, False]), 1, (0, 9), columns=["x", "level"])
    assert sliced["x"].values() == [1] and sliced["level"].values().tolist() == [0, 2]


def test_joint_histograms_of_tables():
    frame = table()
    frame.children = frame.children[:3]
    h = Histogram.joint(frame, [[0, 3, 9], [0, 1, 2], 7])
    assert [axis.name for axis in h.axes] == ["x", "y", "level"] and list(h.axes[2]) == ["low", "high"]
    assert h.values().tolist() == [[[1, 0], [0, 0]], [[1, 0], [0, 1]]]
    assert Histogram.joint(frame, 7, channels=[2]).values().tolist() == [2, 2]
    frame.children = frame.children[:2]
    assert histo_cl.histogramdd(frame, [[0, 3, 9], [0, 1, 2]])[0].tolist() == [[1, 0], [1, 1]]
    with pytest.raises(TypeError, match="sample 'level' are categories"):
        histo_cl.histogramdd(table(), 2)


def test_tables_of_one_type_have_a_histogram_per_column():
    columns = [Exported("C", [np.uint8(each)], name=name) for name, each in (("x", [0, 1, 0]), ("y", [1, 1, 2]))]
    frame = Exported("+s", [], length=3, children=columns)
    assert histo_cl.column_histograms(frame, histo_cl.identity_bins(3)).tolist() == [[2, 1, 0], [0, 2, 1]]


@pytest.mark.parametrize("package", ["pyarrow", "polars"])
def test_packages(package):
    package = pytest.importorskip(package)
    make = package.array if hasattr(package, "array") else package.Series
    values = [5, None, 2**53 + 1, 7]
    column = make(values)
    assert histo_cl.histogram(column, [5, 7, 2**53 + 1, 2**53 + 2])[0].tolist() == [1, 1, 1]
    assert content(column[2:], "a").missing is None
    frame = getattr(package, "table", None) or package.DataFrame
    frame = frame({"x": column, "t": make(["a", "b", "b", "a"])})
    with pytest.warns(UserWarning, match="'t' are text"):
        assert Histogram.of_columns(frame, [0, 6, 8])["x"].values().tolist() == [1, 1]
    texts = make(["b", "a", None, "b"])
    categories = texts.dictionary_encode() if hasattr(package, "table") else texts.cast(package.Categorical)
    assert dict(zip(Histogram.of(categories).axes[0], Histogram.of(categories).values())) == {"b": 2, "a": 1}
