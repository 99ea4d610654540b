// Corrects an image of low contrast in two ways, from its histogram: levels are stretched between two
// percentiles ("auto levels"), or equalized. Each correction is a lookup table for the pixels.
//
//     g++ -std=c++20 auto_levels.cpp -lhisto_cl -lOpenCL
//
// It prints
//
//     as taken
//     [  0,  32)    20  #
//     [ 32,  64)     0
//     [ 64,  96)  1585  ########
//     [ 96, 128)  8347  ##########################################
//     [128, 160)    28  #
//     [160, 192)     0
//     [192, 224)     0
//     [224, 256)    20  #
//     stretched
//     [  0,  32)   433  ##########
//     [ 32,  64)   912  #####################
//     [ 64,  96)  1860  ##########################################
//     [ 96, 128)  1901  ##########################################
//     [128, 160)  1881  ##########################################
//     [160, 192)  1779  ########################################
//     [192, 224)   844  ###################
//     [224, 256)   390  #########
//     equalized
//     [  0,  32)  1112  ###############################
//     [ 32,  64)  1077  ##############################
//     [ 64,  96)  1382  ######################################
//     [ 96, 128)  1146  ################################
//     [128, 160)  1541  ##########################################
//     [160, 192)  1072  ##############################
//     [192, 224)  1436  ########################################
//     [224, 256)  1234  ##################################

#include <histo_cl/histo_cl.hpp>
#include <histo_cl/statistics.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <exception>
#include <iostream>
#include <vector>

namespace {

using Image = std::vector<std::uint8_t>;

/// An image that is grey and without contrast, except for a few pixels.
Image take_image() {
    Image image;
    for (std::uint32_t i = 0; i < 10'000; ++i)
        image.push_back(static_cast<std::uint8_t>(80 + (i % 51 + i % 31 + i % 23) / 2));
    std::fill_n(image.begin(), 20, std::uint8_t{0});
    std::fill_n(image.end() - 20, 20, std::uint8_t{255});
    return image;
}

template <class Map>
Image mapped(const Image& image, const Map& map) {
    Image result(image.size());
    std::ranges::transform(image, result.begin(),
                           [&](auto value) { return static_cast<std::uint8_t>(map[value]); });
    return result;
}

void show(const char* what, const Image& image) {
    std::cout << what << '\n'
              << draw(histo_cl::histogram(image, histo_cl::even_bins(8, 0, 256)), {.columns = 60});
}

} // namespace

int main() try {
    const auto image = take_image();
    show("as taken", image);

    const auto counts = histo_cl::histogram(image); // 256 bins
    const auto limits = histo_cl::percentile_bins(counts, std::array{0.5, 99.5});
    const auto low = static_cast<int>(limits[0].value()), high = static_cast<int>(limits[1].value());
    std::array<int, 256> stretch{};
    for (int value = 0; value < 256; ++value)
        stretch[static_cast<std::size_t>(value)] =
            std::clamp((value - low) * 255 / std::max(high - low, 1), 0, 255);
    show("stretched", mapped(image, stretch));

    show("equalized", mapped(image, histo_cl::equalization_map(counts, 256)));
} catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
}
