// A user's program: it counts with histo_cl, and here also checks the counts. Exits 0 if the counts are
// right.

#ifdef _WIN32
#include <windows.h> // defines near, far, small, min, max and other names as macros
#endif

#include <histo_cl/histo_cl.hpp>
#include <histo_cl/statistics.hpp>

#include <cstdint>
#include <iostream>
#include <string_view>
#include <vector>

int main() {
    constexpr std::string_view phrase = "programming massively parallel processors";
    const std::vector<std::uint64_t> expected{5, 5, 6, 10, 10, 1, 1}; // a-d, e-h, ..., y-z
    const auto letters = histo_cl::even_bins(7, 'a', 'a' + 28);

    const histo_cl::Problem problem{.sample = histo_cl::sample_type_of<char>(), .axes = {letters}};
    if (histo_cl::reference_histogram(problem, phrase).counts != expected) {
        std::cerr << "reference_histogram() is wrong\n";
        return 1;
    }

    try {
        const auto device = histo_cl::default_device();
        if (histo_cl::histogram(phrase, letters).counts != expected) {
            std::cerr << "histogram() is wrong on " << device.profile.name << '\n';
            return 1;
        }
        std::cout << "counted on " << device.profile.name << '\n';
    } catch (const histo_cl::Error& error) {
        const bool no_device =
            error.status() == histo_cl::Status::no_platform || error.status() == histo_cl::Status::no_device;
        std::cerr << error.what() << '\n';
        return no_device ? 0 : 1;
    }
}
