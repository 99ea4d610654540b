"""Threads, processes, and resources that calls could leak."""

import gc
import multiprocessing
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import histo_cl
from support import LONG

SAMPLES = np.arange(10_000, dtype=np.uint16)


def has_device():
    try:
        histo_cl.default_device()
    except histo_cl.Error:
        return False
    return True


def count(weighted):
    """Returns the counts, or the message of the error."""
    try:
        return histo_cl.histogram(SAMPLES, 10, weights=SAMPLES if weighted else None)[0].tolist()
    except histo_cl.Error as error:
        return str(error)


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_processes(method):
    """A forked child counts without the device. A spawned child can use the device."""
    if not has_device():
        pytest.skip("no device")
    expected = [np.histogram(SAMPLES, 10, weights=w)[0].tolist() for w in (None, SAMPLES)]
    assert [count(False), count(True)] == expected
    with multiprocessing.get_context(method).Pool(2) as pool:
        counts, sums = pool.map(count, [False, True], chunksize=1)
    assert [counts, sums] == expected


def test_threads():
    rng = np.random.default_rng(1)
    arrays = [rng.normal(size=size).astype(dtype) for size in (10, 1000, 300_000) for dtype in ("f4", "f8", "f2")]
    expected = [np.histogram(a, 50, (-3, 3))[0].tolist() for a in arrays]
    with ThreadPoolExecutor(8) as pool:
        for _ in range(3):
            counts = pool.map(lambda a: histo_cl.histogram(a, 50, (-3, 3))[0].tolist(), arrays)
            assert list(counts) == expected


def test_other_threads_run_while_it_counts():
    here = histo_cl.Options(calling_thread=True)
    a = np.random.default_rng(1).random(1 << 24, np.float32)
    thread = threading.Thread(target=histo_cl.histogram, args=(a, 100, (0.1, 0.7)), kwargs={"options": here})
    turns = 0
    thread.start()
    while thread.is_alive():
        turns += 1
    assert turns > 1000


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_calls_leave_nothing_behind():
    calls = 100_000 if LONG else 4000
    a, mask, edges = np.random.default_rng(1).random(1000), np.ones(1000, bool), np.linspace(0, 1, 50)
    held = [sys.getrefcount(each) for each in (a, mask, edges)]

    def call(turn):
        histo_cl.histogram(a, 20, (0, 1 + turn % 500), mask=mask)
        histo_cl.histogram(a, edges + turn % 300)
        histo_cl.histogram(a[::-2], edges)
        histo_cl.histogram2d(a, a, 5)
        with pytest.raises(ValueError):
            histo_cl.histogram(a, 0)
        with pytest.raises(TypeError):
            histo_cl.histogram(a, edges, weights=a * 1j)

    has_device()  # loads the drivers, which then stay loaded
    for turn in range(1000):
        call(turn)
    gc.collect()
    before = resident()
    for turn in range(calls):
        call(turn)
    gc.collect()
    assert resident() - before < 4 << 20
    assert [sys.getrefcount(each) for each in (a, mask, edges)] == held


def test_results_are_the_callers():
    for bins in (5, [0, 0.5, 1]):
        counts, edges = histo_cl.histogram([0.1, 0.9], bins, (0, 1))
        counts[:], edges[:] = -1, -1
        again, more = histo_cl.histogram([0.1, 0.9], bins, (0, 1))
        assert again.sum() == 2 and more[-1] == 1
        assert again.flags.owndata and again.flags.writeable


def test_a_numpy_that_this_build_cannot_read_is_refused():
    """pybind11 before 2.12 would return wrong arrays with NumPy 2."""
    if histo_cl._core.reads_numpy_2:
        pytest.skip("this build reads NumPy 2")
    lines = ["import sys, types", "numpy = sys.modules['numpy'] = types.ModuleType('numpy')", "numpy.__version__ = '2.0.1'"]
    program = "\n".join([*lines, "import histo_cl"])
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert "NumPy is 2.0.1: build it with pybind11 2.12" in ended.stderr
