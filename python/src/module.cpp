#include "bind.hpp"

#include <histo_cl/histo_cl.hpp>

PYBIND11_MODULE(_core, module) {
    using namespace histo_cl::python;
    module.doc() =
        "The C++ library as Python calls it: plain arguments, which histo_cl's modules have checked.";
    module.attr("version") = HISTO_CL_VERSION;
    module.attr("max_bins") = histo_cl::max_bins;
    module.attr("max_bins_by_rule") = histo_cl::max_bins_by_rule;
    module.attr("max_arrays") = histo_cl::max_arrays;
    bind_errors(module);
    bind_exit(module);
    bind_binnings(module);
    bind_options(module);
    bind_devices(module);
    bind_problem(module);
    bind_shape(module);
    bind_count(module);
    bind_plan(module);
}
