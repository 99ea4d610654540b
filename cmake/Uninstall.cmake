# Run in a build folder: removes the files that the last cmake --install of this build, or of one of its components,
# wrote. Also removes folders named histo_cl and folders in them if they are then empty. Like cmake --install, it
# prepends $DESTDIR to the paths.

file(GLOB manifests install_manifest*.txt)
if(NOT manifests)
    message(FATAL_ERROR "nothing to remove: no install_manifest.txt in ${CMAKE_CURRENT_BINARY_DIR}")
endif()

foreach(manifest IN LISTS manifests)
    file(STRINGS "${manifest}" installed)
    foreach(path IN LISTS installed)
        set(file "$ENV{DESTDIR}${path}")
        if(EXISTS "${file}" OR IS_SYMLINK "${file}")
            message(STATUS "Removing ${file}")
            file(REMOVE "${file}")
        endif()
        cmake_path(GET file PARENT_PATH folder)
        list(APPEND folders "${folder}")
    endforeach()
    file(REMOVE "${manifest}")
endforeach()

# From the innermost folder outwards: folders named histo_cl and all folders in them.
list(REMOVE_DUPLICATES folders)
list(SORT folders ORDER DESCENDING)
foreach(folder IN LISTS folders)
    while(folder MATCHES "/histo_cl(/|$)")
        file(GLOB left LIST_DIRECTORIES true "${folder}/*" "${folder}/.*")
        if(left OR NOT IS_DIRECTORY "${folder}")
            break()
        endif()
        file(REMOVE_RECURSE "${folder}")
        cmake_path(GET folder PARENT_PATH folder)
    endwhile()
endforeach()
