// Azimuthal integration, as for powder diffraction: the mean intensity of a detector's pixels as a function
// of their distance from the beam, with error bars. Each pixel has two weights, its photons and its
// normalization (the solid angle that it covers). One pass sums both weights in bins of the distance, and
// counts the pixels. Dead pixels are masked.
//
//     g++ -std=c++20 -O2 azimuthal_integration.cpp -lhisto_cl -lOpenCL
//
// It prints
//
//     distance  pixels  intensity  error
//          1.2      20      18.70   0.97
//         21.2     334      19.57   0.24
//         41.2     644      19.63   0.18
//         61.2     964      20.17   0.15
//         81.2    1272     343.10   0.53
//        101.2    1588      19.90   0.12
//        121.2    1898      20.07   0.11
//        141.2    2204      20.02   0.10
//        161.2    2521      20.04   0.10
//        181.2    2834      20.11   0.09
//        201.2    3153     114.31   0.21
//        221.2    3471      20.01   0.09
//        241.2    3769      19.92   0.09
//     0 bins are more than 5 errors off

#include <histo_cl/histo_cl.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <exception>
#include <iomanip>
#include <iostream>
#include <random>
#include <vector>

namespace {

constexpr std::size_t side = 512;   // pixels of 0.2 mm
constexpr double to_detector = 500; // distance from the sample to the detector, in pixels
constexpr double beam_x = 251.3, beam_y = 260.8;
constexpr std::uint32_t bins = 100;
constexpr std::array rings{80.0, 130.0, 205.0}; // distances at which the sample scatters

struct Image {
    std::vector<float> distance, photons, solid_angle;
    std::vector<std::uint8_t> alive;
};

double intensity(double distance) {
    double sum = 20;
    for (const double ring : rings)
        sum += 400 * std::exp(-std::pow((distance - ring) / 3, 2));
    return sum;
}

Image take_image() {
    Image image;
    std::mt19937 random(1);
    for (std::size_t y = 0; y < side; ++y)
        for (std::size_t x = 0; x < side; ++x) {
            const double distance =
                std::hypot(static_cast<double>(x) - beam_x, static_cast<double>(y) - beam_y);
            const double solid_angle = std::pow(to_detector / std::hypot(to_detector, distance), 3);
            const bool alive = random() % 500 != 0;
            std::poisson_distribution<int> photons(intensity(distance) * solid_angle);
            image.distance.push_back(static_cast<float>(distance));
            image.photons.push_back(alive ? static_cast<float>(photons(random)) : 1e9F);
            image.solid_angle.push_back(static_cast<float>(solid_angle));
            image.alive.push_back(alive ? 1 : 0);
        }
    return image;
}

int integrate() {
    const auto image = take_image();
    const histo_cl::Problem problem{
        .sample = histo_cl::SampleType::f32,
        .axes = {histo_cl::EvenBins{bins, 0, 250}},
        .layout = {.mask = true},
        .weights = {.type = histo_cl::SampleType::f32, .counts = true, .vectors = 2},
        .counter = histo_cl::CounterType::f64};
    const std::array<histo_cl::HostArray, 2> weights{image.photons, image.solid_angle};
    const auto h = histo_cl::histogram(
        problem, {.samples = image.distance, .mask = image.alive, .weight_vectors = weights});
    const auto edges = problem.edges();
    int wrong = 0;
    std::cout << "distance  pixels  intensity  error\n" << std::fixed;
    for (std::uint32_t bin = 0; bin < bins; ++bin) {
        const auto pixels = static_cast<double>(h[bin]);
        const double photons = h.sums[bin], normalization = h.sums[bins + bin];
        if (pixels == 0) continue;
        const double mean = photons / normalization;
        const double error = std::sqrt(photons) / normalization; // photons are Poisson distributed
        const double distance = (edges[bin] + edges[bin + 1]) / 2;
        if (bin % 8 == 0)
            std::cout << std::setw(8) << std::setprecision(1) << distance << std::setw(8)
                      << std::setprecision(0) << pixels << std::setw(11) << std::setprecision(2) << mean
                      << std::setw(7) << error << '\n';
        // Near a ring, the intensity varies within a bin; in all other bins, the mean must be within 5 errors
        // of the true intensity.
        bool near_ring = false;
        for (const double ring : rings)
            near_ring = near_ring || std::abs(distance - ring) < 12;
        if (!near_ring && std::abs(mean - intensity(distance)) > 5 * error) ++wrong;
    }
    std::cout << wrong << " bins are more than 5 errors off\n";
    return wrong == 0 ? 0 : 1;
}

} // namespace

int main() {
    try {
        return integrate();
    } catch (const std::exception& error) {
        std::cerr << "azimuthal_integration: " << error.what() << '\n';
        return 1;
    }
}
