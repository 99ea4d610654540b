#include "codegen/embedded_kernels.hpp"

#include "core/text.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace histo_cl::detail {

std::string_view kernel_text(std::string_view name) {
    const auto files = embedded_kernels();
    const auto found = std::ranges::find(files, name, &EmbeddedKernel::name);
    if (found == files.end()) throw std::logic_error("kernels/" + std::string(name) + ".cl is not embedded");
    return found->text;
}

void append_kernel(std::string& program, std::string_view name) {
    program += concat("\n#line 1 \"", name, ".cl\"\n", kernel_text(name));
}

} // namespace histo_cl::detail
