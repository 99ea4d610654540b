# cpack makes one .zip of everything for Windows, and elsewhere a .deb and a .tar.gz of each component. The preset
# "package" configures a build for them. The component mpi is not packaged: its library works only with the MPI
# implementation that it is built with, because other implementations have other binary interfaces. Users build it.

set(CPACK_PACKAGE_NAME histo-cl)
set(CPACK_PACKAGE_VERSION "${PROJECT_VERSION}")
# This text is CPack's default. Any other text would be prepended to the summaries of the components.
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${CMAKE_PROJECT_NAME} built using CMake")
set(CPACK_PACKAGE_CONTACT "histo_cl maintainers <maintainers@histo-cl.invalid>"
    CACHE STRING "Name and address of the packages' maintainer")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_PACKAGE_DIRECTORY "${PROJECT_BINARY_DIR}/packages")
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
if(WIN32)
    set(CPACK_GENERATOR ZIP)
    include(CPack)
    return()
endif()
set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

set(CPACK_COMPONENTS_ALL runtime dev doc)
if(HISTO_CL_BUILD_PROGRAMS)
    list(APPEND CPACK_COMPONENTS_ALL tools)
endif()
if(HISTO_CL_PYTHON)
    list(APPEND CPACK_COMPONENTS_ALL python)
endif()
set(CPACK_COMPONENT_DEV_DEPENDS runtime)
set(CPACK_COMPONENT_TOOLS_DEPENDS runtime)
set(CPACK_COMPONENT_PYTHON_DEPENDS runtime)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)

# Debian's rules for names: the names of libraries contain the version of the binary interface.
set(abi "${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME "libhisto-cl${abi}")
set(CPACK_DEBIAN_DEV_PACKAGE_NAME libhisto-cl-dev)
set(CPACK_DEBIAN_DOC_PACKAGE_NAME libhisto-cl-doc)
set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME histo-cl-tools)
set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-histo-cl)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)

# histo_cl_describe(<component> <section> <summary> <text>): describes the component's .deb by the summary, a
# description of the library that is the same for all, and the text.
function(histo_cl_describe component section summary text)
    set(whole "histo_cl counts exact histograms on any OpenCL device, GPU or CPU, with\nthe same counts on every one.")
    set(CPACK_COMPONENT_${component}_DESCRIPTION "${summary}\n${whole}\n.\n${text}" PARENT_SCOPE)
    set(CPACK_DEBIAN_${component}_PACKAGE_SECTION ${section} PARENT_SCOPE)
endfunction()
histo_cl_describe(RUNTIME libs "exact histograms on OpenCL devices" "This package has the shared library.")
histo_cl_describe(DEV libdevel "exact histograms on OpenCL devices, for development"
    "This package has the headers for C++ and C, and what CMake and pkg-config need.")
histo_cl_describe(DOC doc "exact histograms on OpenCL devices, documents"
    "This package has the guide, the reference of what is counted and how, and\nthe kernels that they explain.")
histo_cl_describe(TOOLS science "exact histograms on OpenCL devices, programs"
    "This package has histo_cl, which draws the histogram of files, the tuner\nand the benchmarks.")
histo_cl_describe(PYTHON python "exact histograms on OpenCL devices, for Python"
    "This package takes NumPy's arguments and returns NumPy's results.")

set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${PROJECT_BINARY_DIR}")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS ON)
set(CPACK_DEBIAN_DOC_PACKAGE_ARCHITECTURE all)
# shlibs: the dependency for packages whose programs are linked with the library. triggers: updates the
# loader's cache, once for all packages that are installed together.
file(WRITE "${PROJECT_BINARY_DIR}/debian/shlibs" "libhisto_cl ${abi} libhisto-cl${abi} (>= ${abi})\n")
file(WRITE "${PROJECT_BINARY_DIR}/debian/triggers" "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA
    "${PROJECT_BINARY_DIR}/debian/shlibs;${PROJECT_BINARY_DIR}/debian/triggers")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_RECOMMENDS "pocl-opencl-icd | opencl-icd")
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "ocl-icd-opencl-dev, opencl-c-headers, opencl-clhpp-headers")
set(CPACK_DEBIAN_DEV_PACKAGE_SUGGESTS "libhisto-cl-doc")
set(CPACK_DEBIAN_TOOLS_PACKAGE_SUGGESTS "libhisto-cl-doc")
if(HISTO_CL_PYTHON)
    list(GET histo_cl_python_versions 0 this)
    list(GET histo_cl_python_versions 1 next)
    set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3 (>= ${this}), python3 (<< ${next}), python3-numpy")
    set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA
        "${PROJECT_SOURCE_DIR}/cmake/debian/postinst;${PROJECT_SOURCE_DIR}/cmake/debian/prerm")
endif()

# This script does what only .deb packages need.
set(CPACK_PRE_BUILD_SCRIPTS "${PROJECT_SOURCE_DIR}/cmake/debian/Stage.cmake")
set(CPACK_HISTO_CL_DEBIAN "${PROJECT_SOURCE_DIR}/cmake/debian")

include(CPack)
