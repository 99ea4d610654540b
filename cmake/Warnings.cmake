# The warnings that this project's own code is free of.
function(histo_cl_warnings target)
    target_compile_options(${target} PRIVATE
        -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
        $<$<BOOL:${HISTO_CL_WERROR}>:-Werror>)
endfunction()
