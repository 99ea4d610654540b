"""What the tests share."""

import os

from hypothesis import settings

LONG = os.environ.get("HISTO_CL_LONG_TESTS", "OFF") == "ON"


def examples(count):
    """So many random examples: always the same ones, or with the long tests ten times as many, and others each time."""
    count = 10 * count if LONG else count
    return settings(max_examples=count, deadline=None, derandomize=not LONG, database=None)
