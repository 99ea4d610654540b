# Keeps dlclose() from unloading the shared library.
include(CheckLinkerFlag)

# histo_cl_stay_loaded(<target>): makes the shared library stay loaded until the process ends. The library keeps plans
# for later calls, and OpenCL drivers keep threads running. Both would leak if the library were unloaded.
function(histo_cl_stay_loaded target)
    get_target_property(type ${target} TYPE)
    if(NOT type STREQUAL "SHARED_LIBRARY" OR APPLE OR WIN32)
        return()
    endif()
    check_linker_flag(CXX "-Wl,-z,nodelete" HISTO_CL_HAS_NODELETE)
    if(HISTO_CL_HAS_NODELETE)
        target_link_options(${target} PRIVATE "-Wl,-z,nodelete")
    endif()
endfunction()
