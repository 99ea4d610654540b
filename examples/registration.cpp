// Finds how far one image is shifted against another that shows the same scene in other colours, as in
// medical imaging. For each shift, the program computes the mutual information of both images from a joint
// histogram; the correct shift has the maximum. A shifted image is the same memory with another first pixel,
// so nothing is copied.
//
//     g++ -std=c++20 registration.cpp -lhisto_cl -lOpenCL
//
// It prints
//
//     1.52 1.66 1.81 1.93 2.04 2.10 2.12
//     1.79 1.95 2.11 2.26 2.34 2.35 2.28
//     2.10 2.30 2.48 2.59 2.58 2.45 2.27
//     2.47 2.70 2.85 2.77 2.56 2.33 2.10
//     2.80 3.16 2.79 2.57 2.30 2.06 1.85
//     2.82 2.69 2.46 2.22 1.99 1.78 1.60
//     2.46 2.29 2.08 1.88 1.70 1.53 1.37
//     the scene is 2 pixels to the left and 1 down

#include <histo_cl/histo_cl.hpp>
#include <histo_cl/statistics.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>
#include <vector>

namespace {

constexpr std::size_t side = 128, margin = 3;

/// The part of the scene that begins at column `left` and row `top`. In the second modality (`inverted`),
/// bright and dark are exchanged.
std::vector<std::uint8_t> take(std::uint32_t left, std::uint32_t top, bool inverted) {
    std::vector<std::uint8_t> image;
    for (auto y = top; y < top + side; ++y)
        for (auto x = left; x < left + side; ++x) {
            const auto value = (x * x / 29 + y * y / 17 + x * y / 23) % 256;
            image.push_back(static_cast<std::uint8_t>(inverted ? 255 - value * value / 256 : value));
        }
    return image;
}

} // namespace

int main() try {
    const auto fixed = take(10, 10, false);
    const auto moving = take(12, 9, true); // 2 to the right, 1 up

    const histo_cl::Problem problem{
        .axes = {histo_cl::even_bins(16, 0, 256), histo_cl::even_bins(16, 0, 256)},
        .joint = true,
        .layout = {.order = histo_cl::Order::separate, .rows = true}}; // u8 samples
    const histo_cl::Shape inner{.region = {.width = side - 2 * margin, .height = side - 2 * margin},
                                .pitch = side};
    const auto from = [](const auto& image, std::size_t x, std::size_t y) {
        return histo_cl::HostArray(std::span(image).subspan(y * side + x));
    };

    double max_bits = 0;
    std::size_t right = 0, down = 0;
    for (std::size_t y = 0; y <= 2 * margin; ++y)
        for (std::size_t x = 0; x <= 2 * margin; ++x) {
            const std::vector arrays{from(fixed, margin, margin), from(moving, x, y)};
            const auto counts = histo_cl::histogram(problem, {.shape = inner, .arrays = arrays});
            const auto bits = histo_cl::mutual_information(counts);
            std::printf("%.2f%c", bits, x == 2 * margin ? '\n' : ' ');
            if (bits > max_bits) max_bits = bits, right = x, down = y;
        }
    std::printf("the scene is %zu pixels to the left and %zu down\n", margin - right, down - margin);
} catch (const histo_cl::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
