#include "demo/command/letters.hpp"

#include <algorithm>

namespace demo {

histo_cl::Problem letters_problem() {
    return {.sample = histo_cl::SampleType::u8,
            .axes = {histo_cl::edge_bins({'a', 'e', 'i', 'm', 'q', 'u', 'y', 'z' + 1})}};
}

void to_lower_case(std::span<std::byte> text) {
    std::ranges::transform(text, text.begin(), [](std::byte c) {
        const bool capital = c >= std::byte{'A'} && c <= std::byte{'Z'};
        return capital ? c | std::byte{0x20} : c;
    });
}

} // namespace demo
