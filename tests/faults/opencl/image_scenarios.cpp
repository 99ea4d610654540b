#include "faults/opencl/scenario.hpp"
#include "support/folder.hpp"

#include <memory>
#include <optional>

namespace histo_cl::test {
namespace {

constexpr std::size_t side = 16;

/// A plan for an image, made anew from the cache by each run, and its counts.
class Image {
  public:
    Image() {
        if (!test_device().profile().images) throw Error(Status::unsupported, "no images");
        for (std::size_t i = 0; i < pixels_.size(); ++i)
            pixels_[i] = static_cast<std::uint8_t>(i * i);
        image_ = cl::Image2D(test_device().context(), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                             cl::ImageFormat(CL_RGBA, CL_UNSIGNED_INT8), side, side, 0, pixels_.data());
    }

    void run() {
        const auto plan = test_device().plan(
            problem_, {.variant = Variant::local_atomic, .cache_directory = cache_.path()});
        counts_ = plan.count(test_device().queue()(),
                             {.samples = image_(), .shape = {.region = {0, 0, side, side}}});
    }

    [[nodiscard]] bool right() const {
        std::vector<std::uint64_t> expected(8);
        for (std::size_t at = 0; at < pixels_.size(); at += 4)
            ++expected[pixels_[at] / 32];
        return counts_ == expected;
    }

  private:
    Folder cache_;
    std::vector<std::uint8_t> pixels_ = std::vector<std::uint8_t>(side * side * 4);
    cl::Image2D image_;
    Problem problem_{
        .axes = {even_bins(8, 0, 256)},
        .layout = {.rows = true, .image = ImageLayout{ImageKind::image2d, ChannelType::unsigned_int8}}};
    std::vector<std::uint64_t> counts_;
};

} // namespace

std::vector<Scenario> image_scenarios() {
    return {{.name = "an image",
             .prepare =
                 [] {
                     const auto image = std::make_shared<Image>();
                     return Trial{.run = [image] { image->run(); },
                                  .right = [image](const Seen& /*seen*/) { return image->right(); },
                                  .resolve =
                                      [] {
                                          test_device().queue().finish();
                                          return true;
                                      }};
                 },
             .compiles = false}};
}

} // namespace histo_cl::test
