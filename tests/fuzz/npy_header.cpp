// The header of a .npy file, as the programs read it: an accepted header has a valid size, and is read the
// same if more bytes follow; others are rejected with UsageError.

#include "files/npy_header.hpp"

#include "common/errors.hpp"
#include "fuzz/harness.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

namespace histo_cl::fuzz {
namespace {

/// Puts the magic string before the input, because libFuzzer takes long to find it.
std::vector<std::byte> start_of(std::span<const std::byte> input) {
    constexpr std::string_view magic = "\x93NUMPY";
    std::vector<std::byte> start(magic.size() + input.size());
    std::ranges::copy(std::as_bytes(std::span(magic)), start.begin());
    std::ranges::copy(input, start.begin() + magic.size());
    return start;
}

void check_header(std::span<const std::byte> start) {
    const auto begin = files::npy_samples_begin(start);
    require(begin <= start.size(), "the header is in what is given");
    const auto header = files::parse_npy_header(start.first(begin));
    const auto samples = files::samples_of(header);
    const auto bytes = files::sample_bytes(header);
    require(bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8, "samples are of a type that there is");
    require(samples <= (UINT64_MAX >> 1U) / bytes, "the samples' bytes fit a file");
    std::vector<std::byte> longer(start.begin(), start.end());
    longer.push_back(std::byte{0});
    require(files::npy_samples_begin(longer) == begin, "what follows does not move the samples");
    require(files::parse_npy_header(std::span(longer).first(begin)) == header,
            "nor does it change the header");
}

} // namespace

void fuzz(std::span<const std::byte> input) {
    const auto start = start_of(input);
    require(files::is_npy(start), "the magic string is recognized");
    (void)files::is_npy(input);
    try {
        check_header(start);
    } catch (const common::UsageError& error) {
        require(std::string_view(error.what()).starts_with("its .npy header "),
                "the message says what is wrong");
    }
}

} // namespace histo_cl::fuzz
