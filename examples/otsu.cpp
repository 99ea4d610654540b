// Makes an image black and white, by Otsu's threshold between dark and bright pixels.
//
//     g++ -std=c++20 otsu.cpp -lhisto_cl -lOpenCL
//
// It prints
//
//     dark up to 109
//     ........................................
//     ........................................
//     ...............###########..............
//     .............###############............
//     .............###############............
//     .............###############............
//     .............###############............
//     .............###############............
//     ...............###########..............
//     ........................................

#include <histo_cl/histo_cl.hpp>
#include <histo_cl/statistics.hpp>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <iostream>
#include <vector>

int main() try {
    constexpr int width = 40, height = 10;
    std::vector<std::uint8_t> image; // a bright disc on dark ground, both with noise
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const int across = (x - 20) / 2, down = y - 5;
            const bool inside = across * across + down * down < 16;
            image.push_back(static_cast<std::uint8_t>((inside ? 150 : 60) + (x * 7 + y * 13) % 50));
        }

    const auto threshold = histo_cl::otsu_threshold(histo_cl::histogram(image)).value();
    std::cout << "dark up to " << threshold << '\n';
    for (std::size_t i = 0; i < image.size(); ++i)
        std::cout << (image[i] > threshold ? '#' : '.') << (i % width == width - 1 ? "\n" : "");
} catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
}
