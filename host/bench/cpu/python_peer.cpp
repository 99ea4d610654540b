#include "bench/cpu/trials.hpp"
#include "common/signals.hpp"
#include "peer_script.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace bench_cpu {

namespace {

constexpr int shared_file = 3;

[[noreturn]] void fail(const std::string& what) {
    throw std::runtime_error(what + ": " + std::strerror(errno));
}

/// The ends of a pipe, not inherited by child programs.
std::array<int, 2> new_pipe() {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) fail("no pipe");
    for (const auto end : ends)
        ::fcntl(end, F_SETFD, FD_CLOEXEC);
    return ends;
}

/// Runs in the child process and never returns.
[[noreturn]] void become(std::vector<char*> arguments, int input, int output, int file) {
    // None of the three may be overwritten before it has been moved.
    const int free_file = ::fcntl(file, F_DUPFD, shared_file + 1);
    ::dup2(input, STDIN_FILENO);
    ::dup2(output, STDOUT_FILENO);
    ::dup2(free_file, shared_file);
    ::close(free_file);
    if (const int nowhere = ::open("/dev/null", O_WRONLY); nowhere >= 0) ::dup2(nowhere, STDERR_FILENO);
    common::unblock_signals();
    ::execvp(arguments.front(), arguments.data());
    ::_exit(127);
}

/// A program that answers each line with a line; it ends with the object. Throws std::runtime_error.
class ChildProcess {
  public:
    /// The child has `file` as its file descriptor 3.
    ChildProcess(const std::vector<std::string>& command, int file) {
        std::signal(SIGPIPE, SIG_IGN); // a dead child shows as an error of ask()
        std::vector<char*> arguments;
        arguments.reserve(command.size() + 1);
        for (const auto& word : command)
            arguments.push_back(const_cast<char*>(word.c_str())); // execvp only reads
        arguments.push_back(nullptr);
        const auto in = new_pipe();
        const auto out = new_pipe();
        id_ = ::fork();
        if (id_ < 0) fail("cannot start a process");
        if (id_ == 0) become(std::move(arguments), in[0], out[1], file);
        ::close(in[0]);
        ::close(out[1]);
        to_ = ::fdopen(in[1], "w");
        from_ = ::fdopen(out[0], "r");
    }
    ~ChildProcess() {
        if (to_ != nullptr) std::fclose(to_); // end of input ends it
        if (from_ != nullptr) std::fclose(from_);
        ::waitpid(id_, nullptr, 0);
    }
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    [[nodiscard]] std::string ask(const std::string& line) {
        const bool asked = std::fputs((line + '\n').c_str(), to_) >= 0 && std::fflush(to_) == 0;
        char* text = nullptr;
        std::size_t capacity = 0;
        const auto length = asked ? ::getline(&text, &capacity, from_) : -1;
        std::string answer(text == nullptr ? "" : text, length < 0 ? 0 : static_cast<std::size_t>(length));
        std::free(text); // getline's, malloc'ed
        if (answer.empty()) throw std::runtime_error("the child process has ended");
        return answer;
    }

  private:
    pid_t id_ = -1;
    std::FILE* to_ = nullptr;
    std::FILE* from_ = nullptr;
};

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

/// The samples in an anonymous file that child processes map.
class SharedSamples {
  public:
    SharedSamples() : file_(std::tmpfile(), [](std::FILE* file) { return std::fclose(file); }) {
        if (!file_) throw std::runtime_error("cannot create a temporary file");
    }

    [[nodiscard]] int file() const noexcept { return ::fileno(file_.get()); }

    /// Throws std::runtime_error if there is no space.
    void make(const bench::DataSet& data, std::uint64_t samples, const void* memory) {
        if (made_ == std::pair(data, samples)) return;
        made_.second = 0;
        const auto bytes = samples * histo_cl::bytes(data.sample);
        std::rewind(file_.get());
        if (std::fwrite(memory, 1, bytes, file_.get()) != bytes || std::fflush(file_.get()) != 0)
            throw std::runtime_error("no space for a temporary file of " + std::to_string(bytes) + " bytes");
        made_ = {data, samples};
    }

  private:
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
    std::pair<bench::DataSet, std::uint64_t> made_ = {{}, 0};
};

namespace {

class PythonContender : public bench::Contender {
  public:
    PythonContender(bench::OpenCl& opencl, std::shared_ptr<SharedSamples> shared, const std::string& python,
                    const std::string& package)
        : opencl_(opencl), shared_(std::move(shared)), package_(package),
          child_({python, "-c", std::string(peer_script), package}, shared_->file()) {}

    [[nodiscard]] std::string label() const override { return package_; }

    void make(const bench::DataSet& data, std::uint64_t samples) override {
        opencl_.make(data, samples);
        shared_->make(data, samples, opencl_.mapped_samples());
    }

    [[nodiscard]] std::unique_ptr<bench::Trial> trial(const bench::State& state) override {
        take_even_bins_in(state, {bench::Layout::single});
        ask(child_, {{"do", "state"},
                     {"sample", name(state.sample)},
                     {"samples", state.elements},
                     {"bins", state.bins},
                     {"upper", bench::upper_bound(state)}});
        return std::make_unique<PythonTrial>(child_, histo_cl::is_float(state.sample));
    }

    [[nodiscard]] std::map<std::string, std::string> versions() {
        return ask(child_, {{"do", "versions"}}).at("versions").get<std::map<std::string, std::string>>();
    }

  private:
    bench::OpenCl& opencl_;
    std::shared_ptr<SharedSamples> shared_;
    std::string package_;
    ChildProcess child_;
};

} // namespace

bench::Peer python_peer(bench::OpenCl& opencl, std::shared_ptr<SharedSamples>& shared,
                        const std::string& python, const std::string& package) {
    if (!shared) shared = std::make_shared<SharedSamples>();
    auto contender = std::make_unique<PythonContender>(opencl, shared, python, package);
    auto versions = contender->versions();
    return {std::move(contender), std::move(versions)};
}

} // namespace bench_cpu
