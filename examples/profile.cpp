// A profile of simulated events: the mean response of a calorimeter (measured / true energy) in bins of the
// true energy, with its standard error. The events come in blocks, as from a detector or from files, and a
// Stream counts them on the default device, or on the calling thread. The sums are exact, so the output is
// the same on every device, and for any division into blocks.
//
//     g++ -std=c++20 -O2 profile.cpp -lhisto_cl -lOpenCL
//
// It prints
//
//     energy/GeV       events  mean response       resolution
//       0 to   1      111552  0.77528 +- 0.00127  0.4237
//       1 to   2       84047  0.81659 +- 0.00110  0.3196
//       2 to   5      202771  0.86299 +- 0.00054  0.2429
//       5 to  10      262335  0.91013 +- 0.00034  0.1754
//      10 to  20      383253  0.94520 +- 0.00021  0.1286
//      20 to  50      648926  0.97138 +- 0.00011  0.0887
//      50 to 100      307116  0.98521 +- 0.00011  0.0621

#include <histo_cl/histo_cl.hpp>
#include <histo_cl/stream.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <random>
#include <vector>

namespace {

constexpr std::uint64_t events_per_block = 100'000;
constexpr std::uint64_t blocks = 20;

/// Columns: the true energies in GeV, and the responses, measured / true.
struct Events {
    std::vector<float> energy;
    std::vector<float> response;
};

/// A number in [0, 1), the same with every standard library.
double uniform(std::mt19937_64& engine) {
    return static_cast<double>(engine() >> 11U) * 0x1p-53;
}

/// A nearly normally distributed number: the sum of 12 uniform numbers has a variance of 1.
double normal(std::mt19937_64& engine) {
    double sum = -6;
    for (int i = 0; i < 12; ++i)
        sum += uniform(engine);
    return sum;
}

/// Simulates a block of events. The lower the energy, the larger the part of it that leaks out of the
/// calorimeter. The resolution is 50 % / √(energy + 1).
Events next_block(std::mt19937_64& engine) {
    Events events;
    for (std::uint64_t i = 0; i < events_per_block; ++i) {
        const double energy = 100 * uniform(engine) * uniform(engine);
        const double response = 1 - 1 / (4 + energy) + 0.5 / std::sqrt(energy + 1) * normal(engine);
        events.energy.push_back(static_cast<float>(energy));
        events.response.push_back(static_cast<float>(response));
    }
    return events;
}

} // namespace

int main() try {
    const std::vector<double> edges{0, 1, 2, 5, 10, 20, 50, 100};
    histo_cl::Problem problem{
        .sample = histo_cl::SampleType::f32,
        .axes = {histo_cl::edge_bins(edges)},
        .weights = {.type = histo_cl::SampleType::f32, .counts = true, .squares = true}};
    problem.weights.bound = {.maximum = 8, .elements = blocks * events_per_block}; // responses are below 8

    histo_cl::Stream stream(problem);
    std::mt19937_64 engine(2026);
    for (std::uint64_t block = 0; block < blocks; ++block) {
        const auto [energy, response] = next_block(engine);
        stream.push({.samples = energy, .weights = response});
    }
    const auto partial = stream.partial();
    const auto events = partial.histogram();
    const auto profile = histo_cl::profile(partial);
    const auto variances = histo_cl::variances(partial, 0, 1);

    std::puts("energy/GeV       events  mean response       resolution");
    for (std::size_t bin = 0; bin < profile.size(); ++bin)
        std::printf("%3.0f to %3.0f  %10.0f  %.5f +- %.5f  %.4f\n", edges[bin], edges[bin + 1],
                    static_cast<double>(events[bin]), profile[bin].mean, profile[bin].error,
                    std::sqrt(variances[bin]));
} catch (const histo_cl::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
