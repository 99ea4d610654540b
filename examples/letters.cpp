// Counts each letter of a text, in upper or lower case. An expression computes the bin of a character.
//
//     g++ -std=c++20 letters.cpp -lhisto_cl -lOpenCL
//
// It prints
//
//     a #### 4
//     c # 1
//     e ### 3
//     g ## 2
//     i ## 2
//     l #### 4
//     m ### 3
//     n # 1
//     o ### 3
//     p ### 3
//     r ##### 5
//     s ##### 5
//     v # 1
//     y # 1
//     3 other characters

#include <histo_cl/histo_cl.hpp>

#include <exception>
#include <iostream>
#include <string>
#include <string_view>

int main(int argc, char** argv) try {
    const std::string_view text = argc > 1 ? argv[1] : "Programming Massively Parallel Processors";

    const auto counts = histo_cl::histogram(text, histo_cl::custom_bins(26, "(x | 32) - 97")); // 'a' is 97
    for (std::size_t letter = 0; letter < counts.size(); ++letter)
        if (counts[letter] > 0)
            std::cout << static_cast<char>('a' + letter) << ' ' << std::string(counts[letter], '#') << ' '
                      << counts[letter] << '\n';
    std::cout << counts.dropped().value() << " other characters\n";
} catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
}
