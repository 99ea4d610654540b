"""Tests of Plan, which counts buffers, arrays and images of pyopencl."""

import ctypes

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


def test_empty_arrays(queue):
    for where in (lambda a: a, lambda a: cl.array.to_device(queue, a)):
        nothing, rows = where(np.empty(0, np.float32)), where(np.empty((0, 3), np.float32))
        assert Plan(queue, np.float32, 4, (0, 1))(queue, nothing)[1].get().tolist() == [0] * 4
        assert Plan(queue, np.float32, 4, (0, 1), channels=3)(queue, rows)[1].get().tolist() == [[0] * 4] * 3
        selected = Plan(queue, np.float32, 4, (0, 1), weights=np.float32, mask=True)
        assert selected(queue, nothing, weights=nothing, mask=where(np.empty(0, np.uint8)))[1].get().tolist() == [0] * 4
        listed = Plan(queue, np.float32, 4, (0, 1), indices=np.uint32)
        samples = cl.array.to_device(queue, np.ones(3, np.float32))
        assert listed(queue, samples, indices=where(np.empty(0, np.uint32)))[1].get().tolist() == [0] * 4


@pytest.mark.parametrize("counter", [np.uint8, np.uint16])
def test_saturating_counts(queue, counter):
    maximum = np.iinfo(counter).max
    a = np.repeat(np.arange(5, dtype=np.uint8), [maximum - 1, maximum, maximum + 1, 3, 2 * maximum])
    plan = Plan(queue, np.uint8, 5, (0, 5), counter=counter)
    samples = cl.array.to_device(queue, a)
    _, counts = plan(queue, samples)
    expected = np.minimum(np.bincount(a, minlength=5), maximum)
    assert counts.dtype == counter and counts.get().tolist() == expected.tolist()
    plan(queue, samples, out=counts, accumulate=True)
    assert counts.get().tolist() == np.minimum(2 * np.bincount(a, minlength=5), maximum).tolist()
    with pytest.raises(ValueError, match="with weights"):
        Plan(queue, np.uint8, 5, (0, 5), counter=np.uint8, weights=np.float32)


def test_saturating_counts_of_host_data():
    problem = _core.Problem("u8", [histo_cl.even_bins(2, 0, 2)], counter="u8")
    counts = _core.count(problem, np.zeros(300, np.uint8))
    assert counts.dtype == np.uint8 and counts.tolist() == [255, 0]


def test_buffers_events_and_sums_of_calls(queue):
    a = np.random.default_rng(1).normal(size=1000)
    buffer = cl.Buffer(queue.context, cl.mem_flags.READ_ONLY, a.nbytes)
    plan = Plan(queue.context, np.float64, [-1, 0, 0.5, 2], counter=np.uint64)
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
    narrow = Plan(queue, np.float32, 5, (0, 1), weights=np.float32, counter=np.float32)
    assert narrow.counter == np.float32
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
        (lambda: plan(queue, np.zeros(10, "f8")), TypeError),
        (lambda: plan(queue, [1.0, 2.0]), ValueError),
        (lambda: plan(queue, cl.array.to_device(queue, np.zeros(10, "i4"))), TypeError),
        (lambda: plan(queue, np.lib.stride_tricks.as_strided(np.zeros(9, "f4"), (2, 2, 2), (20, 12, 4))), ValueError),
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
    plan = Plan(queue, np.float32, 9, (0, 1), channels=2, active=(1, 0), counter=np.float32, splitting="interval")
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


def test_several_weights_counts_and_squares(queue):
    rng = np.random.default_rng(2)
    a = rng.random(4000).astype("f4")
    w, v = rng.integers(-9, 9, (2, 4000)).astype("f4")
    on_device = [cl.array.to_device(queue, each) for each in (a, w, v)]
    plan = Plan(queue, np.float32, 6, (0, 1), weights=[np.float32, np.float32], counts=True, squares=True)
    _, sums = plan(queue, on_device[0], weights=on_device[1:])
    expected = [np.histogram(a, 6, (0, 1), weights=each)[0] for each in (None, w, v, w**2, v**2)]
    assert plan.shape == (5, 6) and np.array_equal(sums.get(), expected)
    one = Plan(queue, np.float32, 6, (0, 1), weights=[np.float32])
    assert np.array_equal(one(queue, on_device[0], weights=on_device[1])[1].get(), expected[1:2])
    with pytest.raises(ValueError, match="1 weights: the plan has 2"):
        plan(queue, on_device[0], weights=on_device[1])
    with pytest.raises(TypeError, match="one type"):
        Plan(queue, np.float32, 6, (0, 1), weights=[np.float32, np.int32])


def test_separate_arrays(queue):
    rng = np.random.default_rng(3)
    a, b = rng.integers(0, 200, 3000, np.uint8), rng.random(6000).astype("f4")
    on_device = [cl.array.to_device(queue, each) for each in (a, b)]
    joint = Plan(queue, [np.uint8, np.float32], [5, 4], [(0, 200), (0, 1)], joint=True)
    expected = np.histogram2d(a, b[::2], [5, 4], [(0, 200), (0, 1)])[0]
    assert np.array_equal(joint(queue, [on_device[0], on_device[1][::2]])[1].get(), expected)
    two = Plan(queue, [np.float32, np.float32], 5, (0, 1))
    _, counts = two(queue, [on_device[1], on_device[1]], count=2000)
    assert counts.get().tolist() == [np.histogram(b[:2000], 5, (0, 1))[0].tolist()] * 2
    with pytest.raises(ValueError, match="1 arrays of samples"):
        two(queue, on_device[1])


def test_indices(queue):
    rng = np.random.default_rng(4)
    table = rng.integers(0, 16, (500, 6), np.uint8)
    rows = rng.integers(0, 500, 300).astype(np.uint32)
    w = rng.integers(0, 9, 500).astype("f4")
    on_device, listed, weights = (cl.array.to_device(queue, each) for each in (table, rows, w))
    plan = Plan(queue, np.uint8, 16, (0, 16), channels=6, indices=np.uint32, weights=np.float32)
    _, sums = plan(queue, on_device, indices=listed, weights=weights)
    expected = [np.bincount(column, w[rows], 16).tolist() for column in table[rows].T]
    assert sums.get().tolist() == expected
    _, some = plan(queue, on_device, indices=listed, weights=weights, axes=[False, True, True, False, False, True])
    assert [row.any() for row in some.get()] == [False, True, True, False, False, True]
    assert some.get()[1].tolist() == expected[1]
    by_list = Plan(queue, np.uint8, 16, (0, 16), channels=6, indices=np.uint32, weights=np.float32, listed_weights=True)
    _, sums = by_list(queue, on_device, indices=listed, weights=cl.array.to_device(queue, w[rows]))
    assert sums.get().tolist() == expected
    for wrong in (dict(weights=weights), dict(indices=listed, weights=weights[:499])):
        with pytest.raises(ValueError):
            plan(queue, on_device, **wrong)


def test_histograms_along_an_axis(queue):
    a = np.random.default_rng(5).random((4, 3, 50)).astype("f4")
    plan = Plan(queue, np.float32, 7, (0, 1), axis=-1)
    _, counts = plan(queue, cl.array.to_device(queue, a))
    assert np.array_equal(counts.get(), histo_cl.histogram(a, 7, (0, 1), axis=-1)[0])
    plan(queue, cl.array.to_device(queue, a), out=counts, accumulate=True)
    assert np.array_equal(counts.get(), 2 * histo_cl.histogram(a, 7, (0, 1), axis=-1)[0])
    both = Plan(queue, np.float32, 7, (0, 1), axis=(1, 2))
    assert np.array_equal(both(queue, a)[1].get(), histo_cl.histogram(a, 7, (0, 1), axis=(1, 2))[0])
    every_second = np.ascontiguousarray(a[:, :, ::2])
    assert np.array_equal(plan(queue, a[:, :, ::2])[1].get(), plan(queue, every_second)[1].get())
    for wrong in (a[:, :, :49], a[:, :, :0], cl.array.to_device(queue, a).base_data):
        with pytest.raises(ValueError):
            plan(queue, wrong)
    with pytest.raises(ValueError, match="last axes"):
        Plan(queue, np.float32, 7, (0, 1), axis=0)(queue, a)


STRIDED = {
    "every third": lambda a: a[:, ::3],
    "a window": lambda a: a[3:20, 5:30],
    "a window of every second": lambda a: a[3:20, 5:30:2],
    "transposed": lambda a: a.T,
    "a column": lambda a: a[:, 4],
    "reversed": lambda a: a[::-1],
    "one": lambda a: a[:1, :1],
    "none": lambda a: a[:0],
}


@pytest.mark.parametrize("view", STRIDED.values(), ids=STRIDED)
def test_strides(queue, view):
    a = np.random.default_rng(6).random((24, 40)).astype("f4")
    plan = Plan(queue, np.float32, 7, (0, 1))
    expected = np.histogram(view(a), 7, (0, 1))[0].tolist()
    assert plan(queue, view(a))[1].get().tolist() == expected  # a view in NumPy's memory
    base = cl.array.to_device(queue, a)
    there = view(a)
    offset = there.__array_interface__["data"][0] - a.__array_interface__["data"][0]
    array = cl.array.Array(queue, there.shape, there.dtype, strides=there.strides, data=base.base_data, offset=offset)
    assert plan(queue, array)[1].get().tolist() == expected


def test_channels_of_a_window_of_an_image(queue):
    pixels = np.random.default_rng(7).integers(0, 256, (20, 30, 3), np.uint8)
    plan = Plan(queue, np.uint8, 8, (0, 256), channels=3)
    window = pixels[2:11, 4:25]
    expected = [np.histogram(window[..., c], 8, (0, 256))[0].tolist() for c in range(3)]
    assert plan(queue, window)[1].get().tolist() == expected
    with pytest.raises(ValueError, match="side by side"):
        plan(queue, pixels.transpose(2, 0, 1))
    weighted = Plan(queue, np.uint8, 8, (0, 256), weights=np.float32)
    ones = np.ones(9 * 21, "f4")
    assert weighted(queue, window[..., 0].copy(), weights=ones)[1].get().tolist() == expected[0]
    with pytest.raises(ValueError, match="order of their addresses"):
        weighted(queue, window[..., 0].copy().T, weights=ones)


def test_arrays_of_numpy_live_until_the_counts_are_complete(queue):
    plan = Plan(queue, np.uint8, 4, (0, 4))
    gate = cl.UserEvent(queue.context)
    samples = np.full(1 << 20, 3, np.uint8)
    event, counts = plan(queue, samples, wait_for=[gate])
    del samples
    garbage = [np.zeros(1 << 20, np.uint8) for _ in range(8)]
    gate.set_status(cl.command_execution_status.COMPLETE)
    event.wait()
    assert counts.get().tolist() == [0, 0, 0, len(garbage) << 17]


def test_shared_virtual_memory(queue):
    if not cl.characterize.has_coarse_grain_buffer_svm(queue.device):
        pytest.skip("the device has no shared virtual memory")
    svm = cl.SVMAllocation(queue.context, 400, 4, cl.svm_mem_flags.READ_WRITE)
    a = np.random.default_rng(8).random(100).astype("f4")
    cl.enqueue_copy(queue, svm, a)
    _, counts = Plan(queue, np.float32, 5, (0, 1))(queue, svm)
    assert counts.get().tolist() == np.histogram(a, 5, (0, 1))[0].tolist()


def test_recording(queue):
    if "cl_khr_command_buffer" not in queue.device.extensions:
        pytest.skip("the device has no command buffers")
    functions = {}
    loader = ctypes.CDLL("libOpenCL.so.1")
    loader.clGetExtensionFunctionAddressForPlatform.restype = ctypes.c_void_p
    for name, result, arguments in (
        ("Create", ctypes.c_void_p, "IPPP"), ("Finalize", ctypes.c_int, "P"), ("Release", ctypes.c_int, "P")
    ):
        address = loader.clGetExtensionFunctionAddressForPlatform(
            ctypes.c_void_p(queue.device.platform.int_ptr), f"cl{name}CommandBufferKHR".encode()
        )
        types = [ctypes.c_uint if each == "I" else ctypes.c_void_p for each in arguments]
        functions[name] = ctypes.CFUNCTYPE(result, *types)(address)
    address = loader.clGetExtensionFunctionAddressForPlatform(
        ctypes.c_void_p(queue.device.platform.int_ptr), b"clEnqueueCommandBufferKHR"
    )
    void = ctypes.c_void_p
    enqueue = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_uint, void, void, ctypes.c_uint, void, void)(address)
    a = np.random.default_rng(9).random(1000).astype("f4")
    samples, counts = cl.array.to_device(queue, a), cl.array.zeros(queue, 5, np.uint32)
    queue.finish()
    plan = Plan(queue, np.float32, 5, (0, 1))
    buffer = functions["Create"](1, ctypes.byref(void(queue.int_ptr)), None, None)
    with pytest.raises(ValueError, match="`out`"):
        plan.record(buffer, queue, samples, None)
    with pytest.raises(TypeError, match="numpy"):
        plan.record(buffer, queue, a, counts)
    plan.record(buffer, queue, samples, counts, accumulate=True)
    assert functions["Finalize"](buffer) == 0
    for _ in range(2):
        assert enqueue(0, None, buffer, 0, None, None) == 0
        queue.finish()
    assert counts.get().tolist() == (2 * np.histogram(a, 5, (0, 1))[0]).tolist()
    functions["Release"](buffer)
