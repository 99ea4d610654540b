#include "call_peer.hpp"

#include <algorithm>
#include <utility>

namespace bench_cpu_peers {

namespace {

class CallTrial : public HostTrial {
  public:
    CallTrial(const Task& task, histo_cl::Options options, const histo_cl::Device& device)
        : HostTrial(task.counters()), options_(std::move(options)), device_(device),
          problem_(problem_of(task.state)), data_{.samples = {static_cast<const std::byte*>(task.samples),
                                                              stored_bytes(task.state)},
                                                  .shape = shape_of(task.state)} {}

  private:
    void count(std::span<std::uint32_t> counts) override {
        std::ranges::transform(histogram(problem_, data_, options_, device_), counts.begin(),
                               [](std::uint64_t one) { return static_cast<std::uint32_t>(one); });
    }

    histo_cl::Options options_;
    const histo_cl::Device& device_;
    histo_cl::Problem problem_;
    histo_cl::HostData data_;
};

} // namespace

std::unique_ptr<bench::Trial> call_trial(const Task& task, const histo_cl::Options& options,
                                         const histo_cl::Device& device) {
    if (task.state.layout == bench::Layout::mask) refuse("the layout mask");
    return std::make_unique<CallTrial>(task, options, device);
}

} // namespace bench_cpu_peers
