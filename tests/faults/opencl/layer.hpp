#pragma once

#include <cstdint>

// The functions of the layer in layer.cpp for the program that loads it. The loader opens the layer by
// OPENCL_LAYERS; the program finds these by dlsym().

namespace histo_cl::test {

/// The numbered calls that fail, without reaching the driver.
struct Faults {
    std::uint64_t first = 0; ///< counted from 1; 0: none
    bool lasting = false;    ///< whether all calls from number `first` on fail, or only that one
    bool releases = false;   ///< whether calls that release an object are numbered and fail, or all others
};

/// What the layer has seen since it was armed.
struct Findings {
    std::uint64_t calls = 0;        ///< numbered calls of this thread
    std::uint64_t failed = 0;       ///< how many of them failed
    std::uint64_t failed_kinds = 0; ///< bit i: a call of index i failed, see fault_layer_call()
    const char* first = "";         ///< the name of the first call that failed
    std::uint64_t unmaps = 0;       ///< unmaps that failed and were followed by a failed clFinish
};

extern "C" {
/// Numbers the calling thread's calls from 1 on, and fails those of `faults`. Other threads are unaffected.
void fault_layer_arm(const Faults* faults);
/// Ends the calling thread's faults, and writes what the layer has seen.
void fault_layer_disarm(Findings* seen);
/// Number of references to OpenCL objects that this process holds through the loader.
std::uint64_t fault_layer_references();
/// Number of programs created so far.
std::uint64_t fault_layer_programs();
/// Names the first call that released an object which was not held; null if there is none.
const char* fault_layer_over_released();
/// Above 0 while the calling thread is in a call of the driver.
int fault_layer_in_driver();
/// A call that the layer numbers.
struct Call {
    const char* name = nullptr; ///< null: there is no call of this index
    int code = 0;               ///< with which it fails
    std::uint64_t failed = 0;   ///< how often, in this process
};
void fault_layer_call(std::uint32_t index, Call* call);
}

} // namespace histo_cl::test
