# Finds OpenCL's loader, C headers and C++ headers, for this build and for builds that use the installed package.
# Afterwards either the targets OpenCL::OpenCL, OpenCL::Headers and OpenCL::HeadersCpp exist, or
# histo_cl_opencl_missing is a text that says what to install.

set(histo_cl_opencl_missing "")

find_package(OpenCL QUIET MODULE)
find_package(OpenCLHeaders QUIET CONFIG)
if(NOT OpenCL_INCLUDE_DIR)
    set(histo_cl_opencl_missing "OpenCL's C headers (Debian package opencl-c-headers)")
    return()
elseif(NOT TARGET OpenCL::OpenCL AND NOT HISTO_CL_LOAD_OPENCL)
    set(histo_cl_opencl_missing "OpenCL's ICD loader (Debian package ocl-icd-opencl-dev)")
    return()
endif()

# Headers without their own CMake package are in the folder that FindOpenCL found.
if(NOT TARGET OpenCL::Headers)
    add_library(OpenCL::Headers INTERFACE IMPORTED)
    target_include_directories(OpenCL::Headers INTERFACE "${OpenCL_INCLUDE_DIRS}")
endif()

find_package(OpenCLHeadersCpp QUIET CONFIG)
if(NOT TARGET OpenCL::HeadersCpp)
    find_path(OPENCL_HPP_INCLUDE_DIR CL/opencl.hpp HINTS ${OpenCL_INCLUDE_DIRS})
    mark_as_advanced(OPENCL_HPP_INCLUDE_DIR)
    if(NOT OPENCL_HPP_INCLUDE_DIR)
        set(histo_cl_opencl_missing "OpenCL's C++ headers (Debian package opencl-clhpp-headers)")
        return()
    endif()
    add_library(OpenCL::HeadersCpp INTERFACE IMPORTED)
    target_include_directories(OpenCL::HeadersCpp INTERFACE "${OPENCL_HPP_INCLUDE_DIR}")
    target_link_libraries(OpenCL::HeadersCpp INTERFACE OpenCL::Headers)
endif()
