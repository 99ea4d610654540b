#include "histo_cl/map_plan.hpp"

#include "core/integers.hpp"
#include "core/share.hpp"
#include "core/text.hpp"
#include "ops/op.hpp"
#include "problem/image_traits.hpp"
#include "program/kernel_source.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace histo_cl::detail {
namespace {

struct MapImages {
    ChannelType source;
    ChannelType destination;
};

} // namespace

struct MapPlanState : Op {
    using Op::Op;
    SampleType source = SampleType::u8;
    SampleType destination = SampleType::u8;
    std::optional<MapImages> images; ///< empty if the plan is for buffers
    Kernel apply_map;
    Kernel interpolate_maps;
};

} // namespace histo_cl::detail

namespace histo_cl::inline HISTO_CL_ABI {

namespace {

using namespace detail;

/// The distances between rows in samples (unused for images), and the numbers of tiles, with zeros in the job
/// replaced by their defaults.
struct CheckedMapJob {
    std::uint64_t source_row = 0;
    std::uint64_t destination_row = 0;
    std::uint32_t tiles_across = 1;
    std::uint32_t tiles_down = 1;
};

constexpr std::uint64_t max_samples_per_side = std::uint64_t{1} << 31U;
/// A float holds every integer up to this one.
constexpr std::uint64_t max_tiles_per_side = std::uint64_t{1} << 24U;

void check_side(const char* which, std::uint64_t samples) {
    if (samples > max_samples_per_side)
        invalid("the ", which, " is ", samples, ": allowed are 0 to ", max_samples_per_side);
}

struct Rows {
    const char* which;
    SampleType type;
    std::uint64_t offset;
    std::uint64_t pitch;
};

/// The distance between the starts of rows, in samples.
std::uint64_t row_of(const Rows& rows, const MapJob& job) {
    if (rows.pitch == 0) return job.width;
    if (rows.pitch % bytes(rows.type) != 0)
        invalid("the ", rows.which, " pitch is ", rows.pitch, " B: it must be a multiple of the ",
                bytes(rows.type), " B of a ", rows.type, " sample");
    return rows.pitch / bytes(rows.type);
}

/// The required size of the buffer in bytes, for rows `row` samples apart.
std::uint64_t bytes_of(const Rows& rows, const MapJob& job, std::uint64_t row) {
    if (job.width == 0 || job.height == 0) return 0;
    const auto samples = saturating_add(saturating_multiply(job.height - 1, row), job.width);
    return end_of(rows.which, rows.offset, bytes(rows.type), saturating_multiply(samples, bytes(rows.type)));
}

/// The number of tiles in one direction: `tiles`, or if that is 0, the number of tiles of `size` samples that
/// cover `samples` samples; 1 if `size` is 0.
std::uint32_t tiles_of(const char* which, std::uint64_t tiles, std::uint64_t size, std::uint64_t samples) {
    if (size == 0 && tiles != 0) invalid(tiles, " ", which, " are given, but no tile_width and tile_height");
    if (size == 0) return 1;
    const auto count =
        tiles != 0 ? tiles : std::max<std::uint64_t>(1, samples / size + (samples % size != 0));
    if (count > max_tiles_per_side) invalid(count, " ", which, ": allowed are 1 to ", max_tiles_per_side);
    return static_cast<std::uint32_t>(count);
}

/// Whether each level overwrites its own sample. That is allowed, because the work-item that reads the sample
/// also writes the level.
bool is_in_place(const MapPlanState& plan, const MapJob& job, const CheckedMapJob& checked) {
    return job.source == job.destination && plan.source == plan.destination &&
           job.source_offset == job.destination_offset &&
           (checked.source_row == checked.destination_row || job.height <= 1);
}

/// Checks the source and destination buffers, and sets source_row and destination_row. `levels`: the memory
/// of the maps.
void check_rows(const MapPlanState& plan, const MapJob& job, CheckedMapJob& checked,
                const MemoryRange& levels) {
    const Rows source{"source", plan.source, job.source_offset, job.source_pitch};
    const Rows destination{"destination", plan.destination, job.destination_offset, job.destination_pitch};
    checked.source_row = row_of(source, job);
    checked.destination_row = row_of(destination, job);
    if (checked.destination_row < job.width && job.height > 1)
        invalid("the destination pitch is ", job.destination_pitch, " B: rows of ", job.width,
                " samples would overlap");

    const auto read =
        check_readable(plan.device, "source", job.source,
                       {.bytes = bytes_of(source, job, checked.source_row), .align = bytes(plan.source)});
    const auto written = check_writable(
        plan.device, "destination", job.destination,
        {.bytes = bytes_of(destination, job, checked.destination_row), .align = bytes(plan.destination)});
    check_apart("destination", written.range, "maps", levels);
    if (overlap(written.range, read.range) && !is_in_place(plan, job, checked))
        invalid("the source and the destination are in the same memory: their types, offsets and pitches "
                "must be the same");
}

constexpr std::uint32_t all_channels = 0b1111;

struct CheckedImage {
    std::uint32_t channels; ///< bit c for channel c
    MemoryRange range;
};

/// Checks that the memory is a 2D image of the plan's context, with channels of this type and of sufficient
/// size, and that it was not created with the flag `unusable`.
CheckedImage check_image(const MapPlanState& plan, const MapJob& job, const char* which, const Memory& memory,
                         ChannelType type, cl_mem_flags unusable) {
    if (memory.kind() != MemoryKind::object)
        invalid("an address is given for the ", which, ": the plan is for images");
    if (!memory) invalid("the ", which, " is a null handle: an image is needed");
    const auto handle = memory.object();
    const auto object = describe(handle);
    if (object.type != CL_MEM_OBJECT_IMAGE2D)
        invalid("the ", which, " is not an image of two dimensions: the plan is for them");
    if (object.context != plan.device.context.get())
        invalid("the ", which, " is of another context than the plan");
    if ((object.flags & unusable) != 0)
        invalid("the ", which, " image is ", unusable == CL_MEM_WRITE_ONLY ? "write" : "read",
                "-only for kernels");
    const auto format = image_info<cl_image_format>(handle, CL_IMAGE_FORMAT);
    if (format.image_channel_data_type != cl_type_of(type))
        invalid("the channels of the ", which, " are of another type than ", type, ", which the plan is for");
    const auto* const order =
        std::ranges::find(channel_orders, format.image_channel_order, &ChannelOrder::order);
    if (order == channel_orders.end() || order->order == depth_order)
        invalid("the channel order of the ", which, ", ", format.image_channel_order,
                ", is not one of OpenCL 1.2");
    const auto width = image_info<size_t>(handle, CL_IMAGE_WIDTH);
    const auto height = image_info<size_t>(handle, CL_IMAGE_HEIGHT);
    if (width < job.width || height < job.height)
        invalid("the ", which, " has ", width, " x ", height, " pixels: the job is of ", job.width, " x ",
                job.height);
    return {order->channels, range_of(object)};
}

void check_map_images(const MapPlanState& plan, const MapJob& job, const MemoryRange& levels) {
    const auto unused = [](const char* member, std::uint64_t value) {
        if (value != 0) invalid(member, " ", value, ": images have none, set it to 0");
    };
    unused("source_offset", job.source_offset);
    unused("source_pitch", job.source_pitch);
    unused("destination_offset", job.destination_offset);
    unused("destination_pitch", job.destination_pitch);
    if (job.channels > all_channels)
        invalid("channels ", job.channels, ": a bit for each of R, G, B and A, at most ", all_channels);
    const auto source = check_image(plan, job, "source", job.source, plan.images->source, CL_MEM_WRITE_ONLY);
    const auto destination =
        check_image(plan, job, "destination", job.destination, plan.images->destination, CL_MEM_READ_ONLY);
    if ((source.channels & job.channels) == 0)
        invalid("channels ", job.channels, ": the source has none of them (its own are ", source.channels,
                ")");
    check_apart("destination", destination.range, "maps", levels);
    if (overlap(source.range, destination.range))
        invalid("the source and the destination are the same image, or in the same memory: kernels cannot "
                "read and write one");
}

CheckedMapJob check_map_job(const MapPlanState& plan, const MapJob& job) {
    check_side("width", job.width);
    check_side("height", job.height);
    if (job.values == 0 || job.values > max_map_values)
        invalid("maps of ", job.values, " values: allowed are 1 to ", max_map_values);
    if ((job.tile_width == 0) != (job.tile_height == 0))
        invalid("tiles of ", job.tile_width, " x ", job.tile_height,
                " samples: give both sides, or neither for one map");
    check_side("tile_width", job.tile_width);
    check_side("tile_height", job.tile_height);

    CheckedMapJob checked{.tiles_across =
                              tiles_of("tiles_across", job.tiles_across, job.tile_width, job.width),
                          .tiles_down = tiles_of("tiles_down", job.tiles_down, job.tile_height, job.height)};
    const auto maps = std::uint64_t{checked.tiles_across} * checked.tiles_down;
    const auto levels = check_readable(
        plan.device, "maps", job.maps,
        {.bytes = saturating_multiply(maps, job.values * sizeof(cl_uint)), .align = sizeof(cl_uint)});
    if (plan.images)
        check_map_images(plan, job, levels.range);
    else
        check_rows(plan, job, checked, levels.range);
    return checked;
}

void check_type(const char* which, SampleType type) {
    if (type != SampleType::u8 && type != SampleType::u16)
        invalid("the ", which, " is of ", type, " samples: maps are for u8 and u16");
}

/// The number of work-items: `samples` rounded up to a multiple of 64, so that the driver finds a work-group
/// size that divides it.
size_t items(std::uint64_t samples) {
    constexpr std::uint64_t multiple = 64;
    return (samples + multiple - 1) / multiple * multiple;
}

void launch(Commands& commands, const MapPlanState& plan, const MapJob& job, const CheckedMapJob& checked)
    HISTO_CL_REQUIRES(plan.kernel_arguments) {
    const bool tiled = job.tile_width != 0;
    const auto kernel = commands.to_launch((tiled ? plan.interpolate_maps : plan.apply_map).get());
    Arguments arguments(kernel);
    if (plan.images)
        arguments << job.source.object() << job.destination.object() << job.channels;
    else
        arguments << plan.memory(job.source) << job.source_offset << checked.source_row
                  << plan.memory(job.destination) << job.destination_offset << checked.destination_row;
    arguments << job.width << plan.memory(job.maps) << job.values - 1;
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
    auto plan = std::make_shared<MapPlanState>(context, device);
    const auto& profile = plan->device.profile;
    if (images && !profile.images)
        throw Error(Status::unsupported, concat(profile.name, " has no images (CL_DEVICE_IMAGE_SUPPORT)"));
    plan->source = source;
    plan->destination = destination;
    plan->images = images;
    plan->build(images ? map_source(images->source, images->destination) : map_source(source, destination),
                options);
    plan->apply_map = plan->kernel("apply_map");
    plan->interpolate_maps = plan->kernel("interpolate_maps");
    return plan;
}

} // namespace

MapPlan::MapPlan(cl_context context, cl_device_id device, SampleType source, SampleType destination,
                 const Options& options) {
    check_type("source", source);
    check_type("destination", destination);
    state_ = detail::share(made(context, device, source, destination, {}, options));
}

MapPlan::MapPlan(cl_context context, cl_device_id device, ChannelType source, ChannelType destination,
                 const Options& options) {
    check_type("source", source);
    check_type("destination", destination);
    state_ =
        detail::share(made(context, device, detail::traits_of(source).stored,
                           detail::traits_of(destination).stored, MapImages{source, destination}, options));
}

SampleType MapPlan::source() const noexcept {
    return state_->source;
}
SampleType MapPlan::destination() const noexcept {
    return state_->destination;
}
const DeviceProfile& MapPlan::profile() const noexcept {
    return state_->device.profile;
}

void MapPlan::enqueue(cl_command_queue queue, const MapJob& job, std::span<const cl_event> wait,
                      cl_event* event) const {
    const auto& plan = *state_;
    check_queue(plan.device, queue);
    const auto checked = check_map_job(plan, job);
    check_events(plan.device, wait);
    plan.enqueue({queue, wait, event}, std::array{job.source, job.destination, job.maps},
                 job.width == 0 || job.height == 0, [&](Commands& commands) {
                     const Lock lock(plan.kernel_arguments);
                     launch(commands, plan, job, checked);
                 });
}

} // namespace histo_cl::inline HISTO_CL_ABI
