# cpack runs this script on the files that will be packed. For a .deb it does what Debian's policy requires: adds the
# copyright, a changelog and lintian's overrides, compresses manual pages, and removes library search paths.
cmake_minimum_required(VERSION 3.25)

if(NOT CPACK_GENERATOR STREQUAL "DEB")
    return()
endif()

set(version "${CPACK_PACKAGE_VERSION}")
set(maintainer "${CPACK_PACKAGE_CONTACT}")
set(ENV{LC_ALL} C)
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC) # the time of $SOURCE_DATE_EPOCH, if set

# compress(<file>...): compresses files, without a time stamp, so that the same files give the same package.
function(compress)
    execute_process(COMMAND gzip -9nf ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

foreach(component IN LISTS CPACK_COMPONENTS_ALL)
    string(TOUPPER "${component}" upper)
    set(package "${CPACK_DEBIAN_${upper}_PACKAGE_NAME}")
    set(root "${CPACK_TEMPORARY_DIRECTORY}/${component}${CPACK_PACKAGING_INSTALL_PREFIX}")

    set(documents "${root}/share/doc/${package}")
    configure_file("${CPACK_HISTO_CL_DEBIAN}/changelog.in" "${documents}/changelog" @ONLY)
    compress("${documents}/changelog")
    file(COPY "${CPACK_HISTO_CL_DEBIAN}/copyright" DESTINATION "${documents}"
         FILE_PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)

    set(overrides "${CPACK_HISTO_CL_DEBIAN}/${component}.lintian-overrides")
    if(EXISTS "${overrides}")
        configure_file("${overrides}" "${root}/share/lintian/overrides/${package}" COPYONLY
                       FILE_PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
    endif()

    # Compresses manual pages. Links, for pages with several names, are replaced by links to the compressed pages.
    file(GLOB pages "${root}/share/man/man1/*.1")
    foreach(page IN LISTS pages)
        if(IS_SYMLINK "${page}")
            file(READ_SYMLINK "${page}" target)
            file(REMOVE "${page}")
            file(CREATE_LINK "${target}.gz" "${page}.gz" SYMBOLIC)
        else()
            compress("${page}")
        endif()
    endforeach()

    file(GLOB programs "${root}/bin/*")
    file(GLOB modules "${root}/lib/python3/dist-packages/histo_cl/*.so")
    foreach(binary IN LISTS programs modules)
        if(NOT IS_SYMLINK "${binary}")
            file(RPATH_REMOVE FILE "${binary}")
        endif()
    endforeach()
endforeach()
