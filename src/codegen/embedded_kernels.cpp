#include "codegen/embedded_kernels.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace histo_cl::inline HISTO_CL_ABI::detail {

std::string_view kernel_text(std::string_view name) {
    const auto files = embedded_kernels();
    const auto found = std::ranges::find(files, name, &EmbeddedKernel::name);
    if (found == files.end()) throw std::logic_error("kernels/" + std::string(name) + ".cl is not embedded");
    return found->text;
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
