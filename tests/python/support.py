"""Helpers of the tests."""

import os

from hypothesis import settings

LONG = os.environ.get("HISTO_CL_LONG_TESTS", "OFF") == "ON"


def examples(count):
    """Settings for `count` random examples, the same in each run. Long tests have 20 times as many, which vary."""
    count = 20 * count if LONG else count
    return settings(max_examples=count, deadline=None, derandomize=not LONG, database=None)
