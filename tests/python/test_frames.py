"""Histograms of categories, and of Series and tables of pandas. tests/python/test_arrow.py tests those of Arrow."""

import pickle
import xml.etree.ElementTree as xml

import numpy as np
import pytest

import histo_cl
from histo_cl import Axis, CategoryAxis, Histogram, statistics

COLORS = Histogram([3, 1, 2], CategoryAxis(["red", "green", "blue"], "color"))


def test_an_axis_of_categories():
    axis = COLORS.axes[0]
    assert axis.traits.discrete and len(axis) == 3 and axis[1] == "green" and list(axis) == ["red", "green", "blue"]
    assert axis == CategoryAxis(["red", "green", "blue"]) != Axis([0, 1, 2, 3]) and axis.index("blue") == 2
    assert axis.edges.tolist() == [0, 1, 2, 3] and axis.widths.tolist() == [1, 1, 1]
    with pytest.raises(IndexError, match="'white'.*'red', 'green', 'blue'"):
        axis.index("white")
    counts, labels = COLORS
    assert counts.tolist() == [3, 1, 2] and labels == ["red", "green", "blue"]


def test_a_histogram_of_categories():
    assert (COLORS + COLORS).values().tolist() == [6, 2, 4] and pickle.loads(pickle.dumps(COLORS)) == COLORS
    assert COLORS.density.tolist() == [1 / 2, 1 / 6, 1 / 3] and list(COLORS[1:].axes[0]) == ["green", "blue"]
    assert Histogram.from_uhi(COLORS) == COLORS
    assert repr(COLORS) == "Histogram([3, 1, 2], ['red', 'green', 'blue'])"
    assert str(COLORS).splitlines() == [
        "red    ########################       3",
        "green  ########                       1",
        "blue   ################               2",
    ]
    many = Histogram(np.ones(120, int), CategoryAxis(map(str, range(120))))
    assert str(many).splitlines()[-1].split() == ["117", "...", "119", "#" * 24, "3"] and repr(many).endswith("of '0' ... '119'>")
    titles = [each.text for each in xml.fromstring(COLORS._repr_html_()).iter("{http://www.w3.org/2000/svg}title")]
    assert titles == ["red: 3", "green: 1", "blue: 2"]
    with pytest.raises(ValueError, match="different edges"):
        COLORS + Histogram([3, 1, 2], CategoryAxis(["red", "blue", "green"]))
    with pytest.raises(ValueError, match="no neighbours"):
        COLORS.rebin(3)
    for statistic in (statistics.moments, lambda h: statistics.percentile(h, 50), statistics.threshold):
        with pytest.raises(TypeError, match="categories have no edges"):
            statistic(COLORS)
    assert statistics.entropy(COLORS) == pytest.approx(1.459, abs=1e-3)


def test_categories_are_converted():
    pandas = pytest.importorskip("pandas")
    made = COLORS.to_pandas()
    assert made.index.name == "color" and made["blue"] == 2
    two = Histogram([[1, 2], [3, 4]], [CategoryAxis(["a", "b"], "x"), Axis([0, 1, 2], "y")])
    assert two.to_pandas()["b"][0.5] == 3 and isinstance(two.to_pandas().index.levels[1], pandas.IntervalIndex)
    boost = pytest.importorskip("boost_histogram")
    assert COLORS.to_boost()[boost.loc("blue")] == 2 and Histogram.from_uhi(two.to_boost()) == two


def test_categories_of_pandas():
    pandas = pytest.importorskip("pandas")
    series = pandas.Series(["b", None, "a", "b"], dtype=pandas.CategoricalDtype(["a", "b", "c"]), name="letter")
    for categories in (series, series.array, pandas.CategoricalIndex(series)):
        h = Histogram.of(categories)
        assert h.values().tolist() == [1, 2, 0] and list(h.axes[0]) == ["a", "b", "c"]
    assert h.axes[0].name == "letter" and h.to_pandas().tolist() == series.value_counts(sort=False).tolist()
    weighted = Histogram.of(series, weights=[0.5, 9.0, 1.0, 2.0])
    assert weighted.values().tolist() == [1, 2.5, 0] and weighted.variances().tolist() == [1, 4.25, 0]
    assert Histogram.of(series, mask=[True, True, True, False]).values().tolist() == [1, 1, 0]
    empty = series.cat.set_categories([])
    assert Histogram.of(empty).shape == (0,) and Histogram.joint({"x": empty, "y": range(4)}, 2).shape == (0, 2)
    cut = Histogram.of(pandas.cut(pandas.Series([1, 2, 9]), [0, 5, 10]))
    assert cut.to_pandas()[7] == 1
    for arguments in ((5,), (10, (0, 1))):
        with pytest.raises(ValueError, match="each category has a bin"):
            Histogram.of(series, *arguments)
    with pytest.raises(TypeError, match=r"categories.*Histogram\.of"):
        histo_cl.histogram(series)


@pytest.mark.parametrize(
    "dtype, counts",
    [
        (name, counts)
        for names, counts in (
            ("int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 float32 float64", [1, 2, 1]),
            ("Int8 UInt8 Int16 UInt16 Int32 UInt32 Int64 UInt64 Float32 Float64", [1, 2, 0]),
        )
        for name in names.split()
    ],
)
def test_numbers_of_pandas(dtype, counts):
    pandas = pytest.importorskip("pandas")
    series = pandas.Series([1, 2, 2, 3], dtype=dtype)
    if dtype[0].isupper():
        series[3] = pandas.NA
    assert histo_cl.histogram(series, [1, 2, 3, 4])[0].tolist() == counts
    assert histo_cl.histogram([0, 0, 0, 0], [0, 1], weights=series)[0] == sum(series.dropna())
    assert histo_cl.histogram(series, [0, 9], mask=pandas.Series([True, False, False, True], dtype="boolean"))[0] == 1 + counts[2]


@pytest.mark.parametrize("zone", [None, "UTC", "Europe/Berlin", "America/New_York"])
def test_times_of_pandas(zone):
    pandas = pytest.importorskip("pandas")
    times = pandas.date_range("2020-03-28 22:00", periods=9, freq="60min", tz="UTC")
    utc = times.tz_convert(None)
    expected = np.histogram(utc.asi8, utc.asi8[::4])[0].tolist()
    samples = utc if zone is None else times.tz_convert(zone)
    missing = pandas.Series(samples.insert(3, pandas.NaT))
    for edges in (utc[::4], times[::4], pandas.Series(samples[::4]), utc[::4].to_numpy("M8[s]")):
        for each in (samples, pandas.Series(samples), missing):
            counts, returned = histo_cl.histogram(each, edges)
            assert counts.tolist() == expected and (returned == utc[::4].to_numpy()).all()


@pytest.mark.parametrize("values", [["b", "a"], pytest.param("string", id="string"), pytest.param("period", id="period")])
def test_text_of_pandas_is_refused(values):
    pandas = pytest.importorskip("pandas")
    if values == "period":
        series = pandas.Series(pandas.period_range("2020", periods=2, freq="M"), name="city")
    else:
        series = pandas.Series(["b", "a"], dtype=None if values != "string" else "string", name="city")
    for call in (histo_cl.histogram, Histogram.of):
        with pytest.raises(TypeError, match=r"samples 'city' are of.*\.astype\('category'\)"):
            call(series)
    assert Histogram.of(series.astype("category")).values().tolist() == [1, 1]


def test_each_column_of_a_table_has_a_histogram():
    pandas = pytest.importorskip("pandas")
    days = pandas.date_range("2020-01-01", periods=3, tz="Europe/Berlin")
    frame = pandas.DataFrame(
        {"x": [1.0, np.nan, 3.0], "n": pandas.array([1, None, 2], "Int64"), "city": list("abc"), 7: [1, 2, 3], "day": days}
    )
    frame["kind"] = pandas.Categorical(["u", "v", "u"])
    left_out = r"'city' are of \w+, not numbers or times; .*'day' are of datetime64\[.s\], and bins has no edges$"
    with pytest.warns(UserWarning, match=left_out):
        made = Histogram.of_columns(frame, 2)
    assert list(made) == ["x", "n", "7", "kind"] and made["x"] == Histogram([1, 1], [1.0, 2.0, 3.0])
    assert all(h.axes[0].name == name for name, h in made.items()) and made["kind"].values().tolist() == [2, 1]
    made = Histogram.of_columns(
        frame, {"day": days[::2], "x": 1}, {"x": (0, 9)}, [1.0, 2.0, 4.0], columns=["x", "day"], mask=[True, True, False]
    )
    assert made["x"] == Histogram([1.0], [0.0, 9.0], [1.0]) and made["day"].values().tolist() == [3]
    h = Histogram.joint(frame[["kind", "n"]], [5, [1, 2, 3]])
    assert h.axes[0].name == "kind" and h.values().tolist() == [[1, 1], [0, 0]] and h.project("n").values().tolist() == [1, 1]
    with pytest.raises(TypeError, match="'city'"):
        Histogram.of_columns(frame, columns=["city"])
    for wrong in (dict(columns=["z"]), dict(bins={"z": 1}), dict(range={"z": (0, 1)})):
        with pytest.raises(ValueError, match="0 columns have the name 'z'"):
            Histogram.of_columns(frame, **wrong)
    with pytest.raises(ValueError, match="2 columns have the name 'x'"):
        Histogram.of_columns(frame[["x", "x"]])
    with pytest.raises(TypeError, match="give a table"):
        Histogram.of_columns(np.zeros((3, 2)))
    with pytest.raises(TypeError, match="table's values 'city'"):
        histo_cl.column_histograms(frame[["x", "city"]], histo_cl.identity_bins(3))


def test_columns_of_bfloat16():
    ml_dtypes = pytest.importorskip("ml_dtypes")
    made = Histogram.of_columns({"x": np.array([1, 2, np.nan, 3], ml_dtypes.bfloat16)}, 2)
    assert made == {"x": Histogram([1, 2], [1.0, 2.0, 3.0])}


def test_a_dict_is_a_table():
    table = {"x": [0, 1, 1], "y": np.array([np.nan, 5, 6]), "z": ["a", "b", "c"], "w": np.ma.array([1, 2, 9], mask=[0, 0, 1])}
    with pytest.warns(UserWarning, match="column 'z' are of <U1, not numbers or times$"):
        made = Histogram.of_columns(table, 2)
    assert [each.values().tolist() for each in made.values()] == [[1, 2], [1, 1], [1, 1]]
    with pytest.raises(ValueError, match="^column 'q': .*inf.* is not finite"):
        Histogram.of_columns({"x": table["x"], "q": [1, np.inf]}, 2)
    assert Histogram.joint({"x": table["x"], "y": table["y"]}, [2, [5, 6, 7]]).project("y").values().tolist() == [1, 1]
