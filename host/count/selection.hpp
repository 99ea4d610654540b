#pragma once

#include "count/input_args.hpp"
#include "files/input_file.hpp"

#include <histo_cl/problem.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace count {

/// The rows of an image, in elements.
struct Frame {
    std::uint64_t width;
    std::uint64_t height;
};

/// What an element of the input is, and which of its samples are counted. Plain data.
struct Selection {
    std::uint32_t channels = 1;              ///< samples of an element
    std::vector<std::uint32_t> active = {0}; ///< the channel of each axis
    std::vector<std::string> names = {""};   ///< of the axes
    std::vector<std::string> files = {};     ///< where each is a channel: their names
    bool luma = false;                       ///< the one axis is made of the channels red, green and blue
    bool joint = false;
    bool leaves_out_alpha = false;   ///< which no argument asks for
    std::optional<Frame> frame = {}; ///< of the only file, if it is an image
};

/// Whether files are the channels.
[[nodiscard]] inline bool is_separate(const Selection& selection) {
    return !selection.files.empty();
}

/// How a reader reads it.
[[nodiscard]] files::Elements elements_of(const Selection& selection);

/// By what the files hold. Throws UsageError that names what the arguments ask for and the files do not have.
[[nodiscard]] Selection select(const SelectionArgs& args, std::span<const files::InputFile> files);

/// The layout of the problem: its channels, and whether rows, tiles, a mask are in it.
void lay_out(histo_cl::Problem& problem, const SelectionArgs& args, const Selection& selection);

} // namespace count
