"""Builds the Python package with CMake: the library, linked into its module. pyproject.toml has the rest."""

import contextlib
import importlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent
VERSION = re.search(r'HISTO_CL_VERSION "([0-9.]+)"', (ROOT / "include/histo_cl/version.h").read_text())[1]


class CMakeBuild(build_ext):
    def build_extension(self, extension):
        build = Path(self.build_temp).resolve()
        options = {
            "CMAKE_BUILD_TYPE": "Release",
            "BUILD_SHARED_LIBS": "OFF",
            "HISTO_CL_BUILD_TESTS": "OFF",
            "HISTO_CL_BUILD_PROGRAMS": "OFF",
            "HISTO_CL_C_API": "OFF",
            "HISTO_CL_INSTALL": "OFF",
            "HISTO_CL_LOAD_OPENCL": "ON",
            "HISTO_CL_MPI": "OFF",
            "HISTO_CL_PRECOMPILE": "ON",
            "HISTO_CL_PYTHON": "ON",
            "HISTO_CL_UNITY": "ON",
            "Python_EXECUTABLE": sys.executable,
        }
        with contextlib.suppress(ImportError):  # pip's pybind11, before one of the system
            options["pybind11_DIR"] = importlib.import_module("pybind11").get_cmake_dir()
        configure = ["cmake", "-S", ROOT, "-B", build, *(f"-D{name}={value}" for name, value in options.items())]
        jobs = str(self.parallel or os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL") or os.cpu_count() or 1)
        subprocess.run(configure, check=True)
        subprocess.run(["cmake", "--build", build, "--target", "histo_cl_python", "--parallel", jobs], check=True)
        module = Path(self.get_ext_fullpath(extension.name))
        module.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(build / "python/histo_cl" / module.name, module)


setup(version=VERSION, ext_modules=[Extension("histo_cl._core", [])], cmdclass={"build_ext": CMakeBuild})
