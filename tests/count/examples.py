#!/usr/bin/env python3
"""Runs every example of the help of histo_cl, as it is printed.

    examples.py PROGRAM FOLDER

Makes in FOLDER the files that the examples name. Formats are recognized by content, so a picture may be PNG although
its name says JPEG. An example that follows a growing file is interrupted, as by a user.
"""

import array
import gzip
import os
import pathlib
import random
import re
import signal
import struct
import subprocess
import sys
import zlib

PROGRAM, FOLDER = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
SECONDS_OF_LIVE = 4
INTERRUPTED = 130
NO_DEVICE = 3


def examples(help_text):
    """The commands under "Examples:". Continuation lines, which are indented by four more columns, are joined."""
    found = []
    section = re.search(r"^Examples:\n((?:  .*\n?)+)", help_text, re.MULTILINE)
    for line in section.group(1).splitlines():
        if line.startswith("      "):
            found[-1] += " " + line.strip()
        else:
            found.append(line.strip())
    return found


def npy(values):
    header = f"{{'descr':'<f4','fortran_order':False,'shape':({len(values)},),}}".ljust(117) + "\n"
    return b"\x93NUMPY\1\0" + struct.pack("<H", len(header)) + header.encode() + array.array("f", values).tobytes()


def png(width, height, pixel):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + b"".join(bytes(pixel(x, y)) for x in range(width)) for y in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def wav(samples):
    data = array.array("h", samples).tobytes()
    head = struct.pack("<HHIIHH", 1, 2, 8000, 32000, 4, 16)
    return b"RIFF" + struct.pack("<I", 36 + len(data)) + b"WAVEfmt \x10\0\0\0" + head + b"data" + \
        struct.pack("<I", len(data)) + data


def make_files():
    numbers = random.Random(1)
    normal = [numbers.gauss(0, 1) for _ in range(2000)]
    people = "name,age,income,city\n" + "".join(
        f"n{i},{numbers.randrange(18, 90)},{numbers.randrange(1000, 9000)},{numbers.choice(['Rome', 'Oslo'])}\n"
        for i in range(300))
    files = {
        "people.csv": people.encode(),
        "people.csv.gz": gzip.compress(people.encode()),
        "photo.jpg": png(40, 30, lambda x, y: (x * 6, y * 8, (x * y) % 256)),
        "photo.raw": bytes(range(256)) * 8,
        "before.npy": npy(normal),
        "after.npy": npy([1 + 2 * x for x in normal]),
        "normal.npy": npy(normal),
        "samples.f32": array.array("f", [numbers.random() for _ in range(1000)]).tobytes(),
        "image.raw": struct.pack(">2000H", *(i * 30 for i in range(2000))),
        "genome.fasta.gz": gzip.compress(b">one\nACGTACGGT\n>two\nTTGA\n"),
        "sound.flac": wav([round(9000 * x) for x in normal]),
        "access.log": "".join(f"{i % 7},GET,{i}\n" for i in range(500)).encode(),
        "monday.log": b"some words of monday\n",
        "tuesday.log": b"and other words of tuesday\n",
        "README.md": b"# Some text\n",
        "big.dat": bytes(numbers.randrange(256) for _ in range(1 << 16)),
    }
    for name, content in files.items():
        (FOLDER / name).write_bytes(content)


def run(command, environment):
    """Runs the command. Returns its exit code and what it printed."""
    process = subprocess.Popen(["bash", "-c", "trap : INT; " + command], cwd=FOLDER, env=environment,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
    try:
        output, _ = process.communicate(timeout=SECONDS_OF_LIVE if "--live" in command else 300)
    except subprocess.TimeoutExpired:
        assert "--live" in command, f"does not end: {command}"
        os.killpg(process.pid, signal.SIGINT)
        output, _ = process.communicate(timeout=60)
    return process.returncode, output.decode(errors="replace")


FOLDER.mkdir(parents=True, exist_ok=True)
make_files()
programs = FOLDER / "bin"
programs.mkdir(exist_ok=True)
(programs / "histo_cl").unlink(missing_ok=True)
(programs / "histo_cl").symlink_to(PROGRAM)
with_program = dict(os.environ, PATH=f"{programs.resolve()}:{os.environ['PATH']}")
code, printed = run("histo_cl --save monday.counts monday.log", with_program)
assert code == 0, printed

failed = []
lines = []
for option in ("--help", "--help-all"):
    code, printed = run(f"histo_cl {option}", with_program)
    assert code == 0, printed
    lines += [line for line in examples(printed) if line not in lines]
assert len(lines) > 5, lines
for line in lines:
    code, printed = run(line, with_program)
    allowed = {0} | ({INTERRUPTED} if "--live" in line else set()) | ({NO_DEVICE} if "--device" in line else set())
    lacks_package = code == 2 and "Debian package" in printed
    if code not in allowed and not lacks_package:
        failed.append(f"{line}\nended with {code}:\n{printed}")
print(f"{len(lines)} examples")
sys.exit("\n".join(failed) or 0)
