#include "random_job.hpp"

#include "random_bins.hpp"
#include "sample_bits.hpp"
#include "support/counters.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <stdexcept>

namespace histo_cl::test {
namespace {

/// Returns the bits of the next random value.
using Source = std::function<std::uint64_t()>;

// ---------------------------------------------------------------------------------------------- samples

constexpr std::array sample_kinds{"uniform", "constant",   "two values", "skewed",
                                  "runs",    "near edges", "any bits"};

std::uint64_t with_neighbour(SampleType type, double x, Random& random) {
    return nearest_bits(type, x) + random.below(3) - 1;
}

bool is_tiny(SampleType type, std::uint64_t bits) {
    const double x = to_double(type, bits);
    return is_float(type) && x != 0 && std::fabs(x) < 1e-30;
}

/// The limits and special values of a type; for floats, with both signs.
Source extremes(SampleType type, Random& random) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const auto infinite = nearest_bits(type, infinity); // the maximum of an integer type
    if (!is_float(type))
        return [&random, all = std::array<std::uint64_t, 5>{nearest_bits(type, -infinity), infinite, 0, 1,
                                                            infinite / 2}] { return random.pick(all); };
    const auto min_normal = std::uint64_t{1} << fraction_bits(type);
    const auto one = nearest_bits(type, 1);
    const auto nan = nearest_bits(type, std::numeric_limits<double>::quiet_NaN());
    return [&random, sign = std::uint64_t{1} << (8 * bytes(type) - 1),
            all = std::array{std::uint64_t{0}, std::uint64_t{1}, min_normal, infinite - 1, infinite, nan, one,
                             one - 1, nearest_bits(type, 0.5), nearest_bits(type, 0.1)}] {
        return random.pick(all) ^ (random.one_in(2) ? sign : 0);
    };
}

/// Samples in and near an axis' range.
Source sample_source(const Problem& problem, std::size_t axis, std::string_view kind, Random& random) {
    const auto type = problem.sample;
    const auto edges = kind_of(problem.axes[axis]) == BinningKind::half_widths ? std::vector<double>{0, home}
                                                                               : problem.edges(axis);
    constexpr double infinity = std::numeric_limits<double>::infinity();
    double lower = edges.front() == -infinity ? -1000 : edges.front();
    double upper = edges.back() == infinity ? 1000 : edges.back();
    if (!is_float(type)) { // the part of the range that the type can represent
        lower = std::max(lower, to_double(type, nearest_bits(type, -infinity)));
        upper = std::min(upper, to_double(type, nearest_bits(type, infinity)));
    }
    if (std::holds_alternative<CircularBins>(problem.axes[axis])) {
        const double period = upper - lower;
        lower -= 2 * period;
        upper += 3 * period;
    }
    const auto around = [=](double u) {
        return nearest_bits(type, lower + (upper - lower) * (1.2 * u - 0.1));
    };
    const auto uniform = [=, &random] { return around(random.unit()); };

    if (kind == "constant") return [value = uniform()] { return value; };
    if (kind == "two values")
        return [=, &random, a = uniform(), b = nearest_bits(type, home)] { return random.one_in(2) ? a : b; };
    if (kind == "skewed")
        return [=, &random] {
            const double u = random.unit();
            return around(u * u * u * u);
        };
    if (kind == "runs")
        return [=, value = std::uint64_t{0}, left = std::uint64_t{0}, &random]() mutable {
            if (left == 0) {
                value = uniform();
                left = random.between(1, 100);
            }
            --left;
            return value;
        };
    if (kind == "near edges")
        return [=, &random] { return with_neighbour(type, random.pick(edges), random); };
    if (kind == "ramp" || kind == "long ramp") // rises through the range, again and again
        return [=, period = kind == "ramp" ? 997U : 50'000U, step = 0U]() mutable {
            return around(static_cast<double>(step++ % period) / period);
        };
    if (kind == "out of range") // nearly all samples, if the type has such values
        return [=, &random, beyond = upper - lower + 1, step = 0U]() mutable {
            const double u = random.unit();
            if (step++ % 61 == 0) return around(u);
            return nearest_bits(type, u < 0.5 ? lower - beyond * u : upper + beyond * u);
        };
    if (kind == "extremes") return extremes(type, random);
    if (kind == "any bits") {
        if (!is_float(type)) return [&random] { return random.bits(); };
        constexpr std::array odd{0.0,    -0.0,  infinity, -infinity, std::numeric_limits<double>::quiet_NaN(),
                                 1e-310, -1e-40};
        return [=, &random] {
            if (random.one_in(3)) return uniform();
            return random.one_in(4) ? nearest_bits(type, random.pick(odd)) : random.bits();
        };
    }
    return uniform;
}

// ---------------------------------------------------------------------------------------------- weights

constexpr std::array weight_kinds{"whole", "alike", "few great", "mixed", "any finite", "special"};

bool finite_weight(SampleType type, std::uint64_t bits) {
    return std::isfinite(to_double(type, bits));
}

Source weight_source(SampleType type, std::string_view kind, Random& random) {
    const auto whole = [=, &random] {
        return nearest_bits(type, static_cast<double>(random.whole(is_signed(type) ? -1000 : 0, 1000)));
    };
    if (kind == "whole") return whole;
    if (!is_float(type)) return [&random] { return random.bits(); };
    const auto alike = [=, &random] { return nearest_bits(type, random.real(0.5, 3)); };
    if (kind == "alike") return alike;
    if (kind == "few great") // often, none of the large weights is counted
        return [=, &random, great = nearest_bits(type, type == SampleType::f16 ? 6e4 : 1e30)] {
            return random.one_in(1000) ? great : alike();
        };
    const int span = type == SampleType::f16 ? 12 : type == SampleType::f64 ? 300 : 40;
    const auto mixed = [=, &random] {
        return nearest_bits(type,
                            std::ldexp(random.real(-1, 1), static_cast<int>(random.whole(-span, span))));
    };
    if (kind == "mixed") return mixed;
    const auto finite = [=, &random] {
        for (;;)
            if (const auto bits = random.bits(); finite_weight(type, bits)) return bits;
    };
    if (kind == "any finite") return finite;
    constexpr double infinity = std::numeric_limits<double>::infinity();
    constexpr std::array odd{infinity, -infinity, std::numeric_limits<double>::quiet_NaN(),
                             0.0,      -0.0,      1e-310};
    return [=, &random] { return random.one_in(50) ? nearest_bits(type, random.pick(odd)) : mixed(); };
}

// ----------------------------------------------------------------------------------------------- masks

constexpr std::array mask_kinds{"half", "all", "none", "runs"};

Source mask_source(std::string_view kind, Random& random) {
    const auto shown = [&random] { return random.between(1, 255); };
    if (kind == "all") return shown;
    if (kind == "none") return [] { return std::uint64_t{0}; };
    if (kind == "runs")
        return [&random, on = false]() mutable {
            if (random.one_in(40)) on = !on;
            return std::uint64_t{on ? 1U : 0U};
        };
    return [=, &random] { return random.one_in(2) ? shown() : 0; };
}

// ---------------------------------------------------------------------------------------------- shapes

/// A number of elements: 0, 1, few, or any up to the maximum.
std::uint64_t random_count(std::uint64_t maximum, Random& random) {
    if (maximum == 0 || random.one_in(16)) return 0;
    if (random.one_in(6)) return random.between(1, std::min<std::uint64_t>(maximum, 40));
    return random.between(1, maximum);
}

/// A random pitch: 0, which means packed; at least the packed pitch; or a smaller one, so that rows
/// or planes overlap.
std::uint64_t random_pitch(std::uint64_t packed, std::uint64_t unit, Random& random) {
    if (random.one_in(3)) return 0;
    if (random.one_in(5)) return random.between(1, std::max<std::uint64_t>(1, packed / unit)) * unit;
    return packed + random.below(20) * unit;
}

std::uint64_t stride(const Problem& problem) {
    if (problem.layout.stride != 0) return problem.layout.stride;
    const auto beside =
        problem.layout.order == Order::planar ? problem.layout.plane_channels : problem.channels();
    return problem.layout.nibbles != Nibbles::none ? (beside + 1) / 2 : bytes(problem.sample) * beside;
}

/// The distance from one row to the next: `pitch`, or if that is 0, the length of a row.
std::uint64_t row_pitch(const Shape& shape, std::uint64_t pitch, std::uint64_t unit) {
    return pitch != 0 ? pitch : (shape.region.x + shape.region.width) * unit;
}

/// Bytes from one weight to the next.
std::uint64_t weight_unit(const Problem& problem) {
    return problem.weights.stride != 0 ? problem.weights.stride : bytes(*problem.weights.type);
}

/// Offset in bytes of the weight of element (x, y).
std::uint64_t weight_place(const Problem& problem, const Shape& shape, std::uint64_t x, std::uint64_t y) {
    const auto unit = weight_unit(problem);
    switch (problem.weights.per) {
    case WeightPer::row: return y * (shape.weight_pitch != 0 ? shape.weight_pitch : unit);
    case WeightPer::column: return x * unit;
    case WeightPer::element: break;
    }
    return y * row_pitch(shape, shape.weight_pitch, unit) + x * unit;
}

/// Number of elements in memory for a flat shape. With indices it differs from the number counted.
std::uint64_t in_memory(const Problem& problem, const Shape& shape) {
    return problem.layout.indices ? shape.source_count : *shape.count;
}

std::uint64_t plane_pitch(const Problem& problem, const Shape& shape) {
    if (shape.plane_pitch != 0) return shape.plane_pitch;
    if (!problem.layout.rows) return in_memory(problem, shape) * stride(problem);
    return (shape.region.y + shape.region.height) * row_pitch(shape, shape.pitch, stride(problem));
}

void set_rows(const Problem& problem, HostJob& job, std::uint64_t limit, Random& random) {
    auto& shape = job.shape;
    auto& region = shape.region;
    region.x = random.below(8);
    region.y = random.below(4);
    region.width = random.one_in(16) ? 0 : random.between(1, std::min<std::uint64_t>(limit, 300));
    region.height = random_count(limit / std::max<std::uint64_t>(1, region.width), random);
    const auto row = region.x + region.width;
    shape.pitch = random_pitch(row * stride(problem), bytes(problem.sample), random);
    if (problem.layout.mask) shape.mask_pitch = random_pitch(row, 1, random);
    if (problem.weights.type && problem.weights.per != WeightPer::column)
        shape.weight_pitch =
            random_pitch((problem.weights.per == WeightPer::row ? 1 : row) * weight_unit(problem),
                         bytes(*problem.weights.type), random);
}

void set_batch(const Problem& problem, HostJob& job, const JobLimits& limits, Random& random) {
    auto& shape = job.shape;
    // Maximum number of histograms.
    const auto histogram_limit = std::max<std::uint64_t>(1, limits.counters / problem.counters());
    switch (problem.batch) {
    case Batch::one: break;
    case Batch::segments: {
        const auto count = *shape.count;
        const auto min_segment = count / histogram_limit + 1;
        shape.segment =
            std::min(std::max<std::uint64_t>(1, count), random.between(min_segment, min_segment + 600));
        shape.count = count - count % shape.segment;
        break;
    }
    case Batch::ragged: {
        const auto count = *shape.count;
        const bool some = random.one_in(2); // whether to leave out elements at both ends
        job.offsets = {some ? random.between(0, count) : 0, some ? random.between(0, count) : count};
        for (auto more = random.below(std::min<std::uint64_t>(histogram_limit, 300)); more > 0; --more)
            job.offsets.push_back(job.offsets.size() > 2 && random.one_in(4) ? job.offsets.back()
                                                                             : random.between(0, count));
        std::ranges::sort(job.offsets);
        if (random.one_in(12)) job.offsets.resize(1); // no histogram
        break;
    }
    case Batch::tiles: {
        const auto& region = shape.region;
        do {
            shape.tile_width = random.between(1, region.width + 3);
            shape.tile_height = random.between(1, region.height + 3);
        } while (histograms(problem, shape) > histogram_limit);
        break;
    }
    }
}

// ---------------------------------------------------------------------------------------------- memory

/// Memory of `before` + `used` bytes, or sometimes more, filled with one value.
std::vector<std::byte> filled(SampleType type, std::uint64_t bits, std::uint64_t before, std::uint64_t used,
                              Random& random) {
    const auto size = bytes(type);
    const auto after = random.one_in(2) ? 0 : random.below(40) * size;
    std::vector<std::byte> memory(before + used + after + (size - used % size) % size);
    for (std::uint64_t at = 0; at < memory.size(); at += size)
        store_bits(std::span(memory).subspan(at), type, bits);
    return memory;
}

/// Calls `place(x, y)` for each element, row by row.
template <class Place>
void for_each_element(const Problem& problem, const Shape& shape, const Place& place) {
    if (!problem.layout.rows) {
        const auto elements = *shape.count == 0 ? 0 : in_memory(problem, shape); // an empty list names none
        for (std::uint64_t i = 0; i < elements; ++i)
            place(i, 0);
        return;
    }
    const auto& region = shape.region;
    for (auto y = region.y; y < region.y + region.height; ++y)
        for (auto x = region.x; x < region.x + region.width; ++x)
            place(x, y);
}

/// Fills the samples with random bytes of two nibbles each.
void fill_nibbles(HostJob& job, std::uint64_t used, Random& random) {
    job.samples = filled(SampleType::u8, 0, job.offset, used, random);
    job.text += ", samples: any nibbles";
    job.samples = random.bytes(job.samples.size());
}

void fill_samples(const Problem& problem, HostJob& job, std::uint64_t used, bool no_tiny, Random& random) {
    if (problem.layout.nibbles != Nibbles::none) return fill_nibbles(job, used, random);
    const auto type = problem.sample;
    const auto size = bytes(type);
    const auto between = nearest_bits(type, home);
    job.samples = filled(type, between, job.offset * size, used, random);
    const std::string_view kind = random.pick(sample_kinds);
    job.text += ", samples: " + std::string(kind);
    const auto pitch = row_pitch(job.shape, job.shape.pitch, stride(problem));
    const auto channel = problem.layout.order == Order::planar ? plane_pitch(problem, job.shape) : size;
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis) {
        const auto draw = sample_source(problem, axis, kind, random);
        for_each_element(problem, job.shape, [&](std::uint64_t x, std::uint64_t y) {
            const auto beside = problem.layout.plane_channels;
            const auto c = problem.channel(axis);
            const auto at = job.offset * size + y * pitch + x * stride(problem) + c / beside * channel +
                            c % beside * size;
            const auto bits = draw();
            store_bits(std::span(job.samples).subspan(at), type,
                       no_tiny && is_tiny(type, bits) ? between : bits);
        });
    }
}

void fill_mask(const Problem& problem, HostJob& job, std::uint64_t used, Random& random) {
    job.mask = filled(SampleType::u8, 1, job.mask_offset, used, random);
    const std::string_view kind = random.pick(mask_kinds);
    job.text += ", mask: " + std::string(kind);
    const auto draw = mask_source(kind, random);
    const auto pitch = row_pitch(job.shape, job.shape.mask_pitch, 1);
    for_each_element(problem, job.shape, [&](std::uint64_t x, std::uint64_t y) {
        job.mask[job.mask_offset + y * pitch + x] = static_cast<std::byte>(draw());
    });
}

void fill_weights(const Problem& problem, HostJob& job, std::uint64_t used, const JobLimits& limits,
                  Random& random) {
    const bool whole = limits.whole_weights;
    const auto type = *problem.weights.type;
    const auto size = bytes(type);
    const auto large = nearest_bits(type, whole ? 1'000'003 : type == SampleType::f16 ? 6e4 : 1e30);
    auto& weights = job.weights.emplace_back(filled(type, large, job.weight_offset * size, used, random));
    std::string_view kind = whole ? "whole" : random.pick(weight_kinds);
    if (limits.finite_weights && kind == "special") kind = "mixed";
    job.text += ", weights: " + std::string(kind);
    const auto draw = weight_source(type, kind, random);
    auto shape = job.shape;
    if (problem.weights.listed) shape.source_count = *shape.count;
    for_each_element(problem, shape, [&](std::uint64_t x, std::uint64_t y) {
        const auto at = job.weight_offset * size + weight_place(problem, shape, x, y);
        store_bits(std::span(weights).subspan(at), type, draw());
    });
}

/// Fills a list of indices with repetitions, in any order or sorted. Some indices name no element, and are
/// left out of the reference's list. With batches or listed weights, this would change the reference's other
/// counts. With float weights, it could change the unit of sums. Then every index names an element.
void fill_indices(const Problem& problem, HostJob& job, Random& random) {
    const auto type = *problem.layout.indices;
    const auto size = bytes(type);
    const auto count = *job.shape.count;
    const auto elements = job.shape.source_count;
    std::vector<std::uint64_t> list(count);
    for (auto& index : list)
        index = random.below(elements);
    if (random.one_in(2)) std::ranges::sort(list);
    const bool can_skip = problem.batch == Batch::one && !problem.weights.listed &&
                          !(problem.weights.type && is_float(*problem.weights.type));
    for (std::uint64_t i = 0; can_skip && i < count; ++i)
        if (random.one_in(40)) {
            list[i] = random.one_in(2)          ? elements
                      : type == SampleType::u32 ? 0xFFFF'FFFFU
                                                : ~std::uint64_t{0};
            ++job.skipped;
        }
    job.indices = filled(type, 0, job.index_offset * size, count * size, random);
    for (std::uint64_t i = 0; i < count; ++i)
        store_bits(std::span(job.indices).subspan((job.index_offset + i) * size), type, list[i]);
    job.text += ", " + std::to_string(elements) + " elements in memory, " + std::to_string(job.skipped) +
                " indices of none";
}

/// The list without indices that name no element.
std::vector<std::byte> without_skipped(const Problem& problem, const HostJob& job) {
    const auto size = bytes(*problem.layout.indices);
    std::vector<std::byte> list;
    for (std::uint64_t i = 0; i < *job.shape.count; ++i) {
        const auto index = std::span(job.indices).subspan((job.index_offset + i) * size, size);
        std::uint64_t element = 0;
        std::uint32_t narrow = 0;
        if (size == sizeof element)
            std::memcpy(&element, index.data(), size);
        else
            std::memcpy(&narrow, index.data(), sizeof narrow);
        element |= narrow;
        if (element < job.shape.source_count) list.insert(list.end(), index.begin(), index.end());
    }
    return list;
}

std::string shape_text(const Problem& problem, const HostJob& job) {
    const auto& shape = job.shape;
    const auto text = [](std::uint64_t n) { return std::to_string(n); };
    auto all = problem.layout.rows
                   ? "region " + text(shape.region.width) + " x " + text(shape.region.height) + " at " +
                         text(shape.region.x) + ", " + text(shape.region.y) + ", pitches " +
                         text(shape.pitch) + ", " + text(shape.mask_pitch) + ", " + text(shape.weight_pitch)
                   : "count " + text(*shape.count);
    if (problem.layout.order == Order::planar) all += ", plane pitch " + text(shape.plane_pitch);
    if (problem.batch == Batch::segments) all += ", segment " + text(shape.segment);
    if (problem.batch == Batch::tiles)
        all += ", tiles " + text(shape.tile_width) + " x " + text(shape.tile_height);
    if (problem.batch == Batch::ragged) {
        all += ", offsets";
        for (const auto offset : job.offsets)
            all += " " + text(offset);
    }
    return all + ", from sample " + text(job.offset) + ", mask " + text(job.mask_offset) + ", weight " +
           text(job.weight_offset);
}

} // namespace

std::vector<std::byte> make_samples(const Problem& problem, std::string_view kind, std::size_t count) {
    Random random(17);
    const auto size = bytes(problem.sample);
    const auto draw = sample_source(problem, 0, kind, random);
    std::vector<std::byte> samples(count * size);
    for (std::size_t at = 0; at < samples.size(); at += size)
        store_bits(std::span(samples).subspan(at), problem.sample, draw());
    return samples;
}

HostJob random_job(const Problem& problem, const JobLimits& limits, Random& random) {
    HostJob job;
    if (problem.layout.rows)
        set_rows(problem, job, limits.elements, random);
    else
        job.shape.count = random_count(limits.elements, random);
    if (problem.layout.indices) job.shape.source_count = random.between(1, limits.elements);
    set_batch(problem, job, limits, random);
    if (problem.layout.order == Order::planar)
        job.shape.plane_pitch = random_pitch(plane_pitch(problem, job.shape), bytes(problem.sample), random);
    job.offset = random.one_in(3) ? 0 : random.below(40);
    job.mask_offset = problem.layout.mask ? random.below(20) : 0;
    job.weight_offset = problem.weights.type ? random.below(20) : 0;
    job.index_offset = problem.layout.indices ? random.below(20) : 0;
    job.text = shape_text(problem, job);
    const auto used = footprint(problem, job.whole_shape());
    fill_samples(problem, job, used.samples, limits.no_tiny, random);
    if (problem.layout.mask) fill_mask(problem, job, used.mask, random);
    for (std::uint32_t vector = 0; problem.weights.type && vector < problem.weights.vectors; ++vector)
        fill_weights(problem, job, used.weights, limits, random);
    if (problem.layout.indices) fill_indices(problem, job, random);
    return job;
}

std::vector<std::uint64_t> counts_by(const Problem& problem, const HostJob& job, const CountsOf& count) {
    HostData data{.samples = std::span(job.samples).subspan(job.offset * bytes(problem.sample)),
                  .shape = job.whole_shape()};
    if (problem.layout.mask) data.mask = std::span(job.mask).subspan(job.mask_offset);
    const auto weights = job.weight_spans(problem.weights.type ? bytes(*problem.weights.type) : 0);
    if (weights.size() == 1) data.weights = weights.front();
    if (weights.size() > 1) data.weight_vectors = weights;
    std::vector<std::byte> list;
    if (problem.layout.indices) {
        list = without_skipped(problem, job);
        data.indices = list;
        data.shape.count = list.size() / bytes(*problem.layout.indices);
    }
    return count(data);
}

std::vector<std::uint64_t> expected_counts(const Problem& problem, const HostJob& job) {
    return counts_by(problem, job, [&](const HostData& data) { return reference_bits(problem, data); });
}

} // namespace histo_cl::test
