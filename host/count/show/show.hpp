#pragma once

#include "common/errors.hpp"
#include "common/terminal.hpp"
#include "count/command.hpp"
#include "count/output_args.hpp"
#include "count/result.hpp"
#include "count/show/statistics.hpp"
#include "plot/figure.hpp"

#include <histo_cl/histo_cl.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace count {

// JSON: one object, or an array of objects for a list of devices, followed by a line feed. Times are in
// seconds, or null if unknown. Infinite edges are the strings "-inf" and "inf"; the edges of custom bins are
// null. Histograms of one axis have "underflow", "overflow" and "nan" if these are counted. "device" is the
// first of "devices", or null if there are none. "decision" and "timing" are null if only saved counts were
// added up.

// For one histogram "edges" and "counts" are arrays, and "counted" is the sum of the counts. For several
// histograms, "histograms" holds an object with these members for each. A joint histogram has "axes", which
// holds an object with "edges" for each axis, and "counts" as nested arrays. "statistics" is an object next
// to "counts", if statistics were requested. With weights, "sums" and "sum" replace "counts" and "counted".
// For extremes and means, "minima" and "minimum", "maxima" and "maximum", or "means" and "mean" are beside
// "counts" and "counted". With standard errors, "errors" and "error" are beside sums and means. Extremes,
// means and errors are null where they are not defined, as in empty bins.

[[nodiscard]] std::string json_of(const Source& source, const Result& result,
                                  std::span<const Histogram> histograms, const Statistics& statistics,
                                  bool explain);
[[nodiscard]] std::string json_of(const Source& source, const histo_cl::Device& device,
                                  const histo_cl::Problem& problem, std::span<const Trial> trials,
                                  const std::optional<histo_cl::Decision>& chosen, bool explain);
[[nodiscard]] std::string json_of(std::span<const histo_cl::Device> devices,
                                  const histo_cl::Device* preferred);

// CSV: a header line, then one line per bin or variant. If a histogram of one axis counts samples out of
// range, its bins are followed by the bins underflow, overflow and nan, and the bin missing if samples are
// missing. Edges that do not exist are empty. Statistics follow after an empty line, with their own header.

// The value of a bin is in the column count. With weights it is in sum, with error if that is requested; in
// minimum or maximum, with count; or in mean, with error and count. Extremes, means and errors are empty
// where they are not defined. If there are several histograms, the first column is their name. A joint
// histogram has the bin and the edges of each axis.
[[nodiscard]] std::string csv_of(const Source& source, const Result& result,
                                 std::span<const Histogram> histograms, const Statistics& statistics);
[[nodiscard]] std::string csv_of(const Source& source, std::span<const Trial> trials);

/// The line of a histogram in --summary. Plain data.
struct Summary {
    std::string name;
    files::ColumnKind kind = files::ColumnKind::number;
    std::uint64_t missing = 0;
    std::uint64_t bad = 0;
    std::string first_bad = {};
    Exact exact = {};
    /// Minimum, percentiles, maximum and mean, with their names, in the order of the columns. Empty for
    /// texts, and if there are no samples.
    std::vector<std::pair<std::string, std::optional<histo_cl::Number>>> values = {};
    /// The texts and their counts, the most frequent first.
    std::vector<std::pair<std::string, std::uint64_t>> texts = {};
    std::vector<double> counts = {}; ///< the count of each bin
};
[[nodiscard]] std::string json_of(std::span<const Summary> summaries);

/// A line for each histogram, in the requested form. Throws UsageError if `result` has no exact statistics.
[[nodiscard]] std::string summary_text(const Command& command, const Source& source, const Result& result,
                                       std::span<const Histogram> histograms);

/// Whether the values of an axis are dates.
[[nodiscard]] bool has_dates(const Source& source, std::size_t axis);
/// Whether the histogram has one axis, and its values are dates.
[[nodiscard]] bool is_date(const Source& source, const Histogram& histogram);

/// The edges of an axis as they are printed: numbers, or dates.
[[nodiscard]] std::vector<std::string> edge_texts(const Source& source, const Result& result,
                                                  std::size_t axis);

/// The pictures of the histograms, and the lines around them. `max_rows` 0: one row per bin for up to 64
/// bins, else at most 32 rows. `others`: see figure_of(). `quiet`: leaves out the lines before and after the
/// pictures and statistics that say what was read, how it was counted, and how long it took.
[[nodiscard]] std::string report(const Source& source, const Result& result,
                                 std::span<const Histogram> histograms, std::span<const Histogram> others,
                                 const Statistics& statistics, const std::string& letters,
                                 std::uint32_t max_rows, const plot::Look& look, bool quiet,
                                 const common::Terminal& terminal);

/// The line that says what was read.
[[nodiscard]] std::string input_line(const Source& source);

/// The program for clBuildProgram, after comment lines with its build options and its numbers.
[[nodiscard]] std::string program_text(const histo_cl::KernelSource& program);

/// The table of --all-variants, with a star at `chosen`, and if requested an explanation of each variant.
[[nodiscard]] std::string table(const Source& source, const histo_cl::Device& device,
                                const histo_cl::Problem& problem, const std::string& letters,
                                std::span<const Trial> trials,
                                const std::optional<histo_cl::Decision>& chosen, bool explain,
                                const common::Terminal& terminal);

/// The maximum number of histograms in one figure, which is the number of colours.
inline constexpr std::size_t max_series = 8;
/// The maximum number of figures in one picture.
inline constexpr std::size_t max_charts = 40;

/// Histograms of one axis each, over the same bins, as series of one figure. If the first counts texts, the
/// figure has only this one. `others`: the histograms to compare with. If there is a single one of these, the
/// figure also has the difference.
[[nodiscard]] plot::Figure figure_of(const Source& source, const Result& result,
                                     std::span<const Histogram> histograms, std::span<const Histogram> others,
                                     const std::string& letters);

/// The figures of all histograms: a single figure if they have the same bins, otherwise a figure for the
/// histograms of each axis, or for each histogram of texts.
[[nodiscard]] std::vector<plot::Figure> figures_of(const Source& source, const Result& result,
                                                   std::span<const Histogram> histograms,
                                                   std::span<const Histogram> others,
                                                   const Statistics& statistics, const std::string& letters);

/// A joint histogram. With three axes the first two are shown, summed over the third.
[[nodiscard]] plot::JointFigure joint_figure_of(const Source& source, const Result& result,
                                                const Histogram& histogram);

/// Writes the picture files that are requested, with a line at each percentile of `statistics`, which may be
/// empty. Throws UsageError for a file that cannot be written, for more than max_series histograms in a
/// figure, for more than max_charts figures, and for an x label if there are several figures.
void write_pictures(const Source& source, const Result& result, std::span<const Histogram> histograms,
                    std::span<const Histogram> others, const Statistics& statistics,
                    const std::string& letters, const PictureArgs& args);

/// Prints the devices.
common::ExitCode list_devices(const Command& command);

/// Writes the pictures, and prints the counts in the requested form. Prints counts instead of a summary if
/// the run was interrupted. `others`: for each histogram of the result, the histogram to compare it with; or
/// empty.
common::ExitCode show(const Command& command, const Source& source, const Result& result,
                      std::span<const Histogram> others = {});

/// Like show(), but shows the histograms `all`, which were counted separately with the problem of the result.
/// Also saves `counted`, unless it is null, if the command has --save.
common::ExitCode show_all(const Command& command, const Source& source, const Result& result,
                          std::span<const Histogram> all, std::span<const Histogram> others,
                          const histo_cl::Partial* counted = nullptr);

/// Loads saved counts of the problem from files. Throws histo_cl::Error.
[[nodiscard]] std::vector<histo_cl::Partial> load_all(const histo_cl::Problem& problem,
                                                      std::span<const std::string> names);

/// Adds saved counts to those of this run, saves the sum if the command names a file for it, and prints it.
common::ExitCode add_and_show(const Command& command, Source source, Result result, histo_cl::Partial counted,
                              std::span<const histo_cl::Partial> saved,
                              std::span<const Histogram> others = {});

/// Returns a text such as "1,000 u8 samples" or "640 elements of 3 u8 channels".
[[nodiscard]] std::string elements_text(std::uint64_t elements, const histo_cl::Problem& problem);

/// Returns the unit of values: "samples" for counts, "weight" for sums, else "minimum", "maximum" or "mean".
[[nodiscard]] std::string unit_of(Of of);

/// The number of elements without a bin in the histogram: "12 out of range", and ", 3 missing" if any are
/// missing. Empty if the number is unknown.
[[nodiscard]] std::string out_of_range_text(const Source& source, const Result& result,
                                            const Histogram& histogram);

/// A description of the decision, and how its kernels are built; empty if there is no decision.
[[nodiscard]] std::string explanation(const Source& source, const Result& result);

/// The decision with which a trial ran, and why its variant was chosen or rejected in the decision `chosen`.
/// If the trial has no result, the reason.
[[nodiscard]] std::string explanation(const Trial& trial, const std::optional<histo_cl::Decision>& chosen);

} // namespace count
