#include "histo_cl/map_plan.hpp"

#include "core/invalid.hpp"
#include "mapping/check_map_job.hpp"
#include "mapping/map_plan_state.hpp"
#include "opencl/commands.hpp"
#include "opencl/objects.hpp"
#include "plan/arguments.hpp"
#include "problem/image_traits.hpp"
#include "program/operation_source.hpp"
#include "program/program.hpp"

#include <array>
#include <utility>

namespace histo_cl::inline HISTO_CL_ABI {
namespace {

using namespace detail;

void check_type(const char* which, SampleType type) {
    if (type != SampleType::u8 && type != SampleType::u16)
        invalid("the ", which, " is of ", type, " samples: maps are for u8 and u16");
}

/// Rounded up so that the driver finds a work-group size that divides.
size_t items(std::uint64_t samples) {
    constexpr std::uint64_t multiple = 64;
    return (samples + multiple - 1) / multiple * multiple;
}

void launch(Commands& commands, const MapPlanState& plan, const MapJob& job, const CheckedMapJob& checked)
    HISTO_CL_REQUIRES(plan.kernel_arguments) {
    const bool tiled = job.tile_width != 0;
    const auto kernel = commands.to_launch((tiled ? plan.interpolate_maps : plan.apply_map).get());
    const auto memory = [&plan](const Memory& of) { return KernelMemory(of, plan.pointers); };
    Arguments arguments(kernel);
    if (plan.images)
        arguments << job.source.object() << job.destination.object() << job.channels;
    else
        arguments << memory(job.source) << job.source_offset << checked.source_row << memory(job.destination)
                  << job.destination_offset << checked.destination_row;
    arguments << job.width << memory(job.maps) << job.values - 1;
    if (tiled)
        arguments << 1.0F / static_cast<float>(job.tile_width) << checked.tiles_across
                  << 1.0F / static_cast<float>(job.tile_height) << checked.tiles_down;
    const std::array<size_t, 2> global{items(job.width), job.height};
    commands.launch(kernel, 2, global.data(), nullptr);
}

void check_type(const char* which, ChannelType type) {
    switch (type) {
    case ChannelType::unorm_int8:
    case ChannelType::unorm_int16:
    case ChannelType::unsigned_int8:
    case ChannelType::unsigned_int16: return;
    default:
        invalid("the ", which, " is of ", type,
                " channels: maps are for unorm_int8, unorm_int16, unsigned_int8 and unsigned_int16");
    }
}

std::shared_ptr<MapPlanState> made(cl_context context, cl_device_id device, SampleType source,
                                   SampleType destination, std::optional<MapImages> images,
                                   const Options& options) {
    auto plan = std::make_shared<MapPlanState>();
    plan->source = source;
    plan->destination = destination;
    plan->images = images;
    plan->profile = checked_profile(context, device);
    if (images && !plan->profile.images)
        throw Error(Status::unsupported,
                    concat(plan->profile.name, " has no images (CL_DEVICE_IMAGE_SUPPORT)"));
    plan->device = device;
    plan->pointers = PointerCalls(device, plan->profile);
    plan->context = Context::retained(context);
    const auto text =
        images ? map_source(images->source, images->destination) : map_source(source, destination);
    plan->program = program_for(context, device, plan->profile, text, options);
    plan->apply_map = create_kernel(plan->program->program.get(), "apply_map");
    plan->interpolate_maps = create_kernel(plan->program->program.get(), "interpolate_maps");
    return plan;
}

} // namespace

MapPlan::MapPlan(cl_context context, cl_device_id device, SampleType source, SampleType destination,
                 const Options& options) {
    check_type("source", source);
    check_type("destination", destination);
    state_ = made(context, device, source, destination, {}, options);
}

MapPlan::MapPlan(cl_context context, cl_device_id device, ChannelType source, ChannelType destination,
                 const Options& options) {
    check_type("source", source);
    check_type("destination", destination);
    state_ = made(context, device, traits_of(source).stored, traits_of(destination).stored,
                  MapImages{source, destination}, options);
}

SampleType MapPlan::source() const noexcept {
    return state_->source;
}
SampleType MapPlan::destination() const noexcept {
    return state_->destination;
}
const DeviceProfile& MapPlan::profile() const noexcept {
    return state_->profile;
}

void MapPlan::enqueue(cl_command_queue queue, const MapJob& job, std::span<const cl_event> wait,
                      cl_event* event) const {
    const auto& plan = *state_;
    check_queue(plan.made_for(), queue);
    const auto checked = check_map_job(plan, job, wait);
    Commands commands(queue, plan.profile, wait, event != nullptr);
    commands.copy_kernels_for(std::array{job.source, job.destination, job.maps}, copy_of);
    if (job.width != 0 && job.height != 0) {
        const Lock lock(plan.kernel_arguments);
        launch(commands, plan, job, checked);
    } else {
        commands.marker(); // nothing to do, but the event must come after `wait`
    }
    if (event != nullptr) *event = commands.last().give();
}

} // namespace histo_cl::inline HISTO_CL_ABI
