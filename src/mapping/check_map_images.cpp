#include "core/invalid.hpp"
#include "mapping/check_map_job.hpp"
#include "plan/image_formats.hpp"
#include "plan/memory_object.hpp"

#include <algorithm>

namespace histo_cl::detail {
namespace {

constexpr std::uint32_t all_channels = 0b1111;

/// An image of the plan's context, of two dimensions, of this type and large enough; returns its channels.
std::uint32_t check_image(const MapPlanState& plan, const MapJob& job, const char* which,
                          const Memory& memory, ChannelType type, cl_mem_flags unusable) {
    if (memory.kind() != MemoryKind::object)
        invalid("an address is given for the ", which, ": the plan is for images");
    if (!memory) invalid("the ", which, " is a null handle: an image is needed");
    const auto handle = memory.object();
    const auto object = describe(handle);
    if (object.type != CL_MEM_OBJECT_IMAGE2D)
        invalid("the ", which, " is no image of two dimensions: the plan is for them");
    if (object.context != plan.context.get()) invalid("the ", which, " is of another context than the plan");
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
                ", is none of OpenCL 1.2");
    const auto width = image_info<size_t>(handle, CL_IMAGE_WIDTH);
    const auto height = image_info<size_t>(handle, CL_IMAGE_HEIGHT);
    if (width < job.width || height < job.height)
        invalid("the ", which, " has ", width, " x ", height, " pixels: the job is of ", job.width, " x ",
                job.height);
    return order->channels;
}

} // namespace

void check_map_images(const MapPlanState& plan, const MapJob& job) {
    const auto unused = [](const char* member, std::uint64_t value) {
        if (value != 0) invalid(member, " ", value, ": images have none, set it to 0");
    };
    unused("source_offset", job.source_offset);
    unused("source_pitch", job.source_pitch);
    unused("destination_offset", job.destination_offset);
    unused("destination_pitch", job.destination_pitch);
    if (job.channels > all_channels)
        invalid("channels ", job.channels, ": a bit for each of R, G, B and A, at most ", all_channels);
    const auto channels =
        check_image(plan, job, "source", job.source, plan.images->source, CL_MEM_WRITE_ONLY);
    check_image(plan, job, "destination", job.destination, plan.images->destination, CL_MEM_READ_ONLY);
    if ((channels & job.channels) == 0)
        invalid("channels ", job.channels, ": the source has none of them (its own are ", channels, ")");
    if (job.source == job.destination)
        invalid("the source and the destination are the same image: kernels cannot read and write one");
}

} // namespace histo_cl::detail
