#include "histo_cl/layout.hpp"

#include "core/enum_table.hpp"
#include "core/integers.hpp"
#include "histo_cl/image.hpp"
#include "problem/image_traits.hpp"
#include "problem/pitches.hpp"

#include <array>

namespace histo_cl::detail {

namespace {

/// Returns the given distance, or the packed distance if it is 0.
std::uint64_t or_packed(std::uint64_t given, std::uint64_t packed) noexcept {
    return given != 0 ? given : packed;
}

/// The number of elements in memory, for flat layouts.
std::uint64_t elements_in_memory(const Problem& problem, const Shape& shape) noexcept {
    return problem.layout.indices ? shape.source_count : shape.count.value_or(0);
}

/// Sets the distances between samples in one buffer, for interleaved and planar channels.
void set_samples(Pitches& pitch, const Problem& problem, const Shape& shape, std::uint64_t width) noexcept {
    const bool planar = problem.layout.order == Order::planar;
    const bool rows = problem.layout.rows;
    const auto size = bytes(problem.sample);
    const std::uint64_t samples_per_byte = has_nibbles(problem) ? 2 : 1;
    pitch.stride = or_packed(problem.layout.stride, bytes_beside(problem));
    pitch.steps.element =
        has_halves(problem) ? 1 : saturating_multiply(pitch.stride, samples_per_byte) / size;
    pitch.steps.beside = channels_beside(problem);
    if (rows) pitch.row = or_packed(shape.pitch, saturating_multiply(width, pitch.stride));
    pitch.channel = size;
    if (!planar) return;
    const auto height = saturating_add(shape.region.y, shape.region.height);
    const auto flat = elements_in_memory(problem, shape);
    pitch.channel =
        or_packed(shape.plane_pitch, rows                  ? saturating_multiply(height, pitch.row)
                                     : has_halves(problem) ? flat / 2 + flat % 2
                                                           : saturating_multiply(flat, pitch.stride));
    pitch.steps.plane = saturating_multiply(pitch.channel, samples_per_byte) / size;
}

void set_arrays(Pitches& pitch, const Problem& problem, const Shape& shape, std::uint64_t width) noexcept {
    for (std::uint32_t channel = 0; channel < problem.channels(); ++channel) {
        const auto stride = array_of(problem, channel).stride;
        const auto row = or_packed(shape.pitch, saturating_multiply(width, stride));
        pitch.arrays.at(channel) = {.stride = stride, .row = problem.layout.rows ? row : 0};
    }
}

/// Sets the distances between weights. Weights per column are the same for all rows, and weights per row for
/// all columns.
void set_weights(Pitches& pitch, const Problem& problem, const Shape& shape, std::uint64_t width) noexcept {
    const auto stride = bytes_per_weight(problem);
    const bool per_row = problem.weights.per == WeightPer::row;
    pitch.weight_stride = weight_step(problem) * bytes(*problem.weights.type);
    if (problem.layout.rows && problem.weights.per != WeightPer::column)
        pitch.weight = or_packed(shape.weight_pitch, saturating_multiply(per_row ? 1 : width, stride));
}

} // namespace

Pitches pitches(const Problem& problem, const Shape& shape) noexcept {
    const auto width = saturating_add(shape.region.x, shape.region.width);
    Pitches pitch;
    if (is_separate(problem))
        set_arrays(pitch, problem, shape, width);
    else
        set_samples(pitch, problem, shape, width);
    if (problem.weights.type) set_weights(pitch, problem, shape, width);
    if (problem.layout.rows && problem.layout.mask) pitch.mask = or_packed(shape.mask_pitch, width);
    return pitch;
}

} // namespace histo_cl::detail

namespace histo_cl::inline HISTO_CL_ABI {

using detail::saturating_multiply;

std::string_view name(Order value) noexcept {
    return detail::name_of(value);
}

std::string_view name(Batch value) noexcept {
    return detail::name_of(value);
}

std::string_view name(Nibbles value) noexcept {
    return detail::name_of(value);
}

std::uint64_t elements(const Problem& problem, const Shape& shape) noexcept {
    const auto& region = shape.region;
    return problem.layout.rows
               ? saturating_multiply(saturating_multiply(region.width, region.height), region.depth)
               : shape.count.value_or(0);
}

std::uint64_t histograms(const Problem& problem, const Shape& shape) noexcept {
    const auto parts = [](std::uint64_t whole, std::uint64_t part) {
        return part == 0 ? 0 : detail::divided_up(whole, part);
    };
    switch (problem.batch) {
    case Batch::one: break;
    case Batch::segments: return parts(shape.count.value_or(0), shape.segment);
    case Batch::ragged: return shape.offsets.empty() ? 0 : shape.offsets.size() - 1;
    case Batch::tiles:
        return saturating_multiply(
            parts(shape.region.width, shape.tile_width),
            saturating_multiply(parts(shape.region.height, shape.tile_height), shape.region.depth));
    }
    return 1;
}

static_assert(detail::enum_table<ImageKind>.size() == detail::image_kinds.size());
static_assert(detail::enum_table<ChannelType>.size() == detail::channel_types.size());

std::string_view name(ImageKind value) noexcept {
    return detail::name_of(value);
}

std::string_view name(ChannelType value) noexcept {
    return detail::name_of(value);
}

SampleType stored_sample(ChannelType type) noexcept {
    return detail::traits_of(type).stored;
}

bool reads_as_float(ChannelType type) noexcept {
    return detail::traits_of(type).floats;
}

} // namespace histo_cl::inline HISTO_CL_ABI
