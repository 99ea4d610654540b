#pragma once

#include "demo/command/binning_args.hpp"
#include "demo/command/picture_args.hpp"
#include "demo/command/reading_args.hpp"

#include <histo_cl/histo_cl.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace demo {

inline constexpr const char* program = "histo_cl_demo";
inline constexpr const char* short_program = "histo_cl"; ///< installed as well, as a link

enum class Mode { count, all_variants, show_source, list_devices };
enum class Output { picture, json, csv };

/// A program with these options. That of an MPI job splits files, so it takes regular ones, in one pass.
struct Program {
    const char* name;
    const char* description;
    const char* footer;
    bool is_job = false;
    const char* alias = nullptr; ///< another name that it is installed by
};

/// The parsed command line. Plain data.
struct Command {
    std::string program; ///< its name, for messages
    Mode mode = Mode::count;
    Output output = Output::picture;
    std::vector<std::string>
        files; ///< "-" is standard input; may be empty for Mode::show_source and with `added`
    files::Reading reading;
    BinningArgs binning;
    histo_cl::LastEdge last_edge = {};
    histo_cl::OutOfRange out_of_range = {};
    histo_cl::Options options;
    std::vector<std::string> devices;    ///< empty: the default device
    std::optional<std::uint64_t> memory; ///< for samples on their way, in bytes
    std::optional<std::string> save;     ///< where the counts go, as a histo_cl::Partial
    std::vector<std::string> added;      ///< saved counts that are added; FILE may be missing then
    bool letters = false;
    bool explain = false;
    bool verify = false;
    std::optional<std::uint32_t> repeat; ///< timed runs of samples in memory
    PictureArgs pictures;
    std::uint32_t most_rows = 0; ///< of the picture; 0: see --help
};

/// Whether the files are read once, rather than kept in memory for what reads samples again, counts them with
/// their index, or cannot be enqueued.
[[nodiscard]] bool is_one_pass(const Command& command);

/// The problem of samples of that type, without max_samples. Throws UsageError and histo_cl::Error.
[[nodiscard]] histo_cl::Problem problem_of(const Command& command, histo_cl::SampleType type);

/// Parses the command line. Empty if help or version was printed. Throws UsageError.
[[nodiscard]] std::optional<Command> parse_command(int argc, char** argv);
[[nodiscard]] std::optional<Command> parse_command(int argc, char** argv, const Program& program);

} // namespace demo
