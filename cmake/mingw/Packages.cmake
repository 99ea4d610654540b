# Creates the packages that builds with toolchain.cmake need, in mingw/ of the build folder, because Debian
# does not package them for Windows. Header-only packages are links to folders of /usr/include. The whole of
# /usr/include cannot be used, because it contains this system's headers. OpenCL's loader is a DLL on Windows,
# and the linker only needs a list of its functions. The preset windows names this file in
# CMAKE_PROJECT_TOP_LEVEL_INCLUDES.
set(mingw_packages "${CMAKE_BINARY_DIR}/mingw")
list(PREPEND CMAKE_FIND_ROOT_PATH "${mingw_packages}")

function(mingw_make_packages)
    file(MAKE_DIRECTORY "${mingw_packages}/include" "${mingw_packages}/lib")
    foreach(folder IN ITEMS CL CLI doctest nlohmann stb)
        if(EXISTS "/usr/include/${folder}")
            file(CREATE_LINK "/usr/include/${folder}" "${mingw_packages}/include/${folder}" SYMBOLIC)
        endif()
    endforeach()

    # Makes CMake packages for the packages that find_package() looks for.
    foreach(package IN ITEMS CLI11|CLI doctest|doctest nlohmann_json|nlohmann)
        string(REPLACE "|" ";" package "${package}")
        list(GET package 0 name)
        list(GET package 1 folder)
        if(EXISTS "/usr/include/${folder}")
            file(WRITE "${mingw_packages}/lib/cmake/${name}/${name}Config.cmake"
"if(NOT TARGET ${name}::${name})
    add_library(${name}::${name} INTERFACE IMPORTED)
    target_include_directories(${name}::${name} INTERFACE \"${mingw_packages}/include\")
endif()
")
        endif()
    endforeach()

    set(header "${mingw_packages}/include/CL/cl.h")
    set(library "${mingw_packages}/lib/libOpenCL.dll.a")
    if(NOT EXISTS "${header}" OR (EXISTS "${library}" AND NOT "${header}" IS_NEWER_THAN "${library}"))
        return()
    endif()
    file(READ "${header}" declarations)
    string(REGEX MATCHALL "CL_API_CALL[ \n]+cl[A-Za-z]+\\(" functions "${declarations}")
    list(TRANSFORM functions REPLACE "CL_API_CALL[ \n]+(cl[A-Za-z]+)\\(" "\\1")
    list(SORT functions)
    list(REMOVE_DUPLICATES functions)
    list(JOIN functions "\n" functions)
    file(WRITE "${mingw_packages}/OpenCL.def" "LIBRARY OpenCL.dll\nEXPORTS\n${functions}\n")
    find_program(MINGW_DLLTOOL x86_64-w64-mingw32-dlltool REQUIRED)
    mark_as_advanced(MINGW_DLLTOOL)
    execute_process(COMMAND "${MINGW_DLLTOOL}" -d "${mingw_packages}/OpenCL.def" -l "${library}"
                    COMMAND_ERROR_IS_FATAL ANY)
endfunction()
mingw_make_packages()
