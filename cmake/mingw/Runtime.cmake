# The DLLs of MinGW-w64's compiler. Programs that use a DLL of this project need them, because both must use the same
# standard library. They are copied to the programs' folder, where Windows looks for them.
set(mingw_runtime "")
foreach(name IN ITEMS libstdc++-6.dll libgcc_s_seh-1.dll libwinpthread-1.dll)
    execute_process(COMMAND "${CMAKE_CXX_COMPILER}" "-print-file-name=${name}"
                    OUTPUT_VARIABLE file OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(NOT IS_ABSOLUTE "${file}") # the compiler does not have this DLL
        message(FATAL_ERROR "${CMAKE_CXX_COMPILER} has no ${name}")
    endif()
    list(APPEND mingw_runtime "${file}")
endforeach()
file(COPY ${mingw_runtime} DESTINATION "${PROJECT_BINARY_DIR}/bin")
