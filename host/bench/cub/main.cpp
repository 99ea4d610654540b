// histo_cl_bench_cub: the library and NVIDIA's CUB on the same data in the same run.

#include "bench/cub/cub_histogram.hpp"
#include "bench/cub/cuda_device.hpp"
#include "bench/program.hpp"

#include <limits>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace bench_cub {

namespace {

using bench::State;
using histo_cl::SampleType;

using CubFunction = cudaError_t (*)(CubCall&, cudaStream_t);

CubFunction function_for(SampleType type) {
    switch (type) {
    case SampleType::i8: return cub_i8;
    case SampleType::u8: return cub_u8;
    case SampleType::i16: return cub_i16;
    case SampleType::u16: return cub_u16;
    case SampleType::i32: return cub_i32;
    case SampleType::u32: return cub_u32;
    case SampleType::i64: return cub_i64;
    case SampleType::f32: return cub_f32;
    case SampleType::f64: return cub_f64;
    default: throw std::runtime_error("CUB is not run on samples of " + std::string(name(type)));
    }
}

bool needs_int_levels(const State& state) {
    return static_cast<double>(bench::upper_bound(state)) > bench::greatest(state.sample);
}

template <class Level>
Memory on_device(const std::vector<double>& levels) {
    const std::vector<Level> values(levels.begin(), levels.end());
    const auto bytes = values.size() * sizeof(Level);
    auto memory = allocated(bytes);
    check(cudaMemcpy(memory.get(), values.data(), bytes, cudaMemcpyHostToDevice), "copying the levels");
    return memory;
}

/// The levels of a state, in the type that CUB takes.
Memory levels_on_device(const State& state) {
    const auto levels = bench::levels(state);
    switch (needs_int_levels(state) ? SampleType::i32 : state.sample) {
    case SampleType::i8: return on_device<std::int8_t>(levels);
    case SampleType::u8: return on_device<std::uint8_t>(levels);
    case SampleType::i16: return on_device<std::int16_t>(levels);
    case SampleType::u16: return on_device<std::uint16_t>(levels);
    case SampleType::i32: return on_device<std::int32_t>(levels);
    case SampleType::u32: return on_device<std::uint32_t>(levels);
    case SampleType::i64: return on_device<std::int64_t>(levels);
    case SampleType::f32: return on_device<float>(levels);
    default: return on_device<double>(levels);
    }
}

class CubTrial : public bench::Trial {
  public:
    CubTrial(CudaDevice& cuda, const State& state) : cuda_(cuda), function_(function_for(state.sample)) {
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
        count(); // queries the size
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

/// cub::DeviceHistogram, as CUB's own benchmark calls it.
class CubContender : public bench::Contender {
  public:
    explicit CubContender(const histo_cl::Device& device) : cuda_(cuda_device_of(device)) {}

    [[nodiscard]] std::string label() const override { return "cub"; }
    void make(const bench::DataSet& data, std::uint64_t samples) override { cuda_.make(data, samples); }
    [[nodiscard]] std::unique_ptr<bench::Trial> trial(const State& state) override {
        return std::make_unique<CubTrial>(cuda_, state);
    }
    [[nodiscard]] std::optional<double> empty_launch_seconds() override {
        return cuda_.empty_launch_seconds();
    }

  private:
    CudaDevice cuda_;
};

/// CUB and the CUDA that it runs on.
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

} // namespace

} // namespace bench_cub

int main(int argc, char** argv) {
    const auto find = [](bench::OpenCl& opencl, const histo_cl::Options&) {
        bench::AvailablePeers found;
        found.peers.push_back(
            {std::make_unique<bench_cub::CubContender>(opencl.device()), bench_cub::versions()});
        return found;
    };
    return common::run_program({"histo_cl_bench_cub"}, {bench::states_command("states", {.find = find})},
                               argc, argv);
}
