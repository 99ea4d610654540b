// Pixel splitting, as in pyFAI: the mean intensity of a detector's image as a function of the distance from
// the beam and the angle around it. A pixel covers a range of both, so its photons are divided among several
// bins, in proportion to the overlap. A bin's mean is its sum of photons divided by its sum of fractions.
//
//     g++ -std=c++20 -O2 pixel_splitting.cpp -lhisto_cl -lOpenCL
//
// It prints
//
//     distance   mean intensity by angle
//         48.8    226.4  226.4  226.8  226.7  226.7  226.8
//         54.8    684.6  684.6  684.4  686.1  686.1  684.4
//         60.8    988.3  988.3  988.2  988.2  988.2  988.2
//         66.8    542.5  542.5  543.0  541.7  541.7  543.0
//         72.8    172.2  172.2  171.9  171.9  171.9  171.9
//     a loop of doubles agrees to 6 digits

#include <histo_cl/histo_cl.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <exception>
#include <iomanip>
#include <iostream>
#include <numbers>
#include <span>
#include <vector>

namespace {

constexpr std::size_t side = 200; // pixels
constexpr double beam = 99.7;
constexpr std::uint32_t distances = 60, angles = 12;

struct Pixels {
    std::vector<float> distance, angle, half_distance, half_angle, photons;
};

Pixels take_image() {
    Pixels pixels;
    for (std::size_t y = 0; y < side; ++y)
        for (std::size_t x = 0; x < side; ++x) {
            const double dx = static_cast<double>(x) - beam, dy = static_cast<double>(y) - beam;
            const double distance = std::hypot(dx, dy);
            pixels.distance.push_back(static_cast<float>(distance));
            pixels.angle.push_back(static_cast<float>(std::atan2(dy, dx)));
            pixels.half_distance.push_back(0.5F);
            pixels.half_angle.push_back(static_cast<float>(0.5 / std::max(distance, 1.0)));
            pixels.photons.push_back(
                static_cast<float>(100 + 900 * std::exp(-std::pow((distance - 60) / 8, 2))));
        }
    return pixels;
}

/// The fraction of the interval around `x` that is in a bin, in floating point, for comparison.
double overlap(double x, double half, double lower, double width, std::uint32_t bin) {
    const double from = lower + width * bin;
    const double common = std::min(x + half, from + width) - std::max(x - half, from);
    return std::max(common, 0.0) / (2 * half);
}

int integrate() {
    using namespace histo_cl;
    constexpr double pi = std::numbers::pi;
    const auto pixels = take_image();
    const Problem problem{
        .sample = SampleType::f32,
        .axes = {even_bins(distances, 0, 90), even_bins(angles, -pi, pi), HalfWidths{}, HalfWidths{}},
        .joint = true,
        .splitting = Splitting::interval,
        .layout = {.order = Order::separate},
        .weights = {.type = SampleType::f32, .counts = true},
        .counter = CounterType::f64};
    const std::array<HostArray, 4> arrays{pixels.distance, pixels.angle, pixels.half_distance,
                                          pixels.half_angle};
    const auto h = histogram(problem, {.weights = pixels.photons, .arrays = arrays});
    const auto areas = std::span(h.sums).first(problem.cells());
    const auto photons = std::span(h.sums).subspan(problem.cells());

    std::cout << "distance   mean intensity by angle\n" << std::fixed;
    for (std::uint32_t row = 32; row < 49; row += 4) {
        std::cout << std::setw(8) << std::setprecision(1) << 1.5 * row + 0.75 << "  ";
        for (std::uint32_t column = 0; column < angles; column += 2)
            std::cout << std::setw(7) << std::setprecision(1)
                      << photons[row * angles + column] / areas[row * angles + column];
        std::cout << '\n';
    }

    double expected = 0; // the photons in one bin, in floating point
    constexpr std::uint32_t row = 40, column = 5;
    for (std::size_t i = 0; i < pixels.photons.size(); ++i)
        expected += pixels.photons[i] * overlap(pixels.distance[i], pixels.half_distance[i], 0, 1.5, row) *
                    overlap(pixels.angle[i], pixels.half_angle[i], -pi, 2 * pi / angles, column);
    const double difference = photons[row * angles + column] / expected - 1;
    const bool same = std::abs(difference) < 1e-6;
    std::cout << (same ? "a loop of doubles agrees to 6 digits\n" : "a loop of doubles does not agree\n");
    return same ? 0 : 1;
}

} // namespace

int main() {
    try {
        return integrate();
    } catch (const std::exception& error) {
        std::cerr << "pixel_splitting: " << error.what() << '\n';
        return 1;
    }
}
