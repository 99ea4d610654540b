#include "codegen/pass_source.hpp"

#include "codegen/constants.hpp"
#include "codegen/embedded_kernels.hpp"

#include <string_view>
#include <utility>

namespace histo_cl::inline HISTO_CL_ABI::detail {
namespace {

std::string_view unsigned_type(std::size_t bytes) {
    switch (bytes) {
    case 1: return "uchar";
    case 2: return "ushort";
    case 4: return "uint";
    default: return "ulong";
    }
}

} // namespace

KernelSource pass_source(const Problem& problem) {
    Constants constants;
    constants.set("COUNTER", unsigned_type(bytes(problem.counter)));
    constants.set("DOUBLES", problem.counter == CounterType::f64);
    if (problem.indices) {
        constants.set("INDEX", unsigned_type(bytes(*problem.indices)));
        constants.set("SAMPLE", unsigned_type(bytes(problem.sample)));
        constants.set("MASKED", problem.layout.mask);
        if (problem.weights) constants.set("WEIGHT", unsigned_type(bytes(*problem.weights)));
    }
    auto text = std::move(constants).text();
    const auto append = [&text](std::string_view file) {
        text += concat("\n#line 1 \"", file, ".cl\"\n", kernel_text(file));
    };
    append("whole_doubles");
    append("passes");
    if (problem.indices) append("gather");
    return {std::move(text), "-cl-std=CL1.2", {}};
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
