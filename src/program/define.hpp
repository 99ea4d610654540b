#pragma once

#include "histo_cl/decision.hpp"
#include "histo_cl/problem.hpp"
#include "problem/rule/bin_rule.hpp"
#include "program/constants.hpp"
#include "program/source_text.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// The constants that the files of kernels/ use.

namespace histo_cl::detail {

/// load.cl, by_vectors.cl and by_loops.cl: samples, and how elements are loaded.
void define_load(Constants& constants, const Problem& problem, const Decision& decision);

/// The files that read elements, in the order of their functions.
[[nodiscard]] std::vector<std::string_view> load_files(const Problem& problem, const Decision& decision);

/// A parameter of a kernel, or where a program leaves it out, a constant of the same name. Each parameter
/// costs some nanoseconds of a launch.
struct Parameter {
    std::string declaration; ///< of the type and the name, e.g. "ulong height"
    bool present = true;
    std::string_view constant = "0"; ///< if it is left out
};

/// Defines two names: as the list of the parameters that are present, and as constants in place of the
/// others.
void set_parameters(Constants& constants, std::string_view present, std::string_view absent,
                    std::span<const Parameter> parameters);

/// The parameters of the kernels that count, and constants in place of those that the program leaves out.
void define_parameters(Constants& constants, const Problem& problem, const Decision& decision,
                       bool has_thresholds);

/// places.cl: where samples lie that no variant loads as they are.
void define_places(Constants& constants, const Problem& problem);

/// fetch_image.cl: the image, and how its channels become samples; for a problem that has one.
void define_image(Constants& constants, const Problem& problem);
/// The files between fetch_image.cl and fetch_pixel.cl.
[[nodiscard]] std::vector<std::string_view> image_files(const Problem& problem);

/// fetch_arrays.cl: the array of each axis, and how its samples are converted; for separate channels.
void define_arrays(Constants& constants, const Problem& problem, const Decision& decision);

/// amount_*.cl, cells.cl, values.cl, counter_*.cl, merge_*.cl and the variants' files: what is counted, and
/// where.
void define_counting(Constants& constants, const Problem& problem, const Decision& decision);

/// The same for kernels that only add weights, by atomics.
void define_adding(Constants& constants, const Problem& problem);

/// The files with what an element adds, and with how it is added to private counters.
[[nodiscard]] std::vector<std::string_view> amount_files(const Problem& problem);
/// The files that add an element to the cells of its bins.
[[nodiscard]] std::vector<std::string_view> cell_files(const Problem& problem, const Decision& decision);
/// The files that bring private counts to the caller's counters.
[[nodiscard]] std::vector<std::string_view> merge_files(const Decision& decision);
/// The files that drive the stages: over the blocks of a walk, and the walks of a kernel, which has a file of
/// its own.
[[nodiscard]] std::vector<std::string_view> drive_files(const Problem& problem, const Decision& decision,
                                                        std::string_view kernel);
/// The file with how an amount is added to the caller's counters.
[[nodiscard]] std::string_view counter_file(const Problem& problem, const Decision& decision);

/// Adds the files of kernels/ that find the bin on one axis, and their constants, which are undefined before
/// the next axis. The files define
///
///     uint bin_of_<axis>(SAMPLE x, ulong i, const problem *p)
///         returns its cell 0 … extent − 1, or NO_BIN
///     bool find_quickly_<axis>(uint *bin, SAMPLE x, ulong i, const problem *p)
///         finds the same without a branch; returns false if that takes one
///
/// Adds the numbers of the axis's rule to those of the kernel. The axis's thresholds begin with the KEY
/// `first_threshold` of the buffer. `in_place`: blocks are counted in place, by loops.
void add_bins(SourceText& text, const Problem& problem, std::size_t axis, const BinRule& rule,
              std::uint64_t first_threshold, bool in_place, Numbers& numbers);

} // namespace histo_cl::detail
