// Problems whose samples are the pixels of an image: which problems are valid, and what they require of a
// device.

#include "data/profiles.hpp"
#include "support/error.hpp"

#include <histo_cl/histo_cl.hpp>

#include <doctest/doctest.h>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

Problem of_image(ImageKind kind, ChannelType type, SampleType sample) {
    return {.sample = sample,
            .axes = {even_bins(10, 0, 100)},
            .layout = {.rows = kind != ImageKind::image1d && kind != ImageKind::image1d_buffer,
                       .image = ImageLayout{kind, type}}};
}

const DeviceProfile& gpu_without_depths = profile_named("amd_rx_vega_64");

} // namespace

TEST_CASE("images: samples have the stored type, or f32 for channels that are read as floats") {
    const auto refused = [](ChannelType type, SampleType sample, std::string_view allowed) {
        check_invalid({name(sample), name(type), allowed},
                      [&] { of_image(ImageKind::image2d, type, sample).validate(); });
    };
    for (int i = 0; i <= static_cast<int>(ChannelType::float32); ++i) {
        const auto type = static_cast<ChannelType>(i);
        of_image(ImageKind::image2d, type, stored_sample(type)).validate();
        if (reads_as_float(type)) of_image(ImageKind::image2d, type, SampleType::f32).validate();
    }
    refused(ChannelType::unorm_int8, SampleType::i8, "allowed are u8 and f32");
    refused(ChannelType::unsigned_int8, SampleType::f32, "allowed are u8");
    refused(ChannelType::float32, SampleType::f64, "allowed are f32");
}

TEST_CASE("images: a layout that does not match the kind of image is refused") {
    const auto refused = [](std::initializer_list<std::string_view> words, const auto& change) {
        auto problem = of_image(ImageKind::image2d, ChannelType::unsigned_int8, SampleType::u8);
        change(problem);
        check_invalid(words, [&] { problem.validate(); });
    };
    refused({"image2d", "layout.rows"}, [](Problem& bad) { bad.layout.rows = false; });
    refused({"image1d", "flat"}, [](Problem& bad) { bad.layout.image->kind = ImageKind::image1d; });
    refused({"planes"}, [](Problem& bad) { bad.layout.order = Order::planar; });
    refused({"stride"}, [](Problem& bad) { bad.layout.stride = 4; });
    refused({"2 channels", "image2d_depth"}, [](Problem& bad) {
        bad.layout.image = ImageLayout{ImageKind::image2d_depth, ChannelType::float32};
        bad.sample = SampleType::f32;
        bad.layout.channels = 2;
    });
}

TEST_CASE("images: every variant counts them, with one pixel per load") {
    const auto problem = of_image(ImageKind::image2d, ChannelType::unsigned_int8, SampleType::u8);
    for (const auto variant : all_variants) {
        INFO("variant: ", name(variant));
        CHECK(choose(gpu_without_depths, problem, {.knobs = {.variant = variant}}).load_bytes == 1);
        check_error(Status::unsupported, {name(variant)}, [&] {
            return choose(gpu_without_depths, problem, {.knobs = {.variant = variant, .load_bytes = 16}});
        });
    }
    check_error(Status::unsupported, {"loads of 16 B", "the pixels of an image are loaded one by one"},
                [&] { return choose(gpu_without_depths, problem, {.knobs = {.load_bytes = 16}}); });
}

TEST_CASE("images: a device that lacks them is refused") {
    auto device = gpu_without_depths;
    const auto depths = of_image(ImageKind::image2d_depth, ChannelType::float32, SampleType::f32);
    check_error(Status::unsupported, {"image2d_depth", "cl_khr_depth_images"},
                [&] { return choose(device, depths); });
    device.depth_images = true;
    CHECK_NOTHROW(static_cast<void>(choose(device, depths)));
    device.images = false;
    check_error(Status::unsupported, {device.name + " has no images", "CL_DEVICE_IMAGE_SUPPORT"}, [&] {
        return choose(device, of_image(ImageKind::image3d, ChannelType::half_float, SampleType::f16));
    });
}

TEST_CASE("images: the footprint has no sample bytes, but those of the mask") {
    auto problem = of_image(ImageKind::image3d, ChannelType::unsigned_int8, SampleType::u8);
    problem.layout.mask = true;
    const Shape shape{.region = {.x = 1, .y = 0, .width = 4, .height = 3, .z = 5, .depth = 2}};
    CHECK(footprint(problem, shape).samples == 0);
    CHECK(footprint(problem, shape).mask == 5 * 6);
    CHECK(elements(problem, shape) == 4 * 3 * 2);
    CHECK(to_string(problem).find("of an image3d of unsigned_int8") != std::string::npos);
}
