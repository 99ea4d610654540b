"""Tests of Stream and Partial, which count data one part at a time."""

import os
import pickle
import subprocess
import threading

import numpy as np
import pytest

import histo_cl
from histo_cl import Partial, Progress, Stream
from histo_cl._internal.specification import specify

A = np.random.default_rng(1).random(300_001).astype("f4")
W = np.random.default_rng(2).normal(size=A.size).astype("f4")
WEIGHTED = dict(weights=np.float32, squares=True, weight_bound=(10, 1 << 20))
BINS = (np.float32, 50, (0, 1))


def parts_of(**keywords):
    """Counts the samples A in two parts, and returns both."""
    one, other = Partial(*BINS, **keywords), Partial(*BINS, **keywords)
    weighted = "weights" in keywords
    one.push(A[:1000], W[:1000] if weighted else None)
    other.push(A[1000:], W[1000:] if weighted else None)
    return one, other


def test_parts_merge_to_the_bits_of_one_call():
    whole = Partial(*BINS, **WEIGHTED)
    whole.push(A, W)
    one, other = parts_of(**WEIGHTED)
    both = one + other
    assert both == other + one == whole != one
    h = both.histogram()
    assert np.array_equal(h.values(), whole.histogram().values()) and both.elements == A.size
    assert np.allclose(h.values(), np.histogram(A, 50, (0, 1), weights=W)[0], rtol=1e-5)
    assert np.allclose(h.variances(), np.histogram(A, 50, (0, 1), weights=W.astype("f8") ** 2)[0])
    one.merge(other)
    assert one == whole


def test_counts_equal_numpys():
    one, other = parts_of()
    h = (one + other).histogram()
    counts, edges = np.histogram(A, 50, (0, 1))
    assert h.values().tolist() == counts.tolist() and h.edges.tolist() == edges.tolist()


def test_saved_and_pickled(tmp_path):
    one, other = parts_of(**WEIGHTED)
    one.save(tmp_path / "one")
    assert Partial.load(tmp_path / "one", *BINS, **WEIGHTED) == one
    assert pickle.loads(pickle.dumps(other)) == other
    with pytest.raises(ValueError, match="another problem"):
        Partial.load(tmp_path / "one", np.float32, 50, (0, 2), **WEIGHTED)
    (tmp_path / "cut").write_bytes((tmp_path / "one").read_bytes()[:-1])
    with pytest.raises(ValueError, match="cut"):
        Partial.load(tmp_path / "cut", *BINS, **WEIGHTED)
    with pytest.raises((ValueError, histo_cl.Error), match="missing"):
        Partial.load(tmp_path / "missing", *BINS, **WEIGHTED)
    with pytest.raises(ValueError):
        one.merge(Partial(*BINS))


def test_the_programs_file(tmp_path):
    program = os.environ.get("HISTO_CL_PROGRAM")
    if not program:
        pytest.skip("no program histo_cl in this build")
    (tmp_path / "bytes").write_bytes(bytes([1, 2, 2, 250]))
    saved = str(tmp_path / "saved")
    subprocess.run([program, "--bins", "4", "--save", saved, tmp_path / "bytes"], check=True, capture_output=True)
    part = Partial.load(saved, np.uint8, histo_cl.even_bins(4, 0, 256))
    assert part.histogram().values().tolist() == [3, 0, 0, 1]


def test_a_stream_of_threads():
    reports = []
    stream = Stream(*BINS, **WEIGHTED, progress=reports.append, chunk_bytes=1 << 16)
    threads = [threading.Thread(target=stream.push, args=(A[part::4], W[part::4])) for part in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    one, other = parts_of(**WEIGHTED)
    assert stream.partial() == one + other
    assert stream.histogram() == (one + other).histogram()
    assert stream.elements == A.size and sum(share.bytes for share in stream.shares) == A.nbytes + W.nbytes
    assert all(0 <= share.calling_thread_bytes <= share.bytes for share in stream.shares)
    assert isinstance(reports[-1], Progress) and reports[-1].bytes == A.nbytes + W.nbytes
    stream.reset()
    assert stream.elements == 0 and not stream.histogram().values().any()


def test_several_devices():
    try:
        device = histo_cl.default_device()
    except histo_cl.Error as error:
        pytest.skip(str(error))
    stream = Stream(*BINS, devices=[device, device])
    for part in np.array_split(A, 7):
        stream.push(part)
    assert len(stream.shares) == 2 and stream.shares[0].device == device.name
    assert stream.histogram().values().tolist() == np.histogram(A, 50, (0, 1))[0].tolist()


def test_an_exception_of_progress_is_raised():
    def fail(progress):
        raise KeyError(progress.bytes)

    stream = Stream(np.uint8, [0, 10, 20], progress=fail)
    with pytest.raises(KeyError):
        stream.push(np.zeros(10, np.uint8))
        stream.histogram()
    stream.reset()


def test_masks_missing_samples_and_points():
    mask = A > 0.5
    masked, expected = Stream(*BINS), Stream(*BINS)
    masked.push(A, mask=mask)
    masked.push(np.ma.array(A, mask=mask))
    expected.push(A)
    assert masked.histogram() == expected.histogram()
    points = A[:3000].reshape(-1, 2)
    joint = Stream(np.float32, [4, 5], [(0, 1)] * 2, joint=True)
    joint.push(points)
    assert joint.histogram().values().tolist() == np.histogramdd(points, [4, 5], [(0, 1)] * 2)[0].tolist()
    with pytest.raises(ValueError, match="last axis"):
        joint.push(points.T)


def test_changes_of_returned_edges_do_not_affect_later_calls():
    def same(*calls):
        expected = np.linspace(0, 1, 5)
        for call in (*calls, *calls):
            for edges in call():
                assert edges.tolist() == expected.tolist()
                edges *= 2
        assert histo_cl.histogram(A, 4, (0, 1))[1].tolist() == expected.tolist()

    joint = dict(bins=[4, 4], range=[(0, 1)] * 2, joint=True)
    same(
        lambda: [Stream(np.float32, 4, (0, 1)).histogram().edges],
        lambda: [Partial(np.float32, 4, (0, 1)).histogram().edges],
        lambda: Partial(np.float32, **joint).histogram().edges,
        lambda: specify(np.float32, **joint).edges,
        lambda: [specify(np.float32, np.linspace(0, 1, 5)).edges],
        lambda: [histo_cl.histogram_bin_edges(A, 4, (0, 1))],
        lambda: histo_cl.histogramdd(A[:100].reshape(-1, 2), 4, [(0, 1)] * 2)[1],
        lambda: [histo_cl.profile(A, W, 4, (0, 1)).edges],
    )


@pytest.mark.parametrize("dtype, of_sums", [("u1", "u8"), ("i1", "i8"), ("u4", "u8"), ("f2", "f8"), ("f4", "f8")])
def test_sums_are_wide(dtype, of_sums):
    weights = np.array([100, 101, 0.1], dtype)
    for made in (Partial, Stream):
        counter = made(np.uint8, [0, 10], weights=dtype, weight_bound=(101, 3) if dtype[0] == "f" else None)
        counter.push(np.uint8([1, 2, 3]), weights)
        values = counter.histogram().values()
        assert values.dtype == of_sums and values.tolist() == [sum(weights.tolist())]


@pytest.mark.parametrize("made", [Partial, Stream])
@pytest.mark.parametrize("joint", [False, True])
@pytest.mark.parametrize("kind", [np.asarray, memoryview])
def test_changes_of_the_callers_edges_do_not_matter(made, joint, kind):
    edges = np.array([0, 10, 20])
    counter = made(np.uint8, [kind(edges), kind(edges)] if joint else kind(edges), joint=joint)
    edges[:] = [0, 100, 200]
    counter.push(np.array([[5, 15]], np.uint8))
    part = counter if made is Partial else counter.partial()
    for each in (part, pickle.loads(pickle.dumps(part))):
        h = (each + each).histogram()
        assert h.values().tolist() == ([[0, 2], [0, 0]] if joint else [2, 2])
        assert np.ravel(h.edges).tolist() == [0, 10, 20] * (1 + joint)


def test_invalid_input_is_refused():
    stream = Stream(*BINS)
    for wrong, error, message in (
        (lambda: Stream(*BINS, weights=np.float32), ValueError, "weight_bound"),
        (lambda: Stream(np.float32, 50), ValueError, "range"),
        (lambda: Stream(*BINS, out_of_range="counted"), ValueError, "dropped"),
        (lambda: Stream(np.float32, histo_cl.custom_bins(2, "x > 0.5f")), ValueError, "edges"),
        (lambda: Stream(*BINS, devices="no such device"), histo_cl.Error, "no such device"),
        (lambda: stream.push(A.astype("f8")), TypeError, "float32 is needed"),
        (lambda: stream.push(A, W), ValueError, "without weights"),
        (lambda: stream.push(A, mask=np.ones(3, bool)), ValueError, "mask has the shape"),
        (lambda: stream.push(A, mask=np.ma.array(A > 0, mask=A > 0.5)), ValueError, "masked or missing"),
    ):
        with pytest.raises(error, match=message):
            wrong()
    assert stream.elements == 0
