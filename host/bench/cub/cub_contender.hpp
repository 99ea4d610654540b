#pragma once

#include "bench/contender.hpp"
#include "bench/cub/cuda_device.hpp"

namespace bench_cub {

/// cub::DeviceHistogram, as CUB's own benchmark calls it.
class CubContender : public bench::Contender {
  public:
    explicit CubContender(const histo_cl::Device& device) : cuda_(cuda_device_of(device)) {}

    [[nodiscard]] std::string label() const override { return "cub"; }
    void make(const bench::DataSet& data, std::uint64_t samples) override { cuda_.make(data, samples); }
    [[nodiscard]] std::unique_ptr<bench::Trial> trial(const bench::State& state) override;
    [[nodiscard]] std::optional<double> empty_launch_seconds() override {
        return cuda_.empty_launch_seconds();
    }

  private:
    CudaDevice cuda_;
};

/// CUB and the CUDA that it runs on.
[[nodiscard]] std::map<std::string, std::string> versions();

} // namespace bench_cub
