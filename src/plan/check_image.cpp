
#include "core/integers.hpp"
#include "core/text.hpp"
#include "plan/plan.hpp"
#include "problem/image_traits.hpp"

#include <algorithm>
#include <bit>

namespace histo_cl::detail {
namespace {

MemoryObject checked_object(const Engine& plan, ImageKind kind, const Memory& samples) {
    if (samples.kind() != MemoryKind::object)
        invalid("an address is given for the samples: the plan is for an ", kind);
    if (!samples) invalid("the samples' image is a null handle: a cl_mem is needed");
    const auto image = describe(samples.object());
    if (image.type != object_type_of(kind))
        invalid("the samples are in a buffer or in an image of another type than ", kind,
                ", which the plan is for");
    if (image.context != plan.context()) invalid("the samples' image is of another context than the plan");
    if ((image.flags & CL_MEM_WRITE_ONLY) != 0)
        invalid("the samples' image is write-only for kernels: it must be readable");
    return image;
}

void check_channels(const Problem& problem, const ChannelOrder& order) {
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis)
        if ((order.channels >> problem.channel(axis) & 1U) == 0)
            invalid("axis ", axis, " counts channel ", problem.channel(axis), ", which an image of order ",
                    order.name, " does not have (R, G, B, A are 0 to 3)");
}

void check_format(const Engine& plan, cl_mem image) {
    const auto& problem = plan.problem();
    const auto [kind, type] = *problem.layout.image;
    const auto format = image_info<cl_image_format>(image, CL_IMAGE_FORMAT);
    if (format.image_channel_data_type != cl_type_of(type)) {
        const auto* const found = std::ranges::find(cl_channel_types, format.image_channel_data_type);
        const auto given = found == cl_channel_types.end()
                               ? concat("of type ", format.image_channel_data_type)
                               : concat(static_cast<ChannelType>(found - cl_channel_types.begin()));
        invalid("the image's channels are ", given, ": the plan is for ", type);
    }
    const auto* const order =
        std::ranges::find(channel_orders, format.image_channel_order, &ChannelOrder::order);
    if (order == channel_orders.end())
        invalid("the image's channel order ", format.image_channel_order, " is not one of OpenCL 1.2");
    if (traits_of(kind).depth != (order->order == depth_order))
        invalid("the image is of order ", order->name, ": the plan is for an ", kind);
    check_channels(problem, *order);
    if (plan.device().profile.misreads_single_halves && type == ChannelType::half_float &&
        std::has_single_bit(order->channels))
        throw Error(Status::unsupported,
                    concat(plan.device().profile.name, " misreads half_float images of order ", order->name,
                           ": take one of more channels"));
}

void check_extent(const char* what, cl_mem image, cl_image_info size, std::uint64_t first,
                  std::uint64_t count) {
    const auto end = saturating_add(first, count);
    if (const auto has = image_info<size_t>(image, size); end > has)
        invalid("the ", what, " ", first, " to ", end, " are counted: the image has ", has);
}

void check_size(const Problem& problem, const Job& job, const CheckedShape& shape) {
    const auto kind = problem.layout.image->kind;
    const auto& region = shape.region;
    const auto image = job.samples.object();
    if (!problem.layout.rows)
        return check_extent("columns", image, CL_IMAGE_WIDTH, job.sample_offset, shape.elements);
    if (job.sample_offset != 0)
        invalid("sample_offset ", job.sample_offset, ": an ", kind,
                " has a region, which says where it begins");
    check_extent("columns", image, CL_IMAGE_WIDTH, region.x, region.width);
    const bool layers = kind == ImageKind::image1d_array;
    check_extent(layers ? "layers" : "rows", image, layers ? CL_IMAGE_ARRAY_SIZE : CL_IMAGE_HEIGHT, region.y,
                 region.height);
    if (!traits_of(kind).slices) return;
    const bool array = kind != ImageKind::image3d;
    check_extent(array ? "layers" : "slices", image, array ? CL_IMAGE_ARRAY_SIZE : CL_IMAGE_DEPTH, region.z,
                 region.depth);
}

} // namespace

MemoryRange check_image(const Engine& plan, const Job& job, const CheckedShape& shape) {
    const auto image = checked_object(plan, plan.problem().layout.image->kind, job.samples);
    check_format(plan, image.handle);
    check_size(plan.problem(), job, shape);
    return range_of(image);
}

} // namespace histo_cl::detail
