#pragma once

#include <cstdint>

// The layer in layer.cpp, and the functions that the program that loads it calls.

namespace histo_cl::test {

/// The numbered calls that fail, without reaching the driver.
struct Faults {
    std::uint64_t first = 0; ///< number of the first call that fails, from 1; 0: no call fails
    bool lasting = false;    ///< whether all calls from number `first` on fail, or only that one
    bool releases = false;   ///< true: numbers and fails only releases of objects; false: only other calls
};

/// What the layer has seen since it was armed.
struct Findings {
    std::uint64_t calls = 0;        ///< numbered calls of this thread
    std::uint64_t failed = 0;       ///< how many of them failed
    std::uint64_t failed_kinds = 0; ///< bit i: a call of index i failed, see Layer::call
    const char* first = "";         ///< the name of the first call that failed
    std::uint64_t unmaps = 0;       ///< unmaps that failed and were followed by a failed clFinish
};

/// A call that the layer numbers.
struct Call {
    const char* name = nullptr; ///< null: there is no call of this index
    int code = 0;               ///< the error code with which it fails
    std::uint64_t failed = 0;   ///< how often it failed in this process
};

/// The functions of the layer.
struct Layer {
    /// Numbers the calling thread's calls from 1 on, and fails those of `faults`. Other threads are
    /// unaffected.
    void (*arm)(const Faults& faults);
    /// Ends the calling thread's faults, and returns what the layer has seen.
    Findings (*disarm)();
    /// Number of references to OpenCL objects that this process holds through the loader.
    std::uint64_t (*references)();
    /// Number of programs created so far.
    std::uint64_t (*programs)();
    /// Name of the first call that released an object to which no reference was held. Null if there is none.
    const char* (*over_released)();
    /// Above 0 while the calling thread is in a call of the driver.
    int (*in_driver)();
    Call (*call)(std::uint32_t index);
};

/// Exported by the layer.
extern "C" const Layer* fault_layer();

/// Makes the loader open the layer, by OPENCL_LAYERS. Call it before the first OpenCL call of the process.
/// Returns false if the loader does not open the layer: these tests need Khronos' loader with layers.
[[nodiscard]] bool load_layer();

/// The layer, once load_layer() has returned true.
[[nodiscard]] const Layer& layer() noexcept;

} // namespace histo_cl::test
