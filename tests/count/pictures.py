#!/usr/bin/env python3
"""Makes histo_cl write its pictures, and reads them with Python's standard library.

    pictures.py DEMO FOLDER

SVG must be well-formed. Each bin with samples must have a bar, whose hint names the bin and its count. Where bins are
too narrow to be seen, a bar stands for several bins, and very many bars have no hints. PNG must decode to the requested
size and show bars if any bin has samples. A page must hold the counts.
"""

import html.parser
import json
import pathlib
import re
import struct
import subprocess
import sys
import xml.etree.ElementTree

DEMO, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
SVG = "{http://www.w3.org/2000/svg}"


def run(*arguments, code=0):
    result = subprocess.run([DEMO, *map(str, arguments)], capture_output=True, text=True, errors="replace")
    assert result.returncode == code, (arguments, result.returncode, result.stderr)
    return result


def counts(*arguments):
    return json.loads(run("--json", *arguments).stdout)["histograms"][0]["counts"]


def bars(path, size):
    """The bins and counts in the hints of an SVG's bars."""
    root = xml.etree.ElementTree.parse(path).getroot()
    assert (root.get("width"), root.get("height")) == size, root.attrib
    for element in root.iter():
        for name in ("x", "y", "width", "height"):
            value = element.get(name)
            assert value is None or value.endswith("%") or float(value) >= 0, (name, value)
    assert not re.search(r"\b(nan|inf)\b", xml.etree.ElementTree.tostring(root, encoding="unicode").replace(
        ", inf)", "").replace("[-inf", "").replace(">inf<", "").replace(">-inf<", ""))
    hints = [rect.find(SVG + "title").text for rect in root.iter(SVG + "rect") if rect.find(SVG + "title") is not None]
    pairs = [hint.rsplit(": ", 1) for hint in hints]
    return [(name, float(value.replace(",", ""))) for name, value in pairs]


def check_columns(found, edges, expected):
    """Checks that each bar of several bins has the height of the highest of them, and that every bin with samples has a bar."""
    below = 0
    for name, value in found:
        first, last = (edges.index(int(end.replace(",", ""))) for end in name.strip("[)]").split(", "))
        assert value == max(expected[first:last]), (name, value)
        below += sum(expected[first:last])
    assert below == sum(expected)


def check_png(path, size, has_bars):
    """Reads the picture with histo_cl. Checks its size, and that it has the bars' blue if any bin has samples."""
    result = subprocess.run([DEMO, "--json", "--channels", "rgb", path], capture_output=True, text=True)
    if "libpng-dev" in result.stderr:  # this program reads no PNG
        return
    found = json.loads(result.stdout)
    assert found["formats"] == [f"PNG, {size[1]} x {size[0]} x 3 u8"], found["formats"]
    counts_of_blue = [histogram["counts"][value] for histogram, value in zip(found["histograms"], (0x2C, 0x6F, 0xBB))]
    assert (min(counts_of_blue) > 200) == has_bars, counts_of_blue  # antialiased text has fewer such pixels


class Page(html.parser.HTMLParser):
    """Collects the data of a page. Checks that every opened tag is closed."""

    def __init__(self, text):
        super().__init__()
        self.open, self.data, self.views, self.shown = [], None, 0, 0
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        assert not {"src", "href"} & attributes.keys(), attributes
        if tag not in ("meta", "input", "rect", "path"):
            self.open.append(tag)
        elif tag in ("rect", "path"):
            assert self.get_starttag_text().endswith("/>")
        if attributes.get("class") == "view wide":
            self.views += 1
            self.shown += "hidden" not in attributes

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, text):
        if self.open and self.open[-1] == "script" and self.data is None:
            self.data = json.loads(text)


def check_page(path, expected):
    page = Page(path.read_text(encoding="utf-8"))
    assert page.data["series"][0]["values"] == expected
    assert page.views >= 8 and page.shown == 1
    return page.data


def main():
    inputs = {
        "bytes": (bytes(range(256)) * 3 + b"aaaa", ["--bins", "256"]),
        "few": (b"programming massively parallel processors", ["--letters"]),
        "one": (b"x" * 1000, ["--bins", "1"]),
        "eight": (bytes(range(200)), ["--bins", "8", "--out-of-range", "counted"]),
        "spike": (b"\x55" * 100000 + b"\xaa", ["--log-y"]),
        "none": (b"\x00" * 10, ["--range", "100", "200"]),
        "wide": (struct.pack("<1000H", *range(0, 65000, 65)), ["--type", "u16", "--bins", "65536"]),
        "edges": (struct.pack("<4f", -5, 0.25, 0.75, 9), ["--type", "f32", "--edges=-inf,0,0.5,1,inf"]),
        "log": (struct.pack("<4f", 0.02, 0.3, 5, 60), ["--type", "f32", "--log", "0.01", "100", "--bins", "8"]),
        "custom": (bytes(range(256)), ["--bins", "9", "--custom", "popcount(x)"]),
    }
    png = "no cairo" not in " ".join(run("--help-all").stdout.split())  # lines are wrapped
    for name, (content, options) in inputs.items():
        path = FOLDER / f"{name} <&> \udcff"
        path.write_bytes(content)
        expected = counts(*options, path)
        for size in ("480x300", "960x540", "1920x1080"):
            svg, page, bitmap = FOLDER / "out.svg", FOLDER / "out.html", FOLDER / "out.png"
            extra = ["--picture", bitmap] if png and size == ("960x540" if name == "few" else "480x300") else []
            run(*options, path, "--size", size, "--picture", svg, "--picture", page, *extra)
            found = bars(svg, tuple(size.split("x")))
            data = check_page(page, expected)
            if name != "wide":
                assert [value for _, value in found] == [count for count in expected if count], (name, found)
            elif size == "480x300":
                check_columns(found, data["x"]["edges"], expected)
            else:
                assert not found  # too many columns for hints
            assert len(data["x"]["edges"]) == len(expected) + 1
            if extra:
                check_png(bitmap, size.split("x"), name != "none")
    path = FOLDER / "whole"
    path.write_bytes(bytes(i for i in range(64) for _ in range(i * i)))
    run("--range", 0, 64, path, "--picture", FOLDER / "whole.html")
    check_page(FOLDER / "whole.html", counts("--range", 0, 64, path))
    for mode in ("--density", "--cumulative", "--log-y"):
        run(path, mode, "--picture", FOLDER / "out.svg")
        bars(FOLDER / "out.svg", ("960", "540"))
    failed = run(path, "--picture", FOLDER / "absent" / "out.svg", code=2)
    assert "absent" in failed.stderr, failed.stderr
    failed = run(path, "--picture", FOLDER / "out.bmp", code=2)
    assert "ends in .svg" in failed.stderr, failed.stderr
    run(path, "--picture", FOLDER / "out.svg", "--x-label", "height <m>", "--theme", "dark")
    text = (FOLDER / "out.svg").read_text(encoding="utf-8")
    assert "height &lt;m&gt;</text>" in text and "@media all{" in text
    if png:
        run(path, "--picture", FOLDER / "out.pdf")
        assert (FOLDER / "out.pdf").read_bytes().startswith(b"%PDF-")
    for wrong in ("0x0", "960", "x", "960x540x2", "99999x540", "-5x5"):
        assert code_and_words(path, wrong), wrong
    print(f"{len(inputs)} kinds of histograms at 3 sizes")


def code_and_words(path, size):
    failed = run(path, "--picture", FOLDER / "out.svg", "--size=" + size, code=2)
    return "--size" in failed.stderr


main()
