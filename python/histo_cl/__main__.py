"""python -m histo_cl FILE.npy: prints the histogram of the array in a file. Bins and exit codes are those of the
program histo_cl, which is called for all other files."""

from __future__ import annotations

import argparse
import contextlib
import math
import os
import shutil
import subprocess
import sys
from typing import Any, Sequence

import numpy as np

from histo_cl import Error, Histogram, __version__, even_bins
from histo_cl._internal.arguments import Array
from histo_cl._internal.numpy_api import explain

DEFAULT_BINS = 256
INVALID, FAILED_DEVICE = 2, 3
"""Exit codes: invalid options or files, and errors of a device."""


def _number(text: str) -> int | float:
    """The number in a text: an integer, also in the form 0x…, or a float, also in the form 2^N."""
    with contextlib.suppress(ValueError):
        return int(text, 0)
    try:
        return math.ldexp(1, int(text[2:])) if text.startswith("2^") else float(text)
    except (OverflowError, ValueError):
        raise argparse.ArgumentTypeError(f"'{text}' is not a number") from None


def _bins(text: str) -> int | str:
    """A number of bins, also in the forms 1e3 and 4K, or the name of a rule."""
    if text[:1].isalpha():
        return text
    unit = "KMGT".find(text[-1:].upper()) + 1 if text[-1:].isalpha() else 0
    bins = _number(text[:-1] if unit else text) * 1024**unit
    if bins != bins // 1:  # a fraction or infinity
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number")
    return int(bins)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m histo_cl",
        description="Print the histogram of an array in a .npy file. The program histo_cl, if it is installed, gets all "
        "arguments for any other file: tables, images, sound and more (see histo_cl --help).",
        epilog="Exit codes: 0 success, 2 invalid options or files, 3 a device error.",
    )
    parser.add_argument("file", help="a .npy file; it is mapped, not read")
    parser.add_argument("--bins", type=_bins, help="how many bins, or a rule such as auto (default: 256, or one per integer)")
    parser.add_argument("--range", type=_number, nargs=2, metavar=("LO", "HI"),
                        help="even bins over [LO, HI) (default: all values of 8 and 16 bits, else those of the samples)")
    parser.add_argument("--csv", action="store_true", help="print the bins as CSV instead of a picture")
    parser.add_argument("--device", help="a part of a name, or platform and device as 0:0")
    parser.add_argument("--variant", help="force a variant of the kernels")
    parser.add_argument("--explain", action="store_true", help="say first how it is counted")
    parser.add_argument("--version", action="version", version=f"histo_cl {__version__}")
    return parser


def _is_npy(path: str) -> bool:
    """Whether a file is a .npy file: judged by its first bytes or, if it is not a regular file, by its name."""
    if not os.path.isfile(path):
        return path.endswith(".npy")
    with open(path, "rb") as file:
        return file.read(6) == b"\x93NUMPY"


def _load(path: str) -> Array:
    """The array in a .npy file, mapped. Raises ValueError if the file is damaged or empty, TypeError for types that
    histo_cl does not count, and OSError. The message names the file."""
    try:
        a: Array = np.load(path, mmap_mode="r")
    except OSError:
        raise
    except Exception as error:  # of any type: NumPy 1.24 evaluates the header as source code
        raise ValueError(f"{path}: {error}") from error
    if a.dtype.kind not in "biuf" or a.itemsize > 8:
        raise TypeError(f"{path}: samples of {a.dtype}; bool, integers of 8 to 64 bits and floats of 16 to 64 bits can be counted")
    if a.size == 0:
        raise ValueError(f"{path} holds no samples")
    return a.view(np.uint8) if a.dtype == np.bool_ else a


def _binned(a: Array, bins: int | str | None, range: Sequence[Any] | None) -> tuple[Any, Any, str]:
    """The bins, range and last edge for `histogram`, as the program histo_cl chooses them."""
    if isinstance(bins, str):
        return bins, range, "inclusive"
    count = DEFAULT_BINS if bins is None else bins
    integers = a.dtype.kind in "iu"
    if range is not None:
        lower, upper = range
        values = upper - lower
        each = integers and 1 <= values < DEFAULT_BINS and lower == int(lower) and values == int(values)
        return even_bins(int(values) if each and bins is None else count, lower, upper), None, "exclusive"
    if integers and a.itemsize <= 2:
        limits = np.iinfo(a.dtype)
        return even_bins(count, int(limits.min), int(limits.max) + 1), None, "exclusive"
    finite = a if integers else a[np.isfinite(a)]
    first, last = (finite.min().item(), finite.max().item()) if finite.size else (0, 1)
    if integers and bins is None and last - first < DEFAULT_BINS:
        end = last + 1 if last < 2**64 - 1 else 2.0**64  # integers have up to 64 bits
        return even_bins(last - first + 1, first, end), None, "inclusive"
    if first == last:
        first, last = _ends_around(first, a.dtype)
    return even_bins(count, first, last), None, "inclusive"


def _ends_around(value: Any, dtype: np.dtype[Any]) -> tuple[Any, Any]:
    """The ends of even bins for samples that are all equal."""
    if dtype.kind == "f":
        floats = np.finfo(dtype)
        margin = max(0.5, abs(value) * float(floats.eps))
        return max(value - margin, float(floats.min)), min(value + margin, float(floats.max))
    if abs(value) < 2**52:  # floats can represent halves
        return value - 0.5, value + 0.5
    limits = np.iinfo(dtype)
    return max(value - 1, int(limits.min)), min(value + 1, int(limits.max))


def _csv(histogram: Histogram) -> str:
    edges = [repr(edge.item()).removesuffix(".0") for edge in histogram.edges]
    rows = zip(edges, edges[1:], histogram.values())
    lines = (f"{at},{lower},{upper},{count}\n" for at, (lower, upper, count) in enumerate(rows))
    return "".join(["bin,lower,upper,count\n", *lines])


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program. Returns the exit code; if it is not 0, there is a message on standard error."""
    arguments = sys.argv[1:] if arguments is None else list(arguments)
    parser = _parser()
    given, others = parser.parse_known_args(arguments)
    if not _is_npy(given.file):
        program = shutil.which("histo_cl")
        if program is not None:
            return subprocess.call([program, *arguments])
        print(
            f"histo_cl: {given.file}: this reads .npy files; for other files install the program histo_cl and put it in PATH",
            file=sys.stderr,
        )
        return INVALID
    if others:
        parser.error(f"unrecognized arguments: {' '.join(others)}")
    try:
        a = _load(given.file)
        bins, range, last_edge = _binned(a, given.bins, given.range)
        how = {"last_edge": last_edge, "device": given.device, "variant": given.variant}
        if given.explain:
            print(explain(a, bins, range, **how))
        histogram = Histogram.of(a, bins, range, **how)
    except (OSError, OverflowError, TypeError, ValueError) as error:
        print(f"histo_cl: {error}", file=sys.stderr)
        return INVALID
    except Error as error:
        print(f"histo_cl: {error}", file=sys.stderr)
        return INVALID if error.status in ("invalid_argument", "unsupported", "file_error") else FAILED_DEVICE
    print(_csv(histogram) if given.csv else histogram, end="" if given.csv else "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
