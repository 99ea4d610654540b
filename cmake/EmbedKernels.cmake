# Kernels are files in the source tree, and their text is compiled into the library or program that uses them. Included
# by a project, this file defines histo_cl_embed_kernels(). Run as a script at build time, it writes the C++ source that
# contains the text.

if(NOT CMAKE_SCRIPT_MODE_FILE)
    # histo_cl_embed_kernels(<variable> <namespace> <header> <file.cl>...): sets the variable to the path of a C++
    # source that defines <namespace>::embedded_kernels(), which the header declares. The source is regenerated when a
    # kernel changes.
    set(histo_cl_embed_script "${CMAKE_CURRENT_LIST_FILE}")
    function(histo_cl_embed_kernels variable namespace header)
        set(output "${CMAKE_CURRENT_BINARY_DIR}/embedded_kernels.cpp")
        add_custom_command(
            OUTPUT "${output}"
            COMMAND "${CMAKE_COMMAND}" "-DKERNELS=${ARGN}" "-DNAMESPACE=${namespace}" "-DHEADER=${header}"
                    "-DOUTPUT=${output}"
                    -P "${histo_cl_embed_script}"
            DEPENDS ${ARGN} "${histo_cl_embed_script}"
            COMMENT "Embedding the kernels"
            VERBATIM)
        # A file with the list of kernels, so that the source is also regenerated when a kernel has been removed: all
        # remaining kernels are then older than the output.
        file(CONFIGURE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/embedded_kernels.list" CONTENT "${ARGN}\n" @ONLY)
        add_custom_command(OUTPUT "${output}" APPEND
            DEPENDS "${CMAKE_CURRENT_BINARY_DIR}/embedded_kernels.list")
        set(${variable} "${output}" PARENT_SCOPE)
    endfunction()
    return()
endif()

# The text is written as an array of bytes, because the length of string literals is limited, and because the text
# could contain their delimiters.
set(arrays "")
set(table "")
foreach(kernel IN LISTS KERNELS)
    cmake_path(GET kernel STEM LAST_ONLY name)
    string(MAKE_C_IDENTIFIER "${name}_cl" identifier)
    file(READ "${kernel}" bytes HEX)
    string(REGEX REPLACE "(................................)" "\\1\n    " bytes "${bytes}")
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
    string(APPEND arrays "constexpr char ${identifier}[] = {\n    ${bytes}'\\0'};\n\n")
    string(APPEND table "    {\"${name}\", {${identifier}, sizeof ${identifier} - 1}},\n")
endforeach()

list(LENGTH KERNELS count)
file(WRITE "${OUTPUT}" "// Generated from .cl files by cmake/EmbedKernels.cmake.
#include \"${HEADER}\"

#include <array>

namespace ${NAMESPACE} {
namespace {

${arrays}constexpr std::array<EmbeddedKernel, ${count}> kernels{{
${table}}};

} // namespace

std::span<const EmbeddedKernel> embedded_kernels() noexcept {
    return kernels;
}

} // namespace ${NAMESPACE}
")
