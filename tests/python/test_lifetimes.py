"""Objects that were never initialized, exhausted memory, and threads that run when the interpreter ends."""

import copy
import os
import subprocess
import sys

import pytest

import histo_cl
from histo_cl import _core


@pytest.mark.parametrize(
    "made", ["EvenBins", "EdgeBins", "LogBins", "CircularBins", "CustomBins", "Options", "Device", "Problem", "Shape", "Plan"]
)
def test_an_object_that_was_never_initialized_is_refused(made):
    empty = getattr(_core, made).__new__(getattr(_core, made))
    uses = [repr, hash] if made.endswith("Bins") or made == "Device" else [repr] if made == "Options" else []
    if made.endswith("Bins"):
        uses += [lambda bins: bins.bins, lambda bins: bins == bins, copy.copy]
        uses += [lambda bins: histo_cl.histogram([1, 2], bins), lambda bins: _core.Problem("u8", [bins])]
    elif made == "Options":
        uses += [lambda options: histo_cl.histogram([1, 2], options=options)]
    elif made == "Device":
        uses += [lambda device: device.name, lambda device: histo_cl.histogram([1, 2], device=device)]
    elif made == "Problem":
        uses += [str, lambda problem: problem.cells, lambda problem: problem.edges()]
    elif made == "Shape":
        uses += [lambda shape: _core.explain(_core.Problem("u8", [histo_cl.even_bins(1, 0, 1)]), shape, None, None)]
    else:
        uses += [lambda plan: plan.variant, lambda plan: plan.workspace_bytes()]
    for use in uses:
        with pytest.raises(TypeError):
            use(empty)


ENDING = """
import threading, time, numpy, histo_cl
a = numpy.random.default_rng(1).random(1 << 18)
options = histo_cl.Options(calling_thread=True)
counted = threading.Semaphore(0)
def count():
    while True:
        histo_cl.histogram(a, 100, (0, 1), options=options)
        counted.release()
for _ in range(4):
    threading.Thread(target=count, daemon=True).start()
for _ in range(8):
    counted.acquire()
"""


def test_the_interpreter_ends_while_daemon_threads_count():
    for _ in range(5):
        done = subprocess.run([sys.executable, "-c", ENDING], capture_output=True, text=True, timeout=60)
        assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_forked_child_ends_while_its_parent_counts():
    forks = """
import os, sys
child = os.fork()
if child == 0:
    sys.exit(7)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
"""
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", ENDING + forks], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


EXHAUSTED = """
import resource, sys, numpy, histo_cl
text = chr(233) * (1 << 26)
edges = numpy.linspace(0, 1, 1 << 22)
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (16 << 20), -1))
for call in (
    lambda: histo_cl.custom_bins(3, text),
    lambda: histo_cl.find_device(text),
    lambda: histo_cl.histogram([0.5], edges),
    lambda: histo_cl.histogram([0.5], 1 << 24, (0, 1)),
    lambda: histo_cl.bincount([1 << 23]),
):
    try:
        call()
        sys.exit("no error")
    except MemoryError:
        pass
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_exhausted_memory_is_a_memory_error():
    done = subprocess.run([sys.executable, "-c", EXHAUSTED], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


def test_text_that_is_no_unicode_is_refused():
    for call in (histo_cl.find_device, lambda text: histo_cl.custom_bins(2, text)):
        with pytest.raises(UnicodeEncodeError):
            call("x\udcff")
