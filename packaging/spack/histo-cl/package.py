# Not run: packaging/README.md says what was checked.
from spack.package import *


class HistoCl(CMakePackage):
    """Exact histograms on any OpenCL device, with the same counts on every one."""

    homepage = "https://histo-cl.invalid"
    url = "https://histo-cl.invalid/releases/histo_cl-1.0.0.tar.xz"
    license("Apache-2.0")

    version("1.0.0", sha256="0" * 64)

    variant("shared", default=True, description="Build a shared library")
    variant("programs", default=True, description="Build histo_cl and histo_cl_bench")
    variant("mpi", default=False, description="Build the component for ranks")

    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("opencl@1.2:")
    depends_on("opencl-c-headers")
    depends_on("opencl-clhpp")
    depends_on("cli11", when="+programs")
    depends_on("nlohmann-json", when="+programs")
    depends_on("mpi", when="+mpi")
    conflicts("%gcc@:11", msg="histo_cl needs GCC 12 or newer")

    def cmake_args(self):
        return [
            self.define_from_variant("BUILD_SHARED_LIBS", "shared"),
            self.define_from_variant("HISTO_CL_BUILD_PROGRAMS", "programs"),
            self.define_from_variant("HISTO_CL_MPI", "mpi"),
            self.define("HISTO_CL_BENCH_CPU_PEERS", False),
            self.define("HISTO_CL_BENCH_CUB", False),
            self.define("HISTO_CL_BUILD_TESTS", False),
        ]
