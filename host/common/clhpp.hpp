#pragma once

// CLHPP as the programs use it: OpenCL 1.2, with exceptions.

#include <histo_cl/error.hpp>
#include <histo_cl/opencl.hpp>

#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_HPP_ENABLE_EXCEPTIONS

#include <CL/opencl.hpp>

#include <string>
#include <utility>

namespace common {

/// Runs `work` and translates CLHPP's exception into the library's.
template <class Work>
auto checked(Work&& work) {
    try {
        return std::forward<Work>(work)();
    } catch (const cl::Error& error) {
        throw histo_cl::Error(histo_cl::Status::opencl_error, std::string(error.what()) + " failed",
                              error.err());
    }
}

} // namespace common
