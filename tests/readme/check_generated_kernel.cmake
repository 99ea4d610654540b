# Compares the program that DOCUMENT shows with what DEMO prints for the command in DOCUMENT, preprocessed by
# COMPILER. White space is ignored. With UPDATE the document is rewritten instead, formatted by clang-format
# 14.
cmake_minimum_required(VERSION 3.25)
file(READ "${DOCUMENT}" document)
if(NOT document MATCHES "\n\\$ [a-z/_]+/histo_cl(_demo)? (--show-source [^|]*[^| ]) +\\|")
    message(FATAL_ERROR "${DOCUMENT} has no command: .../histo_cl --show-source OPTIONS | ...")
endif()
string(REPLACE "\\\n" " " options "${CMAKE_MATCH_2}")
separate_arguments(options UNIX_COMMAND "${options}")

execute_process(COMMAND "${DEMO}" ${options} OUTPUT_VARIABLE source RESULT_VARIABLE result)
if(NOT result STREQUAL "0")
    message(FATAL_ERROR "${DEMO} --show-source: exit code ${result}")
endif()

# Names of the kernel files survive preprocessing as words.
string(REGEX REPLACE "\n// ---- ([a-z0-9_]+)\\.cl ----" "\nHISTO_CL_FILE_\\1" source "${source}")
file(WRITE "${FOLDER}/generated_kernel.c" "${source}")
execute_process(COMMAND "${COMPILER}" -E -P -undef "${FOLDER}/generated_kernel.c"
    OUTPUT_VARIABLE printed RESULT_VARIABLE result)
if(NOT result STREQUAL "0")
    message(FATAL_ERROR "${COMPILER} -E: exit code ${result}")
endif()
string(REGEX REPLACE "HISTO_CL_FILE_([a-z0-9_]+)" "\n// ---- \\1.cl ----\n" printed "${printed}")

string(FIND "${document}" "\n```c\n" start)
if(start EQUAL -1)
    message(FATAL_ERROR "${DOCUMENT} has no block ```c")
endif()
math(EXPR start "${start} + 6")
string(SUBSTRING "${document}" 0 ${start} head)
string(SUBSTRING "${document}" ${start} -1 shown)
string(FIND "${shown}" "```" end)
string(SUBSTRING "${shown}" ${end} -1 tail)
string(SUBSTRING "${shown}" 0 ${end} shown)

if(UPDATE)
    find_program(clang_format NAMES clang-format-14 REQUIRED)
    file(WRITE "${FOLDER}/generated_kernel.c" "${printed}")
    file(READ "${CMAKE_CURRENT_LIST_DIR}/../../.clang-format" style)
    file(WRITE "${FOLDER}/.clang-format" "${style}\nSeparateDefinitionBlocks: Always\n")
    execute_process(COMMAND "${clang_format}" --style=file "${FOLDER}/generated_kernel.c"
        OUTPUT_VARIABLE printed COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX REPLACE "^\n+" "" printed "${printed}")
    file(WRITE "${DOCUMENT}" "${head}${printed}${tail}")
    return()
endif()

foreach(text IN ITEMS shown printed)
    string(REGEX REPLACE "[ \t\n]+" "" bare_${text} "${${text}}")
endforeach()
if(NOT bare_shown MATCHES "__kernel")
    message(FATAL_ERROR "${DOCUMENT} shows no kernel")
elseif(NOT bare_printed STREQUAL bare_shown)
    file(WRITE "${FOLDER}/generated_kernel.txt" "${printed}")
    message(FATAL_ERROR "${DOCUMENT} does not show the program that is built now, which is in "
        "${FOLDER}/generated_kernel.txt. To bring it up to date:\n"
        "cmake -DUPDATE=ON -DDEMO=${DEMO} -DCOMPILER=${COMPILER} -DDOCUMENT=${DOCUMENT} -DFOLDER=${FOLDER} "
        "-P ${CMAKE_CURRENT_LIST_FILE}")
endif()
