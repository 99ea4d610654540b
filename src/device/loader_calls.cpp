// The functions of OpenCL 1.2 that the library calls, for builds that do not link OpenCL's ICD loader
// (HISTO_CL_LOAD_OPENCL). Each function calls the function of the same name in the loader that is found at
// run time. These functions are hidden, so that other libraries of the process still use the loader's
// functions. The linker reports a function that is missing here.

#include "core/process.hpp"
#include "device/device.hpp"

#include <atomic>
#include <cstddef>
#include <tuple>
#include <type_traits>

namespace histo_cl::detail {
namespace {

template <class Function>
struct Signature;

template <class R, class... Parameters>
struct Signature<R CL_API_CALL(Parameters...)> {
    using Result = R;
    template <std::size_t n>
    using Parameter = std::tuple_element_t<n, std::tuple<Parameters...>>;

    /// Calls the loader's function with this name. If there is no loader, reports an error as OpenCL's
    /// functions do: returns the code, or stores it through the last argument and returns null.
    static R call(std::atomic<R(CL_API_CALL*)(Parameters...)>& known, const char* name,
                  Parameters... arguments) noexcept {
        auto function = known.load(std::memory_order_relaxed);
        if (function == nullptr) {
            function = reinterpret_cast<R(CL_API_CALL*)(Parameters...)>(loaded_function(name));
            known.store(function, std::memory_order_relaxed);
        }
        if (function != nullptr) return function(arguments...);
        if constexpr (std::is_same_v<R, cl_int>) {
            return platform_not_found;
        } else {
            constexpr auto last = sizeof...(Parameters) - 1;
            if constexpr (std::is_same_v<Parameter<last>, cl_int*>)
                if (auto* error = std::get<last>(std::tuple(arguments...))) *error = platform_not_found;
            return nullptr;
        }
    }
};

} // namespace
} // namespace histo_cl::detail

// PARAMETERS_n and ARGUMENTS_n are the parameters and arguments of a function of n parameters. FORWARD
// defines such a function, with the types of its declaration.
#define PARAMETER(name, n) histo_cl::detail::Signature<decltype(::name)>::Parameter<n>
#define PARAMETERS_1(name) PARAMETER(name, 0) a
#define PARAMETERS_2(name) PARAMETERS_1(name), PARAMETER(name, 1) b
#define PARAMETERS_3(name) PARAMETERS_2(name), PARAMETER(name, 2) c
#define PARAMETERS_4(name) PARAMETERS_3(name), PARAMETER(name, 3) d
#define PARAMETERS_5(name) PARAMETERS_4(name), PARAMETER(name, 4) e
#define PARAMETERS_6(name) PARAMETERS_5(name), PARAMETER(name, 5) f
#define PARAMETERS_7(name) PARAMETERS_6(name), PARAMETER(name, 6) g
#define PARAMETERS_8(name) PARAMETERS_7(name), PARAMETER(name, 7) h
#define PARAMETERS_9(name) PARAMETERS_8(name), PARAMETER(name, 8) i
#define PARAMETERS_10(name) PARAMETERS_9(name), PARAMETER(name, 9) j
#define ARGUMENTS_1 a
#define ARGUMENTS_2 ARGUMENTS_1, b
#define ARGUMENTS_3 ARGUMENTS_2, c
#define ARGUMENTS_4 ARGUMENTS_3, d
#define ARGUMENTS_5 ARGUMENTS_4, e
#define ARGUMENTS_6 ARGUMENTS_5, f
#define ARGUMENTS_7 ARGUMENTS_6, g
#define ARGUMENTS_8 ARGUMENTS_7, h
#define ARGUMENTS_9 ARGUMENTS_8, i
#define ARGUMENTS_10 ARGUMENTS_9, j
#define FORWARD(name, n)                                                                                     \
    CL_API_ENTRY histo_cl::detail::Signature<decltype(::name)>::Result CL_API_CALL name(                     \
        PARAMETERS_##n(name)) {                                                                              \
        static std::atomic<decltype(&::name)> known = nullptr;                                               \
        return histo_cl::detail::Signature<decltype(::name)>::call(known, #name, ARGUMENTS_##n);             \
    }

FORWARD(clBuildProgram, 6)
FORWARD(clCreateBuffer, 5)
FORWARD(clCreateCommandQueue, 4)
FORWARD(clCreateContext, 6)
FORWARD(clCreateImage, 6)
FORWARD(clCreateKernel, 3)
FORWARD(clCreateProgramWithBinary, 7)
FORWARD(clCreateProgramWithSource, 5)
FORWARD(clEnqueueCopyBuffer, 9)
FORWARD(clEnqueueFillBuffer, 9)
FORWARD(clEnqueueMapBuffer, 10)
FORWARD(clEnqueueMarkerWithWaitList, 4)
FORWARD(clEnqueueNDRangeKernel, 9)
FORWARD(clEnqueueReadBuffer, 9)
FORWARD(clEnqueueUnmapMemObject, 6)
FORWARD(clEnqueueWriteBuffer, 9)
FORWARD(clFinish, 1)
FORWARD(clFlush, 1)
FORWARD(clGetCommandQueueInfo, 5)
FORWARD(clGetContextInfo, 5)
FORWARD(clGetDeviceIDs, 5)
FORWARD(clGetDeviceInfo, 5)
FORWARD(clGetEventInfo, 5)
FORWARD(clGetExtensionFunctionAddressForPlatform, 2)
FORWARD(clGetImageInfo, 5)
FORWARD(clGetKernelInfo, 5)
FORWARD(clGetKernelWorkGroupInfo, 6)
FORWARD(clGetMemObjectInfo, 5)
FORWARD(clGetPlatformIDs, 3)
FORWARD(clGetPlatformInfo, 5)
FORWARD(clGetProgramBuildInfo, 6)
FORWARD(clGetProgramInfo, 5)
FORWARD(clReleaseCommandQueue, 1)
FORWARD(clReleaseContext, 1)
FORWARD(clReleaseDevice, 1)
FORWARD(clReleaseEvent, 1)
FORWARD(clReleaseKernel, 1)
FORWARD(clReleaseMemObject, 1)
FORWARD(clReleaseProgram, 1)
FORWARD(clRetainCommandQueue, 1)
FORWARD(clRetainContext, 1)
FORWARD(clRetainDevice, 1)
FORWARD(clRetainEvent, 1)
FORWARD(clRetainMemObject, 1)
FORWARD(clSetEventCallback, 4)
FORWARD(clSetKernelArg, 4)
FORWARD(clSetMemObjectDestructorCallback, 3)
FORWARD(clWaitForEvents, 2)
