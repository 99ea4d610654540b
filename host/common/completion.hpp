#pragma once

#include "common/manual.hpp"

namespace common {

/// Scripts that complete a program's options, their values where these are names, and file names elsewhere:
/// for bash with the package bash-completion, for zsh as a function of its fpath, and for fish.
[[nodiscard]] std::string bash_completion(const Manual& manual);
[[nodiscard]] std::string zsh_completion(const Manual& manual);
[[nodiscard]] std::string fish_completion(const Manual& manual);

} // namespace common
