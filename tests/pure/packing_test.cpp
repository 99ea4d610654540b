// Nibbles, and planes of several channels: valid problems, the bytes that are read, and the reference's
// counts compared with those of plain bytes.

#include "histo_cl/histo_cl.hpp"
#include "support/error.hpp"

#include <cstdint>
#include <doctest/doctest.h>
#include <initializer_list>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

using namespace histo_cl;
using test::check_invalid;

namespace {

Problem problem_of(std::size_t axes, const Layout& layout) {
    return {.axes = std::vector<Binning>(axes, identity_bins(16)), .layout = layout};
}

std::uint64_t bytes_read(std::size_t axes, const Layout& layout, std::uint64_t count,
                         std::uint64_t plane_pitch = 0) {
    return footprint(problem_of(axes, layout), {.count = count, .plane_pitch = plane_pitch}).samples;
}

void check_counts(std::size_t axes, const Layout& layout, const std::vector<std::uint8_t>& bytes,
                  const std::vector<std::uint8_t>& plain) {
    CAPTURE(to_string(problem_of(axes, layout)));
    CHECK(reference_histogram(problem_of(axes, layout), std::as_bytes(std::span(bytes))) ==
          reference_histogram(problem_of(axes, {}), std::as_bytes(std::span(plain))));
}

} // namespace

TEST_CASE("packed samples: nibbles are counted low or high first, across elements and channels") {
    check_counts(1, {.nibbles = Nibbles::low_first}, {0x21, 0x43}, {1, 2, 3, 4});
    check_counts(1, {.nibbles = Nibbles::high_first}, {0x21, 0x43}, {2, 1, 4, 3});
    check_counts(1, {.stride = 2, .nibbles = Nibbles::high_first}, {0x21, 0x43, 0x65, 0x87}, {2, 6});
    check_counts(3, {.nibbles = Nibbles::low_first}, {0x21, 0xF3, 0x54, 0xF6}, {1, 2, 3, 4, 5, 6});
    check_counts(2, {.order = Order::planar, .nibbles = Nibbles::low_first}, {0x21, 0x43}, {1, 3, 2, 4});
}

TEST_CASE("packed samples: planes of several channels are counted") {
    const Layout layout{.order = Order::planar, .plane_channels = 2};
    check_counts(3, layout, {1, 2, 4, 5, 3, 9, 6, 9}, {1, 2, 3, 4, 5, 6});
    const Layout nibbles{.order = Order::planar, .plane_channels = 2, .nibbles = Nibbles::low_first};
    check_counts(3, nibbles, {0x21, 0x54, 0xF3, 0xF6}, {1, 2, 3, 4, 5, 6});
    CHECK(to_string(problem_of(3, nibbles)).find("3 planar channels (2 in a plane), nibbles low_first") !=
          std::string::npos);
}

TEST_CASE("packed samples: the footprint gives the bytes that are read") {
    using enum Nibbles;
    CHECK(bytes_read(1, {.nibbles = low_first}, 5) == 3);
    CHECK(bytes_read(1, {.nibbles = low_first}, 0) == 0);
    CHECK(bytes_read(3, {.nibbles = low_first}, 5) == 10);
    CHECK(bytes_read(3, {.stride = 4, .nibbles = low_first}, 5) == 18);
    CHECK(bytes_read(1, {.channels = 5, .active = {1}, .stride = 4, .nibbles = low_first}, 5) == 17);
    CHECK(bytes_read(2, {.order = Order::planar, .nibbles = low_first}, 5) == 6);
    CHECK(bytes_read(2, {.order = Order::planar, .nibbles = low_first}, 5, 10) == 13);
    CHECK(bytes_read(6, {.order = Order::planar, .plane_channels = 4}, 5) == 40);
    CHECK(bytes_read(6, {.order = Order::planar, .stride = 5, .plane_channels = 4}, 5) == 25 + 22);
    CHECK(bytes_read(9, {.order = Order::planar, .plane_channels = 8, .nibbles = low_first}, 5) == 40);
}

TEST_CASE("packed samples: layouts that do not allow them are refused") {
    const auto refused = [](std::initializer_list<std::string_view> words, const Problem& problem) {
        check_invalid(words, [&] { problem.validate(); });
    };
    const auto planar = Order::planar;
    refused({"plane_channels 0"}, problem_of(2, {.order = planar, .plane_channels = 0}));
    refused({"plane_channels 65537"}, problem_of(2, {.order = planar, .plane_channels = 65537}));
    refused({"plane_channels 4", "interleaved"}, problem_of(2, {.plane_channels = 4}));
    refused({"in rows"}, problem_of(2, {.order = planar, .rows = true, .plane_channels = 4}));
    refused({"nibbles", "in rows"}, problem_of(2, {.rows = true, .nibbles = Nibbles::low_first}));
    refused({"nibbles", "separate"},
            problem_of(2, {.order = Order::separate, .nibbles = Nibbles::low_first}));
    refused({"nibbles 3"}, problem_of(2, {.nibbles = static_cast<Nibbles>(3)}));
    refused({"stride 1", "at least 2"}, problem_of(3, {.stride = 1, .nibbles = Nibbles::low_first}));
    auto words = problem_of(2, {.nibbles = Nibbles::low_first});
    words.sample = SampleType::u16;
    refused({"nibbles counted as u16", "u8"}, words);

    constexpr auto maximum = std::numeric_limits<std::uint64_t>::max();
    check_invalid({"2^64"}, [] {
        bytes_read(2, {.order = Order::planar, .nibbles = Nibbles::low_first}, 9, maximum / 2);
    });
    const std::vector<std::uint8_t> three(3);
    const auto not_whole = problem_of(3, {.nibbles = Nibbles::low_first});
    check_invalid({"3 bytes", "2 bytes"},
                  [&] { return reference_histogram(not_whole, std::as_bytes(std::span(three))); });
}
