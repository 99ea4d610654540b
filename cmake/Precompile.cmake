# Headers that are compiled once for all sources of a target. The sources must still include what they need. Builds
# without -DHISTO_CL_PRECOMPILE=ON check that they do.

# histo_cl_precompile(<target> <header>...)
function(histo_cl_precompile target)
    if(HISTO_CL_PRECOMPILE)
        target_precompile_headers(${target} PRIVATE ${ARGN})
    endif()
endfunction()
