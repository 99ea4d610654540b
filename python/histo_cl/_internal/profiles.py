"""The mean and the variance of values in each bin of samples."""

from __future__ import annotations

import operator
from typing import Any, NamedTuple

import numpy as np

from histo_cl import _core
from histo_cl._internal.arguments import Array
from histo_cl._internal.counting import DeviceLike
from histo_cl._internal.one_axis import task_of
from histo_cl._internal.weights import SUMMED


class Profile(NamedTuple):
    """The result of `profile`: an entry for each bin, and the edges."""

    means: Array
    variances: Array
    counts: Array
    edges: Array | None


def profile(
    a: Any,
    values: Any,
    bins: Any = 10,
    range: Any = None,
    *,
    weights: Any = None,
    ddof: int = 0,
    mask: Any = None,
    last_edge: str | None = None,
    out_of_range: str = "dropped",
    device: DeviceLike = None,
    variant: str | None = None,
    options: _core.Options | None = None,
) -> Profile:
    """The mean and the variance of the values in each bin, like `scipy.stats.binned_statistic` with "mean" and "std".

    Parameters
    ----------
    a, bins, range, mask, last_edge, out_of_range, device, variant, options
        The same as for `histogram`.
    values : array_like
        A value for each sample: bool, integer or float, like weights of `histogram`. Integers of 32 and 64 bits are
        converted to float64.
    weights : array_like, optional
        A weight for each value, like weights of `histogram`. Statistics are then weighted. Let W be the sum of the
        weights and V the sum of their squares: the mean is sum(w y) / W, and the count is the effective count, W**2 /
        V.
    ddof : int, optional
        The variance is the sum of squared distances from the mean, divided by the count minus `ddof`. With 0 it is that
        of numpy.var, with 1 the unbiased estimate. With weights, the sum is divided by W - ddof V / W, as in numpy.cov
        with `aweights`; with a `ddof` of 1, the variance also equals that of Boost.Histogram's WeightedMean.

    Returns
    -------
    Profile
        `means` and `variances` are float64, and NaN for bins without values. Variances are also NaN for bins with at
        most `ddof` values, or with an infinite value. `counts` are int64, or float64 with `weights`. `edges` are those
        of `histogram`. Negative weights can make a variance negative.

    Raises
    ------
    ValueError, TypeError, Error
        As for `histogram`, and ValueError for a negative `ddof`.

    Notes
    -----
    There is no cancellation: sums of values and of squares are exact, except that each value and square is rounded to
    about 94 bits below the largest. With `weights`, products are also rounded to float64, as if values had a relative
    error of 2**-53 (docs/statistics.md). The standard error of a mean is ``numpy.sqrt(p.variances / p.counts)`` with
    `ddof=1`.

    Examples
    --------
    >>> import histo_cl
    >>> p = histo_cl.profile([1, 1, 2, 2], [1e9 + 1, 1e9 + 2, 4, 6], bins=[1, 2, 3, 4])
    >>> p.means - [1e9, 0, 0]
    array([1.5, 5. , nan])
    >>> p.variances
    array([0.25, 1.  ,  nan])
    """
    if values is None:
        raise TypeError("values are None: give one for each sample")
    ddof = operator.index(ddof)
    if ddof < 0:
        raise ValueError(f"ddof is {ddof}: it must be at least 0")
    task = task_of(
        a, bins, range, values, None, mask, last_edge, out_of_range, device, variant, options, factors=weights
    )
    own = task.placed.weights
    assert own is not None
    if own.dtype.kind != "c":
        is_wide = own.dtype.kind in "iu" and own.dtype.itemsize > 2
        summed = np.dtype(np.float64) if is_wide else SUMMED[own.dtype][0]
        task = task._replace(placed=task.placed._replace(weights=own.astype(summed, copy=False)))
    counts, means, variances = (task.axes[0].spread(each, 0) for each in task.profile(ddof))
    means[counts == 0] = np.nan  # also the empty bins that were not counted
    variances[counts <= ddof] = np.nan
    edges = task.axes[0].copied_edges()
    if edges is not None and task.unit is not None:
        edges = task.unit.attached(edges)
    return Profile(means, variances, counts, edges)
