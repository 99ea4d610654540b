#include "plan/plan_kernels.hpp"

#include "device/objects.hpp"
#include "plan/arguments.hpp"

namespace histo_cl::detail {

cl_uint set_arguments_of_plan(const PlanState& plan, cl_kernel kernel, std::span<const std::uint32_t> numbers,
                              LocalMemory local) {
    Arguments arguments(kernel);
    if (local == LocalMemory::yes && plan.decision.local_bytes != 0 && !plan.decision.declares_local_memory)
        arguments << Arguments::Local{plan.decision.local_bytes};
    arguments << numbers;
    if (plan.thresholds) arguments << plan.thresholds.get();
    return arguments.next();
}

bool loads_samples(const Kernels& kernels, cl_kernel kernel) noexcept {
    return kernel != nullptr && (kernel == kernels.histogram.get() || kernel == kernels.look.get() ||
                                 kernel == kernels.weight_range.get());
}

Kernel copy_of(const PlanState& plan, cl_kernel kernel) {
    auto copy = detail::copy_of(kernel);
    const auto& kernels = plan.kernels;
    if (loads_samples(kernels, kernel))
        set_arguments_of_plan(plan, copy.get(), kernels.numbers,
                              kernel == kernels.weight_range.get() ? LocalMemory::no : LocalMemory::yes);
    return copy;
}

} // namespace histo_cl::detail
