"""Exact histograms on any OpenCL device, with the functions and results of numpy.

>>> import histo_cl
>>> histo_cl.histogram([1, 2, 1], bins=[0, 1, 2, 3])
(array([0, 2, 1]), array([0, 1, 2, 3]))
"""

from histo_cl import statistics
from histo_cl._core import (
    Device,
    Options,
    default_device,
    devices,
    find_device,
    release_kept_plans,
)
from histo_cl._core import version as __version__
from histo_cl._internal.binnings import circular_bins, custom_bins, edge_bins, even_bins, identity_bins, log_bins
from histo_cl._internal.columns import column_histograms
from histo_cl._internal.errors import Error
from histo_cl._internal.joint import histogram2d, histogramdd
from histo_cl._internal.numpy_api import bincount, explain, histogram, histogram_bin_edges
from histo_cl._internal.profiles import Profile, profile
from histo_cl._internal.result import Histogram
from histo_cl._internal.result_axes import Axis, CategoryAxis
from histo_cl._internal.streaming import Partial, Progress, Share, Stream

__all__ = [
    "Axis",
    "CategoryAxis",
    "Device",
    "Error",
    "Histogram",
    "Options",
    "Partial",
    "Profile",
    "Progress",
    "Share",
    "Stream",
    "__version__",
    "bincount",
    "circular_bins",
    "column_histograms",
    "custom_bins",
    "default_device",
    "devices",
    "edge_bins",
    "even_bins",
    "explain",
    "find_device",
    "histogram",
    "histogram2d",
    "histogram_bin_edges",
    "histogramdd",
    "identity_bins",
    "log_bins",
    "profile",
    "release_kept_plans",
    "statistics",
]

# Public names belong to this module, in pickles and help() too.
for _name in __all__:
    if getattr(globals()[_name], "__module__", "").startswith("histo_cl."):
        globals()[_name].__module__ = "histo_cl"
del _name
