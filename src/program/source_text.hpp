#pragma once

#include "histo_cl/abi.hpp"
#include "program/constants.hpp"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace histo_cl::detail {

/// One file of kernels/, embedded when the library was built.
struct EmbeddedKernel {
    std::string_view name; ///< without ".cl", e.g. "merge_rows"
    std::string_view text;
};

/// All files of kernels/. cmake/EmbedKernels.cmake generates this function's definition.
std::span<const EmbeddedKernel> embedded_kernels() noexcept;

/// A definition in a file of kernels/: a macro, a type, a function, a kernel or a #pragma. The lines from #if
/// to #endif are one definition.
struct Definition {
    std::string_view text;            ///< including the comments and empty lines above it
    std::vector<std::uint32_t> names; ///< the names that it defines; none for a kernel or a #pragma
    std::vector<std::uint32_t> uses;  ///< all names that occur in it
};

struct KernelFile {
    std::string_view name;
    std::string_view comment; ///< the comment lines at its start
    std::vector<Definition> definitions = {};
    /// The file's names are made with OF_AXIS from the name of an axis, so a program contains it once for
    /// each axis.
    bool is_of_axis = false;
};

/// The files of kernels/, divided into definitions, once per process. Names are represented by numbers. An
/// axis number at the end is not part of the name: EXTENT_0 and EXTENT_##axis are uses of EXTENT.
struct KernelLibrary {
    std::vector<KernelFile> files;
    std::vector<std::string_view> names;

    /// The number of a name; empty if no file has it.
    [[nodiscard]] std::optional<std::uint32_t> find(std::string_view name) const;
};
[[nodiscard]] const KernelLibrary& kernel_library();

/// The text of a program: constants and files of kernels/, in the order in which they are added. Definitions
/// that no kernel of the program uses are left out, with their comments.
class SourceText {
  public:
    /// Adds a line that is never left out, e.g. a #pragma.
    void add_line(std::string line);
    void add(const Constants& constants);
    /// Adds all parts of another text.
    void add(const SourceText& other);
    /// Adds "#undef NAME" for each constant.
    void undefine(const Constants& constants);
    /// Adds files, each after the files whose functions it uses, unless the text already contains them. Files
    /// with KernelFile::is_of_axis are always added. Throws std::logic_error if kernels/ lacks one of the
    /// files.
    void add_files(std::initializer_list<std::string_view> names);

    /// The text. Thread-safe while the object does not change. Recent texts are cached in the process.
    [[nodiscard]] std::string text() const;

  private:
    /// A file or, if `file` is null, a line.
    struct Part {
        const KernelFile* file = nullptr;
        std::string line = {};
        std::optional<std::uint32_t> name = {}; ///< the constant that the line is about
    };
    void add_line_about(std::string_view constant, std::string line);
    [[nodiscard]] std::string used_text() const;

    std::vector<Part> parts_;
};

} // namespace histo_cl::detail
