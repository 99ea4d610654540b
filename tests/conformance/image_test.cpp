#include "device_job.hpp"
#include "proof.hpp"
#include "random_case.hpp"
#include "random_problem.hpp"
#include "sample_bits.hpp"
#include "support/counters.hpp"
#include "support/mesa_faults.hpp"
#include "support/random.hpp"
#include "test_image.hpp"

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <span>

// Images: each kind, channel order and channel type that the device has, compared with the reference on the
// host copy.

namespace histo_cl::test {
namespace {

bool has_slices(ImageKind kind) {
    return kind == ImageKind::image3d || kind == ImageKind::image2d_array ||
           kind == ImageKind::image2d_array_depth;
}
bool is_flat(ImageKind kind) {
    return kind == ImageKind::image1d || kind == ImageKind::image1d_buffer;
}

std::array<std::size_t, 3> random_size(ImageKind kind, Random& random) {
    return {random.between(1, 90), is_flat(kind) ? 1 : random.between(1, 30),
            has_slices(kind) ? random.between(1, 5) : 1};
}

/// Bins whose edges are far from all values of the type, because read_imagef() may round. For most types, the
/// edges lie half-way between two integers.
Binning bins_between(ChannelType type) {
    const auto between = [](std::uint32_t bins, double first, double step, double one) {
        return even_bins(bins, (first - 0.5) / one, (first + bins * step - 0.5) / one);
    };
    switch (type) {
    case ChannelType::unorm_int8: return between(128, 0, 2, 255);
    case ChannelType::unorm_int16: return between(64, 0, 1024, 65535);
    case ChannelType::snorm_int8: return between(51, -127, 5, 127);
    case ChannelType::snorm_int16: return between(64, -30000, 900, 32767);
    case ChannelType::unorm_int_101010: return between(128, 0, 8, 1023);
    case ChannelType::unorm_short_565: // edges far from all n/31 and n/63
    case ChannelType::unorm_short_555: return even_bins(2, -0.26, 1.25);
    default: return even_bins(37, -2, 2);
    }
}

Binning bins_of(SampleType sample, ChannelType type, Random& random) {
    if (sample == SampleType::f32) return bins_between(type);
    if (sample == SampleType::f16) return even_bins(50, -4, 4);
    if (bytes(sample) == 4)
        return even_bins(100, is_signed(sample) ? -2'000'000'000.0 : 5.0, 2'000'000'001.0);
    const auto values = std::int64_t{1} << 8 * bytes(sample);
    const auto minimum = is_signed(sample) ? -values / 2 : 0;
    if (random.one_in(2)) return even_bins(100, minimum + 3, minimum + values - 1);
    return edge_bins(
        {minimum, minimum + 5, minimum + values / 3, minimum + values / 2, minimum + values - 1});
}

Region random_region(const std::array<std::size_t, 3>& size, Random& random) {
    Region region;
    region.x = random.below(size[0]);
    region.y = random.below(size[1]);
    region.z = random.below(size[2]);
    region.width = random.between(random.one_in(20) ? 0 : 1, size[0] - region.x);
    region.height = random.between(1, size[1] - region.y);
    region.depth = random.between(1, size[2] - region.z);
    return region;
}

/// The active channels of a slice of a region, interleaved as in a buffer in rows.
std::vector<std::byte> slice_of(const TestImage& image, const Problem& problem, const Region& region,
                                std::uint64_t z) {
    const auto size = bytes(problem.sample);
    std::vector<std::byte> samples(region.width * region.height * problem.axes.size() * size);
    std::size_t at = 0;
    for (auto y = region.y; y < region.y + region.height; ++y)
        for (auto x = region.x; x < region.x + region.width; ++x)
            for (std::size_t axis = 0; axis < problem.axes.size(); ++axis, at += size) {
                const auto channel = problem.channel(axis);
                const auto bits = problem.sample == SampleType::f32
                                      ? std::bit_cast<std::uint32_t>(image.read(x, y, z, channel))
                                      : image.stored(x, y, z, channel);
                store_bits(std::span(samples).subspan(at), problem.sample, bits);
            }
    return samples;
}

/// The reference's counts. Slices are counted one by one. The counts of tiles are concatenated, other counts
/// are added up.
std::vector<std::uint64_t> expected(const TestImage& image, const Problem& problem, const Shape& shape) {
    auto plain = problem;
    plain.layout = {.rows = true};
    std::vector<std::uint64_t> counts(problem.batch == Batch::tiles ? 0 : problem.counters());
    for (auto z = shape.region.z; z < shape.region.z + shape.region.depth; ++z) {
        const auto samples = slice_of(image, problem, shape.region, z);
        const auto one = reference_histogram(
            plain, HostData{.samples = samples,
                            .shape = {.region = {0, 0, shape.region.width, shape.region.height},
                                      .tile_width = shape.tile_width,
                                      .tile_height = shape.tile_height}});
        if (problem.batch == Batch::tiles)
            counts.insert(counts.end(), one.begin(), one.end());
        else
            std::ranges::transform(counts, one, counts.begin(), std::plus());
    }
    return counts;
}

/// The shape of a job on a region, in rows or flat.
Shape shape_of(const Problem& problem, const Region& region) {
    if (!problem.layout.rows) return {.count = region.width};
    return {.region = region};
}

void check_format(ImageKind kind, const ImageFormat& format, SampleType sample, Random& random) {
    auto channels = format.channels();
    std::rotate(channels.begin(),
                channels.begin() + static_cast<std::ptrdiff_t>(random.below(channels.size())),
                channels.end());
    const bool tiles = !is_flat(kind) && random.one_in(2);
    Problem problem{.sample = sample,
                    .axes = {},
                    .out_of_range = random.one_in(2) ? OutOfRange::counted : OutOfRange::dropped,
                    .layout = {.channels = channels.size() == 1 && channels[0] == 0 ? 1U : 4U,
                               .active = channels,
                               .rows = !is_flat(kind),
                               .image = ImageLayout{kind, format.type}},
                    .batch = tiles ? Batch::tiles : Batch::one};
    for (std::size_t axis = 0; axis < channels.size(); ++axis)
        problem.axes.push_back(bins_of(sample, format.type, random));
    const auto size = random_size(kind, random);
    const TestImage image(kind, format, size, random_pixels(format, size[0] * size[1] * size[2], random));
    const auto plan = make_plan(problem, {});
    for (int i = 0; i < 4; ++i) {
        const auto region = i == 0 ? Region{0, 0, size[0], size[1], 0, size[2]} : random_region(size, random);
        auto shape = shape_of(problem, region);
        if (tiles) {
            shape.tile_width = random.between(1, 40);
            shape.tile_height = random.between(1, 12);
        }
        const auto got = plan.count(
            test_device().queue()(),
            {.samples = image.get(), .sample_offset = problem.layout.rows ? 0 : region.x, .shape = shape});
        auto in_rows = shape;
        in_rows.region = region;
        CHECK_MESSAGE(got == expected(image, problem, in_rows), to_string(problem), ", order ", format.order,
                      ", region ", region.width, " x ", region.height, " x ", region.depth, " at ", region.x,
                      ", ", region.y, ", ", region.z);
    }
}

/// All formats of an image2d (with the small size, each channel type and each order at least once). Other
/// kinds of images are read by the same code. For them, each channel type occurs in one order, and with the
/// small size there are at most three formats.
std::vector<ImageFormat> formats_to_check(ImageKind kind, Random& random) {
    const bool image2d = kind == ImageKind::image2d;
    auto all = image_formats(kind);
    if (image2d && !small_size()) return all;
    random.shuffle(all);
    std::vector<ImageFormat> formats;
    const auto has = [&](auto member, const ImageFormat& format) {
        return std::ranges::find(formats, format.*member, member) != formats.end();
    };
    for (const auto& format : all)
        if (!has(&ImageFormat::type, format) || (image2d && !has(&ImageFormat::order, format)))
            formats.push_back(format);
    if (small_size() && !image2d) formats.resize(std::min<std::size_t>(formats.size(), 3));
    return formats;
}

void check_kind(ImageKind kind) {
    Random random(static_cast<std::uint64_t>(kind));
    const auto formats = formats_to_check(kind, random);
    MESSAGE(name(kind) << ": " << formats.size() << " formats");
    std::size_t turn = 0;
    for (const auto& format : formats) {
        const auto stored = stored_sample(format.type);
        const bool as_f32 = reads_as_float(format.type) && stored != SampleType::f32;
        // A format that can also be read as f32 is counted in both ways or, if `one`, in one of them: as its
        // stored type in every other turn, and else as f32.
        const bool one = small_size() || kind != ImageKind::image2d;
        const bool even = turn++ % 2 == 0;
        if (!as_f32 || !one || even) check_format(kind, format, stored, random);
        if (as_f32 && (!one || !even)) check_format(kind, format, SampleType::f32, random);
    }
}

// ------------------------------------------------------------------------------------------ random cases

/// A channel type that stores samples of this type unchanged. Empty if there is none.
std::optional<ChannelType> channel_type(std::string_view sample, Random& random) {
    if (sample == "u8") return random.one_in(2) ? ChannelType::unorm_int8 : ChannelType::unsigned_int8;
    if (sample == "u16") return random.one_in(2) ? ChannelType::unorm_int16 : ChannelType::unsigned_int16;
    if (sample == "i8") return ChannelType::signed_int8;
    if (sample == "i16") return ChannelType::signed_int16;
    if (sample == "u32") return ChannelType::unsigned_int32;
    if (sample == "i32") return ChannelType::signed_int32;
    if (sample == "f16") return ChannelType::half_float;
    if (sample == "f32") return ChannelType::float32;
    return std::nullopt;
}

/// Whether a case with an image can have this level of a factor (see covering.hpp).
bool in_images(const Level& level) {
    if (is_of_one_buffer(level)) return false;
    const auto& factor = factors()[level.factor];
    const auto& text = factor.levels[level.level];
    Random any(0);
    if (factor.name == "layout") return text.find("strided") == std::string::npos;
    if (factor.name == "channels") return text.find("planes") == std::string::npos;
    if (factor.name == "load") return text == "chosen" || text == "1 B";
    return factor.name != "sample" || channel_type(text, any);
}

/// The region of an image that holds the rows of a job. It is in one slice or in several, after up to two
/// other slices.
Region in_slices(const Shape& shape, ImageKind kind, Random& random) {
    auto region = shape.region;
    if (!has_slices(kind)) return region;
    // The rows are divided into several slices only if each slice gets whole tiles.
    const auto step = shape.tile_height != 0 ? shape.tile_height : 1;
    for (const std::uint64_t depth : {4U, 3U, 2U}) {
        if (region.height % (depth * step) != 0) continue;
        region.depth = depth;
        region.height /= depth;
        break;
    }
    region.z = random.below(3);
    return region;
}

/// An image of the job's samples. It is a single row, or the region and the pixels to its left and above it.
/// Slices outside the region are zeros.
TestImage image_of(const HostJob& job, const Problem& equivalent, ImageKind kind, const ImageFormat& format,
                   const Region& in_image) {
    const auto size = bytes(equivalent.sample);
    const auto& region = job.shape.region;
    const bool rows = equivalent.layout.rows;
    const auto width =
        std::max<std::uint64_t>(1, rows ? region.x + region.width : job.offset + *job.shape.count);
    const auto height = std::max<std::uint64_t>(1, rows ? in_image.y + in_image.height : 1);
    const auto depth = rows ? in_image.z + in_image.depth : 1;
    const auto element = size * equivalent.channels();
    const auto pitch = job.shape.pitch != 0 ? job.shape.pitch : (region.x + region.width) * element;
    const auto begin = rows ? job.offset * size : 0;
    std::vector<std::byte> pixels(width * height * depth * format.pixel_bytes);
    const auto last = rows ? region.y + region.height : 1;
    for (std::size_t y = 0; y < last; ++y)
        for (std::size_t x = 0; x < width; ++x)
            for (std::uint32_t channel = 0; channel < equivalent.channels(); ++channel) {
                // A flat job begins at pixel `offset` of the image. The pixels before it repeat its first
                // element.
                const auto from =
                    rows ? begin + y * pitch + x * element
                         : (job.offset * size + (x - std::min<std::uint64_t>(x, job.offset)) * element);
                const auto at = from + channel * size;
                if (at + size > job.samples.size()) continue;
                // Row `counted` of the region is in one of its slices. The rows above the region are in its
                // first slice.
                const auto counted = y - std::min<std::uint64_t>(y, rows ? region.y : 0);
                const auto slice = rows && in_image.height != 0 ? counted / in_image.height : 0;
                const auto row = (rows ? in_image.z + slice : 0) * height + y - slice * in_image.height;
                const auto to = (row * width + x) * format.pixel_bytes +
                                static_cast<std::size_t>(format.places.at(channel)) * size;
                std::copy_n(&job.samples[at], size, &pixels[to]);
            }
    return {kind, format, {width, height, depth}, std::move(pixels)};
}

/// Like check_case(), for samples in an image.
void check_in_image(std::uint64_t seed) {
    Random random(seed);
    const auto levels = random_levels(seed, in_images);
    CAPTURE(to_string(levels));
    auto made = random_problem(traits(levels), 256, random);
    const auto& equivalent = made.equivalent;
    const auto kind = equivalent.layout.rows
                          ? random.pick(std::array{ImageKind::image2d, ImageKind::image1d_array,
                                                   ImageKind::image2d_array, ImageKind::image3d})
                          : random.pick(std::array{ImageKind::image1d, ImageKind::image1d_buffer});
    const auto type = channel_type(name(equivalent.sample), random);
    const auto format = image_format(kind, *type, equivalent.channels());
    if (!format) return;
    made.problem.layout.image = ImageLayout{kind, *type};
    CAPTURE(to_string(made.problem));
    const auto plan = make_plan(made.problem, made.options);
    CAPTURE(to_string(plan.decision()));
    std::optional<TestImage> image;
    const auto in_image = [&](const HostJob& job) {
        auto shape = job.whole_shape();
        shape.pitch = 0;
        shape.region = in_slices(shape, kind, random);
        image = image_of(job, equivalent, kind, *format, shape.region);
        return Job{.samples = image->get(),
                   .sample_offset = equivalent.layout.rows ? 0 : job.offset,
                   .shape = shape};
    };
    const JobLimits limits{
        .elements = small_size() ? 500U : 2000U, .counters = 20'000, .no_tiny = is_float(equivalent.sample)};
    CHECK(wrong_jobs(plan, equivalent, small_size() ? 2 : 6, limits, random, in_image) == "");
}

} // namespace

#define KIND_TEST(kind)                                                                                      \
    TEST_CASE(#kind) {                                                                                       \
        check_kind(ImageKind::kind);                                                                         \
    }

TEST_SUITE("images") {
    KIND_TEST(image1d)
    KIND_TEST(image1d_buffer)
    KIND_TEST(image1d_array)
    KIND_TEST(image2d)
    KIND_TEST(image2d_array)
    KIND_TEST(image3d)
    KIND_TEST(image2d_depth)
    KIND_TEST(image2d_array_depth)

    TEST_CASE("random problems and jobs in images") {
        if (mesa_leaves_out("random jobs on images")) return;
        for_each_random_case({5}, small_size() ? 10 : 40, check_in_image);
    }

    TEST_CASE("slices with weights of elements, of rows and of columns, with a mask and in tiles") {
        constexpr auto kind = ImageKind::image3d;
        const auto format = image_format(kind, ChannelType::unsigned_int8, 1);
        if (!format) return;
        Random random(9);
        const TestImage image(kind, *format, {40, 20, 4}, random_pixels(*format, 40 * 20 * 4, random));
        const Region region{3, 2, 30, 15, 1, 3};
        constexpr std::uint64_t rows =
            2 + 15 * 3; // of the mask and of the weights, also those above the region
        constexpr std::uint64_t width = 33, step = 2, row = width * step; // numbers of pixels and of weights
        std::vector<std::int32_t> weights(rows * row);
        for (auto& weight : weights)
            weight = static_cast<std::int32_t>(random.whole(-1000, 1000));
        const auto mask = random.bytes(rows * width, 4);
        const auto buffer = test_device().make_buffer(weights, CL_MEM_READ_ONLY);
        const auto mask_buffer = test_device().make_buffer(mask, CL_MEM_READ_ONLY);
        constexpr std::uint64_t tile_width = 8, tile_height = 6, across = 4, down = 3;
        for (const auto per : {WeightPer::element, WeightPer::row, WeightPer::column}) {
            const Problem problem{
                .axes = {identity_bins(256)},
                .layout = {.rows = true, .mask = true, .image = ImageLayout{kind, format->type}},
                .batch = Batch::tiles,
                .weights = {.type = SampleType::i32, .stride = step * sizeof(std::int32_t), .per = per},
                .counter = CounterType::i64};
            std::vector<std::int64_t> expected(256 * region.depth * down * across);
            for (std::uint64_t n = 0; n < region.depth * region.height; ++n)
                for (auto x = region.x; x < region.x + region.width; ++x) {
                    const auto y = region.y + n; // the row of the mask and of the weights
                    if (mask[y * width + x] == std::byte{0}) continue;
                    const auto slice = n / region.height, in_slice = n % region.height;
                    const auto tile =
                        (slice * down + in_slice / tile_height) * across + (x - region.x) / tile_width;
                    const auto value = image.stored(x, region.y + in_slice, region.z + slice, 0);
                    expected[256 * tile + value] += weights[per == WeightPer::row      ? y * step
                                                            : per == WeightPer::column ? x * step
                                                                                       : y * row + x * step];
                }
            const auto plan = make_plan(problem, {});
            CHECK(
                plan.count(test_device().queue()(),
                           {.samples = image.get(),
                            .shape = {.region = region, .tile_width = tile_width, .tile_height = tile_height},
                            .mask = mask_buffer(),
                            .weights = buffer()}) == expected);
        }
    }

    // The image has a pixel for each integer, and 256 pixels per row.
    TEST_CASE("every integer of a normalized type is recovered") {
        for (const auto type : {ChannelType::unorm_int8, ChannelType::unorm_int16, ChannelType::snorm_int8,
                                ChannelType::snorm_int16}) {
            const auto format = image_format(ImageKind::image2d, type, 1);
            INFO("type: ", name(type));
            if (!format) {
                MESSAGE("no image2d of " << name(type));
                continue;
            }
            const auto sample = stored_sample(type);
            const std::int64_t values = std::int64_t{1} << 8 * bytes(sample);
            const std::int64_t minimum = is_signed(sample) ? -values / 2 : 0;
            std::vector<std::byte> pixels(static_cast<std::size_t>(values) * format->pixel_bytes);
            for (std::int64_t value = 0; value < values; ++value)
                for (std::size_t at = 0; at < format->pixel_bytes; at += bytes(sample))
                    store_bits(
                        std::span(pixels).subspan(static_cast<std::size_t>(value) * format->pixel_bytes + at),
                        sample, static_cast<std::uint64_t>(value + minimum));
            const std::size_t height = static_cast<std::size_t>(values) / 256;
            const TestImage image(ImageKind::image2d, *format, {256, height, 1}, std::move(pixels));
            const Problem problem{
                .sample = sample,
                .axes = {even_bins(static_cast<std::uint32_t>(values), minimum, minimum + values)},
                .layout = {.rows = true, .image = ImageLayout{ImageKind::image2d, type}}};
            std::vector<std::uint64_t> once(static_cast<std::size_t>(values), 1);
            if (minimum < 0) once[0] = 0, once[1] = 2; // the two lowest integers are read as -1
            const auto plan = make_plan(problem, {});
            CHECK(plan.count(test_device().queue()(),
                             {.samples = image.get(), .shape = {.region = {0, 0, 256, height}}}) == once);
        }
    }
}

} // namespace histo_cl::test
