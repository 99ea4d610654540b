# The exported symbols of the shared library. Hidden visibility is the default, except for symbols marked with
# HISTO_CL_API. If the linker supports version scripts, each exported symbol also gets a version, and
# instantiated templates of the standard library are hidden.
include(CheckLinkerFlag)

# histo_cl_version_symbols(<target>): exports only the symbols of histo_cl.map, with their versions, if the linker
# supports that.
function(histo_cl_version_symbols target)
    get_target_property(type ${target} TYPE)
    if(NOT type STREQUAL "SHARED_LIBRARY" OR APPLE OR WIN32)
        return()
    endif()
    set(map "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/histo_cl.map")
    check_linker_flag(CXX "-Wl,--version-script=${map}" HISTO_CL_HAS_VERSION_SCRIPTS)
    if(HISTO_CL_HAS_VERSION_SCRIPTS)
        target_link_options(${target} PRIVATE "-Wl,--version-script=${map}")
        set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS "${map}")
    endif()
endfunction()
