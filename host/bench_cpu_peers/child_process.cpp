#include "child_process.hpp"

#include "common/posix/unblock_signals.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

namespace bench_cpu_peers {

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

/// In the child: never returns.
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

} // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& command, int file) {
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

ChildProcess::~ChildProcess() {
    if (to_ != nullptr) std::fclose(to_); // end of input ends it
    if (from_ != nullptr) std::fclose(from_);
    ::waitpid(id_, nullptr, 0);
}

std::string ChildProcess::ask(const std::string& line) {
    const bool asked = std::fputs((line + '\n').c_str(), to_) >= 0 && std::fflush(to_) == 0;
    char* text = nullptr;
    std::size_t capacity = 0;
    const auto length = asked ? ::getline(&text, &capacity, from_) : -1;
    std::string answer(text == nullptr ? "" : text, length < 0 ? 0 : static_cast<std::size_t>(length));
    std::free(text); // getline's, malloc'ed
    if (answer.empty()) throw std::runtime_error("the child process has ended");
    return answer;
}

} // namespace bench_cpu_peers
