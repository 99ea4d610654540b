"""Reads the JSON of histo_cl_bench and histo_cl_bench_cub, for the scripts of this folder."""

import argparse
import gzip
import json
import sys

OURS = "histo_cl"


def load(script, path):
    """Returns the run in a file, NAME.json or NAME.json.gz.

    Ends the script with a message if the file cannot be read or has no results.
    """
    try:
        opened = gzip.open if path.endswith(".gz") else open
        with opened(path, "rt", encoding="utf-8") as file:
            run = json.load(file)
        run["results"][0]["sample"]
        return run
    except (OSError, ValueError, LookupError, TypeError) as error:
        sys.exit(f"{script}: {path} is not JSON of a run with results: {error}")


def median(result, label, clock):
    """The median time in seconds, or None if there is none. Times of peers with wrong counts are included."""
    summary = result.get("runs", {}).get(label, {}).get(clock)
    return summary["median"] if summary else None


def add_peer_options(parser):
    parser.add_argument("--peers", help="comma-separated labels (default all)")
    parser.add_argument("--best", metavar="NAME=PREFIX", action="append", default=[], type=_named_prefix,
                        help="show the peers whose labels begin with PREFIX as one: the fastest for each state")


def _named_prefix(text):
    name, separator, prefix = text.partition("=")
    if not name or not separator or not prefix:
        raise argparse.ArgumentTypeError(f"'{text}' is not NAME=PREFIX")
    return name, prefix


def peer_groups(run, arguments):
    """Returns the peers to show: a dict from each name to a list of its labels, in the order of the run."""
    labels = []
    for result in run["results"]:
        labels += [label for label in result.get("runs", {}) if label != OURS and label not in labels]
    groups = {}
    for label in labels:
        name = next((name for name, prefix in arguments.best if label.startswith(prefix)), label)
        if not arguments.peers or name in arguments.peers.split(","):
            groups.setdefault(name, []).append(label)
    return groups


def fastest(result, labels, clock):
    """The seconds and the label of the fastest of these labels; None if none of them has a time."""
    return min(((seconds, label) for label in labels if (seconds := median(result, label, clock))), default=None)
