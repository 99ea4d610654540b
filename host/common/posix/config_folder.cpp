#include "common/config_folder.hpp"

namespace common {

ConfigFolder config_folder() noexcept {
    return {.place = "in $XDG_CONFIG_HOME/histo_cl, else in ~/.config/histo_cl",
            .variables = "XDG_CONFIG_HOME nor HOME"};
}

} // namespace common
