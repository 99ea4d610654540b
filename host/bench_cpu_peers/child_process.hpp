#pragma once

#include <cstdio>
#include <string>
#include <sys/types.h>
#include <vector>

namespace bench_cpu_peers {

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

} // namespace bench_cpu_peers
