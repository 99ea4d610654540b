#include "common/config_folder.hpp"

namespace common {

ConfigFolder config_folder() noexcept {
    return {.place = R"(in %XDG_CONFIG_HOME%\histo_cl, else in %LOCALAPPDATA%\histo_cl\config)",
            .variables = "XDG_CONFIG_HOME nor LOCALAPPDATA"};
}

} // namespace common
