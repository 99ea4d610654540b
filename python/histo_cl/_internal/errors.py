"""The exception of the package."""

from __future__ import annotations


class Error(RuntimeError):
    """Raised if a device, a driver or a compiler cannot do the work, or a file cannot be read.

    Invalid arguments raise `ValueError` or `TypeError` instead, before anything is counted.

    Attributes
    ----------
    status : str
        ``"no_platform"``, ``"no_device"``, ``"no_compiler"``, ``"unsupported"``, ``"build_failed"``,
        ``"opencl_error"`` or ``"file_error"``.
    opencl_name : str
        The name of the underlying OpenCL error, e.g. ``"CL_OUT_OF_RESOURCES"``; empty if there is none.
    build_log : str
        What the device's compiler printed, if the status is ``"build_failed"``.
    """

    def __init__(self, message: str, status: str = "", opencl_name: str = "", build_log: str = "") -> None:
        super().__init__(message)
        self.status = status
        self.opencl_name = opencl_name
        self.build_log = build_log
