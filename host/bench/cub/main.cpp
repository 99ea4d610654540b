// histo_cl_bench_cub: measures the library and NVIDIA's CUB on the same data in the same run.

#include "bench/cub/cub_histogram.hpp"
#include "bench/cub/cuda_device.hpp"
#include "bench/program.hpp"

#include <limits>
#include <map>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace bench_cub {

namespace {

using bench::State;
using CubFunction = cudaError_t (*)(CubCall&, cudaStream_t);

bool needs_int_levels(const State& state) {
    return static_cast<double>(bench::upper_bound(state)) > bench::max_sample(state.sample);
}

/// The levels (edges of the bins) of a state, in the type that CUB takes.
Memory levels_on_device(const State& state) {
    const auto levels = bench::levels(state);
    return bench::with_type(
        needs_int_levels(state) ? histo_cl::SampleType::i32 : state.sample, [&]<class Level>(Level) {
            const std::vector<Level> values(levels.begin(), levels.end());
            auto memory = allocated(values.size() * sizeof(Level));
            copy_to_device(memory, std::as_bytes(std::span(values)), "copying the levels");
            return memory;
        });
}

class CubTrial : public bench::Trial {
  public:
    CubTrial(CudaDevice& cuda, const State& state)
        : cuda_(cuda), function_(bench::with_type(state.sample, []<class Sample>(Sample) -> CubFunction {
              return &cub_histogram<Sample>;
          })) {
        if (state.layout != bench::Layout::single && state.layout != bench::Layout::multi)
            throw histo_cl::Error(histo_cl::Status::unsupported,
                                  "CUB is not run on the layout " + std::string(name(state.layout)));
        if (state.elements > std::numeric_limits<std::int32_t>::max())
            throw std::runtime_error("CUB is called with 32-bit offsets, as in its own benchmark");
        counters_ = std::uint64_t{state.bins} * bench::counted_channels(state.layout);
        counts_ = allocated(count_bytes());
        if (state.binning == bench::Binning::range) levels_ = levels_on_device(state);
        call_ = {.samples = cuda.samples(),
                 .elements = static_cast<std::int32_t>(state.elements),
                 .bins = static_cast<std::int32_t>(state.bins),
                 .multi = state.layout == bench::Layout::multi,
                 .int_levels = needs_int_levels(state),
                 .upper = static_cast<double>(bench::upper_bound(state)),
                 .levels = levels_.get(),
                 .counts = static_cast<std::int32_t*>(counts_.get())};
        count(); // only sets call_.temporary_bytes
        temporary_ = allocated(call_.temporary_bytes);
        call_.temporary = temporary_.get();
    }

    std::vector<std::uint32_t> checked_run() override {
        check(cudaMemsetAsync(counts_.get(), 0xa5, count_bytes(), cuda_.stream()), "poisoning the counts");
        count();
        cuda_.finish();
        std::vector<std::uint32_t> counts(counters_);
        check(cudaMemcpy(counts.data(), counts_.get(), count_bytes(), cudaMemcpyDeviceToHost),
              "reading the counts");
        return counts;
    }

    std::optional<double> device_seconds() override {
        return cuda_.device_seconds([&] { count(); });
    }
    double wall_seconds() override {
        return cuda_.wall_seconds([&] { count(); });
    }
    [[nodiscard]] std::uint64_t workspace_bytes() const override { return call_.temporary_bytes; }

  private:
    void count() { check(function_(call_, cuda_.stream()), "cub::DeviceHistogram"); }
    [[nodiscard]] std::uint64_t count_bytes() const { return counters_ * sizeof(std::uint32_t); }

    CudaDevice& cuda_;
    CubFunction function_;
    std::uint64_t counters_ = 0;
    Memory counts_;
    Memory levels_;
    Memory temporary_;
    CubCall call_;
};

/// The versions of CUB, of the CUDA runtime and of the driver.
std::map<std::string, std::string> versions() {
    const auto number = [](int value) { return std::to_string(value); };
    const int cub = cub_version();
    int runtime = 0;
    int driver = 0;
    check(cudaRuntimeGetVersion(&runtime), "querying the CUDA version");
    check(cudaDriverGetVersion(&driver), "querying the driver version");
    const auto of_cuda = [&](int value) { return number(value / 1000) + "." + number(value % 1000 / 10); };
    return {{"name", "CUB"},
            {"cub", number(cub / 100000) + "." + number(cub / 100 % 1000) + "." + number(cub % 100)},
            {"cuda_runtime", of_cuda(runtime)},
            {"cuda_driver", of_cuda(driver)}};
}

/// The peer "cub": cub::DeviceHistogram, called as in CUB's own benchmark.
bench::AvailablePeers find_cub(bench::OpenCl& opencl, const histo_cl::Options& /*options*/) {
    const auto cuda = std::make_shared<CudaDevice>(cuda_device_of(opencl.device()));
    return {
        .peers = {
            {.label = "cub",
             .make = [cuda](const bench::DataSet& data, std::uint64_t samples) { cuda->make(data, samples); },
             .trial = [cuda](const State& state) { return std::make_unique<CubTrial>(*cuda, state); },
             .empty_launch_seconds = [cuda] { return cuda->empty_launch_seconds(); },
             .versions = versions()}}};
}

} // namespace

} // namespace bench_cub

int main(int argc, char** argv) {
    return common::run_program({"histo_cl_bench_cub"},
                               {bench::states_command("states", {.find = bench_cub::find_cub})}, argc, argv);
}
