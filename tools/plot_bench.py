#!/usr/bin/env python3
"""Draws the figures of docs/bench/ from the JSON of histo_cl_bench or histo_cl_bench_cub.

    tools/plot_bench.py RUN.json [--out docs/bench] [--prefix NAME] [--peers LIST] [--best NAME=PREFIX]

    bins_SAMPLE.svg    speed against the number of bins, for the largest number of elements; one line per entropy
    ratios.svg         the peer's time divided by histo_cl's, for all states, in increasing order (needs the peer cub)
    wall.svg           time of the whole call against the number of elements
    peers_SAMPLE.svg   speed of the library and of each peer of histo_cl_bench cpu, for the largest number of elements

It needs matplotlib (Debian package python3-matplotlib). The figures have a transparent background, and are readable on
light and on dark pages.
"""

import argparse
import math
import os
import sys

try:
    import matplotlib
except ImportError:
    sys.exit("plot_bench.py needs matplotlib (Debian package python3-matplotlib)")
matplotlib.use("svg")
import matplotlib.pyplot as plt

from bench_json import OURS, add_peer_options, fastest, load, median, peer_groups

INK = "#24292f"
INK_ON_DARK = "#d0d7de"
GRID = "#8c959f"
# Colours of the kinds of data, which are entropies or names; all are readable on white and on black.
COLOURS = {"text": "#bf5f9f", "two": "#8c959f", "walk": "#0f8f8f", "0.000": "#8250df", "0.201": "#cf4a3f",
           "0.337": "#c98a00", "0.544": "#d97706", "0.811": "#3f9d5a", "1.000": "#2f7fd6",
           "concentrated": "#cf4a3f", "power-law": "#d97706", "zipf": "#c98a00", "zipf-scattered": "#3f9d5a",
           "phases": "#8250df", "stride": "#bf5f9f", "sawtooth": "#0f8f8f", "sorted": "#8c959f"}
LINES = {OURS: "-", "cub": (0, (4, 2))}
NAMES = {OURS: "histo_cl", "cub": "CUB"}
PEER_COLOURS = ["#cf4a3f", "#c98a00", "#3f9d5a", "#8250df", "#0f8f8f", "#bf5f9f", GRID]
DATA = {"1.000": "uniform", "0.544": "skewed", "0.000": "constant", "two": "two values"}

matplotlib.rcParams.update({
    "svg.fonttype": "none", "svg.hashsalt": "histo_cl", "font.family": "sans-serif", "font.size": 10,
    "text.color": INK, "axes.labelcolor": INK, "axes.edgecolor": INK, "xtick.color": INK, "ytick.color": INK,
    "axes.spines.top": False, "axes.spines.right": False, "axes.titlesize": 11, "axes.titlelocation": "left",
    "grid.color": GRID, "grid.alpha": 0.35, "grid.linewidth": 0.6, "legend.frameon": False,
    "lines.linewidth": 1.6, "lines.markersize": 4})


def save(figure, path):
    """Saves an SVG whose lines and text are light if the reader's background is dark."""
    figure.savefig(path, transparent=True, bbox_inches="tight", metadata={"Date": None, "Creator": None})
    plt.close(figure)
    style = ("<style>@media (prefers-color-scheme: dark) {"
             f' [style*="fill: {INK}"] {{ fill: {INK_ON_DARK} !important }}'
             f' [style*="stroke: {INK}"] {{ stroke: {INK_ON_DARK} !important }} }}</style>')
    with open(path, encoding="utf-8") as file:
        text = file.read()
    at = text.index(">", text.index("<svg")) + 1
    with open(path, "w", encoding="utf-8") as file:
        file.write(text[:at] + "\n" + style + text[at:])
    print(path)


def labels_of(run):
    """Returns the labels of histo_cl and of its peer cub, without those that the run does not have."""
    present = {label for result in run["results"] for label in result.get("runs", {})}
    return [label for label in LINES if label in present]


def chosen(run, **fields):
    return [result for result in run["results"]
            if "runs" in result and all(result[key] == value for key, value in fields.items())]


SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def power_of_two(value):
    exponent = math.log2(value) if value > 0 else 0
    whole = exponent == int(exponent)
    return "2" + str(int(exponent)).translate(SUPERSCRIPTS) if whole and value >= 1024 else f"{value:g}"


def legend(axes, labels, entropies, more=()):
    """Adds the legend, with the colours of the entropies, the line styles of the labels, and the handles in `more`."""
    handles = [plt.Line2D([], [], color=COLOURS[e], label=DATA.get(e, e) if e[0].isalpha() else f"entropy {e}") for e in entropies]
    handles += [plt.Line2D([], [], color=INK, linestyle=LINES[label], label=NAMES[label]) for label in labels]
    axes.legend(handles=[*handles, *more], loc="center left", bbox_to_anchor=(1.01, 0.5))


def plain(value, _):
    """The label of a tick of a logarithmic axis: 1,000,000 or 0.01."""
    return f"{value:,.0f}" if value >= 1 else f"{value:g}"


def draw_ceiling(axes, states):
    """Draws the median speed of reading the same samples. Returns a list with the line's handle, or an empty list."""
    ceilings = sorted(state["read_gbytes_per_s"] for state in states if state.get("read_gbytes_per_s"))
    if not ceilings:
        return []
    return [axes.axhline(ceilings[len(ceilings) // 2], color=GRID, linewidth=1, label="only reading")]


def draw_entropies(states, labels, axes):
    """Draws the speeds for a single number of bins, with the entropies side by side."""
    entropies = sorted({state["entropy"] for state in states})
    for label in labels:
        for place, entropy in enumerate(entropies):
            for state in states:
                if state["entropy"] == entropy and (seconds := median(state, label, "device")):
                    axes.plot([place], [state["bytes"] / seconds * 1e-9], color=INK, linestyle="none", markersize=6,
                              marker="o" if label == OURS else "s",
                              markerfacecolor=INK if label == OURS else "none")
    handles = [plt.Line2D([], [], color=INK, linestyle="none", marker="o" if label == OURS else "s",
                          markerfacecolor=INK if label == OURS else "none", label=NAMES[label]) for label in labels]
    handles += draw_ceiling(axes, states)
    axes.set_xticks(range(len(entropies)), entropies)
    axes.set_xlim(-0.5, len(entropies) - 0.5)
    axes.set_ylim(bottom=0)
    axes.set_xlabel("entropy")
    axes.legend(handles=handles, loc="center left", bbox_to_anchor=(1.01, 0.5))


def draw_bins(run, sample, path):
    states = chosen(run, sample=sample, layout="single", binning="even")
    if not any(median(state, OURS, "device") for state in states):
        return
    elements = max(state["elements"] for state in states)
    states = [state for state in states if state["elements"] == elements]
    entropies = sorted({state["entropy"] for state in states}, reverse=True)
    labels = labels_of(run)
    figure, axes = plt.subplots(figsize=(7, 3.8))
    bins = sorted({state["bins"] for state in states})
    axes.set_ylabel("GB/s")
    axes.grid(axis="y")
    if len(bins) == 1:
        draw_entropies(states, labels, axes)
        axes.set_title(f"{sample}, {power_of_two(elements)} samples, {bins[0]} even bins: speed on the device")
        save(figure, path)
        return
    for label in labels:
        for entropy in entropies:
            points = sorted((state["bins"], state["bytes"] / seconds * 1e-9) for state in states
                            if state["entropy"] == entropy and (seconds := median(state, label, "device")))
            if points:
                axes.plot(*zip(*points), color=COLOURS[entropy], linestyle=LINES[label],
                          marker="o" if label == OURS else "s", markerfacecolor=None if label == OURS else "none")
    ceiling = draw_ceiling(axes, states)
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    ticks = [b for b in bins if b & (b - 1) == 0]
    axes.set_xticks(ticks, [power_of_two(b) for b in ticks])
    axes.set_xticks([], minor=True)
    axes.yaxis.set_major_formatter(plain)
    axes.set_xlabel("bins")
    axes.set_title(f"{sample}, {power_of_two(elements)} samples, even bins: speed on the device")
    legend(axes, labels, entropies, ceiling)
    save(figure, path)


def draw_ratios(run, path):
    labels = labels_of(run)
    if len(labels) < 2:
        return
    peer = labels[1]
    figure, panels = plt.subplots(1, 2, figsize=(8.5, 3.4), sharey=True)
    for axes, clock, title in zip(panels, ("device", "wall"), ("device time", "time of the whole call")):
        ratios = sorted(theirs / ours for result in chosen(run)
                        if (ours := median(result, OURS, clock)) and (theirs := median(result, peer, clock)))
        if not ratios:
            continue
        axes.scatter(range(len(ratios)), ratios, s=5, linewidths=0,
                     color=["#cf4a3f" if ratio < 1 else "#2f7fd6" for ratio in ratios])
        axes.axhline(1, color=INK, linewidth=0.8)
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        axes.axhline(mean, color=GRID, linewidth=1, linestyle=(0, (4, 2)))
        axes.annotate(f"geometric mean {mean:.1f}", (0, mean), (0, 3), textcoords="offset points", fontsize=9)
        axes.set_yscale("log")
        axes.yaxis.set_major_formatter(plain)
        axes.grid(axis="y")
        axes.set_xlabel("states, in order")
        axes.set_title(title)
    panels[0].set_ylabel(f"{NAMES[peer]}'s time over {NAMES[OURS]}'s")
    save(figure, path)


def draw_wall(run, path):
    states = chosen(run, sample="f32", layout="single", binning="even", entropy="1.000")
    all_bins = sorted({state["bins"] for state in states})
    all_bins = [bins for bins in all_bins
                if len({state["elements"] for state in states if state["bins"] == bins}) > 1]
    all_bins = all_bins[:6]  # at most six colours
    if not all_bins:
        return
    labels = labels_of(run)
    colours = dict(zip(all_bins, reversed(COLOURS.values())))
    figure, axes = plt.subplots(figsize=(7, 3.8))
    for label in labels:
        for bins in all_bins:
            points = sorted((state["elements"], seconds * 1e6) for state in states
                            if state["bins"] == bins and (seconds := median(state, label, "wall")))
            if points:
                axes.plot(*zip(*points), color=colours[bins], linestyle=LINES[label],
                          marker="o" if label == OURS else "s", markerfacecolor=None if label == OURS else "none")
    handles = [plt.Line2D([], [], color=colours[bins], label=f"{power_of_two(bins)} bins") for bins in all_bins]
    handles += [plt.Line2D([], [], color=INK, linestyle=LINES[label], label=NAMES[label]) for label in labels]
    empty = run.get("empty_launch", {}).get(OURS)
    if empty:
        handles.append(axes.axhline(empty["median"] * 1e6, color=GRID, linewidth=1, label="an empty kernel"))
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    ticks = sorted({state["elements"] for state in states if state["bins"] in all_bins})
    axes.set_xticks(ticks, [power_of_two(n) for n in ticks])
    axes.set_xticks([], minor=True)
    axes.yaxis.set_major_formatter(plain)
    axes.grid(axis="y")
    axes.set_xlabel("samples")
    axes.set_ylabel("µs")
    axes.set_title("f32, uniform, even bins: the whole call, from enqueue to finished counts")
    axes.legend(handles=handles, loc="center left", bbox_to_anchor=(1.01, 0.5))
    save(figure, path)


def draw_peers(run, sample, groups, path):
    """Draws bars: for each number of bins and kind of data a bar for the library and one for each peer."""
    if not groups or "cub" in groups:
        return
    states = chosen(run, sample=sample, layout="single", binning="even")
    elements = max((state["elements"] for state in states), default=0)
    states = [state for state in states if state["elements"] == elements and median(state, OURS, "wall")]
    if not states:
        return
    states.sort(key=lambda state: state["bins"])
    columns = {OURS: [OURS], **groups}
    colours = dict(zip(columns, [COLOURS["1.000"], *(PEER_COLOURS * len(groups))]))
    figure, axes = plt.subplots(figsize=(max(7, 1.1 * len(states)), 3.8))
    width = 0.85 / len(columns)
    for place, (name, labels) in enumerate(columns.items()):
        bars = [(index + (place + 0.5) * width - 0.425, state["bytes"] / best[0] * 1e-9)
                for index, state in enumerate(states) if (best := fastest(state, labels, "wall"))]
        if bars:
            axes.bar(*zip(*bars), width=width, color=colours[name], label=name)
    several = len({state["bins"] for state in states}) > 1
    axes.set_xticks(range(len(states)),
                    [DATA.get(state["entropy"], state["entropy"])
                     + (f"\n{power_of_two(state['bins'])}" if several else "") for state in states])
    axes.set_ylabel("GB/s")
    axes.grid(axis="y")
    axes.set_axisbelow(True)
    bins = "even bins" if several else f"{states[0]['bins']} even bins"
    axes.set_title(f"{sample}, {power_of_two(elements)} samples, {bins}: speed of the whole call")
    axes.legend(loc="center left", bbox_to_anchor=(1.01, 0.5))
    save(figure, path)


def main():
    parser = argparse.ArgumentParser(description="Draws the figures of docs/bench/ from a run's JSON.")
    parser.add_argument("run", help="JSON of one of the benchmark's programs")
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    parser.add_argument("--out", default=os.path.join(root, "docs", "bench"), help="folder (default docs/bench)")
    parser.add_argument("--prefix", default="", help="of the files' names, e.g. 'h200_'")
    add_peer_options(parser)
    arguments = parser.parse_args()
    run = load("plot_bench.py", arguments.run)
    os.makedirs(arguments.out, exist_ok=True)

    def path(name):
        return os.path.join(arguments.out, arguments.prefix + name)

    for sample in ("u8", "f32"):
        draw_bins(run, sample, path(f"bins_{sample}.svg"))
        draw_peers(run, sample, peer_groups(run, arguments), path(f"peers_{sample}.svg"))
    draw_ratios(run, path("ratios.svg"))
    draw_wall(run, path("wall.svg"))


if __name__ == "__main__":
    main()
