"""Sizes that are rejected before anything is allocated; each message has the requested size and the limit."""

import numpy as np
import pytest

import histo_cl
from histo_cl._internal import one_axis

OUTLIER = np.append(np.linspace(-1, 1, 999), 1e12)


@pytest.mark.parametrize(
    "call, asked, limit",
    [
        (lambda: histo_cl.bincount([2**63 - 1]), 2**63, 2**28),
        (lambda: histo_cl.bincount([10**12]), 10**12 + 1, 2**28),
        (lambda: histo_cl.bincount([1], minlength=2**40), 2**40, 2**28),
        (lambda: histo_cl.bincount([], minlength=2**40), 2**40, 2**28),
        (lambda: histo_cl.bincount([2**28]), 2**28 + 1, 2**28),
        (lambda: histo_cl.histogramdd(np.zeros((3, 9)), 10), 10**9, 2**28),
        (lambda: histo_cl.histogramdd(np.zeros((3, 16)), 16), 2**64, 2**28),
        (lambda: histo_cl.histogramdd(np.zeros((3, 2)), 5000), 25_000_000, 2**24),
        (lambda: histo_cl.histogramdd(np.zeros((3, 2)), 4096, out_of_range="counted"), 4099**2, 2**24),
        (lambda: histo_cl.histogram([1], 2**40), 2**40, 2**24),
        (lambda: histo_cl.histogram(np.zeros((10**5, 1)), 2**20, (0, 1), axis=1), 10**5 * 2**20, 2**32),
        (lambda: histo_cl.column_histograms(np.zeros((1, 2000), np.uint8), histo_cl.identity_bins(2**24)), 2000 * 2**24, 2**32),
    ],
)
def test_sizes_that_are_refused(call, asked, limit):
    with pytest.raises(ValueError, match=rf"\b{asked}\b.*\b{limit}\b"):
        call()


@pytest.mark.parametrize("rule", ["auto", "fd"])
def test_a_rule_names_the_outlier(rule):
    if (OUTLIER.max() - OUTLIER.min()) / one_axis.estimators()[rule](OUTLIER, None) < 2**20:
        pytest.skip("this NumPy bounds the rule itself")
    with pytest.raises(ValueError, match=r"1048576.*sample 1000000000000.0 is an outlier.*range="):
        histo_cl.histogram(OUTLIER, rule)
    assert histo_cl.histogram(OUTLIER, rule, (-1, 1))[0].sum() == 999


def test_rules_of_a_range_that_is_far_wider_than_the_samples():
    with pytest.raises(ValueError, match="1048576"):
        histo_cl.histogram([1.0, 2.0, 3.0], "sqrt", (0, 1e300))


def test_ranges_wider_than_float64():
    for arguments in (([1.0], 5, (-1e308, 1e308)), ([-1e308, 1e308], 5)):
        with pytest.raises(ValueError, match="wider than the greatest float64"):
            histo_cl.histogram(*arguments)
