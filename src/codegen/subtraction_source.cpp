#include "codegen/subtraction_source.hpp"

#include "codegen/constants.hpp"
#include "codegen/define.hpp"
#include "codegen/embedded_kernels.hpp"

#include <string_view>
#include <utility>

namespace histo_cl::inline HISTO_CL_ABI::detail {

KernelSource subtraction_source(CounterType counter) {
    const bool doubles = counter == CounterType::f64;
    Numbers numbers;
    Constants constants(numbers);
    constants.set("SUM_COUNTER", bytes(counter) == 8 ? "ulong" : "uint");
    constants.set("DOUBLES", doubles);
    // What amount_float.cl and doubles.cl ask for is that of a sum of f64 weights.
    Decision adding;
    adding.variant = Variant::global_atomic;
    if (doubles)
        define_counting(constants,
                        {.axes = {identity_bins(1)}, .weights = SampleType::f64, .counter = CounterType::f64},
                        adding);
    auto text = std::move(constants).text();
    const auto append = [&text](std::string_view file) { append_kernel(text, file); };
    if (doubles)
        for (const auto* const file : {"amount_float", "doubles"})
            append(file);
    append("subtract");
    return {std::move(text), "-cl-std=CL1.2", {}};
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
