#pragma once

namespace common {

/// Where histo_cl::default_tuning_file() is, in the words of this system, and the variables that say so.
struct ConfigFolder {
    const char* place;
    const char* variables;
};
[[nodiscard]] ConfigFolder config_folder() noexcept;

} // namespace common
