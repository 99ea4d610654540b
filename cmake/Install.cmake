# cmake --install: headers, library, programs, the CMake package, the pkg-config file and the documents, as the
# components runtime, dev, tools, python, doc and mpi. debian/rules makes a package of each component except mpi.
include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/histo_cl")

# histo_cl_install_library(<target> <export> <runtime component> <dev component>): installs a library, its files for
# development, and the export that defines its target in the CMake package.
function(histo_cl_install_library target export runtime dev)
    install(TARGETS ${target} EXPORT ${export}
        RUNTIME COMPONENT ${runtime}
        LIBRARY COMPONENT ${runtime} NAMELINK_COMPONENT ${dev}
        ARCHIVE COMPONENT ${dev})
    install(EXPORT ${export} NAMESPACE histo_cl:: DESTINATION "${package_dir}" COMPONENT ${dev})
endfunction()

histo_cl_install_library(histo_cl histo_clTargets runtime dev)
if(mingw_runtime)
    install(FILES ${mingw_runtime} TYPE BIN COMPONENT runtime)
    # The licences of these DLLs, and of the libraries that the programs contain.
    foreach(package IN ITEMS gcc-mingw-w64-base mingw-w64-common libcli11-dev libstb-dev nlohmann-json3-dev)
        install(FILES "/usr/share/doc/${package}/copyright" TYPE DOC RENAME "licence of ${package}.txt"
                COMPONENT runtime OPTIONAL)
    endforeach()
endif()
install(DIRECTORY include/histo_cl TYPE INCLUDE COMPONENT dev
        FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h" PATTERN "mpi.hpp" EXCLUDE)
if(TARGET histo_cl_mpi)
    histo_cl_install_library(histo_cl_mpi histo_clMpiTargets mpi mpi)
    install(FILES include/histo_cl/mpi.hpp DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/histo_cl" COMPONENT mpi)
endif()

configure_package_config_file(cmake/histo_clConfig.cmake.in histo_clConfig.cmake
    INSTALL_DESTINATION "${package_dir}"
    NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(histo_clConfigVersion.cmake COMPATIBILITY SameMajorVersion)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/histo_clConfig.cmake"
              "${CMAKE_CURRENT_BINARY_DIR}/histo_clConfigVersion.cmake"
              cmake/OpenCLPackages.cmake
              cmake/MpiPackage.cmake
              cmake/histo_clMpi.cmake
        DESTINATION "${package_dir}" COMPONENT dev)

# The .pc file contains paths relative to itself, so that an installed tree can be moved.
cmake_path(RELATIVE_PATH CMAKE_INSTALL_FULL_LIBDIR BASE_DIRECTORY "${CMAKE_INSTALL_PREFIX}"
           OUTPUT_VARIABLE pc_libdir)
cmake_path(RELATIVE_PATH CMAKE_INSTALL_FULL_INCLUDEDIR BASE_DIRECTORY "${CMAKE_INSTALL_PREFIX}"
           OUTPUT_VARIABLE pc_includedir)
cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX
           BASE_DIRECTORY "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" OUTPUT_VARIABLE pc_prefix)
configure_file(cmake/histo_cl.pc.in histo_cl.pc @ONLY)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/histo_cl.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig" COMPONENT dev)

# The documents refer to each other, and to kernels, sources and examples, by paths in the source tree. All files that can
# be reached by links from README.md are installed with the same relative paths, and so are all kernels and examples.
include(cmake/Links.cmake)
histo_cl_linked_files(documents "${PROJECT_SOURCE_DIR}")
foreach(document IN LISTS documents)
    if(document MATCHES "\\.md$") # CMake runs again if the document changes, because its links may change
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${document}")
    endif()
    cmake_path(GET document PARENT_PATH folder)
    install(FILES "${document}" DESTINATION "${CMAKE_INSTALL_DOCDIR}/${folder}" COMPONENT doc)
endforeach()
install(DIRECTORY kernels examples DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT doc)

# cmake --build . --target uninstall
if(PROJECT_IS_TOP_LEVEL)
    add_custom_target(uninstall
        COMMAND "${CMAKE_COMMAND}" -P "${PROJECT_SOURCE_DIR}/cmake/Uninstall.cmake"
        WORKING_DIRECTORY "${PROJECT_BINARY_DIR}"
        COMMENT "Removing what cmake --install has installed"
        VERBATIM)
    include(cmake/Packages.cmake)
endif()
