# histo_cl_warnings(<target>): enables the warnings for this project's code.
function(histo_cl_warnings target)
    if(MSVC)
        target_compile_options(${target} PRIVATE /W4 /permissive- /utf-8 $<$<BOOL:${HISTO_CL_WERROR}>:/WX>)
        target_compile_definitions(${target} PRIVATE _CRT_SECURE_NO_WARNINGS)
        return()
    endif()
    target_compile_options(${target} PRIVATE
        -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
        # g++ 12 wrongly warns of overlapping copies in "text" + std::to_string(n): GCC bug 105651
        $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>
        $<$<CXX_COMPILER_ID:Clang,AppleClang>:-Wthread-safety>
        $<$<BOOL:${HISTO_CL_WERROR}>:-Werror>)
endfunction()
