# Checks that every test that DOCUMENT names exists in the build folder BUILD. Tests that a build leaves out
# because a program or a library is missing are skipped: single tests, and whole groups such as those on
# Oclgrind.
cmake_minimum_required(VERSION 3.25)
set(may_be_left_out bench_plot c_api_symbols consumer_mpi consumer_pkg_config consumer_python_histogram python_types readme_ranks)

execute_process(COMMAND "${CMAKE_CTEST_COMMAND}" -N WORKING_DIRECTORY "${BUILD}"
    OUTPUT_VARIABLE listed ERROR_QUIET RESULT_VARIABLE result)
if(NOT result STREQUAL "0")
    message(FATAL_ERROR "ctest -N ends with ${result}")
endif()
string(REGEX MATCHALL "Test +#[0-9]+: [a-z_]+" tests "${listed}")
list(TRANSFORM tests REPLACE ".*: " "")

set(groups pure foreign pocl rusticl oclgrind api c_api numpy common count bench tune mpi readme install consumer python)
list(JOIN groups "|" any_group)
file(READ "${DOCUMENT}" text)
string(REGEX MATCHALL "`(${any_group})(_[a-z_]*[a-z])?`" names "${text}")
list(TRANSFORM names REPLACE "`" "")
list(REMOVE_DUPLICATES names)
set(checked 0)
foreach(name IN LISTS names)
    string(REGEX MATCH "^(c_api|[a-z]+)" group "${name}")
    if(";${tests}" MATCHES ";${group}(_|;|$)")
        math(EXPR checked "${checked} + 1")
        if(NOT name IN_LIST tests AND NOT name IN_LIST may_be_left_out)
            message(SEND_ERROR "${DOCUMENT} names the test ${name}, which is not there")
        endif()
    endif()
endforeach()
if(checked LESS 20)
    message(SEND_ERROR "${DOCUMENT} names ${checked} tests of this build only")
endif()
