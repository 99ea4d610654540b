# Draws a run of the program BENCH with the script PLOT and the interpreter PYTHON. Checks that the figures
# exist and are SVG.
set(folder "${CMAKE_CURRENT_BINARY_DIR}/bench_plot")
file(REMOVE_RECURSE "${folder}")
file(MAKE_DIRECTORY "${folder}")
execute_process(
    COMMAND "${BENCH}" --samples f32 --elements 1000,2000 --bins 16 --entropy 1.000 --runs 2 --max-runs 2 --json "${folder}/run.json"
    OUTPUT_QUIET ERROR_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(
    COMMAND "${PYTHON}" "${PLOT}" "${folder}/run.json" --out "${folder}"
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
foreach(figure IN ITEMS bins_f32 wall)
    file(READ "${folder}/${figure}.svg" text)
    if(NOT text MATCHES "</svg>" OR NOT text MATCHES "prefers-color-scheme: dark")
        message(FATAL_ERROR "${figure}.svg is no figure for light and dark backgrounds")
    endif()
endforeach()
