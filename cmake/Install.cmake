# cmake --install: headers, library, programs, the CMake package and the pkg-config file.
include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/histo_cl")

install(TARGETS histo_cl EXPORT histo_clTargets)
install(DIRECTORY include/histo_cl TYPE INCLUDE FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h" PATTERN "mpi.hpp" EXCLUDE)
if(TARGET histo_cl_mpi)
    install(TARGETS histo_cl_mpi EXPORT histo_clMpiTargets)
    install(FILES include/histo_cl/mpi.hpp DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/histo_cl")
    install(EXPORT histo_clMpiTargets NAMESPACE histo_cl:: DESTINATION "${package_dir}")
endif()
install(EXPORT histo_clTargets NAMESPACE histo_cl:: DESTINATION "${package_dir}")

configure_package_config_file(cmake/histo_clConfig.cmake.in histo_clConfig.cmake
    INSTALL_DESTINATION "${package_dir}"
    NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(histo_clConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/histo_clConfig.cmake"
              "${CMAKE_CURRENT_BINARY_DIR}/histo_clConfigVersion.cmake"
              cmake/OpenCLPackages.cmake
              cmake/MpiPackage.cmake
              cmake/histo_clMpi.cmake
        DESTINATION "${package_dir}")

# The .pc file says where it lies itself, so that an installed tree can be moved.
cmake_path(RELATIVE_PATH CMAKE_INSTALL_FULL_LIBDIR BASE_DIRECTORY "${CMAKE_INSTALL_PREFIX}"
           OUTPUT_VARIABLE pc_libdir)
cmake_path(RELATIVE_PATH CMAKE_INSTALL_FULL_INCLUDEDIR BASE_DIRECTORY "${CMAKE_INSTALL_PREFIX}"
           OUTPUT_VARIABLE pc_includedir)
cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX
           BASE_DIRECTORY "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" OUTPUT_VARIABLE pc_prefix)
configure_file(cmake/histo_cl.pc.in histo_cl.pc @ONLY)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/histo_cl.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
