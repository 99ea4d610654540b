#pragma once

#include "histo_cl/decision.hpp"
#include "histo_cl/kernel_source.hpp"
#include "histo_cl/problem.hpp"
#include "problem/rule/bin_rule.hpp"
#include "program/constants.hpp"
#include "program/parameters.hpp"
#include "program/source_text.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

// Defines the constants that the files of kernels/ use, and chooses the files of a program.

namespace histo_cl::detail {

/// Defines constants of load.cl, by_vectors.cl and by_loops.cl: samples, and how elements are loaded.
void define_load(Constants& constants, const Problem& problem, const Decision& decision);

/// Adds the files of kernels/ that read elements.
void add_load_files(SourceText& text, const Problem& problem, const Decision& decision);

/// The text of a list of parameters (program/parameters.hpp). If the program leaves a parameter out, a
/// constant of the same name takes its place. Each parameter costs tens of nanoseconds per launch
/// (docs/notes/gpu.md).
class DeclaredParameters {
  public:
    template <class T>
    void parameter(const Declaration& declaration, const T& /*value*/, bool present = true,
                   std::string_view constant = "0") {
        constexpr std::string_view type = std::is_same_v<T, std::uint64_t>   ? "ulong "
                                          : std::is_same_v<T, std::uint32_t> ? "uint "
                                                                             : "";
        static_assert(!type.empty() || !std::is_arithmetic_v<T>);
        add(concat(type, declaration.text), declaration.number, present, constant);
    }
    void constant(std::string_view declaration, std::string_view value) { add(declaration, 0, false, value); }

    /// Defines two macros: `present` as the list of the parameters that the program has, and `absent` as
    /// definitions of constants for the others.
    void define(Constants& constants, std::string_view present, std::string_view absent) const {
        constants.set(present, list_);
        constants.set(absent, constants_);
    }

  private:
    void add(std::string_view declaration, std::uint64_t number, bool present, std::string_view constant) {
        std::string text;
        for (const char c : declaration)
            text += c == '#' ? std::to_string(number) : std::string(1, c);
        if (present)
            append_to_list(list_, text);
        else
            constants_ += concat(text, " = ", constant, "; ");
    }

    std::string list_;
    std::string constants_;
};

/// Defines WEIGHTS_OF_JOB and FIRST_WEIGHTS_OF_JOB: lists of the kernel's parameters weights_0 … and
/// first_weight_0 …, or 0 without weights. Also defines WEIGHT_STEP.
void define_weight_lists(Constants& constants, const Problem& problem);

/// Defines constants of places.cl: the positions of samples that no variant can load directly.
void define_places(Constants& constants, const Problem& problem);

/// Defines constants of fetch_image.cl and fetch_pixel.cl: the image, and how its channels become samples.
/// The problem must have an image.
void define_image(Constants& constants, const Problem& problem);
/// Adds the files that come between fetch_image.cl and fetch_pixel.cl.
void add_image_files(SourceText& text, const Problem& problem);

/// Defines constants of fetch_arrays.cl: the array of each axis, and how its samples are converted. The
/// problem must have separate channels.
void define_arrays(Constants& constants, const Problem& problem, const Decision& decision);

/// Defines constants of amount_*.cl, cells.cl, values.cl, counter_*.cl, merge_*.cl and the variants' files:
/// what is counted, and where.
void define_counting(Constants& constants, const Problem& problem, const Decision& decision);

/// Whether loops convert float weights to multiples of the unit of their sums by arithmetic on doubles; see
/// kernels/engines/loops_add_sums.cl.
[[nodiscard]] bool quantizes_in_doubles(const Problem& problem, const Decision& decision) noexcept;

/// Defines constants of counter_order.cl, and the type of the caller's counters.
void define_counter_order(Constants& constants, const Problem& problem);

/// Like define_counting(), for kernels without a variant that only add and convert weights.
void define_adding(Constants& constants, const Problem& problem);

/// Adds the files that define ranks and convert them to the caller's counters.
void add_rank_files(SourceText& text, const Problem& problem);
/// Adds the files that define what an element adds to counters, and how it is added to private counters.
void add_amount_files(SourceText& text, const Problem& problem);
/// Adds the files that add an element to the cells of its bins.
void add_cell_files(SourceText& text, const Problem& problem, const Decision& decision);
/// Adds the files that add private counts to the caller's counters.
void add_merge_files(SourceText& text, const Problem& problem, const Decision& decision);
/// Adds the files with the loop over blocks, and the file of the kernel.
void add_drive_files(SourceText& text, const Problem& problem, const Decision& decision,
                     std::string_view kernel);
/// Adds the files that define increased() and add_to_count(), which add an amount to a counter of the caller.
void add_counter_files(SourceText& text, const Problem& problem, const Decision& decision);
/// The type of a counter in OpenCL C.
[[nodiscard]] std::string_view counter_word(CounterType counter) noexcept;
/// Defines the greatest count, if the counters saturate.
void define_max_count(Constants& constants, const Problem& problem);

/// The program with this text. `numbers`: the numbers that its kernels get as an argument.
[[nodiscard]] inline KernelSource program_of(const SourceText& text, Numbers numbers = {}) {
    return {text.text(), "-cl-std=CL1.2", std::move(numbers)};
}

/// Adds the files of kernels/ that find the bin on one axis, and their constants, which are undefined before
/// the next axis. The files define
///
///     uint bin_of_<axis>(SAMPLE x, ulong i, const problem *p)
///         returns the cell, 0 … extent − 1, or NO_BIN
///     bool find_quickly_<axis>(uint *bin, SAMPLE x, ulong i, const problem *p)
///         returns false if the cell is ambiguous, which is possible only in BinRule::Mode::scale;
///         otherwise stores the cell in *bin. With find_offset.cl, a sample in no bin gets a number past
///         the last cell instead of NO_BIN
///
/// Appends the numbers of the axis's rule to `numbers`, the kernel's list. `first_threshold`: the index
/// of the axis's first threshold in the buffer. `in_place`: whether blocks are counted in place, by loops.
void add_bins(SourceText& text, const Problem& problem, std::size_t axis, const BinRule& rule,
              std::uint64_t first_threshold, bool in_place, Numbers& numbers);

/// Defines constants of split.cl, which replaces the bin rules of all axes.
void define_splitting(Constants& constants, const Problem& problem);

} // namespace histo_cl::detail
