"""Conan recipe of histo_cl, exported with the sources beside it: conan create packaging/conan"""

import re
from pathlib import Path

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load
from conan.tools.system.package_manager import Apt, Dnf, PacMan

required_conan_version = ">=2.0"


class HistoClConan(ConanFile):
    name = "histo_cl"
    license = "Apache-2.0"
    homepage = "https://histo-cl.invalid"
    description = "Exact histograms on any OpenCL device, with the same counts on every one"
    topics = ("opencl", "histogram", "gpu")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False]}
    default_options = {"shared": False}

    @property
    def _root(self):
        return Path(self.recipe_folder).parents[1]

    def set_version(self):
        header = load(self, self._root / "include/histo_cl/version.h")
        self.version = re.search(r'HISTO_CL_VERSION "([0-9.]+)"', header)[1]

    def export_sources(self):
        copy(self, "*", self._root, self.export_sources_folder, excludes=("build", ".git", ".c*", "packaging", "debian"))

    def system_requirements(self):
        # The loader and the headers of OpenCL come from the system, because drivers register with the system's loader.
        Apt(self).install(["ocl-icd-opencl-dev", "opencl-c-headers", "opencl-clhpp-headers"], check=True)
        Dnf(self).install(["ocl-icd-devel", "opencl-headers"], check=True)
        PacMan(self).install(["ocl-icd", "opencl-headers", "opencl-clhpp"], check=True)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        CMakeDeps(self).generate()
        toolchain = CMakeToolchain(self)
        for name, value in {"BUILD_PROGRAMS": False, "BUILD_TESTS": False, "MPI": "OFF", "UNITY": True}.items():
            toolchain.cache_variables[f"HISTO_CL_{name}"] = value
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, Path(self.package_folder) / "licenses")
        cmake = CMake(self)
        for component in ("runtime", "dev"):
            cmake.install(component=component)

    def package_info(self):
        # The package's own CMake files define histo_cl::histo_cl.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = ["lib/cmake/histo_cl"]
        self.cpp_info.libs = ["histo_cl"]
        self.cpp_info.system_libs = ["OpenCL"]
