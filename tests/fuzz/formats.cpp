// Files of all formats, recognized by their content.

#include "fuzz/read_file.hpp"

namespace histo_cl::fuzz {

/// CFITSIO may ask for any amount of memory for a damaged table, and takes no for an answer.
extern "C" const char* __asan_default_options() { // NOLINT: the sanitizer's name
    return "allocator_may_return_null=1";
}

void fuzz(std::span<const std::byte> input) {
    read_or_refuse(input, {.truncate = true});
}

} // namespace histo_cl::fuzz
