# Runs PROGRAM, with the command JOB if that is not empty, and compares its output with the file EXPECTED,
# unless the program prints that it was skipped because the device lacks a feature.
execute_process(COMMAND ${JOB} "${PROGRAM}" OUTPUT_VARIABLE printed RESULT_VARIABLE result)
file(READ "${EXPECTED}" expected)
if(NOT result STREQUAL "0")
    message(FATAL_ERROR "${PROGRAM} ends with ${result}")
elseif(printed MATCHES "^skipped: ")
    message("${printed}")
elseif(NOT printed STREQUAL expected)
    message(FATAL_ERROR "The document says that this is printed:\n${expected}\nbut it is this:\n${printed}")
endif()
