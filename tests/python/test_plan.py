"""Tests of Plan, which counts buffers, arrays and images of pyopencl."""

import numpy as np
import pytest

cl = pytest.importorskip("pyopencl")
pytest.importorskip("pyopencl.array")

import histo_cl  # noqa: E402
from histo_cl import _core  # noqa: E402
from histo_cl.plan import Plan  # noqa: E402


@pytest.fixture(scope="module")
def queue():
    try:
        device = histo_cl.default_device()
    except histo_cl.Error as error:
        pytest.skip(str(error))
    for platform in cl.get_platforms():
        for each in platform.get_devices():
            if each.int_ptr == device.int_ptr:
                context = cl.Context([each])  # kept, because Intel's queues do not retain their context
                yield cl.CommandQueue(context)
                return
    raise AssertionError("pyopencl does not have the device")


@pytest.mark.parametrize("dtype", [np.uint8, np.int16, np.uint32, np.int64, np.float16, np.float32, np.float64])
def test_counts(queue, dtype):
    a = np.random.default_rng(1).integers(0, 100, 5000).astype(dtype)
    plan = Plan(queue, dtype, 7, (0, 90))
    event, counts = plan(queue, cl.array.to_device(queue, a))
    expected, edges = np.histogram(a, 7, (0, 90))
    assert counts.dtype == np.uint32 and counts.shape == plan.shape == (7,)
    assert counts.get().tolist() == expected.tolist()
    assert event.command_execution_status == cl.command_execution_status.COMPLETE
    assert plan.edges.tolist() == edges.tolist()
    assert "7" in plan.explain()


@pytest.mark.parametrize("counter", [np.uint8, np.uint16])
def test_saturating_counts(queue, counter):
    most = np.iinfo(counter).max
    a = np.repeat(np.arange(5, dtype=np.uint8), [most - 1, most, most + 1, 3, 2 * most])
    plan = Plan(queue, np.uint8, 5, (0, 5), counter=f"u{8 * np.dtype(counter).itemsize}")
    samples = cl.array.to_device(queue, a)
    _, counts = plan(queue, samples)
    expected = np.minimum(np.bincount(a, minlength=5), most)
    assert counts.dtype == counter and counts.get().tolist() == expected.tolist()
    plan(queue, samples, out=counts, accumulate=True)
    assert counts.get().tolist() == np.minimum(2 * np.bincount(a, minlength=5), most).tolist()
    with pytest.raises(ValueError, match="with weights"):
        Plan(queue, np.uint8, 5, (0, 5), counter="u8", weights=np.float32)


def test_saturating_counts_of_host_data():
    problem = _core.Problem("u8", [histo_cl.even_bins(2, 0, 2)], counter="u8")
    counts = _core.count(problem, np.zeros(300, np.uint8))
    assert counts.dtype == np.uint8 and counts.tolist() == [255, 0]


def test_buffers_events_and_sums_of_calls(queue):
    a = np.random.default_rng(1).normal(size=1000)
    buffer = cl.Buffer(queue.context, cl.mem_flags.READ_ONLY, a.nbytes)
    plan = Plan(queue.context, np.float64, [-1, 0, 0.5, 2], counter="u64")
    user = cl.UserEvent(queue.context)
    apart = cl.CommandQueue(
        queue.context, properties=cl.command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE
    )
    written = cl.enqueue_copy(apart, buffer, a, is_blocking=False, wait_for=[user])
    event, counts = plan(apart, buffer, wait_for=[written])
    assert event.command_execution_status != cl.command_execution_status.COMPLETE
    user.set_status(cl.command_execution_status.COMPLETE)
    event.wait()
    expected = np.histogram(a, [-1, 0, 0.5, 2])[0]
    assert counts.get(queue).tolist() == expected.tolist()
    again, same = plan(queue, buffer, out=counts, accumulate=True)
    assert same is counts and counts.get(queue).tolist() == (2 * expected).tolist()
    part, some = plan(queue, buffer, count=10)
    assert some.get().tolist() == np.histogram(a[:10], [-1, 0, 0.5, 2])[0].tolist()
    several = cl.array.to_device(queue, a)
    assert plan(queue, several[100:])[1].get().sum() == np.histogram(a[100:], [-1, 0, 0.5, 2])[0].sum()


def test_weights_masks_and_joint_axes(queue):
    rng = np.random.default_rng(1)
    a, w, m = rng.random(500).astype("f4"), rng.integers(0, 9, 500).astype("i4"), rng.integers(0, 2, 500).astype("u1")
    plan = Plan(queue, np.float32, 5, (0, 1), weights=np.int32, mask=True)
    on_device = [cl.array.to_device(queue, each) for each in (a, w, m)]
    _, sums = plan(queue, on_device[0], weights=on_device[1], mask=on_device[2])
    expected = np.histogram(a[m == 1], 5, (0, 1), weights=w[m == 1])[0]
    narrow = Plan(queue, np.float32, 5, (0, 1), weights=np.float32, counter="f32")
    assert narrow.dtype == np.float32
    _, rounded = narrow(queue, on_device[0], weights=cl.array.to_device(queue, w.astype(np.float32)))
    assert rounded.dtype == np.float32
    assert np.array_equal(rounded.get(), np.histogram(a, 5, (0, 1), weights=w)[0].astype(np.float32))
    assert sums.dtype == np.int64 and sums.get().tolist() == expected.tolist()
    points = rng.random((500, 2)).astype("f4")
    joint = Plan(queue, np.float32, [4, [0, 0.5, 1]], [(0, 1), None], joint=True)
    _, counts = joint(queue, cl.array.to_device(queue, points))
    assert counts.get().tolist() == np.histogramdd(points, [4, [0, 0.5, 1]], [(0, 1), None])[0].tolist()
    assert [len(edges) for edges in joint.edges] == [5, 3]


def test_invalid_input_is_refused(queue):
    plan = Plan(queue, np.float32, 5, (0, 1))
    a = cl.array.to_device(queue, np.zeros(10, "f4"))
    for wrong, error in [
        (lambda: Plan(queue, np.float32, 5), ValueError),
        (lambda: Plan(queue, complex, 5, (0, 1)), TypeError),
        (lambda: Plan(None, np.float32, 5, (0, 1)), TypeError),
        (lambda: Plan(queue, np.float32, [0, 0, 1]), ValueError),
        (lambda: plan(queue, np.zeros(10, "f4")), TypeError),
        (lambda: plan(queue, cl.array.to_device(queue, np.zeros(10, "i4"))), TypeError),
        (lambda: plan(queue, a[::2]), ValueError),
        (lambda: plan(queue, a, count=11), ValueError),
        (lambda: plan(queue, a, weights=a), ValueError),
        (lambda: plan(queue, a, mask=a), ValueError),
        (lambda: plan(queue, a, accumulate=True), ValueError),
        (lambda: plan(queue, a, out=a), ValueError),
        (lambda: plan(queue, a, out=cl.array.empty(queue, 4, np.uint32)), ValueError),
    ]:
        with pytest.raises(error):
            wrong()


def test_channels(queue):
    pixels = np.random.default_rng(1).integers(0, 256, (300, 4), np.uint8)
    on_device = cl.array.to_device(queue, pixels)
    expected = [np.histogram(channel, 8, (0, 256))[0].tolist() for channel in pixels.T]
    _, counts = Plan(queue, np.uint8, 8, (0, 256), channels=4)(queue, on_device)
    assert counts.get().tolist() == expected
    _, counts = Plan(queue, np.uint8, 8, (0, 256), channels=4, active=[2, 0])(queue, on_device)
    assert counts.get().tolist() == [expected[2], expected[0]]
    _, counts = Plan(queue, np.uint8, [8, 4], [(0, 256)] * 2, channels=4, active=[3, 1], joint=True)(queue, on_device)
    assert (counts.get() == np.histogramdd(pixels[:, [3, 1]], [8, 4], [(0, 256)] * 2)[0]).all()


def test_axes_of_a_call(queue):
    table = np.random.default_rng(1).integers(0, 16, (300, 7), np.uint8)
    on_device = cl.array.to_device(queue, table)
    plan = Plan(queue, np.uint8, 16, (0, 16), channels=7)
    _, whole = plan(queue, on_device)
    expected = whole.get()
    assert expected.tolist() == [np.bincount(column, minlength=16).tolist() for column in table.T]
    expected[[0, 1, 3, 4, 6]] = 0
    _, some = plan(queue, on_device, axes=[2, 5])
    assert some.get().tolist() == expected.tolist()
    plan(queue, on_device, out=whole, accumulate=True, axes=[2, 5])
    assert (whole.get() - expected).tolist() == plan(queue, on_device)[1].get().tolist()
    for wrong in ([5, 2], [7]):
        with pytest.raises(ValueError, match="axes"):
            plan(queue, on_device, axes=wrong)


def test_images(queue):
    if not queue.device.image_support:
        pytest.skip("the device has no images")
    pixels = np.random.default_rng(1).integers(0, 256, (30, 20, 4), np.uint8)
    image = cl.image_from_array(queue.context, pixels, 4, norm_int=True)
    plan = Plan(queue, image, 8, (0, 256), channels=4)
    _, counts = plan(queue, image)
    assert counts.get().tolist() == [np.histogram(pixels[:, :, c], 8, (0, 256))[0].tolist() for c in range(4)]
    floats = np.random.default_rng(1).random((30, 20, 4)).astype("f4")
    red = Plan(queue, cl.image_from_array(queue.context, floats, 4), 10, (0, 1), channels=4, active=[0])
    _, counts = red(queue, cl.image_from_array(queue.context, floats[:7], 4))
    assert counts.get().tolist() == np.histogram(floats[:7, :, 0], 10, (0, 1))[0].tolist()
    for wrong in (lambda: red(queue, image), lambda: plan(queue, image, count=3)):
        with pytest.raises(ValueError):
            wrong()
    with pytest.raises(TypeError):
        plan(queue, cl.array.to_device(queue, pixels))


def test_splitting(queue):
    rng = np.random.default_rng(11)
    pixels = rng.random((3000, 2)).astype("f4")
    weights = rng.random(3000).astype("f4")
    on_device, of_weights = cl.array.to_device(queue, pixels), cl.array.to_device(queue, weights)
    plan = Plan(queue, np.float32, 9, (0, 1), weights=np.float32, splitting="interval")
    _, sums = plan(queue, on_device, weights=of_weights)
    expected = histo_cl.histogram(pixels[:, 0], 9, (0, 1), weights=weights, half_widths=pixels[:, 1])[0]
    assert plan.shape == (9,) and sums.dtype == np.float64 and sums.get().tolist() == expected.tolist()
    plan = Plan(queue, np.float32, [4, 5], [(0, 1)] * 2, joint=True, splitting="linear")
    _, sums = plan(queue, on_device)
    expected = histo_cl.histogramdd(pixels, [4, 5], [(0, 1)] * 2, splitting="linear")[0]
    assert sums.dtype == np.float64 and sums.get().tolist() == expected.tolist()
    plan = Plan(queue, np.float32, 9, (0, 1), channels=2, active=(1, 0), counter="f32", splitting="interval")
    _, sums = plan(queue, on_device)
    expected = histo_cl.histogram(pixels[:, 1], 9, (0, 1), half_widths=pixels[:, 0])[0]
    assert sums.dtype == np.float32 and np.allclose(sums.get(), expected, rtol=1e-6)
    four = cl.array.to_device(queue, rng.random((100, 4)).astype("f4"))
    plan = Plan(queue, np.float32, [4, 5], [(0, 1)] * 2, joint=True, splitting="interval", out_of_range="clamped")
    assert plan(queue, four)[1].get().sum() == pytest.approx(100, rel=1e-14)
    with pytest.raises(ValueError, match="instead of 2.0"):
        Plan(queue, np.float32, [0, 1, 4], splitting="linear")
    with pytest.raises(ValueError, match="integer weights"):
        Plan(queue, np.float32, 4, (0, 1), weights=np.int32, splitting="linear")
