"""Keywords that numpy does not have."""

import importlib
import pickle
import re

import numpy as np
import pytest

import histo_cl


def test_binnings_are_values():
    binnings = [
        histo_cl.even_bins(3, 0, 1),
        histo_cl.edge_bins([0, 0.5, 2**63]),
        histo_cl.edge_bins(np.array([0.0, 0.5])),
        histo_cl.log_bins(3, 1, 1000),
        histo_cl.circular_bins(4, 0, 360.0),
        histo_cl.custom_bins(4, "x & 3"),
    ]
    for binning in binnings:
        assert pickle.loads(pickle.dumps(binning)) == binning
        assert hash(pickle.loads(pickle.dumps(binning))) == hash(binning)
        names = {name: getattr(histo_cl, name) for name in histo_cl.__all__}
        assert eval(repr(binning), names) == binning
        assert sum(binning == other for other in binnings) == 1
    assert binnings[1].edges == [0, 0.5, 2**63]
    assert str(binnings[0]) == "3 even bins over [0, 1)"


def test_options_are_values():
    given = dict(
        variant="local_atomic",
        work_group_size=64,
        work_groups=3,
        replicas=2,
        coarsening=5,
        load_bytes=4,
        loads_in_flight=2,
        partition="contiguous",
        merge="device",
        count_values=False,
        workspace_limit=2**40,
        samples_per_launch=1000,
        program_cache=False,
        cache_directory="/cache",
        tuning_file="",
        calling_thread=True,
    )
    options = histo_cl.Options(**given)
    assert {name: getattr(options, name) for name in given} == given
    none = histo_cl.Options()
    assert all(getattr(none, name) is None for name in given) and repr(none) == "Options()"
    assert options != none
    for each in (options, none, histo_cl.Options(replicas=2)):
        assert eval(repr(each), {"Options": histo_cl.Options}) == each
        assert pickle.loads(pickle.dumps(each)) == each
    with pytest.raises(AttributeError):
        options.replicas = 3


def test_modules_name_their_public_functions():
    for name in ("statistics", "plan", "dask", "xarray"):
        try:
            module = importlib.import_module(f"histo_cl.{name}")
        except ImportError:  # a package that the module needs is not installed
            continue
        defined = {
            each for each, value in vars(module).items()
            if getattr(value, "__module__", None) == module.__name__ and not each.startswith("_") and callable(value)
        }
        assert set(module.__all__) <= defined


@pytest.mark.parametrize(
    "arguments, error, words",
    [
        ((0, 0, 1), ValueError, "1 to 16777216 bins, not 0"),
        ((2**24 + 1, 0, 1), ValueError, f"not {2**24 + 1}"),
        ((-(2**70), 0, 1), ValueError, f"not {-(2**70)}"),
        ((3.0, 0, 1), TypeError, "float"),
        ((3, 0, "1"), TypeError, "str"),
        ((3, True, 2), TypeError, "bool"),
        ((3, 0, 2**64), OverflowError, f"{2**64} is beyond 64 bits"),
        ((3, -(2**63) - 1, 0), OverflowError, f"{-(2**63) - 1} is beyond 64 bits"),
    ],
)
def test_binnings_that_are_refused(arguments, error, words):
    with pytest.raises(error, match=words):
        histo_cl.even_bins(*arguments)


def test_the_last_edge():
    assert histo_cl.histogram([0, 1, 2], 2, (0, 2))[0].tolist() == [1, 2]
    assert histo_cl.histogram([0, 1, 2], 2, (0, 2), last_edge="exclusive")[0].tolist() == [1, 1]
    even = histo_cl.even_bins(2, 0, 2)
    assert histo_cl.histogram([0, 1, 2], even)[0].tolist() == [1, 1]
    assert histo_cl.histogram([0, 1, 2], even, last_edge="inclusive")[0].tolist() == [1, 2]


def test_samples_out_of_range():
    a = [-1.0, 0.0, 0.5, 2.0, np.nan]
    assert histo_cl.histogram(a, 2, (0, 1), out_of_range="counted")[0].tolist() == [1, 1, 1, 1, 1]
    assert histo_cl.histogram(a, 2, (0, 1), out_of_range="clamped")[0].tolist() == [2, 2]
    with pytest.raises(ValueError, match="density"):
        histo_cl.histogram(a, 2, (0, 1), density=True, out_of_range="counted")
    with pytest.raises(ValueError, match="increase strictly"):
        histo_cl.histogram(a, [0, 0, 1], out_of_range="counted")


def test_empty_bins_between_equal_edges():
    a = np.array([0, 1, 1, 2, 2, 2])
    for edges in ([0, 1, 1, 2], [0, 1, 2, 2], [1, 1, 1], [0, 0, 1, 1, 2, 2, 2]):
        assert histo_cl.histogram(a, edges)[0].tolist() == np.histogram(a, edges)[0].tolist()
        floats = np.array(edges, float)
        assert histo_cl.histogram(a.astype("f4"), floats)[0].tolist() == np.histogram(a, floats)[0].tolist()
    points = np.stack([a, a[::-1]], axis=1)
    counts = histo_cl.histogramdd(points, [[0, 1, 1, 2], [0, 1, 2, 2]])[0]
    assert counts.tolist() == np.histogramdd(points, [[0, 1, 1, 2], [0, 1, 2, 2]])[0].tolist()


@pytest.mark.parametrize("axis", [0, 1, 2, -1, (0, 2), (1, 2), (0, 1, 2)])
@pytest.mark.parametrize("weighted", [False, True])
def test_along_axes(axis, weighted):
    rng = np.random.default_rng(1)
    a = rng.normal(size=(3, 4, 50))
    weights = rng.integers(0, 9, a.shape) if weighted else None
    counts, edges = histo_cl.histogram(a, 5, (-2, 2), weights=weights, axis=axis)
    axes = (axis,) if isinstance(axis, int) else axis
    axes = tuple(each % 3 for each in axes)
    left = [each for each in range(3) if each not in axes]
    flat = a.transpose(*left, *axes).reshape([a.shape[each] for each in left] + [-1])
    w = None if weights is None else weights.transpose(*left, *axes).reshape(flat.shape)
    assert counts.shape == (*flat.shape[:-1], 5)
    for place in np.ndindex(*flat.shape[:-1]):
        expected = np.histogram(flat[place], edges, weights=None if w is None else w[place])[0]
        assert counts[place].tolist() == expected.tolist()
    density = histo_cl.histogram(a, 5, (-2, 2), axis=axis, density=True)[0]
    assert np.allclose((density * np.diff(edges)).sum(axis=-1), 1)


@pytest.mark.parametrize(
    "keyword, value",
    [("last_edge", True), ("out_of_range", None), ("variant", 1), ("options", {}), ("device", 0)]
    + [("axis", wrong) for wrong in (1.5, "a", [None], [[0]])],
)
def test_keywords_of_a_wrong_type_are_named(keyword, value):
    with pytest.raises(TypeError, match=f"{keyword}.* not {re.escape(repr(value))}"):
        histo_cl.histogram(np.zeros((2, 3)), 2, (0, 1), **{keyword: value})


def test_empty_axes():
    assert histo_cl.histogram(np.zeros((0, 4)), 3, (0, 1), axis=1)[0].shape == (0, 3)
    assert histo_cl.histogram(np.zeros((4, 0)), 3, (0, 1), axis=1)[0].tolist() == [[0, 0, 0]] * 4


def test_the_type_of_counts():
    assert histo_cl.histogram([1, 2], 2, counter=np.uint32)[0].dtype == np.uint32
    with pytest.raises(OverflowError):
        histo_cl.histogram(np.zeros(300), 1, counter=np.uint8)
    with pytest.raises(ValueError):
        histo_cl.histogram([1, 2], 2, weights=[1, 1], counter=np.uint32)


def test_channels():
    pixels = np.random.default_rng(2).integers(0, 256, (500, 4), np.uint8)
    counts, _ = histo_cl.histogramdd(pixels, 8, [(0, 256)] * 2, channels=(2, 0))
    assert (counts == np.histogramdd(pixels[:, [2, 0]], 8, [(0, 256)] * 2)[0]).all()
    wide = np.random.default_rng(2).normal(size=(100, 7))
    counts, _ = histo_cl.histogramdd(wide, 3, channels=[6, 1])
    assert (counts == np.histogramdd(wide[:, [6, 1]], 3)[0]).all()
    apart = [np.ascontiguousarray(pixels[:, 2]), pixels[:, 3], np.ascontiguousarray(pixels[:, 0])]
    counts, _ = histo_cl.histogramdd(apart, 8, [(0, 256)] * 2, channels=(0, 2), weights=np.arange(500))
    expected = np.histogramdd(pixels[:, [2, 0]], 8, [(0, 256)] * 2, weights=np.arange(500))[0]
    assert (counts == expected).all()
    with pytest.raises(ValueError, match="channels"):
        histo_cl.histogramdd(pixels, 8, channels=(2, 4))


def test_joint_with_a_mask_and_what_is_out_of_range():
    points = np.array([[0.1, 0.1], [0.9, 5.0], [np.nan, 0.5], [0.2, 0.2]])
    counts, _ = histo_cl.histogramdd(points, 2, [(0, 1)] * 2, out_of_range="counted")
    assert counts.shape == (5, 5) and counts.sum() == 4 and counts[0, 0] == 2 and counts[1, 3] == 1
    mask = np.array([True, True, True, False])
    assert histo_cl.histogramdd(points, 2, [(0, 1)] * 2, mask=mask)[0].sum() == 1
    masked = np.ma.masked_greater(points, 0.15)
    assert histo_cl.histogramdd(masked, 2, [(0, 1)] * 2)[0].sum() == 1
    assert histo_cl.histogram2d(masked[:, 0], masked[:, 1], 2, [(0, 1)] * 2)[0].sum() == 1


def test_devices():
    try:
        devices = histo_cl.devices()
    except histo_cl.Error as error:
        assert error.status in ("no_platform", "no_device")
        pytest.skip(str(error))
    device = histo_cl.default_device()
    assert device in devices and histo_cl.find_device(device.index) == device
    a = np.arange(10_000, dtype=np.uint16)
    for each in (device, device.index, device.name):
        assert histo_cl.histogram(a, 10, device=each)[0].tolist() == [1000] * 10


def test_a_variant_is_forced_or_refused():
    a = np.arange(10_000, dtype=np.uint16)
    assert histo_cl.histogram(a, 10, variant="item_private")[0].tolist() == [1000] * 10
    with pytest.raises(histo_cl.Error) as raised:
        histo_cl.histogram(a, 3000, variant="banked_uchar4")
    assert raised.value.status == "unsupported" and "banked_uchar4" in str(raised.value)
    here = histo_cl.Options(calling_thread=True)
    assert histo_cl.histogram(a, 10, options=here)[0].tolist() == [1000] * 10
    with pytest.raises(ValueError):
        histo_cl.histogram(a, 10, options=here, variant="item_private")
