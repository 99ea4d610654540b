"""Histogram objects, pictures, the program, and explain()."""

import os
import pickle
import subprocess
import sys
import xml.etree.ElementTree as xml
from pathlib import Path

import numpy as np
import pytest

import histo_cl
from histo_cl import Histogram
from histo_cl.__main__ import main
from support import LONG


def test_a_histogram():
    a = np.random.default_rng(4).normal(size=1000)
    h = Histogram.of(a, 20, (-2, 2))
    counts, edges = h
    expected, expected_edges = np.histogram(a, 20, (-2, 2))
    assert (counts == expected).all() and (edges == expected_edges).all()
    assert (h.density == np.histogram(a, 20, (-2, 2), density=True)[0]).all()
    assert h.centers[0] == pytest.approx(-1.9)
    assert h + h == Histogram(2 * counts, edges) and h != h + h and len(h) == 20
    assert repr(h).startswith(f"<Histogram: {expected.sum()} in 20 bins")
    with pytest.raises(ValueError, match="different edges"):
        h + Histogram.of(a, 20, (-2, 3))
    with pytest.raises(ValueError, match="one more"):
        Histogram([1, 2], [1, 2])
    with pytest.raises(TypeError):
        Histogram.of(a, axis=0)
    for values, edges in ((["a"], [0, 1]), ([None], [0, 1]), ([1j], [0, 1]), ([1], ["a", "b"]), (1, []), ([1], 5)):
        with pytest.raises(TypeError, match="values|edges"):
            Histogram(values, edges)
    for edges in ([2, 1], [0, np.nan], np.array(["2020", "NaT"], "M8[D]")):
        with pytest.raises(ValueError, match="do not increase"):
            Histogram([1], edges)


def test_joint_histograms_with_names():
    rng = np.random.default_rng(8)
    points, weights = rng.random((500, 3)), rng.random(500)
    h = Histogram.joint(points, (2, 6, 4), [(0, 1)] * 3, weights, names=("x", "y", "z"))
    values, edges = np.histogramdd(points, (2, 6, 4), [(0, 1)] * 3, weights=weights)
    squares = np.histogramdd(points, (2, 6, 4), [(0, 1)] * 3, weights=weights**2)[0]
    np.testing.assert_allclose(h.values(), values, rtol=1e-14)
    np.testing.assert_allclose(h.errors, np.sqrt(squares), rtol=1e-14)
    assert h.shape == (2, 6, 4) and all((one == other).all() for one, other in zip(h.edges, edges))
    assert (h.density * np.diff(edges[0])[:, None, None] / 24).sum() == pytest.approx(1)
    turned = h.project("z", "x")
    np.testing.assert_allclose(turned.values(), values.sum(axis=1).T)
    np.testing.assert_allclose(turned.variances(), squares.sum(axis=1).T)
    assert [axis.name for axis in turned.axes] == ["z", "x"]
    wide = h.rebin(3, "y")
    np.testing.assert_allclose(wide.values(), values.reshape(2, 2, 3, 4).sum(axis=2))
    assert wide.axes[1].edges.tolist() == [0, 0.5, 1]
    assert h[1, 2, 3] == h.values()[1, 2, 3]
    assert h[:, 0.5j:, 3].shape == (2, 3) and h[:, 0.5j:, 3].axes[1].edges[0] == 0.5
    assert repr(h).startswith("<Histogram: ") and "2 x 6 x 4 bins" in repr(h) and str(h) == repr(h)
    for wrong in (lambda: h.project("w"), h.project, lambda: h.project("x", 0), lambda: h.rebin(4, "y"), lambda: h.rebin(0)):
        with pytest.raises(ValueError):
            wrong()
    for key in (7, 2j, slice(0.3j, None), (0, 0, 0, 0), slice(None, None, 2), None, ..., 1.0, [0, 1], slice("x", None)):
        with pytest.raises(IndexError):
            h[key]


def test_joint_histograms_of_tables_and_custom_bins():
    table = {"x": [0, 1, 1], "y": [5, 6, 7], "z": [0, 0, 1]}
    assert [axis.name for axis in Histogram.joint(table, 2, channels=(2, 0)).axes] == ["z", "x"]
    for channels in ((3, 0), (-1, 0), (0, 0)):
        with pytest.raises(ValueError, match="not different ones of 0 to 2"):
            Histogram.joint(table, 2, channels=channels)
    with pytest.raises(ValueError, match="custom bins have no edges"):
        Histogram.joint(table, [2, 2, histo_cl.custom_bins(2, "x & 1")])


def test_arithmetic_keeps_variances():
    h = Histogram([4, 9], [0, 1, 2])
    assert h.errors.tolist() == [2, 3] and h.counts().tolist() == [4, 9]
    double = 2 * h
    assert double.values().tolist() == [8, 18] and double.variances().tolist() == [16, 36]
    assert double.counts().tolist() == [4, 9]
    assert (h / 2).values().tolist() == [2, 4.5]
    with pytest.raises(ZeroDivisionError):
        h / 0
    assert sum([h, double, h]).variances().tolist() == [24, 54]
    assert h.cumulative().tolist() == [4, 13]
    sums = Histogram([1.5, 2], [0, 1, 2])
    assert sums.variances() is None and sums.counts() is None
    with pytest.raises(ValueError, match="variances"):
        sums.errors
    for two in (np.float64(2), np.float16(2), np.int64(2), np.uint8(2)):
        assert two * h == h * two == double and h / two == h / 2
    large = np.int8(100) * h * 2**60
    assert large.variances().tolist() == [40_000 * 2.0**120, 90_000 * 2.0**120]
    for dtype, value, factor in (("i1", 4, 100 * 2**60), ("u8", 2**63 + 1, 1), ("u8", 2**63, -1), ("u8", 0, -3), ("i1", 0, 2**70)):
        assert (Histogram(np.array([value], dtype), [0, 1]) * factor).values().tolist() == [value * factor]
    whole = np.arange(1, 2000)
    shares = [Histogram([n], [0, 1]) / n for n in whole]
    assert all(share.values() == 1 for share in shares)
    assert [share.variances()[0] for share in shares] == [n / n**2 for n in whole.tolist()]
    for wrong in (lambda: h * h, lambda: h * [1, 2], lambda: h / h, lambda: h / "2", lambda: h * np.complex64(1)):
        with pytest.raises(TypeError):
            wrong()
    with pytest.raises(ValueError, match="shape"):
        Histogram([1.5, 2], [0, 1, 2], [1])
    assert pickle.loads(pickle.dumps(double)) == double


def pickled_values():
    part = histo_cl.Partial(np.uint8, [0, 10, 20])
    part.push(np.uint8([1, 2, 12]))
    sums = histo_cl.Partial(np.float32, 2, (0, 1), weights=np.float32, squares=True, weight_bound=(4, 100))
    sums.push(np.float32([0.25, 0.75]), np.float32([1.5, -3]))
    return {
        "part": part,
        "sums": sums,
        "counts": part.histogram(),
        "categories": Histogram([3, 1], histo_cl.CategoryAxis(["red", "green"], "color"), [9.0, 1.0]),
        "joint": Histogram([[1, 2]], [histo_cl.Axis([0.5, 1.5], "x"), histo_cl.Axis(np.array([0, 1, 2], "M8[D]"), "day")]),
        "profile": histo_cl.profile([1, 2], [3, 4], 2),
        "binnings": [
            histo_cl.even_bins(4, 0, 1),
            histo_cl.edge_bins([0, 0.5, 2**63]),
            histo_cl.log_bins(3, 1, 1000),
            histo_cl.circular_bins(4, 0, 360.0),
            histo_cl.custom_bins(4, "x & 3"),
        ],
        "options": histo_cl.Options(variant="local_atomic", replicas=2, program_cache=False, tuning_file=""),
    }


def test_pickles_name_public_classes_alone():
    pickled = pickle.dumps(pickled_values())
    assert b"histo_cl." not in pickled  # public names are in histo_cl itself
    restored = pickle.loads(pickled)
    assert repr(restored) == repr(pickled_values())
    counted = restored["categories"]
    assert counted == pickled_values()["categories"] and counted.axes[0].name == "color"
    assert counted.variances().tolist() == [9, 1]


def test_pickles_of_version_1_0_are_read():
    # The file was written by pickle.dump(pickled_values(), file, 4).
    stored = pickle.loads(Path(__file__).with_name("pickles_1.0.bin").read_bytes())
    values = pickled_values()
    assert stored.keys() == values.keys()
    assert repr(stored) == repr(values)
    for name in ("part", "sums", "counts", "categories", "joint", "binnings", "options"):
        assert stored[name] == values[name], name
    for read, value in zip(stored["profile"], values["profile"]):
        assert np.array_equal(read, value)
    assert (stored["sums"] + values["sums"]).histogram().values().tolist() == [3, -6]


def test_dates_are_printed_in_any_unit():
    for unit, first in (("D", "1970-01-02"), ("ns", "1970-01-01T00:00:00.000000001")):
        assert repr(Histogram([4], np.array([1, 2], f"M8[{unit}]"))).startswith(f"Histogram([4], ['{first}', ")
    assert repr(Histogram([4], np.array([1, 2], "m8[ns]"))) == "Histogram([4], ['1 nanoseconds', '2 nanoseconds'])"


def test_conversions():
    weighted = Histogram.of([0.5, 1.5, 1.5], 2, (0, 2), [1.0, 2.0, 4.0], name="x")
    assert weighted.variances().tolist() == [1, 20]
    assert Histogram.from_uhi(weighted) == weighted
    pandas = pytest.importorskip("pandas")
    assert weighted.to_pandas().loc[1.0] == 6
    assert Histogram.joint(([0, 1], [0, 1]), 2).to_pandas().index.nlevels == 2
    assert isinstance(weighted.to_pandas().index, pandas.IntervalIndex)
    if LONG:
        assert pytest.importorskip("xarray") and weighted.to_xarray().sel(x=1.5) == 6


@pytest.mark.parametrize(
    "h",
    [
        Histogram([1, 3], [0.0, 1.0, 10.0]),
        Histogram([], [0]),
        Histogram([0, 0], [0, 1, 2]),
        Histogram([1, 2, 3], [-np.inf, 0, 1, np.inf]),
        Histogram([0.5, -1, np.nan], [0, 1, 2, 3]),
        Histogram(np.arange(1000), np.arange(1001)),
        Histogram([4], np.array(["2020-01-01", "2020-02-01"], "M8[D]")),
    ],
)
def test_pictures(h):
    picture = xml.fromstring(h._repr_html_())
    if len(h) == 2 and h.values()[1] == 3:
        bars = picture.findall(".//{http://www.w3.org/2000/svg}rect")
        assert [float(bar.get("width")) for bar in bars] == [48, 432]
        assert [float(bar.get("height")) for bar in bars] == [pytest.approx(53.33), 160]
    assert len(str(h).splitlines()) <= 50


def test_plot():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    from matplotlib.figure import Figure

    axes = Figure().subplots()
    assert Histogram([1, 3], [0, 1, 2]).plot(axes, color="black") is axes
    assert len(axes.patches) == 1


def test_the_program(tmp_path, capsys):
    path = tmp_path / "a.npy"
    np.save(path, np.float32([0, 0.1, 0.9, 5]))
    assert main([str(path), "--bins", "2", "--range", "0", "1", "--csv"]) == 0
    assert capsys.readouterr().out == "bin,lower,upper,count\n0,0,0.5,2\n1,0.5,1,1\n"
    assert main([str(path), "--bins", "2"]) == 0
    assert capsys.readouterr().out.splitlines()[0].count("#") == 24
    assert main([str(path), "--bins", "auto", "--explain"]) == 0
    assert "f32 samples" in capsys.readouterr().out
    for wrong, code in ((["--bins", "0"], 2), (["--bins", "none"], 2), (["--variant", "none"], 2), (["--device", "none"], 3)):
        assert main([str(path), *wrong]) == code
        assert capsys.readouterr().err.startswith("histo_cl: ")
    assert main([str(tmp_path / "none.npy")]) == 2
    for wrong, named in (
        (["--column", "age"], "--column"),
        (["--bins", "1.5"], "argument --bins: '1.5' is not a whole number"),
        (["--bins", "1e999"], "argument --bins: '1e999' is not a whole number"),
        (["--range", "0", "2^9999"], "argument --range: '2^9999' is not a number"),
    ):
        with pytest.raises(SystemExit) as refused:
            main([str(path), *wrong])
        assert refused.value.code == 2
        assert named in capsys.readouterr().err
    done = subprocess.run([sys.executable, "-m", "histo_cl", str(path), "--csv"], capture_output=True, text=True, check=True)
    assert len(done.stdout.splitlines()) == 1 + 256


def test_the_program_counts_the_largest_numbers(tmp_path, capsys):
    for largest in (np.int64(2**63 - 1), np.uint64(2**64 - 1), np.finfo(np.float16).max, np.finfo(np.float64).max):
        path = tmp_path / "a.npy"
        np.save(path, np.array([largest] * 2))
        for options in ([], ["--bins", "3"]):
            assert main([str(path), "--csv", *options]) == 0
            assert capsys.readouterr().out.endswith(",2\n")


def test_the_program_names_damaged_files_and_numbers(tmp_path, capsys):
    path = tmp_path / "a.npy"

    def refusal(*options):
        assert main([str(path), *options]) == 2
        return capsys.readouterr().err

    np.save(path, np.arange(100, dtype=np.uint8))
    whole = path.read_bytes()
    assert "bound inf" in refusal("--range", "0", "inf")
    assert "bound nan" in refusal("--range", "nan", "1")
    assert f"{10**400} is beyond 64 bits" in refusal("--range", "0", str(10**400))
    assert f"1 to 16777216 bins, not {10**30}" in refusal("--bins", str(10**30))
    for damaged in (whole[:-1], whole[:9], whole.replace(b"(100,)", b"(100, "), whole.replace(b"|u1", b"|V1")):
        path.write_bytes(damaged)
        assert str(path) in refusal()
    uncounted = (np.complex64([1]), np.longdouble([1]), np.array(["a"]), np.array(["2020-01-01"], "M8[D]"), np.array([None]))
    for other in (np.empty(0), *uncounted):
        np.save(path, other)
        assert str(path) in refusal()


@pytest.mark.parametrize(
    "a",
    [
        np.arange(200, dtype=np.uint8),
        np.arange(-300, 300, dtype=np.int16),
        np.array([True, False, True]),
        np.arange(-5, 90, dtype=np.int32),
        np.arange(1000, dtype=np.uint64) ** 2,
        np.float32([0, 0.1, np.nan, 5, np.inf]),
        np.float64([2.5, 2.5]),
        np.float16([-1, 0.5, 3]),
        np.full((2, 3), 7, np.int64),
        np.full(2, 60000, np.float16),
        np.full(2, -np.finfo(np.float32).max),
    ],
    ids=lambda a: str(a.dtype),
)
def test_the_program_has_the_bins_of_histo_cl(a, tmp_path, capsys):
    program = os.environ.get("HISTO_CL_PROGRAM")
    if not program:
        pytest.skip("no program histo_cl in this build")
    path = str(tmp_path / "a.npy")
    np.save(path, a)
    for options in ([], ["--bins", "7"], ["--bins", "2^4"], ["--range", "0", "9"], ["--bins", "1K", "--range", "-1", "9.5"]):
        expected = subprocess.run([program, "--csv", path, *options], capture_output=True, text=True)
        assert main(["--csv", path, *options]) == expected.returncode == 0, expected.stderr
        assert capsys.readouterr().out == expected.stdout, options


def test_the_program_gives_other_files_to_histo_cl(tmp_path, monkeypatch, capfd):
    table = tmp_path / "people.csv"
    table.write_text("name,age\nada,36\nalan,41\n")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main([str(table), "--column", "age"]) == 2
    assert "install the program histo_cl" in capfd.readouterr().err
    other = tmp_path / "histo_cl"
    other.write_text(f"#!{sys.executable}\nimport sys\nprint(sys.argv[1:])\nsys.exit(3)\n")
    other.chmod(0o755)
    assert main([str(table), "--column", "age"]) == 3
    assert capfd.readouterr().out == f"{[str(table), '--column', 'age']}\n"


def test_explain():
    said = histo_cl.explain(np.zeros(1000), 10, (0, 1))
    assert "f64 samples into 10 even bins over [0, 1)" in said
    here = histo_cl.explain(np.zeros(1000, np.int8), 10, weights=np.ones(1000), variant="item_private")
    assert "item_private" in here and "weights" in here


@pytest.mark.parametrize(
    "edges, centers, widths",
    [
        (np.int8([-128, 0, 127]), [-64, 63.5], [128, 127]),
        (np.uint8([0, 200, 255]), [100, 227.5], [200, 55]),
        (np.int64([-(2**63), 0, 2**63 - 1]), [-(2.0**62), 2.0**62], [2.0**63, 2.0**63]),
        (np.uint64([0, 2**63, 2**64 - 1]), [2.0**62, 2.0**63 + 2.0**62], [2.0**63, 2.0**63]),
        (np.float16([-60000, 60000, 65000]), [0, 62496], [120000, 4992]),
    ],
)
def test_widths_of_edges_do_not_wrap(edges, centers, widths):
    h = Histogram([1, 3], edges)
    assert h.centers.tolist() == centers
    assert h.density.tolist() == [1 / widths[0] / 4, 3 / widths[1] / 4]
    samples = np.array([edges[0], *[edges[1]] * 3])
    assert histo_cl.histogram(samples, edges, density=True)[0].tolist() == h.density.tolist()
    joint = histo_cl.histogramdd(samples[:, None], [edges], density=True)[0]
    assert joint.tolist() == pytest.approx(h.density.tolist())


def test_pictures_of_edges_that_floats_do_not_tell_apart():
    for edges in (np.int64([2**60 + 1, 2**60 + 2, 2**60 + 4]), [-1.7e308, -0.57e308, 1.7e308]):
        picture = xml.fromstring(Histogram([1, 1], edges)._repr_html_())
        bars = picture.findall(".//{http://www.w3.org/2000/svg}rect")
        assert [float(bar.get("width")) for bar in bars] == [pytest.approx(160, abs=1), pytest.approx(320, abs=1)]
    far = Histogram([1, 1], np.array([1.0, 1.00000001, 1.00000002]))
    assert len({line.split("  ")[0] for line in str(far).splitlines()}) == 2


def test_narrow_counters_do_not_wrap_when_they_add_up():
    h = Histogram(np.uint8([200] * 60), np.arange(61))
    assert (h + h).values().tolist() == (2 * h).values().tolist() == [400] * 60
    assert h.errors.tolist() == [200**0.5] * 60
    assert str(h).splitlines()[0].endswith("400")
