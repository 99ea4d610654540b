#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <sys/wait.h>

// Programs run as a user runs them.

namespace histo_cl::test {

inline std::string content(const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

struct ProgramOutcome {
    int code = -1; ///< -1: it did not end by itself
    std::string out;
    std::string err;
};

/// By the shell, so that a command can redirect and set variables; what it prints goes to files of the
/// folder.
inline ProgramOutcome run_command(const std::string& command, const std::filesystem::path& folder) {
    const auto out = folder / "out";
    const auto err = folder / "err";
    const auto redirected = "{ " + command + "; } >" + out.string() + " 2>" + err.string();
    const int status = std::system(redirected.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, content(out), content(err)};
}

} // namespace histo_cl::test
