# Uninstalls what BUILD has installed under PREFIX. No file and none of the library's folders may remain.
execute_process(COMMAND "${CMAKE_COMMAND}" -P "${UNINSTALL}" WORKING_DIRECTORY "${BUILD}" OUTPUT_QUIET
    COMMAND_ERROR_IS_FATAL ANY)
file(GLOB_RECURSE left LIST_DIRECTORIES true "${PREFIX}/*")
foreach(path IN LISTS left)
    cmake_path(RELATIVE_PATH path BASE_DIRECTORY "${PREFIX}" OUTPUT_VARIABLE inside)
    if(NOT IS_DIRECTORY "${path}" OR "/${inside}" MATCHES "/histo_cl(/|$)")
        message(FATAL_ERROR "left behind: ${path}")
    endif()
endforeach()
