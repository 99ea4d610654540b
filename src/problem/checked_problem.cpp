#include "core/float_format.hpp"
#include "core/integers.hpp"
#include "core/text.hpp"
#include "histo_cl/problem.hpp"
#include "problem/accumulator.hpp"
#include "problem/binnings.hpp"
#include "problem/checked.hpp"
#include "problem/image_traits.hpp"
#include "problem/pitches.hpp"
#include "problem/split.hpp"
#include "problem/splitting.hpp"
#include "problem/weights.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

namespace histo_cl::detail {
namespace {

/// Checks the bins of an axis. `where`: prefix of the message.
void check_bins(const Problem& problem, const Binning& binning, const std::string& where) {
    try {
        std::visit([&](const auto& bins) { check(bins, problem); }, binning);
    } catch (const Error& error) {
        if (where.empty()) throw;
        invalid(where + error.what());
    }
}

void check_axes(const Problem& problem) {
    if (problem.axes.empty()) invalid("no axes: give bins, such as .axes = {even_bins(256, 0, 256)}");
    const auto axes = counted_axes(problem);
    if (problem.joint && (axes < 2 || axes > 3))
        invalid(axes, axes == 1 ? " axis" : " axes", ": a joint histogram has 2 or 3 dimensions");
    if (axes < 1) invalid("axes of half widths alone: each needs an axis of bins");
    if (axes > max_channels)
        invalid(axes, " axes: allowed are 1 to ", max_channels, ", one for each channel that is counted");
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis)
        check_bins(problem, problem.axes[axis],
                   problem.axes.size() == 1 ? "" : "axis " + std::to_string(axis) + ": ");
}

std::string in_digits(std::uint64_t counters) {
    return counters == largest_u64 ? "2^64 or more" : std::to_string(counters);
}

/// Checks the number of counters of one pass: one for each cell, and another for each cell if squares are
/// summed.
void check_cells(const Problem& problem, std::uint64_t cells, const char* where) {
    const auto counters = saturating_multiply(cells, problem.weights.squares ? 2 : 1);
    if (counters > max_bins)
        invalid(in_digits(counters), " counters in ", where,
                problem.weights.squares ? ", with those of squares" : "", ": allowed are 1 to ", max_bins,
                " (2^24)");
}

void check_counters(const Problem& problem) {
    if (problem.axes.size() <= max_axes_per_pass) {
        check_cells(problem, problem.cells(), "a histogram");
    } else {
        for (std::size_t axis = 0; axis < problem.axes.size(); ++axis)
            check_cells(problem, problem.extent(axis), concat("axis ", axis).c_str());
    }
    const auto counters = saturating_multiply(problem.cells(), problem.counters_per_cell());
    if (counters > max_counters)
        invalid(in_digits(counters), " counters in a histogram, with all its sums: allowed are 1 to ",
                max_counters, " (2^28)");
}

void check_channels(const Problem& problem) {
    const auto& layout = problem.layout;
    if (layout.channels > max_channels)
        invalid(layout.channels, " channels: allowed are 1 to ", max_channels,
                ", or 0 for as many as there are axes");
    const bool in_arrays = layout.order == Order::separate || layout.image;
    if (in_arrays && problem.channels() > max_arrays)
        invalid(problem.channels(), layout.image ? " channels of an image" : " separate channels",
                ": allowed are 1 to ", max_arrays);
    if (!layout.active.empty() && layout.active.size() != problem.axes.size())
        invalid(counted(layout.active.size(), "active channel"), " for ", problem.axes.size(),
                problem.axes.size() == 1 ? " axis" : " axes", ": each axis needs one, or leave all out");
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis)
        if (problem.channel(axis) >= problem.channels())
            invalid("axis ", axis, " counts channel ", problem.channel(axis), ": an element has ",
                    counted(problem.channels(), "channel"), ", counted from 0");
}

void check_stride(const Problem& problem) {
    const auto stride = problem.layout.stride;
    if (stride == 0) return;
    if (is_separate(problem))
        invalid("stride ", stride, " B of separate channels: it must be 0, layout.arrays has one for each");
    const auto size = bytes(problem.sample);
    const auto min_stride = bytes_beside(problem);
    if (stride < min_stride || stride % size != 0)
        invalid("stride ", stride, " B: it must be a multiple of ", size, " B, at least ", min_stride,
                " B, or 0 for packed elements");
}

/// Checks that the layout is flat and in one buffer, which nibbles, planes of several channels, and indices
/// require.
void check_flat(const Problem& problem, const char* what) {
    const auto& layout = problem.layout;
    if (layout.rows || layout.image || is_separate(problem))
        invalid(what,
                layout.image  ? " of an image"
                : layout.rows ? " in rows"
                              : " of separate channels",
                ": allowed are flat layouts in one buffer");
}

/// Checks nibbles, and planes of several channels.
void check_packing(const Problem& problem) {
    const auto& layout = problem.layout;
    if (layout.plane_channels < 1 || layout.plane_channels > max_channels)
        invalid("plane_channels ", layout.plane_channels, ": a plane has 1 to ", max_channels);
    if (layout.plane_channels > 1) {
        if (layout.order != Order::planar)
            invalid("plane_channels ", layout.plane_channels, " of ", layout.order,
                    " channels: only planar ones lie in planes");
        check_flat(problem, "planes of several channels");
    }
    if (layout.nibbles > Nibbles::high_first)
        invalid("nibbles ", static_cast<int>(layout.nibbles), " is not a Nibbles");
    if (layout.nibbles == Nibbles::none) return;
    if (problem.sample != SampleType::u8)
        invalid("nibbles counted as ", problem.sample, ": they are counted as u8");
    check_flat(problem, "nibbles");
}

/// The types that convert exactly to `sample`, for a message.
std::string types_that_convert_to(SampleType sample) {
    std::vector<SampleType> types;
    std::ranges::copy_if(all_sample_types, std::back_inserter(types),
                         [&](SampleType type) { return converts_exactly(type, sample); });
    return listed(types);
}

void check_array(const Problem& problem, std::uint32_t channel) {
    const auto [sample, stride] = array_of(problem, channel);
    if (!converts_exactly(sample, problem.sample))
        invalid("array ", channel, ": ", sample, " samples counted as ", problem.sample,
                " would be rounded; allowed are ", types_that_convert_to(problem.sample));
    if (const auto size = bytes(sample); stride % size != 0)
        invalid("array ", channel, ": stride ", stride, " B, it must be a multiple of ", size,
                " B, or 0 for packed samples");
}

void check_arrays(const Problem& problem) {
    const auto& arrays = problem.layout.arrays;
    if (!is_separate(problem)) {
        if (!arrays.empty())
            invalid(counted(arrays.size(), "array"), " of ", problem.layout.order,
                    " channels: only separate ones have arrays");
        return;
    }
    if (!arrays.empty() && arrays.size() != problem.channels())
        invalid(counted(arrays.size(), "array"), " for ", counted(problem.channels(), "channel"),
                ": each channel needs one, or leave all out");
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis)
        check_array(problem, problem.channel(axis));
}

void check_image(const Problem& problem) {
    const auto& layout = problem.layout;
    if (!layout.image) return;
    const auto [kind, type] = *layout.image;
    if (layout.order != Order::interleaved || layout.stride != 0)
        invalid("samples of an image, ", layout.stride != 0 ? "with a stride" : name(layout.order),
                ": its channels have neither strides nor planes, order is interleaved and stride 0");
    if (const bool rows = traits_of(kind).rows; layout.rows != rows)
        invalid("an ", kind, rows ? " without rows: set layout.rows" : " in rows: it is flat, with a count");
    if (traits_of(kind).depth && problem.channels() != 1)
        invalid(problem.channels(), " channels of an ", kind, ": it has 1");
    const auto& [stored, floats, one, one_of_alpha] = traits_of(type);
    if (problem.sample != stored && !(floats && problem.sample == SampleType::f32))
        invalid(problem.sample, " samples of ", type, " channels: allowed are ", stored,
                floats && stored != SampleType::f32 ? " and f32" : "");
}

void check_batch(const Problem& problem) {
    if (problem.batch == Batch::tiles && !problem.layout.rows)
        invalid("a batch of tiles needs a layout in rows");
    if ((problem.batch == Batch::segments || problem.batch == Batch::ragged) && problem.layout.rows)
        invalid("a batch ", problem.batch == Batch::ragged ? "of ragged segments" : "of segments",
                " needs a flat layout, not one in rows");
}

void check_weight_bound(const Problem& problem) {
    if (!problem.weights.bound) return;
    const auto& [maximum, elements] = *problem.weights.bound;
    if (!problem.weights.type || !is_float(*problem.weights.type))
        invalid("weights.bound ",
                problem.weights.type ? concat("of ", *problem.weights.type, " weights") : "without weights",
                ": only sums of float weights have one");
    const auto largest = FloatFormat(*problem.weights.type).largest;
    if (!(maximum > 0 && maximum <= largest))
        invalid("weights.bound.maximum ", Number(maximum).to_string(), ": of ", *problem.weights.type,
                " weights it must be above 0 and at most ", Number(largest).to_string());
    if (elements == 0) invalid("weights.bound.elements 0: it must be at least 1");
}

void check_indices(const Problem& problem) {
    if (problem.weights.listed && !(problem.layout.indices && problem.weights.type))
        invalid("weights.listed without ", problem.layout.indices ? "weights" : "indices");
    if (!problem.layout.indices) return;
    if (*problem.layout.indices != SampleType::u32 && *problem.layout.indices != SampleType::u64)
        invalid("indices of ", *problem.layout.indices, ": allowed are u32 and u64");
    check_flat(problem, "indices of elements");
    if (needs_index(problem))
        invalid("custom bins that ask for the element's index, of elements that a list of indices names");
}

/// Whether the type is f16, bf16 or f32.
bool can_be_narrow(SampleType weights) noexcept {
    return is_float(weights) && bytes(weights) <= bytes(SampleType::f32);
}

void check_weight_vectors(const Problem& problem) {
    if (problem.weights.vectors < 1 || problem.weights.vectors > max_weight_vectors)
        invalid("weights.vectors ", problem.weights.vectors, ": an element has 1 to ", max_weight_vectors,
                " weights");
    if (problem.weights.narrow && !(problem.weights.type && can_be_narrow(*problem.weights.type)))
        invalid("weights.narrow ",
                problem.weights.type ? concat("of ", *problem.weights.type, " weights") : "without weights",
                ": f16, bf16 and f32 weights can be narrow");
    if (problem.weights.narrow && problem.weights.squares)
        invalid("weights.narrow with squared weights: the bits of a square are not enough");
    if (problem.weights.type) return;
    if (problem.weights.vectors > 1)
        invalid("weights.vectors ", problem.weights.vectors, " without weights: say of which type they are");
    if (problem.weights.counts)
        invalid("weights.counts without weights: without weights only counts are returned");
}

void check_weight_layout(const Problem& problem) {
    const auto stride = problem.weights.stride;
    if (stride != 0 && !problem.weights.type)
        invalid("weights.stride ", stride, " without weights: say of which type they are");
    if (stride != 0 && stride % bytes(*problem.weights.type) != 0)
        invalid("weights.stride ", stride, " B: it must be a multiple of the weight's size, ",
                bytes(*problem.weights.type), " B, or 0 for packed weights");
    const auto per = problem.weights.per;
    if (per > WeightPer::column) invalid("weights.per ", static_cast<int>(per), " is not a WeightPer");
    if (per == WeightPer::element) return;
    if (!problem.weights.type) invalid("weights.per ", per, " without weights: say of which type they are");
    if (!problem.layout.rows)
        invalid("weights.per ", per,
                " of a flat layout: each element has its own weight, or set layout.rows");
}

void check_sums(const Problem& problem, CounterType type) {
    if (splits(problem) && saturates(problem.counter))
        invalid(problem.counter, " counters with splitting ", problem.splitting,
                ": sums of fractions are f64 or f32");
    if (splits(problem) && !problem.weights.type) {
        if (type != CounterType::f64 && type != CounterType::f32)
            invalid(type, " counters with splitting ", problem.splitting,
                    ": sums of fractions are f64 or f32");
        return;
    }
    if (problem.weights.type) {
        const auto needed = wide_counter(problem);
        if (!needed)
            invalid("weights of ", *problem.weights.type, ": allowed are ",
                    listed(weight_types, &WeightType::type));
        if (saturates(problem.counter))
            invalid(problem.counter, " counters with weights: only counts saturate, the sums of ",
                    *problem.weights.type, " weights are ", *needed);
        if (type != *needed)
            invalid(type, " counters: the ", extremes_or_sums(problem), " of ", *problem.weights.type,
                    " weights are ", *needed,
                    *needed == CounterType::f64 && !is_extreme(problem) ? " or f32" : "");
        return;
    }
    if (problem.weights.squares) invalid("squared weights without weights: say of which type they are");
    if (problem.counter != CounterType::u32 && problem.counter != CounterType::u64 &&
        !saturates(problem.counter))
        invalid(problem.counter, " counters without weights: allowed are u8, u16, u32 and u64");
    if (type == CounterType::u32 && problem.max_samples > std::numeric_limits<std::uint32_t>::max())
        invalid("max_samples ", problem.max_samples,
                " could overflow a u32 counter: at most 4294967295, or use u64 counters");
}

} // namespace

CheckedProblem::CheckedProblem(const Problem& problem) : CheckedProblem(problem, problem.counter) {
    validate(problem, counter_);
}

CheckedProblem CheckedProblem::with_wide_counters(const Problem& problem) {
    const CheckedProblem wide(problem, wide_counter(problem).value_or(problem.counter));
    validate(problem, wide.counter_);
    return wide;
}

void validate(const Problem& problem, CounterType counter) {
    check_axes(problem);
    check_counters(problem);
    check_channels(problem);
    check_packing(problem);
    check_stride(problem);
    check_arrays(problem);
    check_image(problem);
    check_batch(problem);
    check_indices(problem);
    check_weight_vectors(problem);
    check_weight_layout(problem);
    check_accumulator(problem);
    check_splitting(problem);
    check_sums(problem, counter);
    if (problem.weights.order > CounterOrder::by_cell)
        invalid("weights.order ", static_cast<int>(problem.weights.order),
                ": allowed are by_sum and by_cell");
    check_weight_bound(problem);
}

} // namespace histo_cl::detail

namespace histo_cl::inline HISTO_CL_ABI {

void Problem::validate() const {
    detail::validate(*this, counter);
}

} // namespace histo_cl::inline HISTO_CL_ABI
