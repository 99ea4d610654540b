# Unity builds: all sources of a folder are compiled together, as one, for a faster build. No two sources of a
# folder may define the same name. A header that one source includes is also visible in the sources after it,
# so only builds without -DHISTO_CL_UNITY=ON check that each source includes what it needs.

# histo_cl_unity(<target>): compiles the target's sources in groups, one for each folder of the source tree.
function(histo_cl_unity target)
    if(HISTO_CL_UNITY)
        get_target_property(sources ${target} SOURCES)
        foreach(source IN LISTS sources)
            cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" OUTPUT_VARIABLE path)
            cmake_path(GET path PARENT_PATH folder)
            cmake_path(RELATIVE_PATH folder BASE_DIRECTORY "${PROJECT_SOURCE_DIR}")
            string(MAKE_C_IDENTIFIER "${folder}" group)
            set_source_files_properties(${source} PROPERTIES UNITY_GROUP "${group}")
        endforeach()
        set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
        # These warnings are about names of one source that another source of the group sees.
        target_compile_options(${target} PRIVATE
            $<$<NOT:$<BOOL:${MSVC}>>:-Wno-shadow> $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
    endif()
endfunction()
