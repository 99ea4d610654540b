// histo_cl_mpi: the histogram of files, counted by the ranks of an MPI job.

#include "common/command_line.hpp"
#include "common/errors.hpp"
#include "common/program.hpp"
#include "common/text.hpp"
#include "common/timing.hpp"
#include "count/command.hpp"
#include "count/counting.hpp"
#include "count/input.hpp"
#include "count/show/show.hpp"
#include "files/input_file.hpp"
#include "mpi/job.hpp"
#include "mpi/split.hpp"

#include <histo_cl/mpi.hpp>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

// Converts the printed fields of a share to JSON, in which ranks send them to rank 0.
namespace histo_cl {
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(DeviceProfile, name, platform, version, driver, type, compute_units,
                                   max_work_group_size, local_memory_bytes, global_memory_bytes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Device, platform_index, device_index, profile)
} // namespace histo_cl
namespace count {
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Share, device, bytes, error, note)
} // namespace count

namespace {

using common::ExitCode;
using common::printable;
using common::UsageError;
using count::Command;
using files::InputFile;
using histo_cl::Problem;
using mpi::Job;

constexpr const char* program = "histo_cl_mpi";

constexpr const char* description =
    "Counts the samples of files into bins by the ranks of an MPI job, and draws the\n"
    "histogram. Several files give one. Run it as: mpirun -n RANKS histo_cl_mpi FILE...\n"
    "Each rank reads its part of each file by MPI-IO and counts it on a device of its own.";

constexpr const char* footer =
    R"(All ranks must be able to open the files. They take the devices of their machine in
turn: those that --device names, else all of the default device's type.
A file whose size changes while it is read, or differs from rank to rank, is an error.
A rank that fails ends the job.

Exit codes: 0 success
            1 wrong counts, found by --verify
            2 invalid options, unreadable input or unwritable output
            3 no usable OpenCL device, or a device error

See also:
  histo_cl(1)
  mpirun(1)

Examples:
  mpirun -n 4 histo_cl_mpi --type f32 --range 0 1 samples.f32
  mpirun -n 16 histo_cl_mpi --letters --json part1.txt part2.txt)";

/// Throws UsageError for a pipe, a device or another special file, because ranks read at any offset.
void require_regular(const std::string& path) {
    std::error_code ignored;
    const auto status = std::filesystem::status(path, ignored);
    if (exists(status) && !is_regular_file(status) && !is_directory(status))
        throw UsageError(printable(path) + ": it is not a regular file, which ranks could share");
}

/// Throws UsageError for a file whose size is not known before it is read, such as compressed data.
void require_known_size(const InputFile& file) {
    if (!file.bytes)
        throw UsageError(
            printable(file.name) +
            ": ranks cannot share it, because its size is not known before it is read (unpack it first)");
}

/// The whole input of a job, equal on all ranks.
struct Input {
    std::vector<InputFile> files;
    Problem problem;
    std::vector<histo_cl::Partial> saved;
};

Input open_input(const Command& command) {
    Input input;
    for (const auto& file : command.files) {
        require_regular(file);
        input.files.push_back(files::open_file(file, command.reading));
    }
    const auto type = files::resolve(input.files, command.reading);
    if (follow_samples(type, command.binning))
        throw UsageError(std::string(name(type)) + " samples need --range LO HI, --edges A,B,... or another "
                                                   "binning: ranks do not look for their range");
    input.problem = problem_of(command, type);
    for (const auto& file : input.files)
        require_known_size(file);
    static_cast<void>(histo_cl::Partial(input.problem)); // throws if the ranks' counts cannot be merged
    if (files::known_bytes(input.files) == 0) count::fail_as_empty(input.files);
    input.saved = count::load_all(input.problem, command.added);
    return input;
}

std::vector<std::uint64_t> sizes_of(const std::vector<InputFile>& files) {
    std::vector<std::uint64_t> sizes;
    for (const auto& file : files)
        sizes.push_back(file.size.value_or(0));
    return sizes;
}

/// Throws UsageError unless file sizes on this rank equal those on rank 0; otherwise ranks would count
/// elements twice or miss some.
void check_sizes(const std::vector<InputFile>& files, const std::vector<std::uint64_t>& of_first) {
    if (files.size() != of_first.size())
        throw UsageError(common::plural(files.size(), "file") + " here, but " +
                         std::to_string(of_first.size()) + " on rank 0");
    for (std::size_t i = 0; i < files.size(); ++i)
        if (files[i].size.value_or(0) != of_first[i])
            throw UsageError(printable(files[i].name) + ": it has " +
                             common::plural(files[i].size.value_or(0), "byte") + " here, but " +
                             common::grouped(of_first[i]) + " on rank 0");
}

histo_cl::Device device_of(const Command& command) {
    if (command.devices.empty()) return histo_cl::device_for_rank(MPI_COMM_WORLD);
    std::vector<histo_cl::Device> devices;
    std::exception_ptr failure;
    try {
        devices = count::devices_of(command);
    } catch (...) {
        failure = std::current_exception();
    }
    devices.resize(std::max<std::size_t>(devices.size(), 1));
    auto device = histo_cl::device_for_rank(MPI_COMM_WORLD, devices); // collective
    if (failure) std::rethrow_exception(failure);
    return device;
}

count::Source source_of(const std::vector<InputFile>& files, std::size_t sample_bytes, const Job& job) {
    count::Source source;
    for (const auto& file : files) {
        source.names.push_back(file.name);
        source.formats.push_back(recognized(file));
        source.bytes += *file.bytes;
        if (file.dropped > 0 && job.rank() == 0)
            common::complain(program, printable(file.name) + ": dropped " +
                                          common::plural(file.dropped, "byte") + " after the last sample");
    }
    source.elements = source.bytes / sample_bytes;
    return source;
}

/// The shares of all ranks' devices, on rank 0. Collective.
std::vector<count::Share> gathered_shares(const Job& job, const std::vector<count::Share>& shares) {
    using Json = nlohmann::json;
    std::vector<count::Share> all;
    for (const auto& text : gathered(job, Json(shares).dump(-1, ' ', false, Json::error_handler_t::replace)))
        for (auto& share : Json::parse(text).get<std::vector<count::Share>>())
            all.push_back(std::move(share));
    return all;
}

/// Counts the files on all ranks, and prints the result on rank 0.
ExitCode count_files(Job& job, const Command& command, Input input, const histo_cl::Device& device) {
    const auto sample_bytes = histo_cl::bytes(input.problem.sample);
    auto source = source_of(input.files, sample_bytes, job);
    std::stop_source stop;
    files::SampleReader reader(mpi::split(std::move(input.files), sample_bytes, job.rank(), job.ranks()),
                               sample_bytes, command.reading.truncate, stop.get_token(),
                               {.leave_out_alpha = true});
    const files::ReadBy by{.ranges = [&] { return mpi::mpi_io_reader(reader.files()); }};

    const common::Stopwatch stopwatch;
    auto [result, partial] = count::count_in_one_pass(command, input.problem, {&device, 1}, reader, stop, by);
    // If merge() fails, it fails on all ranks.
    auto whole = job.together([&counts = *partial] { return merge(MPI_COMM_WORLD, counts, 0); });
    result.measured.whole_seconds = stopwatch.seconds();
    result.shares = gathered_shares(job, result.shares);
    source.missing = mpi::sum(reader.left_out().missing);
    const auto alpha = mpi::sum(reader.left_out().alpha);
    source.elements -= alpha;
    source.leaves_out_alpha = alpha > 0;
    if (result.verified) result.verified = mpi::sum(*result.verified ? 0 : 1) == 0;
    if (whole) return add_and_show(command, source, std::move(result), std::move(*whole), input.saved);
    return result.verified.value_or(true) ? ExitCode::ok : ExitCode::wrong_counts;
}

/// Parses the arguments. Returns nothing if help, version or a manual was printed.
std::optional<Command> parse_command(const common::Arguments& arguments) {
    CLI::App app("", program);
    common::set_up(app);
    const auto command = count::add_options(app, count::Reader::job);
    app.description(description)->footer(footer);
    if (!common::parse(app, count::with_automatic_range(arguments))) return std::nullopt;
    return command();
}

ExitCode run(Job& job, int argc, char** argv) {
    const auto command = job.together([&] { return parse_command({argv + std::min(argc, 1), argv + argc}); });
    if (!command) return ExitCode::ok;
    if (command->mode == count::Mode::list_devices) return count::list_devices(*command);
    auto input = job.together([&] { return open_input(*command); });
    const auto sizes = mpi::of_first(sizes_of(input.files));
    const auto device = job.together([&] {
        auto chosen = device_of(*command);
        check_sizes(input.files, sizes);
        return chosen;
    });
    return count_files(job, *command, std::move(input), device);
}

} // namespace

int main(int argc, char** argv) {
    common::prepare_program(argc, argv, common::Cores::shared);
    const common::Arguments arguments(argv + std::min(argc, 1), argv + argc);
    if (!arguments.empty() && arguments.front() == "--print-options") // runs without an MPI launcher
        return common::run_main(program, [&] {
            static_cast<void>(parse_command(arguments));
            return ExitCode::ok;
        });
    Job job(argc, argv);
    bool completed = false;
    const int code = common::run_main(job.name_of(program), [&] {
        const auto outcome = run(job, argc, argv);
        completed = true;
        return outcome;
    });
    return job.end(code, completed);
}
