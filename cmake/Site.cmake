# The target docs: the documents and the reference as one site with search, in the build folder's
# documents/html. Needs Doxygen (Debian package doxygen); without it, this target does not exist. cmake
# --install installs the site, if it is built, with the documents.
find_program(DOXYGEN_PROGRAM doxygen)
mark_as_advanced(DOXYGEN_PROGRAM)
if(NOT DOXYGEN_PROGRAM)
    message(STATUS "no doxygen (Debian package doxygen): no target docs")
    return()
endif()

# histo_cl_site(<variable> <folder>): the command that writes the site into <folder>/html.
function(histo_cl_site variable folder)
    set(${variable} "${CMAKE_COMMAND}" "-DROOT=${PROJECT_SOURCE_DIR}" "-DFOLDER=${folder}" "-DVERSION=${PROJECT_VERSION}"
        "-DDOXYGEN=${DOXYGEN_PROGRAM}" -P "${PROJECT_SOURCE_DIR}/cmake/site/Make.cmake" PARENT_SCOPE)
endfunction()

histo_cl_site(make_site "${PROJECT_BINARY_DIR}/documents")
add_custom_target(docs COMMAND ${make_site} COMMENT "Writing the site into documents/html" VERBATIM)
install(DIRECTORY "${PROJECT_BINARY_DIR}/documents/html" DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT doc OPTIONAL)
