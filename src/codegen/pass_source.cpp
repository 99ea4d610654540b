#include "codegen/pass_source.hpp"

#include "codegen/constants.hpp"
#include "codegen/define.hpp"
#include "codegen/embedded_kernels.hpp"
#include "codegen/type_names.hpp"
#include "problem/split.hpp"
#include "problem/weights.hpp"

#include <string_view>
#include <utility>

namespace histo_cl::detail {
KernelSource pass_source(const Problem& problem) {
    Constants constants;
    constants.set("COUNTER", bytes(problem.counter) == 8 ? "ulong" : "uint");
    constants.set("DOUBLES", problem.counter == CounterType::f64);
    const bool gathers = is_gathered(problem);
    if (gathers) {
        define_places(constants, problem);
        constants.set("LISTED", problem.indices.has_value());
        constants.set("INDEX", type_names(problem.indices.value_or(SampleType::u32)).bits);
        constants.set("SAMPLE", type_names(problem.sample).bits);
        constants.set("MASKED", problem.layout.mask);
        if (problem.weights) constants.set("WEIGHT", weight_type(*problem.weights)->word);
    }
    auto text = std::move(constants).text();
    const auto append = [&text](std::string_view file) { append_kernel(text, file); };
    append("whole_doubles");
    append("passes");
    if (gathers)
        for (const auto* const file : {"places", "gather"})
            append(file);
    return {std::move(text), "-cl-std=CL1.2", {}};
}

} // namespace histo_cl::detail
