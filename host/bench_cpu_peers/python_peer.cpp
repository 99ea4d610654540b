#include "python_peer.hpp"

#include "peer_script.hpp"

#include <nlohmann/json.hpp>
#include <unistd.h>

namespace bench_cpu_peers {

namespace {

using nlohmann::json;

json ask(ChildProcess& child, const json& request) {
    auto answer = json::parse(child.ask(request.dump()));
    if (answer.contains("error")) throw std::runtime_error(answer["error"].get<std::string>());
    return answer;
}

class PythonTrial : public bench::Trial {
  public:
    PythonTrial(ChildProcess& child, bool rounds) : child_(child), rounds_(rounds) {}

    [[nodiscard]] std::vector<std::uint32_t> checked_run() override {
        return ask(child_, {{"do", "counts"}}).at("counts").get<std::vector<std::uint32_t>>();
    }
    [[nodiscard]] std::optional<double> device_seconds() override { return std::nullopt; }
    [[nodiscard]] double wall_seconds() override {
        return ask(child_, {{"do", "time"}}).at("seconds").get<double>();
    }
    [[nodiscard]] bool rounds_edges() const override { return rounds_; }
    [[nodiscard]] std::uint64_t workspace_bytes() const override { return 0; }

  private:
    ChildProcess& child_;
    bool rounds_;
};

} // namespace

SharedSamples::SharedSamples() : file_(std::tmpfile(), [](std::FILE* file) { return std::fclose(file); }) {
    if (!file_) throw std::runtime_error("cannot create a temporary file");
}

void SharedSamples::make(const bench::DataSet& data, std::uint64_t samples, const void* memory) {
    if (made_ == std::pair(data, samples)) return;
    made_.second = 0;
    const auto bytes = samples * histo_cl::bytes(data.sample);
    std::rewind(file_.get());
    if (std::fwrite(memory, 1, bytes, file_.get()) != bytes || std::fflush(file_.get()) != 0)
        throw std::runtime_error("no space for a temporary file of " + std::to_string(bytes) + " bytes");
    made_ = {data, samples};
}

PythonContender::PythonContender(bench::OpenCl& opencl, std::shared_ptr<SharedSamples> shared,
                                 const std::string& python, const std::string& package)
    : opencl_(opencl), shared_(std::move(shared)), package_(package),
      child_({python, "-c", std::string(peer_script), package}, shared_->file()) {}

void PythonContender::make(const bench::DataSet& data, std::uint64_t samples) {
    opencl_.make(data, samples);
    shared_->make(data, samples, opencl_.mapped_samples());
}

std::unique_ptr<bench::Trial> PythonContender::trial(const bench::State& state) {
    take_even_bins_in(state, {bench::Layout::single});
    ask(child_, {{"do", "state"},
                 {"sample", name(state.sample)},
                 {"samples", state.elements},
                 {"bins", state.bins},
                 {"upper", bench::upper_bound(state)}});
    return std::make_unique<PythonTrial>(child_, histo_cl::is_float(state.sample));
}

std::map<std::string, std::string> PythonContender::versions() {
    return ask(child_, {{"do", "versions"}}).at("versions").get<std::map<std::string, std::string>>();
}

} // namespace bench_cpu_peers
