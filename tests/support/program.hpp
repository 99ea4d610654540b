#pragma once

#include "support/folder.hpp"
#include "support/text.hpp"

#include <cstdlib>
#include <filesystem>
#include <string>
#include <sys/wait.h>

// Runs programs as a user does, through the shell.

namespace histo_cl::test {

/// The folder for all files that a test program writes.
inline const std::filesystem::path& folder() {
    static const Folder one;
    return one.path();
}

inline std::string path_of(const std::string& name) {
    return folder() / name;
}

struct ProgramOutcome {
    int code = -1; ///< -1: the shell did not exit normally
    std::string out;
    std::string err;
};

/// Runs a command in the shell, so that the command can redirect files, set variables and end with a comment.
/// Its output goes to the files `out` and `err` in the folder.
inline ProgramOutcome run_command(const std::string& command, const std::filesystem::path& folder) {
    const auto out = folder / "out";
    const auto err = folder / "err";
    const auto redirected =
        "cd '" + folder.string() + "' && {\n" + command + "\n} >" + out.string() + " 2>" + err.string();
    const int status = std::system(redirected.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, content(out), content(err)};
}

} // namespace histo_cl::test
