# histo_cl_sanitize(<target>): builds the target with the sanitizers of HISTO_CL_SANITIZE. The first finding of a
# sanitizer ends the program.
function(histo_cl_sanitize target)
    if(HISTO_CL_SANITIZE)
        set(flags -fsanitize=${HISTO_CL_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
        target_compile_options(${target} PRIVATE ${flags})
        target_link_options(${target} PUBLIC $<BUILD_INTERFACE:-fsanitize=${HISTO_CL_SANITIZE}>)
    endif()
endfunction()
