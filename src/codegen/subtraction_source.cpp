#include "codegen/subtraction_source.hpp"

#include "codegen/define.hpp"
#include "codegen/source_text.hpp"

#include <string_view>
#include <utility>

namespace histo_cl::inline HISTO_CL_ABI::detail {

KernelSource subtraction_source(CounterType counter) {
    const bool doubles = counter == CounterType::f64;
    Numbers numbers;
    Constants constants(numbers);
    constants.set("SUM_COUNTER", bytes(counter) == 8 ? "ulong" : "uint");
    // What amount_float.cl and doubles.cl ask for is that of a sum of f64 weights.
    if (doubles)
        define_counting(constants,
                        {.axes = {identity_bins(1)}, .weights = SampleType::f64, .counter = CounterType::f64},
                        {});
    SourceText text;
    text.add(constants);
    const auto append = [&text](std::string_view file) { text.add_file(file); };
    if (doubles)
        for (const auto* const file : {"amount_float", "doubles", "difference_doubles"})
            append(file);
    else
        append("difference_integers");
    append("subtract");
    return {text.text(), "-cl-std=CL1.2", {}};
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
