#include "codegen/pass_source.hpp"

#include "codegen/constants.hpp"
#include "codegen/embedded_kernels.hpp"

#include <utility>

namespace histo_cl::inline HISTO_CL_ABI::detail {

KernelSource pass_source(CounterType counter) {
    Constants constants;
    constants.set("COUNTER", bytes(counter) == 8 ? "ulong" : "uint");
    constants.set("DOUBLES", counter == CounterType::f64);
    auto text = std::move(constants).text();
    text += concat("\n#line 1 \"passes.cl\"\n", kernel_text("passes"));
    return {std::move(text), "-cl-std=CL1.2", {}};
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
