# Not run: packaging/README.md says what was checked.
class HistoCl < Formula
  desc "Exact histograms on any OpenCL device, with the same counts on every one"
  homepage "https://histo-cl.invalid"
  url "https://histo-cl.invalid/releases/histo_cl-1.0.0.tar.xz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "Apache-2.0"

  depends_on "cli11" => :build
  depends_on "cmake" => :build
  depends_on "nlohmann-json" => :build
  depends_on "opencl-clhpp-headers" => :build
  depends_on "opencl-headers" => [:build, :test]
  depends_on :linux # libc++ cannot build the library (docs/platforms.md)
  depends_on "opencl-icd-loader"
  depends_on "pocl" => :test

  def install
    system "cmake", "-S", ".", "-B", "build", "-DBUILD_SHARED_LIBS=ON", "-DHISTO_CL_BENCH_CPU_PEERS=OFF",
           "-DHISTO_CL_BENCH_CUB=OFF", "-DHISTO_CL_BUILD_TESTS=OFF", "-DHISTO_CL_MPI=OFF", *std_cmake_args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
  end

  test do
    (testpath/"phrase").write "programming massively parallel processors"
    assert_match "0,97,101,5", shell_output("#{bin}/histo_cl --letters --csv phrase")
  end
end
