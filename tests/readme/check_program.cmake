# Runs PROGRAM and compares what it prints with the file EXPECTED.
execute_process(COMMAND "${PROGRAM}" OUTPUT_VARIABLE printed RESULT_VARIABLE result)
file(READ "${EXPECTED}" expected)
if(NOT result STREQUAL "0")
    message(FATAL_ERROR "${PROGRAM} ends with ${result}")
elseif(NOT printed STREQUAL expected)
    message(FATAL_ERROR "The document says that this is printed:\n${expected}\nbut it is this:\n${printed}")
endif()
