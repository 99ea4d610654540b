"""python -m histo_cl FILE.npy: the histogram of an array in a file. Other files are given to the program histo_cl."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from typing import Any, Sequence

import numpy as np

from histo_cl import Error, Histogram, __version__
from histo_cl._internal.numpy_api import explain


def _bins(given: str) -> Any:
    return int(given) if given.lstrip("-").isdigit() else given


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m histo_cl",
        description="Print the histogram of an array in a .npy file. The program histo_cl, if it is installed, gets all "
        "arguments for any other file: tables, images, sound and more (see histo_cl --help).",
    )
    parser.add_argument("file", help="a .npy file; it is mapped, not read")
    parser.add_argument("--bins", type=_bins, default=10, help="how many bins, or a rule such as auto (default: 10)")
    parser.add_argument("--range", type=float, nargs=2, metavar=("LOWER", "UPPER"), help="default: of the samples")
    parser.add_argument("--plot", action="store_true", help="draw it with # instead of listing counts")
    parser.add_argument("--device", help="a part of a name, or platform and device as 0:0")
    parser.add_argument("--variant", help="force a variant of the kernels")
    parser.add_argument("--explain", action="store_true", help="say first how it is counted")
    parser.add_argument("--version", action="version", version=f"histo_cl {__version__}")
    return parser


def _is_npy(path: str) -> bool:
    """Whether a file is one of numpy's by its first bytes, or by its name if it cannot be read."""
    if not os.path.isfile(path):
        return path.endswith(".npy")
    with open(path, "rb") as file:
        return file.read(6) == b"\x93NUMPY"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program. Returns the exit status: 0, or 1 with a message on standard error."""
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
        return 1
    if others:
        parser.error(f"unrecognized arguments: {' '.join(others)}")
    how = {"device": given.device, "variant": given.variant}
    try:
        a = np.load(given.file, mmap_mode="r")
        if given.explain:
            print(explain(a, given.bins, given.range, **how))
        histogram = Histogram.of(a, given.bins, given.range, **how)
    except (OSError, TypeError, ValueError, Error) as error:
        print(f"histo_cl: {error}", file=sys.stderr)
        return 1
    if given.plot:
        print(histogram)
    else:
        for lower, upper, count in zip(histogram.edges, histogram.edges[1:], histogram.values()):
            print(f"{lower}\t{upper}\t{count}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
