#pragma once

#include "faults/opencl/layer.hpp"

#include <vector>

namespace histo_cl::test {

/// The functions of the layer that this process has loaded.
struct Layer {
    decltype(&fault_layer_arm) arm;
    decltype(&fault_layer_disarm) disarm;
    decltype(&fault_layer_references) references;
    decltype(&fault_layer_programs) programs;
    decltype(&fault_layer_over_released) over_released;
    decltype(&fault_layer_in_driver) in_driver;
    decltype(&fault_layer_call) call;
};

/// Makes the loader open the layer. Call it before the first OpenCL call of the process. Returns false if the
/// loader does not open the layer: these tests need Khronos' loader with layers.
[[nodiscard]] bool load_layer();

/// The calls that the layer numbers, by index.
[[nodiscard]] std::vector<Call> layer_calls();

/// The layer, once load_layer() has returned true.
[[nodiscard]] const Layer& layer() noexcept;

} // namespace histo_cl::test
