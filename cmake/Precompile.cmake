# Headers that are compiled once for all sources of a target. Sources still include what they need, which
# builds without -DHISTO_CL_PRECOMPILE=ON check.

# histo_cl_precompile(<target> <header>...)
function(histo_cl_precompile target)
    if(HISTO_CL_PRECOMPILE)
        target_precompile_headers(${target} PRIVATE ${ARGN})
    endif()
endfunction()
