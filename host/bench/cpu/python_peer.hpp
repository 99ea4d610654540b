#pragma once

#include "bench/cpu/peer.hpp"

#include <cstdio>
#include <map>
#include <string>
#include <sys/types.h>
#include <vector>

namespace bench_cpu {

/// A program that answers each line with a line; it ends with the object. Throws std::runtime_error.
class ChildProcess {
  public:
    /// The child has `file` as its file descriptor 3.
    ChildProcess(const std::vector<std::string>& command, int file);
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    [[nodiscard]] std::string ask(const std::string& line);

  private:
    pid_t id_ = -1;
    std::FILE* to_ = nullptr;
    std::FILE* from_ = nullptr;
};

/// The samples in an anonymous file that child processes map. One file for all of them, so that it is written
/// once.
class SharedSamples {
  public:
    SharedSamples();

    [[nodiscard]] int file() const noexcept { return ::fileno(file_.get()); }
    /// Throws std::runtime_error if there is no space.
    void make(const bench::DataSet& data, std::uint64_t samples, const void* memory);

  private:
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
    std::pair<bench::DataSet, std::uint64_t> made_ = {{}, 0};
};

/// A Python package, in a separate process that also measures the time: "numpy" (bincount for bytes, else
/// histogram) or "fast_histogram". Both use one thread.
class PythonContender : public bench::Contender {
  public:
    /// Throws std::runtime_error if the interpreter lacks the package.
    PythonContender(bench::OpenCl& opencl, std::shared_ptr<SharedSamples> shared, const std::string& python,
                    const std::string& package);

    [[nodiscard]] std::string label() const override { return package_; }
    void make(const bench::DataSet& data, std::uint64_t samples) override;
    [[nodiscard]] std::unique_ptr<bench::Trial> trial(const bench::State& state) override;
    [[nodiscard]] std::map<std::string, std::string> versions();

  private:
    bench::OpenCl& opencl_;
    std::shared_ptr<SharedSamples> shared_;
    std::string package_;
    ChildProcess child_;
};

} // namespace bench_cpu
