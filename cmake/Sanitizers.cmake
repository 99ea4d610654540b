# Builds a target with HISTO_CL_SANITIZE; the first finding ends the program.
function(histo_cl_sanitize target)
    if(HISTO_CL_SANITIZE)
        set(flags -fsanitize=${HISTO_CL_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
        target_compile_options(${target} PRIVATE ${flags})
        target_link_options(${target} PUBLIC $<BUILD_INTERFACE:-fsanitize=${HISTO_CL_SANITIZE}>)
    endif()
endfunction()
