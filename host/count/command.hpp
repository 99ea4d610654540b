#pragma once

#include "common/command_line.hpp"
#include "count/binning_args.hpp"
#include "count/input_args.hpp"
#include "count/output_args.hpp"

#include <histo_cl/histo_cl.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace count {

enum class Mode { count, all_variants, show_source, list_devices, report };
enum class Output { picture, json, csv };

/// The reader of the files: one process, or the ranks of an MPI job. Ranks split files, so the files must be
/// regular, and they are read in one pass.
enum class Reader { process, job };

/// The parsed command line. Plain data.
struct Command {
    std::string program; ///< the program's name, for messages
    Mode mode = Mode::count;
    Output output = Output::picture;
    /// "-" is standard input. May be empty for Mode::show_source and with `added`.
    std::vector<std::string> files;
    bool live = false;                     ///< counts again and again, as samples arrive
    std::optional<std::string> shown_name; ///< the name that messages and output show for the only file
    files::Reading reading;
    SelectionArgs selection;
    BinningArgs binning;
    /// Default: inclusive if the bins depend on the samples, else exclusive.
    std::optional<histo_cl::LastEdge> last_edge;
    histo_cl::OutOfRange out_of_range = {};
    histo_cl::Options options;
    std::vector<std::string> devices;    ///< empty: the default device, or the calling thread
    std::optional<std::uint64_t> memory; ///< maximum number of bytes of samples on their way to the devices
    std::optional<std::string> save;     ///< the file for the counts, as a histo_cl::Partial
    std::vector<std::string> added;      ///< files of saved counts to add; with them, no FILE is needed
    /// The letters to count, in either case: "a-z", or a list such as "acgt". `binning` has their bins.
    /// Empty: the samples are not letters.
    std::string letters;
    bool explain = false;
    bool verify = false;
    bool summary = false;                ///< prints a line for each histogram in place of its counts
    bool quiet = false;                  ///< prints only the picture and the statistics
    std::optional<std::uint32_t> repeat; ///< number of timed runs on samples in memory
    AnalysisArgs analysis;
    PictureArgs pictures;
    std::uint32_t max_rows = 0; ///< maximum number of rows of the picture; 0: the default of --rows
};

/// Whether all samples are kept in memory. They are if the command reads samples again, uses their index or
/// position, combines channels or files, or merges on the host. Otherwise the files are read once, or twice
/// if the range of the samples must be found.
[[nodiscard]] bool keeps_samples(const Command& command);

/// Whether counts are saved, or added to saved counts.
[[nodiscard]] inline bool saves(const Command& command) {
    return command.save || !command.added.empty();
}

/// Returns the problem for samples of the given type, with one axis, whose bins must not depend on the
/// samples. max_samples is not set. Throws UsageError and histo_cl::Error.
[[nodiscard]] histo_cl::Problem problem_of(const Command& command, histo_cl::SampleType type);

/// Returns the problem for samples of the given type, with one axis of the given bins.
[[nodiscard]] histo_cl::Problem problem_of(const Command& command, histo_cl::SampleType type,
                                           histo_cl::Binning binning);

/// Returns the arguments with two "auto" for each automatic range, because --range and --log take two values.
/// A single "auto" after these options is doubled, and two are added after a --log that no number follows.
[[nodiscard]] common::Arguments with_automatic_range(const common::Arguments& typed);

/// The percentiles that are requested; empty if none are.
[[nodiscard]] std::vector<double> percents_of(const Command& command);

/// Adds the options and the help texts to a parser, which must stay alive. Returns a function that interprets
/// the options' values after parsing, and throws UsageError.
[[nodiscard]] std::function<Command()> add_options(CLI::App& app, Reader reader = Reader::process);

} // namespace count
