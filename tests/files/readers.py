#!/usr/bin/env python3
"""Compares the counts of histo_cl for files of all formats with those of other readers.

    readers.py DEMO FOLDER

Writes files of every kind and type, most of them with Pillow, tifffile, NumPy, h5py, astropy and pandas, reads each
back with such a package, and compares the counts of its values with those of the program. Prints a table in Markdown.
If a package is missing, it prints a message and exits with 77. Files of a format that the program was built without are
listed as such.
"""

import gzip
import json
import pathlib
import re
import shutil
import subprocess
import sys

DEMO, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])

try:
    import astropy.io.fits as fits
    import h5py
    import numpy as np
    import pandas
    import tifffile
    from PIL import Image
except ImportError as error:
    print(f"skipped: {error} (Debian packages python3-astropy python3-h5py python3-numpy python3-pandas "
          "python3-pil python3-tifffile)")
    sys.exit(77)

RANDOM = np.random.default_rng(18)
HEIGHT, WIDTH, BINS = 37, 53, 64
INTEGERS = ["u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8"]
FLOATS = ["f2", "f4", "f8"]
NAMES = {"u1": "u8", "i1": "i8", "u2": "u16", "i2": "i16", "u4": "u32", "i4": "i32", "u8": "u64", "i8": "i64",
         "f2": "f16", "f4": "f32", "f8": "f64", "b1": "u8"}


def values(kind, shape=(HEIGHT, WIDTH)):
    """Booleans; integers of the type, at most 60,000 in magnitude; or multiples of 1/8 within ±50 for floats."""
    dtype = np.dtype(kind)
    if dtype.kind == "b":
        return RANDOM.integers(0, 2, shape).astype(dtype)
    if dtype.kind == "f":
        return (RANDOM.integers(-400, 400, shape) / 8).astype(dtype)
    limits = np.iinfo(dtype)
    return RANDOM.integers(max(limits.min, -60000), min(limits.max, 60000), shape, endpoint=True).astype(dtype)


def photograph(mode):
    """A picture with smooth parts, which JPEG compresses well, and noise."""
    y, x = np.mgrid[:HEIGHT, :WIDTH]
    channels = [128 + 100 * np.sin(x / (7 + i) + y / (5 + 2 * i)) + RANDOM.normal(0, 6, x.shape) for i in range(4)]
    pixels = np.clip(np.stack(channels, axis=-1), 0, 255).astype(np.uint8)
    if mode == "L":
        return Image.fromarray(pixels[..., 0])
    if mode == "LA":
        return Image.fromarray(pixels[..., :2], "LA")
    if mode == "CMYK":
        return Image.fromarray(pixels, "CMYK")
    rgb = Image.fromarray(pixels[..., :3])
    if mode == "P":
        return rgb.quantize(40)
    if mode == "1":
        return rgb.convert("1")
    return Image.fromarray(pixels, "RGBA") if mode == "RGBA" else rgb


def pillow(path, convert=None):
    with Image.open(path) as image:
        return np.asarray(image.convert(convert) if convert else image)


class Table:
    """Runs the program on each file. The table has one row per kind of file."""

    def __init__(self):
        self.rows = {}
        self.failures = []

    def check(self, kind, reader, path, expected, *options, name="", piped=False):
        """Counts the file, directly or through a pipe, and compares the counts with those of the expected values.
        If they are a DataFrame, compares the counts of each column."""
        row = self.rows.setdefault(kind, {"reader": reader, "names": [], "recognized": [], "equal": 0, "absent": set()})
        if isinstance(expected, pandas.DataFrame):
            columns = [expected[column].to_numpy() for column in expected]
        else:
            columns = [np.asarray(expected).ravel()]
        finite = [column[np.isfinite(column)] for column in columns]
        lower = int(np.floor(min(column.min() for column in finite)))
        upper = int(np.floor(max(column.max() for column in finite))) + 1
        upper += -(upper - lower) % BINS  # so that edges are integers
        arguments = ["--json", "--bins", BINS, "--range", lower, upper, *options, "-" if piped else path]
        with subprocess.Popen(["cat", path if piped else "/dev/null"], stdout=subprocess.PIPE) as feeder:
            result = subprocess.run([DEMO, *map(str, arguments)], stdin=feeder.stdout, stdout=subprocess.PIPE,
                                    stderr=subprocess.PIPE, text=True, errors="replace")
        row["names"].append(name or NAMES[columns[0].dtype.str[1:]])
        absent = re.search(r"built without the Debian package (\S+)", result.stderr)
        if result.returncode == 2 and absent:
            row["absent"].add(absent.group(1))
            return
        if result.returncode != 0:
            self.failures.append(f"{kind}, {row['names'][-1]}: {result.stderr.strip()}")
            return
        found = json.loads(result.stdout)
        width = (upper - lower) // BINS
        counts = [np.bincount(np.floor((column.astype(np.float64) - lower) / width).astype(int), minlength=BINS).tolist()
                  for column in finite]
        counted = [histogram["counts"] for histogram in found["histograms"]]
        row["recognized"].append(found["formats"][0])
        if counted == counts and found["samples"] == columns[0].size:
            row["equal"] += 1
        else:
            self.failures.append(f"{kind}, {row['names'][-1]}: {found['samples']} samples, not {columns[0].size}, or "
                                 f"counts {counted}, not {counts}")

    def print(self):
        print("| files | of | recognized as, such as | other reader | counts equal |\n|---|---|---|---|---|")
        for kind, row in self.rows.items():
            names = ", ".join(dict.fromkeys(row["names"]))
            equal = f"{row['equal']} of {len(row['names'])}"
            if row["absent"]:
                equal = "not read: built without " + ", ".join(sorted(row["absent"]))
            recognized = row["recognized"][0] if row["recognized"] else ""
            print(f"| {kind} | {names} | {recognized or '(bytes)'} | {row['reader']} | {equal} |")


def images(table):
    def save(name, image, **options):
        path = FOLDER / name
        image.save(path, **options)
        return path

    for mode, convert in (("L", None), ("LA", "L"), ("RGB", None), ("RGBA", "RGB"), ("P", "RGB"), ("1", "L")):
        path = save("image.png", photograph(mode))
        table.check("PNG, without alpha", "Pillow", path, pillow(path, convert), name=mode)
    for bits in (1, 2, 4, 8):
        for options in ({}, {"transparency": 0}):
            path = save("palette.png", photograph("RGB").quantize(2**bits), bits=bits, **options)
            table.check("PNG of palettes, some transparent", "Pillow", path, pillow(path, "RGB"), name=f"{bits} bits")
    path = save("wide.png", Image.fromarray(values("u2")))
    table.check("PNG of 16 bits", "Pillow", path, pillow(path).astype(np.uint16))
    for mode in ("L", "RGB", "CMYK"):
        for options in ({}, {"progressive": True}, {"subsampling": 0, "quality": 95}):
            path = save("image.jpg", photograph(mode), **options)
            pixels = pillow(path)
            # Pillow inverts CMYK, because Adobe's programs store it inverted.
            table.check("JPEG, baseline and progressive", "Pillow", path, 255 - pixels if mode == "CMYK" else pixels,
                        name=mode)
    path = save("image.gif", photograph("P"))
    table.check("GIF", "Pillow", path, pillow(path, "RGB"), name="P")
    path = save("frames.gif", photograph("P"), save_all=True, append_images=[photograph("P"), photograph("L")])
    table.check("GIF", "Pillow", path, pillow(path, "RGB"), name="first of 3 frames")
    for mode, convert in (("RGB", None), ("P", "RGB")):
        path = save("image.bmp", photograph(mode))
        table.check("BMP", "Pillow", path, pillow(path, convert), name=mode)
    path = save("image.bmp", photograph("RGBA"))  # Pillow leaves the fourth byte out
    pixels = np.fromfile(path, dtype=np.uint8, offset=54).reshape(-1, 4)[:, :3]
    table.check("BMP of 32 bits, without alpha", "NumPy", path, pixels, name="RGBA")
    for mode, convert in (("L", None), ("RGB", None), ("RGBA", "RGB"), ("P", "RGB")):
        for compression in (None, "tga_rle"):
            path = save("image.tga", photograph(mode), compression=compression)
            table.check("TGA, plain and in runs", "Pillow", path, pillow(path, convert), name=mode)
    path = save("image.pgm", photograph("L"))
    table.check("PGM, PPM", "Pillow", path, pillow(path), name="L")
    path = save("image.ppm", photograph("RGB"))
    table.check("PGM, PPM", "Pillow", path, pillow(path), name="RGB")
    path = FOLDER / "wide.pgm"
    path.write_bytes(b"P5 %d %d 65535\n" % (WIDTH, HEIGHT) + values(">u2").tobytes())
    table.check("PGM, PPM", "Pillow", path, pillow(path), name="16 bits")


def tiffs(table):
    def check(kind, pixels, **options):
        path = FOLDER / "file.tif"
        tifffile.imwrite(path, pixels, **options)
        table.check(kind, "tifffile", path, tifffile.imread(path))
        return path

    for kind in INTEGERS + FLOATS:
        for order in "<>":
            check("TIFF, in both byte orders", values(kind), byteorder=order)
    for kind in ("u1", "u2", "f4"):
        check("BigTIFF", values(kind), bigtiff=True)
        check("TIFF in tiles, DEFLATE", values(kind, (200, 180)), tile=(64, 64), compression="zlib",
              predictor=kind[0] == "u")
        check("TIFF, RGB interleaved", values(kind, (HEIGHT, WIDTH, 3)), photometric="rgb")
        check("TIFF, RGB in planes", values(kind, (3, HEIGHT, WIDTH)), photometric="rgb", planarconfig="separate")
        path = check("TIFF, pages", values(kind, (4, HEIGHT, WIDTH)), photometric="minisblack")
        table.check("TIFF, FILE:PAGE", "tifffile", f"{path}:3", tifffile.imread(path, key=2))
    for compression in ("tiff_lzw", "packbits", "tiff_deflate", "jpeg"):
        path = FOLDER / "pillow.tif"
        photograph("RGB").save(path, compression=compression)
        table.check("TIFF by Pillow", "Pillow", path, pillow(path), name=compression)


def arrays(table):
    path = FOLDER / "file.npy"
    for kind in ["b1", *INTEGERS, *FLOATS]:
        for order in "<>":
            for array in (values(order + kind), np.asfortranarray(values(order + kind))):
                np.save(path, array)
                table.check(".npy, in both byte orders, C and Fortran order", "NumPy", path, np.load(path))
        table.check(".npy through a pipe", "NumPy", path, np.load(path), piped=True)
    for version in [(1, 0), (2, 0), (3, 0)]:
        with open(path, "wb") as file:
            np.lib.format.write_array(file, values("i2"), version=version)
        table.check(".npy of versions 1 to 3", "NumPy", path, np.load(path))
    np.save(path, np.float32(7).reshape(()))
    table.check(".npy of no dimension", "NumPy", path, np.load(path))
    halves = values("f4").view("u2")[..., 1::2].copy()  # bfloat16: the upper halves of f32
    np.save(path, halves.view("V2"))
    table.check(".npy of two bytes each, as bfloat16", "NumPy", path, (halves.astype("u4") << 16).view("f4"),
                "--type", "bf16", name="bf16")
    path = FOLDER / "file.npz"
    for kind in INTEGERS + FLOATS:
        for save in (np.savez, np.savez_compressed):
            save(path, a=values(kind), b=values(kind, (5, 6, 7)))
            with np.load(path) as both:
                table.check(".npz, FILE:NAME", "NumPy", f"{path}:b", both["b"])


def hdf5_files(table):
    path = FOLDER / "file.h5"
    for kind in ["b1", *INTEGERS, *FLOATS]:
        for order in "<>":
            array = values(kind if kind == "b1" else order + kind)
            with h5py.File(path, "w") as file:
                file.create_dataset("only", data=array)
            with h5py.File(path) as file:
                table.check("HDF5, in both byte orders", "h5py", path, file["only"][()])
    for kind in ("u2", "f4"):
        with h5py.File(path, "w", libver="latest") as file:
            file.create_dataset("a/deep", data=values(kind, (9, 40, 30)), chunks=(2, 16, 16), compression="gzip",
                                shuffle=True)
            file.create_dataset("other", data=values("i4"))
        with h5py.File(path) as file:
            table.check("HDF5 in chunks, DEFLATE, FILE:/PATH", "h5py", f"{path}:/a/deep", file["a/deep"][()])


def fits_files(table):
    path = FOLDER / "file.fits"

    def check(kind, units, number, *, part="", name=""):
        fits.HDUList(units).writeto(path, overwrite=True)
        with fits.open(path) as file:
            table.check(kind, "astropy", f"{path}{part}", file[number].data, name=name)

    for kind in ("u1", "i2", "u2", "i4", "u4", "i8", "u8", "f4", "f8"):
        check("FITS", [fits.PrimaryHDU(values(kind))], 0)
    for kind in ("u1", "i2", "i4"):
        check("FITS, tiles by Rice", [fits.PrimaryHDU(), fits.CompImageHDU(values(kind))], 1)
    check("FITS, FILE:HDU", [fits.PrimaryHDU(values("i2")), fits.ImageHDU(values("f4"))], 1, part=":2")
    scaled = fits.PrimaryHDU(values("i2"))
    scaled.scale("int16", bzero=1000, bscale=0.5)
    check("FITS, BSCALE and BZERO", [scaled], 0, name="i16 as f32")


def tables(table):
    frame = pandas.DataFrame({
        "i": np.arange(500), "reading": values("f8", 500), "small": values("u1", 500),
        "large": values("i8", 500), "note": [f'"{i}", and ; more\nlines' for i in range(500)]})
    frame.loc[3, "reading"] = np.nan
    for kind, options in (("CSV", {}), ("TSV", {"sep": "\t"}), ("CSV by semicolons", {"sep": ";"}),
                          ("CSV, quoted, CRLF", {"quoting": 1, "lineterminator": "\r\n"}),
                          ("CSV.gz", {"compression": "gzip"})):
        path = FOLDER / "table"
        if pandas.__version__ < "1.5" and "lineterminator" in options:
            options["line_terminator"] = options.pop("lineterminator")
        frame.to_csv(path, **{"index": False, **options})
        back = pandas.read_csv(path, sep=options.get("sep", ","), compression=options.get("compression"))
        table.check(kind, "pandas", path, back["reading"], "--column", "reading", name="f64 with NaN")
        table.check(kind, "pandas", path, back["small"], "--column", 3, "--type", "u8", name="u8")
        table.check(kind, "pandas", path, back["large"], "--column", "large", "--type", "i64", name="i64")
        table.check(kind, "pandas", path, back[["i", "small"]], "--column", "i", "--column", "small",
                    "--type", "i32", name="two columns")


def packed(table):
    pixels = photograph("RGB")
    pixels.save(FOLDER / "inner.png")
    np.save(FOLDER / "inner.npy", values("f4"))
    tifffile.imwrite(FOLDER / "inner.tif", values("u2"))
    (FOLDER / "inner").write_bytes(values("u1").tobytes())
    contents = {"PNG": ("inner.png", pillow), ".npy": ("inner.npy", np.load), "TIFF": ("inner.tif", tifffile.imread),
                "bytes": ("inner", lambda path: np.fromfile(path, dtype=np.uint8))}
    for name, (inner, read) in contents.items():
        path = FOLDER / "packed"
        path.write_bytes(gzip.compress((FOLDER / inner).read_bytes()))
        table.check("gzip", "Python's gzip and that of the content", path, read(FOLDER / inner), name=name)
        if shutil.which("zstd"):
            subprocess.run(["zstd", "-q", "-f", FOLDER / inner, "-o", path], check=True)
            table.check("Zstandard", "zstd and that of the content", path, read(FOLDER / inner), name=name)


def raw_bytes(table):
    path = FOLDER / "file.raw"
    for kind in INTEGERS + FLOATS:
        array = values(kind).ravel()
        path.write_bytes(b"a header" + array.tobytes())
        found = np.fromfile(path, dtype=kind, offset=8, count=1000)
        table.check("bytes, --skip and --count", "NumPy", path, found, "--type", NAMES[kind], "--skip", 8, "--count", 1000)
    photograph("RGB").save(FOLDER / "file.png")
    found = np.fromfile(FOLDER / "file.png", dtype=np.uint8)
    table.check("PNG, --raw", "NumPy", FOLDER / "file.png", found, "--raw")


def main():
    table = Table()
    for check in (images, tiffs, arrays, hdf5_files, fits_files, tables, packed, raw_bytes):
        check(table)
    table.print()
    for failure in table.failures:
        print(failure, file=sys.stderr)
    sys.exit(1 if table.failures else 0)


main()
