#include "histo_cl/map_plan.hpp"

#include "c_api/convert.hpp"
#include "c_api/enums.hpp"
#include "c_api/guard.hpp"
#include "c_api/handles.hpp"
#include "c_api/sized.hpp"
#include "core/saturating.hpp"

using namespace histo_cl::c_api;

namespace {

histo_cl::SampleType to_type(histo_cl_sample_type type, std::string_view what) {
    return optional_from_c<histo_cl::SampleType>(type, what).value_or(histo_cl::SampleType::u8);
}

/// Beyond 32 bits there are no channels, either.
std::uint32_t channels_of(std::uint64_t given) {
    return given == 0 ? histo_cl::MapJob().channels : histo_cl::detail::saturating_u32(given);
}

histo_cl::MapJob to_map_job(const histo_cl_map_job* pointer) {
    const auto given = read(pointer, "job");
    return {.source = to_memory(given.source, given.source_pointer, "job.source"),
            .source_offset = given.source_offset,
            .source_pitch = given.source_pitch,
            .destination = to_memory(given.destination, given.destination_pointer, "job.destination"),
            .destination_offset = given.destination_offset,
            .destination_pitch = given.destination_pitch,
            .width = given.width,
            .height = given.height != 0 ? given.height : histo_cl::MapJob().height,
            .channels = channels_of(given.channels),
            .maps = to_memory(given.maps, given.maps_pointer, "job.maps"),
            .values = given.values != 0 ? given.values : histo_cl::MapJob().values,
            .tile_width = given.tile_width,
            .tile_height = given.tile_height,
            .tiles_across = given.tiles_across,
            .tiles_down = given.tiles_down};
}

} // namespace

histo_cl_status histo_cl_map_plan_create(cl_context context, cl_device_id device, histo_cl_sample_type source,
                                         histo_cl_sample_type destination, const histo_cl_options* options,
                                         histo_cl_map_plan** plan) noexcept {
    return guarded([&] {
        give(plan, "plan", [&] {
            return histo_cl::MapPlan(context, device, to_type(source, "source"),
                                     to_type(destination, "destination"), to_options(options));
        });
    });
}

histo_cl_status histo_cl_map_plan_create_for_images(cl_context context, cl_device_id device,
                                                    histo_cl_channel_type source,
                                                    histo_cl_channel_type destination,
                                                    const histo_cl_options* options,
                                                    histo_cl_map_plan** plan) noexcept {
    return guarded([&] {
        give(plan, "plan", [&] {
            return histo_cl::MapPlan(context, device, from_c<histo_cl::ChannelType>(source, "source"),
                                     from_c<histo_cl::ChannelType>(destination, "destination"),
                                     to_options(options));
        });
    });
}

void histo_cl_map_plan_release(histo_cl_map_plan* plan) noexcept {
    delete plan;
}

histo_cl_status histo_cl_map_plan_enqueue(const histo_cl_map_plan* plan, cl_command_queue queue,
                                          const histo_cl_map_job* job, std::size_t wait_count,
                                          const cl_event* wait, cl_event* event) noexcept {
    return guarded([&] {
        const auto events = to_wait_list(wait, wait_count);
        deref(plan, "plan").plan.enqueue(queue, to_map_job(job), events, event);
    });
}
