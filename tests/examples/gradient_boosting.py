#!/usr/bin/env python3
"""Trains trees like those of examples/gradient_boosting with scikit-learn, on the table that the program saves in a
folder, and compares the predictions of both for the held-out rows."""

import argparse
import os
import pathlib
import subprocess
import sys
import time

try:
    import numpy as np
    from sklearn.ensemble import HistGradientBoostingClassifier
except ImportError as error:
    print(f"skipped: {error} (Debian package python3-sklearn)")
    sys.exit(77)


def arguments_of():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--rows", type=int, default=20_000)
    parser.add_argument("--columns", type=int, default=12)
    parser.add_argument("--trees", type=int, default=20)
    return parser.parse_args()


def run(arguments):
    """Runs the program. Returns its output, the output's lines without times, and the predictions."""
    command = [arguments.program, "--rows", str(arguments.rows), "--columns", str(arguments.columns), "--trees", str(arguments.trees),
               "--save", arguments.folder]
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE)
    if done.returncode != 0:
        sys.exit(f"{arguments.program} failed: {done.returncode}")
    lines = [line for line in done.stdout.splitlines() if " in " not in line]
    return done.stdout, lines, np.fromfile(arguments.folder / "test_probabilities.f64")


def read(folder, part):
    classes = np.fromfile(folder / f"{part}_classes.u8", np.uint8)
    return np.fromfile(folder / f"{part}_values.u8", np.uint8).reshape(len(classes), -1), classes


def log_loss(probabilities, classes):
    return -np.log(np.where(classes == 1, probabilities, 1 - probabilities)).mean()


def main():
    arguments = arguments_of()
    text, lines, ours = run(arguments)
    print(text, end="")
    _, again, repeated = run(arguments)
    assert lines == again and (ours == repeated).all(), "two runs differ"

    training, training_classes = read(arguments.folder, "train")
    held_out, classes = read(arguments.folder, "test")
    assert len(ours) == len(classes)
    start = time.perf_counter()
    model = HistGradientBoostingClassifier(max_iter=arguments.trees, max_depth=6, max_leaf_nodes=None, early_stopping=False)
    model.fit(training, training_classes)
    seconds = time.perf_counter() - start
    theirs = model.predict_proba(held_out)[:, 1]

    # The sums differ only in the last bits, by rounding, so different splits may be chosen if two are equally good. On
    # 10,000 rows, 3 standard errors of the difference between two such models are 0.005 for the accuracy and 0.002 for
    # the log loss. The margins are at most half of that. A model with one tree fewer, or of depth 5, differs by more.
    accuracies = [((probabilities > 0.5) == classes).mean() for probabilities in (ours, theirs)]
    losses = [log_loss(probabilities, classes) for probabilities in (ours, theirs)]
    summary = (f"gradient boosting: accuracy {accuracies[0]:.4f}, log loss {losses[0]:.6f}; scikit-learn: {accuracies[1]:.4f}, "
               f"{losses[1]:.6f}; probabilities differ by at most {abs(ours - theirs).max():.1e}")
    print(f"scikit-learn: {seconds:.2f} s\n{summary}")
    if path := os.environ.get("HISTO_CL_TEST_SUMMARY"):
        pathlib.Path(path).write_text(summary + "\n")
    assert abs(accuracies[0] - accuracies[1]) <= 0.002, "accuracies differ by more than 0.2 %"
    assert abs(losses[0] - losses[1]) <= 0.001, "log losses differ by more than 0.001"


main()
