#include "faults/opencl/scenario.hpp"
#include "support/folder.hpp"

#include <memory>

namespace histo_cl::test {
namespace {

constexpr std::size_t map_side = 16;

/// Plans for maps, made anew from the cache by each run: one map is made of counts, four others are applied.
class Maps {
  public:
    void run() {
        const auto& on = test_device();
        const MapPlan plan(on.context()(), on.id(), SampleType::u8, SampleType::u8,
                           {.cache_directory = cache_.path()});
        if (on.profile().fp64)
            EqualizationPlan(on.context()(), on.id(), CounterType::u32, {.cache_directory = cache_.path()})
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

    [[nodiscard]] std::vector<std::uint8_t> levels() const {
        return test_device().read_back<std::uint8_t>(destination_, map_side * map_side);
    }

    void clear() {
        const std::vector<std::uint8_t> zeros(map_side * map_side);
        test_device().queue().enqueueWriteBuffer(destination_, CL_TRUE, 0, zeros.size(), zeros.data());
    }

  private:
    Folder cache_;
    cl::Buffer source_ = test_device().make_buffer(std::vector<std::uint8_t>(map_side * map_side, 1));
    cl::Buffer maps_ = test_device().make_buffer(std::vector<std::uint32_t>{0, 9, 0, 9, 0, 9, 0, 9});
    cl::Buffer counts_ = test_device().make_buffer(std::vector<std::uint32_t>{5, 5});
    cl::Buffer made_ = test_device().make_buffer(2 * sizeof(cl_uint));
    cl::Buffer destination_ = test_device().make_buffer(std::vector<std::uint8_t>(map_side * map_side));
};

} // namespace

std::vector<Scenario> map_scenarios() {
    return {{.name = "maps",
             .prepare =
                 [] {
                     const auto maps = std::make_shared<Maps>();
                     return Trial{.run = [maps] { maps->run(); },
                                  .right =
                                      [maps](const Seen& /*seen*/) {
                                          return maps->levels() ==
                                                 std::vector<std::uint8_t>(map_side * map_side, 9);
                                      },
                                  .resolve =
                                      [maps] {
                                          test_device().queue().finish();
                                          maps->clear();
                                          return true;
                                      }};
                 },
             .compiles = false}};
}

} // namespace histo_cl::test
