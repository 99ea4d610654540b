// Files of all formats, recognized by their content.

#include "fuzz/read_file.hpp"

namespace histo_cl::fuzz {

void fuzz(std::span<const std::byte> input) {
    read_or_refuse(input, {.truncate = true});
}

} // namespace histo_cl::fuzz
