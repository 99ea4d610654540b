# cpack makes one .zip of everything for Windows. Debian's packages are made from debian/. The component mpi
# is in none of these packages: its library works only with the MPI implementation that it is built with,
# because other implementations have other binary interfaces. Users build it.
if(NOT WIN32)
    return()
endif()
set(CPACK_GENERATOR ZIP)
string(REPLACE AMD64 x86_64 processor "${CMAKE_SYSTEM_PROCESSOR}")
set(CPACK_PACKAGE_FILE_NAME "histo_cl-${PROJECT_VERSION}-windows-${processor}")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_PACKAGE_DIRECTORY "${PROJECT_BINARY_DIR}/packages")
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
include(CPack)
