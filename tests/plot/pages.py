#!/usr/bin/env python3
"""Opens pages of all kinds in a headless Chromium and uses them as a reader does.

    pages.py WRITER FOLDER

No page may leave an error on the console. The page must show the bin at the pointer with its values, and the next bin
after an arrow key. A click on an option must show another picture; a click on a channel must hide that channel. Exit
code 77: there is no Chromium.
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys

WRITER, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])

# The functions that steps use. The coordinates of a point are fractions of the panel, from its lower left corner.
TOOLS = """
const shown = () => [...document.querySelectorAll('.view')].filter(view => view.offsetParent);
const tip = () => { const e = document.querySelector('.tip'); return e.hidden ? null : [...e.children].map(c => c.textContent); };
const click = selector => document.querySelector(selector).click();
const point = (x, y) => {
    const view = shown()[0], svg = view.querySelector('svg'), box = svg.getBoundingClientRect();
    const scale = box.width / svg.viewBox.baseVal.width;
    const [left, top, width, height] = view.dataset.panel.split(' ').map(Number);
    view.dispatchEvent(new PointerEvent('pointermove', {bubbles: true,
        clientX: box.left + (left + width * x) * scale, clientY: box.top + (top + height * (1 - y)) * scale}));
    return tip();
};
const press = key => {
    document.querySelector('.views').dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
    return tip();
};
const visible = name => [...shown()[0].querySelectorAll(name)].filter(e => getComputedStyle(e).display !== 'none').length;
const inside = () => {
    const area = document.querySelector('.views').getBoundingClientRect(), box = document.querySelector('.tip').getBoundingClientRect();
    return box.left >= area.left - 1 && box.right <= area.right + 1;
};
"""


def opened(browser, name, steps):
    """Returns the values of the steps, which are JavaScript expressions. Saves a screenshot beside the page."""
    page = FOLDER / f"{name}.html"
    probe = f"""<script>
{{ {TOOLS}
const results = [];
try {{ for (const step of [{", ".join("() => " + step for step in steps)}]) results.push(step()); }}
catch (error) {{ console.error('a step failed: ' + error); }}
console.log('RESULTS ' + JSON.stringify(results)); }}
</script></body>"""
    probed = FOLDER / "probed.html"
    probed.write_text(page.read_text(encoding="utf-8").replace("</body>", probe), encoding="utf-8")
    log = subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--v=0",
                          f"--user-data-dir={FOLDER / 'browser'}", "--window-size=1000,700",
                          f"--screenshot={FOLDER / f'{name}_page.png'}", probed.as_uri()],
                         capture_output=True, text=True, errors="replace", timeout=600).stderr
    console = re.findall(r'CONSOLE[^"]*"(.*)", source', log)
    assert len(console) == 1 and console[0].startswith("RESULTS "), (name, console, log[-2000:])
    return json.loads(console[0][len("RESULTS "):])


def data_of(name):
    text = (FOLDER / f"{name}.html").read_text(encoding="utf-8")
    return json.loads(re.search(r'id="data">(.*?)</script>', text, re.S).group(1))


def check_bars(browser):
    name = "bins8_960"
    values = data_of(name)["series"][0]["values"]
    lines = [f"{value:,} samples ({100 * value / sum(values):.2f}%)" for value in values]
    found = opened(browser, name, [f"point({(i + 0.5) / 8}, 0.5)" for i in range(8)] + [
        "inside()", "press('ArrowLeft')", "press('Escape')", "shown().map(v => v.dataset.view)", "click('[data-option=\"y\"]')",
        "click('[data-option=\"c\"]')", "shown().map(v => v.dataset.view)", "point(0.9, 0.5)", "point(1.1, 0.5)"])
    assert found[:8] == [[f"[{i}, {i + 1})", lines[i]] for i in range(8)], found
    assert found[8] is True and found[9] == ["[6, 7)", lines[6]] and found[10] is None, found
    assert found[11] == ["0000"] and found[14] == ["0101"], found
    assert found[15] == ["[7, 8)", lines[7]] and found[16] is None, found


def check_channels(browser):
    name = "channels_960"
    series = data_of(name)["series"]

    def lines(kept):
        return ["[128, 129)"] + [
            f"{s['name']}: {s['values'][128]:,} ({100 * s['values'][128] / sum(s['values']):.2f}%)" for s in kept]

    found = opened(browser, name, ["point(128.5 / 256, 0.5)", "click('[data-series=\"1\"]')", "tip()", "visible('.series1')",
                                   "visible('.series0')", "click('[data-option=\"y\"]')", "visible('.series1')",
                                   "click('[data-series=\"1\"]')", "visible('.series1')", "tip()"])
    assert found[0] == lines(series) and found[2] == lines([series[0], *series[2:]]), found
    assert found[3] == 0 and found[4] == 1 and found[6] == 0 and found[8] == 1 and found[9] == lines(series), found


def check_logarithmic(browser):
    name = "log_x_960"
    edges = data_of(name)["x"]["edges"]
    found = opened(browser, name, [f"point({(i + 0.5) / 60}, 0.5)[0]" for i in range(60)])
    lower = [float(text.strip("[").split(", ")[0].replace(",", "")) for text in found]
    assert all(abs(a - b) <= 1e-5 * b for a, b in zip(lower, edges)), found


def check_joint(browser):
    name = "joint8_960"
    values = data_of(name)["series"][0]["values"]
    cells = [(x, y) for x in range(8) for y in range(6)]
    found = opened(browser, name, [f"point({(x + 0.5) / 8}, {(y + 0.5) / 6})" for x, y in cells] + [
        "press('ArrowDown')[0]", "press('ArrowLeft')[0]", "click('[data-option=\"y\"]')", "shown().map(v => v.dataset.view)"])
    for (x, y), (title, line) in zip(cells, found):
        assert title.startswith(f"red [{32 * x}, {32 * (x + 1)}) × green ["), title
        assert line.startswith(f"{values[6 * x + y]:,} pixels"), (x, y, line)
    assert found[-4].startswith("red [224, 256) × green [170.667") and found[-3].startswith("red [192, 224)"), found[-4:]
    assert found[-1] == ["0100"], found


def check_many(browser):
    name = "bins65536_960"
    values = data_of(name)["series"][0]["values"]
    assert len(values) == 65536
    found = opened(browser, name, ["point(0.25, 0.5)", "press('ArrowRight')[0]"])
    first = int(found[0][0].strip("[").split(",")[0] + found[0][0].split(",")[1].split(" ")[0])
    assert found[0][1].startswith(f"{values[first]:,} samples"), found
    assert found[1].startswith(f"[{first + 1:,}, "), found
    for other in ("empty_480", "joint_empty_960", "joint256_1920"):
        opened(browser, other, ["point(0.5, 0.5)"])


def main():
    browser = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if browser is None:
        print("no Chromium (Debian package chromium)")
        return 77
    subprocess.run([WRITER, FOLDER], check=True)
    for check in (check_bars, check_channels, check_logarithmic, check_joint, check_many):
        check(browser)
    print("8 pages")
    return 0


sys.exit(main())
