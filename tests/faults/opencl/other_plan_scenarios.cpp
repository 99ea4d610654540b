#include "faults/opencl/scenario.hpp"
#include "support/folder.hpp"

// Plans for images, maps and summaries. Each run creates them from the cache, and uses each of them once.

namespace histo_cl::test {
namespace {

constexpr std::size_t image_side = 16;
constexpr std::size_t map_side = 16;

/// A plan for an image, which each run creates from the cache, and its counts.
class Image : public Trial {
  public:
    Image() {
        if (!test_device().profile().images) throw Error(Status::unsupported, "no images");
        for (std::size_t i = 0; i < pixels_.size(); ++i)
            pixels_[i] = static_cast<std::uint8_t>(i * i);
        image_ = cl::Image2D(test_device().context(), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                             cl::ImageFormat(CL_RGBA, CL_UNSIGNED_INT8), image_side, image_side, 0,
                             pixels_.data());
    }

    void run() override {
        const auto plan = test_device().plan(problem_, {.knobs = {.variant = Variant::local_atomic},
                                                        .program_cache = {.directory = cache_.path()}});
        counts_ = plan.count(test_device().queue()(),
                             {.samples = image_(), .shape = {.region = {0, 0, image_side, image_side}}})
                      .counts;
    }

    [[nodiscard]] bool right(const Findings& /*seen*/) override {
        std::vector<std::uint64_t> expected(8);
        for (std::size_t at = 0; at < pixels_.size(); at += 4)
            ++expected[pixels_[at] / 32];
        return counts_ == expected;
    }

    [[nodiscard]] bool resolve() override {
        test_device().queue().finish();
        counts_.clear();
        return true;
    }

  private:
    Folder cache_;
    std::vector<std::uint8_t> pixels_ = std::vector<std::uint8_t>(image_side * image_side * 4);
    cl::Image2D image_;
    Problem problem_{
        .axes = {even_bins(8, 0, 256)},
        .layout = {.rows = true, .image = ImageLayout{ImageKind::image2d, ChannelType::unsigned_int8}}};
    std::vector<std::uint64_t> counts_;
};

/// Plans for maps, which each run creates from the cache: one map is computed from counts, four others are
/// applied.
class Maps : public Trial {
  public:
    void run() override {
        const auto& on = test_device();
        const MapPlan plan(on.context()(), on.id(), SampleType::u8, SampleType::u8,
                           {.program_cache = {.directory = cache_.path()}});
        EqualizationPlan(on.context()(), on.id(), CounterType::u32,
                         {.program_cache = {.directory = cache_.path()}})
            .enqueue(on.queue()(), {.counts = counts_(), .bins = 2, .maps = made_()});
        plan.enqueue(on.queue()(), {.source = source_(),
                                    .destination = destination_(),
                                    .width = map_side,
                                    .height = map_side,
                                    .maps = maps_(),
                                    .values = 2,
                                    .tile_width = map_side / 2,
                                    .tile_height = map_side / 2});
    }

    [[nodiscard]] bool right(const Findings& /*seen*/) override {
        return test_device().read_back<std::uint8_t>(destination_, map_side * map_side) ==
               std::vector<std::uint8_t>(map_side * map_side, 9);
    }

    [[nodiscard]] bool resolve() override {
        test_device().queue().finish();
        test_device().write(destination_, std::vector<std::uint8_t>(map_side * map_side));
        return true;
    }

  private:
    Folder cache_;
    cl::Buffer source_ = test_device().make_buffer(std::vector<std::uint8_t>(map_side * map_side, 1));
    cl::Buffer maps_ = test_device().make_buffer(std::vector<std::uint32_t>{0, 9, 0, 9, 0, 9, 0, 9});
    cl::Buffer counts_ = test_device().make_buffer(std::vector<std::uint32_t>{5, 5});
    cl::Buffer made_ = test_device().make_buffer(2 * sizeof(cl_uint));
    cl::Buffer destination_ = test_device().make_buffer(std::vector<std::uint8_t>(map_side * map_side));
};

/// A plan for summaries, which each run creates from the cache, and the summary of four samples.
class Summary : public Trial {
  public:
    void run() override {
        const auto& on = test_device();
        const SummaryPlan plan(on.context()(), on.id(), SampleType::i32,
                               {.program_cache = {.directory = cache_.path()}});
        summary_ = plan.summarize(on.queue()(), {.samples = samples_(), .count = 4});
    }

    [[nodiscard]] bool right(const Findings& /*seen*/) override {
        return summary_.count == 4 && summary_.minimum == -6 && summary_.maximum == 2 &&
               summary_.standard_deviation == 3;
    }

    [[nodiscard]] bool resolve() override {
        test_device().queue().finish();
        summary_ = {};
        return true;
    }

  private:
    Folder cache_;
    cl::Buffer samples_ = test_device().make_buffer(std::vector<std::int32_t>{0, 2, -6, 0});
    SampleSummary summary_;
};

} // namespace

std::vector<Scenario> other_plan_scenarios() {
    return {building_scenario<Image>("an image"), building_scenario<Maps>("maps"),
            building_scenario<Summary>("a summary")};
}

} // namespace histo_cl::test
