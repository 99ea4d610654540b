# Not run: packaging/README.md says what was checked. The archive and its checksum are those of a release.
vcpkg_download_distfile(archive
    URLS "https://histo-cl.invalid/releases/histo_cl-${VERSION}.tar.xz"
    FILENAME "histo_cl-${VERSION}.tar.xz"
    SHA512 0)
vcpkg_extract_source_archive(source ARCHIVE "${archive}")

vcpkg_cmake_configure(SOURCE_PATH "${source}" OPTIONS
    -DHISTO_CL_BUILD_PROGRAMS=OFF -DHISTO_CL_BUILD_TESTS=OFF -DHISTO_CL_MPI=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/histo_cl)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${source}/LICENSE")
