#!/usr/bin/env python3
"""Counts .npy files that NumPy writes with histo_cl, and compares with NumPy's own counts.

    npy_files.py DEMO FOLDER

Every type in both byte orders, in C and Fortran order, of no, one and three dimensions, strided, and in versions 1 to
3 of the format; small files and pipes, which are read in order, and larger files.
"""

import itertools
import json
import pathlib
import subprocess
import sys

import numpy

DEMO, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
TYPES = ["?", "u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8", "f2", "f4", "f8"]
NAMES = {"?": "u8", "f2": "f16", "f4": "f32", "f8": "f64", "u1": "u8", "u2": "u16", "u4": "u32", "u8": "u64",
         "i1": "i8", "i2": "i16", "i4": "i32", "i8": "i64"}
BINS, LOW, HIGH = 10, 0, 100


def samples(kind, shape):
    rng = numpy.random.default_rng(len(kind) + sum(shape))
    values = rng.integers(0, 2 if kind == "?" else 120, shape)
    if kind.startswith("i"):
        values -= 10
    return values.astype(kind) if kind[0] != "f" else (values - 10 + rng.random(shape)).astype(kind)


def check(path, array, name, pipe=False, *options):
    command = [DEMO, "--json", "--range", str(LOW), str(HIGH), "--bins", str(BINS), *options]
    with open(path, "rb") as file:
        feeder = subprocess.Popen(["cat"], stdin=file, stdout=subprocess.PIPE) if pipe else None
        found = json.loads(subprocess.run(command + ["-" if pipe else str(path)], check=True,
                                          stdin=feeder.stdout if pipe else None, stdout=subprocess.PIPE).stdout)
    flat = numpy.asarray(array).astype("f8" if array.dtype.kind == "f" else "i8").ravel()
    inside = flat[(flat >= LOW) & (flat < HIGH)]  # NumPy's last bin holds its upper edge, too
    expected = numpy.histogram(inside, bins=BINS, range=(LOW, HIGH))[0].tolist()
    assert found["counts"] == expected, (path, found["counts"], expected)
    assert found["sample_type"] == name, (path, found["sample_type"])
    assert found["samples"] == array.size, (path, found["samples"], array.size)


def main():
    path = FOLDER / "array.npy"
    files = 0
    for kind, order in itertools.product(TYPES, "<>"):
        array = samples(kind, (7000, 3, 2)).astype(order + kind)
        for layout, pipe in [(array, order == ">"), (numpy.asfortranarray(array), False)]:
            numpy.save(path, layout)
            check(path, layout, NAMES[kind], pipe)
            files += 1
    for kind, pipe in [("f8", False), ("u1", True)]:
        array = samples(kind, (50,))
        numpy.save(path, array)
        check(path, array, NAMES[kind], pipe)
        files += 1
    for array in [numpy.float32(7).reshape(()), samples("u2", (1000, 10))[::3, ::-1], samples("u4", (100, 200)).T]:
        numpy.save(path, array)
        check(path, array, NAMES[array.dtype.str[1:]])
        files += 1
    for version in [(1, 0), (2, 0), (3, 0)]:
        array = samples("i2", (3000, 2))
        with open(path, "wb") as file:
            numpy.lib.format.write_array(file, array, version=version)
        check(path, array, "i16")
        files += 1
    mapped = numpy.lib.format.open_memmap(path, mode="w+", dtype="f4", shape=(5000,))
    mapped[:] = samples("f4", (5000,))
    mapped.flush()
    check(path, mapped, "f32")
    halves = samples("f4", (6000,)).view("u2")[1::2].copy().view("V2")  # bfloat16: the upper halves of f32
    numpy.save(path, halves)
    widened = (halves.view("u2").astype("u4") << 16).view("f4")
    check(path, widened, "bf16", False, "--type", "bf16")
    print(f"{files + 2} .npy files counted as NumPy {numpy.__version__} counts them")


main()
