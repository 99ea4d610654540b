#include "bench/cpu/peers.hpp"
#include "common/file.hpp"
#include "common/text.hpp"
#include "peer_script.hpp"

#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <sys/wait.h>
#include <utility>

namespace bench_cpu {

using nlohmann::json;

/// The script, and the samples of a data set.
class PythonFiles {
  public:
    PythonFiles() {
        if (folder_.error()) throw std::runtime_error("cannot create a temporary folder");
        common::write_file(script(), std::string(peer_script));
    }

    [[nodiscard]] std::string script() const { return common::text_of(folder_.path() / "peer.py"); }
    [[nodiscard]] std::string samples() const { return common::text_of(folder_.path() / "samples"); }

    /// Writes the first samples of a data set to the file, unless they are there already. Throws
    /// std::runtime_error if there is no space.
    void make(const bench::DataSet& data, std::uint64_t samples_made, const void* memory) {
        if (made_ == std::pair(data, samples_made)) return;
        made_.second = 0;
        const auto bytes = samples_made * histo_cl::bytes(data.sample);
        const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(samples().c_str(), "wb"),
                                                                   &std::fclose);
        if (!file || std::fwrite(memory, 1, bytes, file.get()) != bytes || std::fflush(file.get()) != 0)
            throw std::runtime_error("no space for a temporary file of " + std::to_string(bytes) + " bytes");
        made_ = {data, samples_made};
    }

  private:
    common::TemporaryFolder folder_{"histo_cl_bench_"};
    std::pair<bench::DataSet, std::uint64_t> made_ = {{}, 0};
};

namespace {

/// Runs a program, which is searched for in PATH, and parses the JSON that it prints. Discards its standard
/// error. Throws std::runtime_error if the program prints something else, or reports an error.
json answer_of(const std::vector<std::string>& command) {
    std::string line;
    for (const auto& word : command)
        line += common::shell_quoted(word) + " ";
    constexpr int not_found = 127; // the shell's exit code for an unknown program
    auto* const output = ::popen((line + "2>/dev/null").c_str(), "r");
    auto answer = output != nullptr ? json::parse(output, nullptr, false) : json();
    const int status = output != nullptr ? ::pclose(output) : -1;
    if (output == nullptr || (WIFEXITED(status) && WEXITSTATUS(status) == not_found))
        throw std::runtime_error("cannot start " + command.front());
    if (answer.is_discarded()) throw std::runtime_error("the child process has failed");
    if (answer.contains("error")) throw std::runtime_error(answer["error"].get<std::string>());
    return answer;
}

/// A trial that starts a process for each run.
class PythonTrial : public bench::Trial {
  public:
    PythonTrial(std::vector<std::string> command, bool rounds)
        : command_(std::move(command)), rounds_(rounds) {}

    [[nodiscard]] std::vector<std::uint32_t> checked_run() override {
        return ask("counts").get<std::vector<std::uint32_t>>();
    }
    [[nodiscard]] double wall_seconds() override { return ask("seconds").get<double>(); }
    [[nodiscard]] bool rounds_edges() const override { return rounds_; }

  private:
    [[nodiscard]] json ask(const std::string& what) const {
        auto command = command_;
        command.push_back(what);
        return answer_of(command).at(what);
    }

    std::vector<std::string> command_;
    bool rounds_;
};

} // namespace

bench::Contender python_peer(bench::OpenCl& opencl, std::shared_ptr<PythonFiles>& files,
                             const std::string& python, const std::string& package) {
    if (!files) files = std::make_shared<PythonFiles>();
    auto versions = answer_of({python, files->script(), package});
    return {.label = package,
            .make =
                [&opencl, files](const bench::DataSet& data, std::uint64_t samples) {
                    opencl.make(data, samples);
                    files->make(data, samples, opencl.mapped_samples());
                },
            .trial =
                [files, python, package](const bench::State& state) {
                    require_even_bins(state, {bench::Layout::single});
                    return std::make_unique<PythonTrial>(
                        std::vector{python, files->script(), package, files->samples(),
                                    std::string(name(state.sample)), std::to_string(state.elements),
                                    std::to_string(state.bins), std::to_string(bench::upper_bound(state))},
                        histo_cl::is_float(state.sample));
                },
            .versions = versions.get<std::map<std::string, std::string>>()};
}

} // namespace bench_cpu
