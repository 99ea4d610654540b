#include "codegen/pass_source.hpp"

#include "codegen/define.hpp"
#include "codegen/source_text.hpp"
#include "codegen/type_names.hpp"
#include "problem/gathered.hpp"
#include "problem/weight_types.hpp"

#include <string_view>
#include <utility>

namespace histo_cl::inline HISTO_CL_ABI::detail {
KernelSource pass_source(const Problem& problem) {
    Constants constants;
    constants.set("COUNTER", bytes(problem.counter) == 8 ? "ulong" : "uint");
    const bool gathers = is_gathered(problem);
    if (gathers) {
        define_places(constants, problem);
        constants.set("INDEX", type_names(problem.indices.value_or(SampleType::u32)).bits);
        constants.set("SAMPLE", type_names(problem.sample).bits);
        constants.set("MASKED", problem.layout.mask);
        const std::string mask = "__global const uchar *mask";
        constants.set("MASK_PARAMETERS", problem.layout.mask ? mask + ", ulong first_mask," : "");
        constants.set("MASK_CONSTANTS", problem.layout.mask ? "" : mask + " = 0; ulong first_mask = 0;");
        if (problem.weights) constants.set("WEIGHT", weight_type(*problem.weights)->word);
    }
    SourceText text;
    text.add(constants);
    const auto append = [&text](std::string_view file) { text.add_file(file); };
    append(problem.counter == CounterType::f64 ? "whole_doubles" : "whole_integers");
    append("passes");
    if (gathers)
        for (const auto* const file :
             {"places", problem.indices ? "elements_listed" : "elements_all", "gather"})
            append(file);
    if (gathers && problem.indices) append("gather_mask");
    if (gathers && problem.indices && problem.weights) append("gather_weights");
    return {text.text(), "-cl-std=CL1.2", {}};
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
