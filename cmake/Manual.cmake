# A program's manual page and its completions for bash, zsh and fish. The program itself makes them from the definitions
# of its options (--print-options). They are installed where man and the shells look for them.

# histo_cl_install_links(<pattern> <file> <folder> <destination> <name>...): for each name, installs a link to the file,
# in the same folder. The link's file name is the pattern with the name in place of @.
function(histo_cl_install_links pattern file folder destination)
    foreach(name IN LISTS ARGN)
        string(REPLACE "@" "${name}" link "${pattern}")
        file(CREATE_LINK "${file}" "${folder}/${link}" SYMBOLIC)
        install(FILES "${folder}/${link}" DESTINATION "${destination}" COMPONENT ${component})
    endforeach()
endfunction()

# histo_cl_manual(<target> <program> <component> [COMMANDS <name>...] [LINKS <name>...]): installs these files, a page for each
# command, and links for the other names of the program. Does nothing for programs with sanitizers, for cross-compiled
# programs if there is no emulator to run them, and for Windows, which has no folders for such files.
function(histo_cl_manual target program component)
    cmake_parse_arguments(PARSE_ARGV 3 arg "" "" "COMMANDS;LINKS")
    if(HISTO_CL_SANITIZE OR WIN32 OR (CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR))
        return()
    endif()
    set(folder "${PROJECT_BINARY_DIR}/manual")
    set(share "${CMAKE_INSTALL_DATADIR}")
    set(files)
    # The format, the name of the file with @ in place of the program's name, and the folder where the file is
    # installed.
    foreach(kind IN ITEMS
            "man|@.1|${CMAKE_INSTALL_MANDIR}/man1"
            "bash|@|${share}/bash-completion/completions"
            "zsh|_@|${share}/zsh/vendor-completions"
            "fish|@.fish|${share}/fish/vendor_completions.d")
        string(REPLACE "|" ";" kind "${kind}")
        list(GET kind 0 format)
        list(GET kind 1 pattern)
        list(GET kind 2 destination)
        string(REPLACE "@" "${program}" file "${pattern}")
        file(MAKE_DIRECTORY "${folder}/${format}")
        add_custom_command(OUTPUT "${folder}/${format}/${file}"
            COMMAND ${target} --print-options ${format} > "${folder}/${format}/${file}"
            DEPENDS ${target}
            VERBATIM)
        list(APPEND files "${folder}/${format}/${file}")
        install(FILES "${folder}/${format}/${file}" DESTINATION "${destination}" COMPONENT ${component})
        if(NOT WIN32 AND NOT format STREQUAL "zsh") # zsh needs no links: its file lists the names that it completes
            histo_cl_install_links("${pattern}" "${file}" "${folder}/${format}" "${destination}" ${arg_LINKS})
        endif()
    endforeach()
    foreach(command IN LISTS arg_COMMANDS)
        set(page "${folder}/man/${program}-${command}.1")
        add_custom_command(OUTPUT "${page}"
            COMMAND ${target} ${command} --print-options man > "${page}"
            DEPENDS ${target}
            VERBATIM)
        list(APPEND files "${page}")
        install(FILES "${page}" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT ${component})
    endforeach()
    add_custom_target(${program}_manual ALL DEPENDS ${files})
endfunction()
