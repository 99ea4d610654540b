# Runs the letters example of DOCUMENT, by its command, with DEMO in FOLDER, and compares the output except
# for lines about the machine and times.
file(READ "${DOCUMENT}" document)
if(NOT document MATCHES "\n\\$ printf '([a-z ]+)' \\| [a-z/_]+/histo_cl(_demo)? (--[a-z]+)\n([^`]+)```")
    message(FATAL_ERROR "${DOCUMENT} has no command: printf '...' | .../histo_cl --letters")
endif()
set(phrase "${CMAKE_MATCH_1}")
set(option "${CMAKE_MATCH_3}")
set(shown "${CMAKE_MATCH_4}")

file(WRITE "${FOLDER}/phrase" "${phrase}")
execute_process(COMMAND "${DEMO}" ${option} INPUT_FILE "${FOLDER}/phrase"
    OUTPUT_VARIABLE printed RESULT_VARIABLE result)
if(NOT result STREQUAL "0")
    message(FATAL_ERROR "${DEMO} ends with ${result}")
endif()

foreach(text IN ITEMS shown printed)
    string(REGEX REPLACE "\n(device|variant|counting|total|build) [^\n]*" "" ${text} "\n${${text}}")
endforeach()
if(NOT shown MATCHES "a-d .* 5 .*counted ")
    message(FATAL_ERROR "${DOCUMENT} shows no counts of letters")
elseif(NOT printed STREQUAL shown)
    message(FATAL_ERROR "${DOCUMENT} shows:${shown}\nbut this is printed:${printed}")
endif()
