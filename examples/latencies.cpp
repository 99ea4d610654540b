// Counts latencies from milliseconds to minutes in logarithmic bins, and prints percentiles with the edges of
// their bins. The maximum relative error is the same for all latencies.
//
//     g++ -std=c++20 latencies.cpp -lhisto_cl -lOpenCL
//
// It prints
//
//     [0.001,  0.01)  80112  #####################################
//     [ 0.01,   0.1)  17870  #########
//     [  0.1,     1)   1817  #
//     [    1,    10)    187  #
//     [   10,   100)     12  #
//     50.0 %  0.0040 s, between 0.0040 and 0.0041
//     90.0 %  0.0200 s, between 0.0200 and 0.0204
//     99.0 %  0.1965 s, between 0.1950 and 0.1995
//     99.9 %  1.8114 s, between 1.7783 and 1.8197

#include <histo_cl/histo_cl.hpp>
#include <histo_cl/statistics.hpp>

#include <cstdio>
#include <random>
#include <vector>

int main() try {
    std::mt19937 random(1);
    std::vector<double> seconds; // most are short, some are very long
    for (int i = 0; i < 100'000; ++i)
        seconds.push_back(0.002 / (1 - static_cast<double>(random()) * 0x1p-32));

    const auto decades = histo_cl::histogram(seconds, histo_cl::log_bins(5, 0.001, 100));
    std::fputs(draw(decades, {.columns = 60}).c_str(), stdout);

    const auto fine = histo_cl::histogram(seconds, histo_cl::log_bins(500, 0.001, 100)); // bins 2.3 % wide
    for (const double percent : {50.0, 90.0, 99.0, 99.9}) {
        const auto place = percentile(fine, percent);
        std::printf("%4.1f %%  %.4f s, between %.4f and %.4f\n", percent, place.value, place.lower,
                    place.upper);
    }
} catch (const histo_cl::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
