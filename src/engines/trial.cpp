#include "engines/trial.hpp"

#include "core/text.hpp"
#include "device/device.hpp"
#include "device/objects.hpp"
#include "problem/image_traits.hpp"
#include "variants/counters.hpp"

#include <utility>

namespace histo_cl::detail {
namespace {

/// Whether the error code of a launch, or of clFinish() after it, means that the driver rejects the launch.
bool is_refusal(int code) noexcept {
    return code == CL_OUT_OF_RESOURCES || code == CL_INVALID_WORK_GROUP_SIZE ||
           code == CL_INVALID_WORK_ITEM_SIZE || code == CL_INVALID_KERNEL_ARGS;
}

/// An image of one pixel for the problem's kernel. No pixel is read, so the image need not have the problem's
/// format; it has one that every device with such images supports.
Buffer smallest_image(const Single& engine, cl_mem buffer) {
    const auto kind = engine.problem().layout.image->kind;
    const auto format = traits_of(kind).depth ? cl_image_format{depth_order, CL_FLOAT}
                                              : cl_image_format{CL_RGBA, CL_UNSIGNED_INT8};
    cl_image_desc extent{};
    extent.image_type = object_type_of(kind);
    extent.image_width = extent.image_height = extent.image_depth = extent.image_array_size = 1;
    if (kind == ImageKind::image1d_buffer) extent.buffer = buffer;
    return create_image(engine.context(), CL_MEM_READ_ONLY, format, extent);
}

// The launch reads only zeros. It writes only zeros, to the partial counts or sums and to the counts, so two
// buffers suffice for all arguments.
std::optional<LaunchRefusal> launch_once(const Single& engine) {
    const auto& problem = engine.problem();
    const auto& device = engine.device();
    const auto before = workspace_parts(problem, 1).partials * sizeof(cl_uint);
    const auto after = engine.decision().merge == Merge::last_group
                           ? sums_bytes(problem)
                           : row_bytes(engine.decision()) * engine.trial_groups();
    const auto scratch = create_zeros(engine.context(), before + after + 2 * sizeof(cl_ulong));
    const auto counts = create_zeros(engine.context(), engine.count_bytes(1));
    const auto queue = create_queue(engine.context(), device.id);
    Commands commands(queue.get(), device.profile, {}, false);
    auto* const buffer = scratch.get();
    const auto image = problem.layout.image ? smallest_image(engine, buffer) : Buffer();
    auto* const samples = image ? image.get() : buffer;
    LaunchBuffers buffers{
        .samples = samples, .mask = buffer, .offsets = buffer, .counts = counts.get(), .workspace = buffer};
    buffers.weights.fill(buffer);
    buffers.arrays.fill(buffer);
    try {
        check(use_device(device.id, Use::launch,
                         [&] {
                             engine.launch_nothing(commands, buffers);
                             return commands.finish();
                         }),
              "clFinish");
    } catch (const Error& error) {
        if (!is_refusal(error.opencl_code())) throw;
        return LaunchRefusal{error.what()};
    }
    return std::nullopt;
}

} // namespace

std::optional<LaunchRefusal> try_launch(const Single& engine) {
    auto refusal = launch_once(engine);
    return refusal ? launch_once(engine) : std::nullopt;
}

std::optional<LessRoom> missing_room(const Single& engine, const DeviceProfile& limits) {
    constexpr auto call = "clGetKernelWorkGroupInfo";
    const auto get = [&engine](cl_kernel kernel, cl_uint what, size_t size, void* value, size_t* used) {
        return clGetKernelWorkGroupInfo(kernel, engine.device().id, what, size, value, used);
    };
    auto* const kernel = engine.histogram();
    auto less = limits;
    const auto size = info<size_t>(get, kernel, CL_KERNEL_WORK_GROUP_SIZE, call);
    if (size < engine.decision().work_group_size && !limits.understates_kernels) {
        less.max_work_group_size = static_cast<std::uint32_t>(size);
        return LessRoom{std::move(less), "; the built kernel allows work-groups of " + std::to_string(size)};
    }
    const auto taken = info<cl_ulong>(get, kernel, CL_KERNEL_LOCAL_MEM_SIZE, call);
    // Compares with the device's profile, not with `limits`, which may already be reduced by the memory that
    // the driver adds.
    const auto& device = engine.device().profile;
    const bool undeclared = takes_undeclared_memory(engine.decision(), device);
    const auto available = undeclared ? device.local_memory_reach_bytes : device.local_memory_bytes;
    if (taken <= available) return std::nullopt;
    // Assumes that the memory that the driver adds is proportional to the memory that the kernel needs.
    auto& limit = undeclared ? less.local_memory_reach_bytes : less.local_memory_bytes;
    limit = engine.decision().local_bytes * available / taken;
    if (!undeclared) less.local_memory_reach_bytes = 0;
    return LessRoom{std::move(less), concat("; the built kernel took ", taken, " B of local memory for ",
                                            engine.decision().local_bytes, " B")};
}

UndeclaredMemoryTrial::UndeclaredMemoryTrial(const ProgramFolder& cache, const DeviceProfile& profile)
    : cache_(cache), key_("no undeclared local memory " + device_key(profile)) {}

bool UndeclaredMemoryTrial::has_failed() const {
    return cache_.load(key_).has_value();
}

void UndeclaredMemoryTrial::remember_failure() const {
    cache_.store(key_, ProgramFolder::Binary{0});
}

} // namespace histo_cl::detail
