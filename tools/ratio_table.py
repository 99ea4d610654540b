#!/usr/bin/env python3
"""Prints a Markdown table for a run of histo_cl_bench cpu or histo_cl_bench_cub: for each state the time and the speed
of the library, and the time of each peer divided by the library's.

    tools/ratio_table.py RUN.json [--clock wall|device] [--sample TYPE] [--peers LIST] [--best NAME=PREFIX]

A * marks ratios of peers whose counts were wrong.
"""

import argparse

from bench_json import OURS, add_peer_options, fastest, load, median, peer_groups


def short(number):
    """The number as text: 2^N for a power of two of at least 2^10."""
    exponent = number.bit_length() - 1
    return f"2^{exponent}" if number >= 1024 and number == 1 << exponent else str(number)


def duration(seconds):
    scale, unit = (1e6, "µs") if seconds < 1e-3 else (1e3, "ms")
    return f"{seconds * scale:.3g} {unit}"


def ratio(result, labels, clock):
    best = fastest(result, labels, clock)
    if best is None:
        return "–"
    seconds, label = best
    wrong = result["runs"][label]["verdict"] == "wrong"
    return f"{seconds / median(result, OURS, clock):.2f}" + ("*" if wrong else "")


def main():
    parser = argparse.ArgumentParser(description="Prints the Markdown table of ratios of a run's JSON.")
    parser.add_argument("run", help="JSON of histo_cl_bench cpu or histo_cl_bench_cub")
    parser.add_argument("--clock", choices=["wall", "device"], default="wall")
    parser.add_argument("--sample", help="only this sample type")
    add_peer_options(parser)
    arguments = parser.parse_args()
    run = load("ratio_table.py", arguments.run)
    groups = peer_groups(run, arguments)

    lines = [["sample", "elements", "bins", "data", "layout", "time", "GB/s", *groups]]
    lines.append(["---"] * 5 + ["--:"] * (len(lines[0]) - 5))
    for result in run["results"]:
        seconds = median(result, OURS, arguments.clock)
        if seconds and arguments.sample in (None, result["sample"]):
            lines.append([result["sample"], short(result["elements"]), short(result["bins"]), result["entropy"],
                          result["layout"], duration(seconds), f"{result['bytes'] / seconds * 1e-9:.2f}",
                          *(ratio(result, labels, arguments.clock) for labels in groups.values())])
    for line in lines:
        print("| " + " | ".join(line) + " |")


if __name__ == "__main__":
    main()
