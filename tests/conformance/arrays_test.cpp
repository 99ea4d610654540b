#include "device_job.hpp"
#include "guarded_counts.hpp"
#include "proof.hpp"
#include "random_bins.hpp"
#include "random_case.hpp"
#include "random_problem.hpp"
#include "sample_bits.hpp"
#include "support/counters.hpp"
#include "support/random.hpp"

#include <algorithm>
#include <array>
#include <doctest/doctest.h>
#include <limits>
#include <span>

// Separate channels, each in its own array with its own type. The counts are compared with those of the
// reference for one buffer, in which all samples are converted to the problem's type.

namespace histo_cl::test {
namespace {

/// Converts a sample, given as bits, to the nearest value of the type `to`. Returns its bits.
std::uint64_t converted(SampleType from, std::uint64_t bits, SampleType to) {
    return from == to ? bits : nearest_bits(to, to_double(from, bits));
}

// ------------------------------------------------------------------------------------------ random cases

/// Arrays for an interleaved problem, strided if the problem's elements are.
std::vector<Array> random_arrays(const Problem& interleaved, Random& random) {
    std::vector<SampleType> types;
    std::ranges::copy_if(all_sample_types, std::back_inserter(types),
                         [&](SampleType type) { return converts_exactly(type, interleaved.sample); });
    std::vector<Array> arrays;
    for (std::uint32_t channel = 0; channel < interleaved.channels(); ++channel) {
        const auto type = random.one_in(3) ? interleaved.sample : random.pick(types);
        const auto stride = interleaved.layout.stride == 0 ? 0 : random.between(2, 12) * bytes(type);
        arrays.push_back({type, stride});
    }
    return arrays;
}

/// The samples of a job in separate arrays. The memory around them holds samples of the value `home`
/// (random_bins.hpp). The job's own samples are replaced by the arrays' content, interleaved. They change
/// where an array's type cannot represent them.
class SeparateJob {
  public:
    SeparateJob(const Problem& interleaved, const std::vector<Array>& arrays, HostJob& job, Random& random)
        : given_(job), counted_(job), shape_(job.whole_shape()), buffers_(interleaved.channels()) {
        const auto& region = shape_.region;
        const bool rows = interleaved.layout.rows;
        width_ = rows ? region.x + region.width : *shape_.count;
        height_ = rows ? region.y + region.height : 1;
        shape_.pitch = 0;
        if (rows && random.one_in(2)) shape_.pitch = (width_ * 12 + random.below(5)) * 8;
        const auto type = interleaved.sample;
        const auto size = bytes(type);
        stride_ = interleaved.layout.stride != 0 ? interleaved.layout.stride : size * interleaved.channels();
        counted_.offset = 0;
        counted_.shape.pitch = 0;
        counted_.samples.assign(width_ * height_ * stride_, std::byte{0});
        for (std::size_t at = 0; at + size <= counted_.samples.size(); at += size)
            store_bits(std::span(counted_.samples).subspan(at), type, nearest_bits(type, home));
        for (std::size_t axis = 0; axis < interleaved.axes.size(); ++axis)
            add_array(interleaved, interleaved.channel(axis), arrays[interleaved.channel(axis)], random);
    }

    [[nodiscard]] Job job() const { return {.shape = shape_, .arrays = buffers_}; }

  private:
    void add_array(const Problem& interleaved, std::uint32_t channel, const Array& array, Random& random) {
        const auto type = interleaved.sample;
        const auto stored = array.sample;
        const auto size = bytes(stored);
        const auto stride = array.stride != 0 ? array.stride : size;
        const auto row = shape_.pitch != 0 ? shape_.pitch : width_ * stride;
        const auto before = random.one_in(3) ? 0 : random.below(40);
        std::vector<std::byte> memory((before + random.below(3)) * size + height_ * row);
        for (std::size_t at = 0; at + size <= memory.size(); at += size)
            store_bits(std::span(memory).subspan(at), stored, nearest_bits(stored, home));
        const auto given_row = given_.shape.pitch != 0 ? given_.shape.pitch : width_ * stride_;
        const auto& region = shape_.region;
        for (auto y = region.y; y < height_; ++y)
            for (auto x = region.x; x < width_; ++x) {
                const auto in_row = x * stride_ + channel * bytes(type);
                const auto from =
                    std::span(given_.samples).subspan(given_.offset * bytes(type) + y * given_row + in_row);
                const auto bits = converted(type, bits_at(from, type), stored);
                store_bits(std::span(memory).subspan(before * size + y * row + x * stride), stored, bits);
                store_bits(std::span(counted_.samples).subspan(y * width_ * stride_ + in_row), type,
                           converted(stored, bits, type));
            }
        memory_.push_back(test_device().make_buffer(memory, CL_MEM_READ_ONLY));
        keep_until_exit(memory_.back());
        buffers_[channel] = {memory_.back()(), before};
    }

    const HostJob given_;
    HostJob& counted_;
    Shape shape_;
    std::vector<ArrayBuffer> buffers_;
    std::vector<cl::Buffer> memory_;
    std::uint64_t width_ = 0;  ///< columns from 0 to the end of the region
    std::uint64_t height_ = 0; ///< rows from 0 to the end of the region
    std::uint64_t stride_ = 0; ///< bytes from one interleaved element to the next
};

bool in_arrays(const Level& level) {
    if (is_of_one_buffer(level)) return false;
    const auto& factor = factors()[level.factor];
    return factor.name != "channels" || factor.levels[level.level].find("planes") == std::string::npos;
}

/// Like check_case(), for samples in arrays.
void check_in_arrays(std::uint64_t seed) {
    Random random(seed);
    const auto levels = random_levels(seed, in_arrays);
    CAPTURE(to_string(levels));
    auto made = random_problem(traits(levels), 256, random);
    auto& layout = made.problem.layout;
    layout.arrays = random_arrays(made.problem, random);
    layout.order = Order::separate;
    layout.stride = 0;
    CAPTURE(to_string(made.problem));
    const auto plan = make_plan(made.problem, made.options);
    CAPTURE(to_string(plan.decision()));
    std::optional<SeparateJob> separate;
    const auto in_arrays = [&](HostJob& job) {
        separate.emplace(made.equivalent, layout.arrays, job, random);
        return separate->job();
    };
    const JobLimits limits{.elements = small_size() ? 500U : 2000U, .counters = 20'000};
    CHECK(wrong_jobs(plan, made.equivalent, small_size() ? 2 : 6, limits, random, in_arrays) == "");
}

// -------------------------------------------------------------------------------------------- conversions

/// All values of a type of up to 16 bits (with the small size, every 37th value of a 16-bit type). For wider
/// types, random bits and special values.
std::vector<std::uint64_t> values_of(SampleType type) {
    std::vector<std::uint64_t> values;
    if (bytes(type) <= 2) {
        const std::uint64_t step = small_size() && bytes(type) == 2 ? 37 : 1;
        for (std::uint64_t bits = 0; bits < std::uint64_t{1} << 8 * bytes(type); bits += step)
            values.push_back(bits);
        return values;
    }
    Random random(7);
    for (int i = 0; i < 1000; ++i)
        values.push_back(random.bits());
    constexpr double infinity = std::numeric_limits<double>::infinity();
    for (const double value : {0.0, -0.0, 1e-45, -1e-45, 1e-40, -3e-39, 1.2e-38, 0.5, 1.0, 77.0, 1e5, 3e38,
                               infinity, -infinity, std::numeric_limits<double>::quiet_NaN()})
        values.push_back(nearest_bits(type, value));
    return values;
}

/// Bins that distinguish denormals, zero and numbers of each magnitude.
Binning some_bins(SampleType type) {
    if (!is_float(type))
        return edge_bins({0, 1, 2, 100, 127, 128, 200, 255, 256, 30'000, 65'535, 1'000'000'000});
    return edge_bins({-1e5, -1.0, -1e-7, -1e-38, -2e-39, -1e-45, 0, 1e-45, 5e-41, 2e-39, 1e-38, 1e-7, 0.5, 1,
                      2, 1000, 70'000, 1e38});
}

/// Counts one array of each type in `stored` (up to three types), and one array of `type` that holds the
/// first array's values.
void check_conversions(SampleType type, std::span<const SampleType> stored, const Options& options) {
    Problem problem{.sample = type,
                    .axes = std::vector<Binning>(stored.size() + 1, some_bins(type)),
                    .out_of_range = OutOfRange::counted,
                    .layout = {.order = Order::separate}};
    std::size_t count = std::numeric_limits<std::size_t>::max();
    for (const auto each : stored)
        count = std::min(count, values_of(each).size());
    std::vector<std::byte> planes(problem.axes.size() * count * bytes(type));
    std::vector<cl::Buffer> buffers;
    std::vector<ArrayBuffer> arrays;
    const auto add = [&](SampleType of, const auto& bits_of) {
        const auto plane = std::span(planes).subspan(arrays.size() * count * bytes(type));
        std::vector<std::byte> memory(count * bytes(of));
        for (std::size_t i = 0; i < count; ++i) {
            store_bits(std::span(memory).subspan(i * bytes(of)), of, bits_of(i));
            store_bits(plane.subspan(i * bytes(type)), type, converted(of, bits_of(i), type));
        }
        problem.layout.arrays.push_back({of});
        buffers.push_back(test_device().make_buffer(memory, CL_MEM_READ_ONLY));
        keep_until_exit(buffers.back());
        arrays.push_back({buffers.back()()});
    };
    for (const auto each : stored) {
        const auto values = values_of(each);
        const auto step = values.size() / count; // reaches values of all magnitudes
        add(each, [&](std::size_t i) { return values[i * step + i % step]; });
    }
    const auto first = values_of(stored[0]);
    add(type, [&](std::size_t i) { return converted(stored[0], first[i], type); });

    auto planar = problem;
    planar.layout = {.order = Order::planar};
    const HostData data{.samples = planes, .shape = {.count = count}};
    const auto plan = make_plan(problem, options);
    const auto wrong =
        difference(GuardedCounts(plan, 1).count(plan, {.shape = {.count = count}, .arrays = arrays}),
                   reference_bits(planar, data), planar.counter, planar.counters());
    CHECK_MESSAGE(wrong.empty(), to_string(problem), "\n", to_string(plan.decision()), wrong);
}

} // namespace

TEST_SUITE("arrays") {
    TEST_CASE("random problems and jobs in arrays") {
        for_each_random_case({6}, small_size() ? 12 : 60, check_in_arrays);
    }

    TEST_CASE("every type converts exactly to every type that has its values") {
        // Not Merge::last_group, whose sums Oclgrind regards as uninitialized.
        const auto atomic = Merge::atomic;
        const std::array<Options, 3> ways{
            {{.knobs = {.variant = Variant::local_atomic, .load_bytes = 16, .merge = atomic}},
             {.knobs = {.variant = Variant::local_atomic, .load_bytes = 1, .merge = atomic}},
             {.knobs = {.variant = Variant::item_private, .merge = atomic}}}};
        std::size_t turn = 0;
        for (const auto type : sample_types()) {
            std::vector<SampleType> others;
            for (const auto other : all_sample_types)
                if (other != type && converts_exactly(other, type)) others.push_back(other);
            for (std::span left(others); !left.empty();) {
                const auto taken = std::min<std::size_t>(3, left.size());
                const bool one = small_size();
                for (std::size_t way = 0; way < ways.size(); ++way)
                    if (!one || way == turn % ways.size())
                        check_conversions(type, left.first(taken), ways.at(way));
                left = left.subspan(taken);
                ++turn;
            }
        }
    }
}

} // namespace histo_cl::test
