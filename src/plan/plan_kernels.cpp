#include "plan/plan_kernels.hpp"

#include "opencl/objects.hpp"
#include "plan/arguments.hpp"

namespace histo_cl::inline HISTO_CL_ABI::detail {

cl_uint set_arguments_of_plan(const PlanState& plan, cl_kernel histogram,
                              std::span<const std::uint32_t> numbers) {
    Arguments arguments(histogram);
    if (plan.decision.local_bytes != 0 && !plan.decision.declares_local_memory)
        arguments << Arguments::Local{plan.decision.local_bytes};
    arguments << numbers;
    if (plan.thresholds) arguments << plan.thresholds.get();
    return arguments.next();
}

Kernel copy_of(const PlanState& plan, cl_kernel kernel) {
    auto copy = detail::copy_of(kernel);
    if (kernel == plan.kernels.histogram.get() || kernel == plan.kernels.look.get())
        set_arguments_of_plan(plan, copy.get(), plan.kernels.numbers);
    return copy;
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
