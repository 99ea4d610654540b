#include "histo_cl/layout.hpp"

#include "core/invalid.hpp"
#include "core/saturating.hpp"
#include "problem/names.hpp"
#include "problem/pitches.hpp"

#include <algorithm>
#include <limits>
#include <string>

namespace histo_cl {
namespace {

using detail::invalid;
using detail::is_packed;
using detail::Pitches;
using detail::saturating_add;
using detail::saturating_multiply;

std::string text(std::uint64_t number) {
    return std::to_string(number);
}

/// Members that the problem has no use for are left at 0, for they would be a misunderstanding.
void check_unused(const Problem& problem, const Shape& shape) {
    const auto check = [](const char* member, std::uint64_t value, bool used, const char* use) {
        if (value != 0 && !used) invalid(std::string(member) + " " + text(value) + ": only " + use);
    };
    const bool rows = problem.layout.rows;
    constexpr auto in_rows = "layouts in rows have one";
    check("count", shape.count, !rows, "flat layouts have one, rows are counted by the region");
    check("region.x", shape.region.x, rows, in_rows);
    check("region.y", shape.region.y, rows, in_rows);
    check("region.width", shape.region.width, rows, in_rows);
    check("region.height", shape.region.height, rows, in_rows);
    check("pitch", shape.pitch, rows, in_rows);
    check("mask_pitch", shape.mask_pitch, rows && problem.layout.mask,
          "layouts in rows with a mask have one");
    check("weight_pitch", shape.weight_pitch, rows && problem.weights,
          "layouts in rows of problems with weights have one");
    check("plane_pitch", shape.plane_pitch, problem.layout.order == Order::planar, "planar layouts have one");
    check("segment", shape.segment, problem.batch == Batch::segments, "batches of segments have one");
    check("tile_width", shape.tile_width, problem.batch == Batch::tiles, "batches of tiles have one");
    check("tile_height", shape.tile_height, problem.batch == Batch::tiles, "batches of tiles have one");
    if (!shape.offsets.empty() && problem.batch != Batch::ragged)
        invalid(text(shape.offsets.size()) + " offsets: only ragged batches have any");
}

void check_multiple(const char* member, std::uint64_t value, SampleType of, const char* what) {
    if (value % bytes(of) != 0)
        invalid(std::string(member) + " " + text(value) + " B: it must be a multiple of the " + what +
                "'s size, " + text(bytes(of)) + " B");
}

void check_pitches(const Problem& problem, const Shape& shape) {
    check_multiple("pitch", shape.pitch, problem.sample, "sample");
    check_multiple("plane_pitch", shape.plane_pitch, problem.sample, "sample");
    if (problem.weights) check_multiple("weight_pitch", shape.weight_pitch, *problem.weights, "weight");
}

void check_ragged(const Shape& shape) {
    const auto& offsets = shape.offsets;
    if (offsets.empty()) invalid("no offsets: a ragged batch needs one more than it has histograms");
    for (std::size_t i = 1; i < offsets.size(); ++i)
        if (offsets[i] < offsets[i - 1])
            invalid("offset " + text(i) + " (" + text(offsets[i]) + ") falls below offset " + text(i - 1) +
                    " (" + text(offsets[i - 1]) + "): offsets must not fall");
    if (offsets.back() > shape.count)
        invalid("offset " + text(offsets.size() - 1) + " (" + text(offsets.back()) +
                ") is beyond the count of " + text(shape.count) + " elements");
}

void check_batch(const Problem& problem, const Shape& shape) {
    switch (problem.batch) {
    case Batch::one: break;
    case Batch::segments:
        if (shape.segment == 0) invalid("segment 0: a batch needs segments of at least 1 element");
        if (shape.count % shape.segment != 0)
            invalid("count " + text(shape.count) + ": it must be a multiple of the segment, " +
                    text(shape.segment) + " elements");
        break;
    case Batch::ragged: check_ragged(shape); break;
    case Batch::tiles:
        if (shape.tile_width == 0 || shape.tile_height == 0)
            invalid("tiles of " + text(shape.tile_width) + " x " + text(shape.tile_height) +
                    " elements: both must be at least 1");
        break;
    }
}

/// How many elements one enqueue may count.
void check_elements(const Problem& problem, const Shape& shape) {
    const auto count = elements(problem, shape);
    if (count == detail::largest_u64) invalid("a shape of 2^64 or more elements");
    const auto given = (problem.layout.rows ? "a region of " : "count ") + text(count);
    if (problem.max_samples != 0 && count > problem.max_samples)
        invalid(given + ": the problem allows at most " + text(problem.max_samples) +
                " samples (max_samples)");
    if (problem.counter == CounterType::u32 && count > std::numeric_limits<std::uint32_t>::max())
        invalid(given + " could overflow a u32 counter: at most 4294967295, or use u64 counters");
    const auto counts = saturating_multiply(
        saturating_multiply(histograms(problem, shape), problem.counters()), bytes(problem.counter));
    if (counts == detail::largest_u64)
        invalid(text(histograms(problem, shape)) + " histograms of " + text(problem.counters()) +
                " counters are 2^64 B or more");
}

/// The bytes up to the end of the last of `width` x `height` parts that are `step` apart in rows that are
/// `pitch` apart; each part ends `size` bytes after its start.
std::uint64_t extent_of(std::uint64_t width, std::uint64_t height, std::uint64_t step, std::uint64_t pitch,
                        std::uint64_t size) noexcept {
    const auto row = saturating_add(saturating_multiply(width - 1, step), size);
    return saturating_add(saturating_multiply(height - 1, pitch), row);
}

/// The end of what is read of an element, from its start: wide loads take packed elements as a whole, of
/// others the active samples alone are read.
std::uint64_t end_of_samples(const Problem& problem, const Pitches& pitch) noexcept {
    if (problem.layout.order == Order::interleaved && is_packed(problem)) return pitch.stride;
    std::uint64_t last = 0;
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis)
        last = std::max<std::uint64_t>(last, problem.channel(axis));
    return saturating_add(saturating_multiply(last, pitch.channel), bytes(problem.sample));
}

} // namespace

namespace detail {

Pitches pitches(const Problem& problem, const Shape& shape) noexcept {
    const auto& layout = problem.layout;
    const bool planar = layout.order == Order::planar;
    const auto size = bytes(problem.sample);
    const auto or_packed = [](std::uint64_t given, std::uint64_t packed) {
        return given != 0 ? given : packed;
    };
    Pitches pitch;
    pitch.stride = or_packed(layout.stride, planar ? size : size * problem.channels());
    const auto width = saturating_add(shape.region.x, shape.region.width);
    const auto height = saturating_add(shape.region.y, shape.region.height);
    if (layout.rows) {
        pitch.row = or_packed(shape.pitch, saturating_multiply(width, pitch.stride));
        if (layout.mask) pitch.mask = or_packed(shape.mask_pitch, width);
        if (problem.weights)
            pitch.weight = or_packed(shape.weight_pitch, saturating_multiply(width, bytes(*problem.weights)));
    }
    pitch.channel = size;
    if (planar)
        pitch.channel =
            or_packed(shape.plane_pitch, layout.rows ? saturating_multiply(height, pitch.row)
                                                     : saturating_multiply(shape.count, pitch.stride));
    return pitch;
}

} // namespace detail

std::string_view name(Order value) noexcept {
    return detail::name_of(value);
}

std::string_view name(Batch value) noexcept {
    return detail::name_of(value);
}

std::uint64_t elements(const Problem& problem, const Shape& shape) noexcept {
    return problem.layout.rows ? saturating_multiply(shape.region.width, shape.region.height) : shape.count;
}

std::uint64_t histograms(const Problem& problem, const Shape& shape) noexcept {
    const auto pieces = [](std::uint64_t whole, std::uint64_t piece) -> std::uint64_t {
        return piece == 0 ? 0 : whole / piece + (whole % piece != 0 ? 1 : 0);
    };
    switch (problem.batch) {
    case Batch::one: break;
    case Batch::segments: return pieces(shape.count, shape.segment);
    case Batch::ragged: return shape.offsets.empty() ? 0 : shape.offsets.size() - 1;
    case Batch::tiles:
        return saturating_multiply(pieces(shape.region.width, shape.tile_width),
                                   pieces(shape.region.height, shape.tile_height));
    }
    return 1;
}

Footprint footprint(const Problem& problem, const Shape& shape) {
    check_unused(problem, shape);
    check_pitches(problem, shape);
    check_batch(problem, shape);
    check_elements(problem, shape);
    if (elements(problem, shape) == 0) return {};

    const bool rows = problem.layout.rows;
    const auto width = rows ? saturating_add(shape.region.x, shape.region.width) : shape.count;
    const auto height = rows ? saturating_add(shape.region.y, shape.region.height) : 1;
    const auto pitch = detail::pitches(problem, shape);
    Footprint footprint;
    footprint.samples = extent_of(width, height, pitch.stride, pitch.row, end_of_samples(problem, pitch));
    if (problem.layout.mask) footprint.mask = extent_of(width, height, 1, pitch.mask, 1);
    if (problem.weights) {
        const auto size = bytes(*problem.weights);
        footprint.weights = extent_of(width, height, size, pitch.weight, size);
    }
    for (const auto bytes : {width, height, footprint.samples, footprint.mask, footprint.weights})
        if (bytes == detail::largest_u64)
            invalid((rows ? "a region that ends at element " + text(width) + " of row " + text(height)
                          : "count " + text(shape.count)) +
                    " reaches over 2^64 B or more");
    return footprint;
}

} // namespace histo_cl
