# Makes the .zip file of the build BUILD, or uses the file ZIP. Unpacks it in the folder WORK, and runs its
# programs from there, with EMULATOR if that is not empty. The programs find DLLs only in their own folder.
file(REMOVE_RECURSE "${WORK}")
file(MAKE_DIRECTORY "${WORK}")
set(zip "${ZIP}")
if(NOT zip)
    execute_process(COMMAND "${CPACK}" --config "${BUILD}/CPackConfig.cmake" -B "${WORK}"
        WORKING_DIRECTORY "${BUILD}" OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
    file(GLOB zip "${WORK}/*.zip")
endif()
execute_process(COMMAND "${CMAKE_COMMAND}" -E tar xf "${zip}" WORKING_DIRECTORY "${WORK}" COMMAND_ERROR_IS_FATAL ANY)
cmake_path(GET zip STEM LAST_ONLY name)
set(folder "${WORK}/${name}")

foreach(file IN ITEMS include/histo_cl/histo_cl.hpp include/histo_cl/histo_cl.h lib/cmake/histo_cl/histo_clConfig.cmake
        "share/doc/histo_cl/licence of mingw-w64-common.txt")
    if(NOT EXISTS "${folder}/${file}")
        message(FATAL_ERROR "${zip} has no ${file}")
    endif()
endforeach()

# run(<words> <program> <argument>...): checks that the program's output matches the words.
function(run words program)
    execute_process(COMMAND ${EMULATOR} "${folder}/bin/${program}.exe" ${ARGN} WORKING_DIRECTORY "${folder}"
        OUTPUT_VARIABLE printed ERROR_VARIABLE printed RESULT_VARIABLE result)
    if(NOT result STREQUAL "0" OR NOT printed MATCHES "${words}")
        message(FATAL_ERROR "${program} ${ARGN} ends with ${result}, and prints\n${printed}")
    endif()
endfunction()

file(GLOB_RECURSE readme RELATIVE "${folder}" "${folder}/share/*/README.md")
list(FILTER readme INCLUDE REGEX "histo_cl/README.md$")
run("every bin equals the serial reference" histo_cl --letters --verify "${readme}")
run("%LOCALAPPDATA%" histo_cl tune --help)
run("u8, 10 bins" histo_cl tune --samples u8 --bins 10 --elements 3000 --seconds 1 --output tuning.txt)
run("u8" histo_cl_bench --samples u8 --elements 1000 --bins 16 --entropy 1.000 --runs 2)
run("device +[a-z_]+ +[0-9.]+ us" histo_cl_bench enqueue --runs 20)
run("histo_cl_bench scale" histo_cl_bench scale --help)
