"""How a call counts, in words."""

from __future__ import annotations

from typing import Any

from histo_cl import _core
from histo_cl.one_axis import task_of


def explain(a: Any, bins: Any = 10, range: Any = None, weights: Any = None, **keywords: Any) -> str:
    """Say how `histogram` counts these arguments: the problem, the device, the variant and why.

    Parameters
    ----------
    a, bins, range, weights, **keywords
        As those of `histogram`, but for `density` and `counter`.

    Returns
    -------
    str
        Several lines.

    Raises
    ------
    ValueError, TypeError, Error
        As `histogram`; also Error if there is no device.
    """
    task = task_of(a, bins, range, weights, **keywords)
    return task.explain(task.how.device or _core.default_device())
