#include "common/command_line.hpp"
#include "common/program.hpp"
#include "common/text.hpp"
#include "common/timing.hpp"
#include "mpi/job.hpp"

#include <histo_cl/mpi.hpp>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Measures how long MPI takes to add up the counts of all ranks, and how long counting on all ranks takes
// with and without adding up the counts.

namespace {

using common::duration;
using common::ExitCode;
using common::pad_left;
using common::pad_right;
using histo_cl::Problem;

constexpr const char* program = "histo_cl_bench_mpi";

constexpr const char* footer =
    R"(Run it by mpirun. Times are of the slowest rank, the median of the runs: of a merge()
on all ranks and on rank 0 alone, for 1 KiB to 64 MiB of counts, and of histogram()
from host samples to counts, for as many samples on each rank.

Exit codes: 0 success
            2 invalid options
            3 no usable OpenCL device, or a device error

See also:
  histo_cl_mpi(1)
  mpirun(1))";

struct Command {
    std::uint64_t mebibytes = 64;
    std::uint64_t runs = 20;
};

std::optional<Command> parse(int argc, char** argv) {
    CLI::App app("Times merging the counts of MPI ranks.", program);
    common::set_up(app);
    app.footer(footer);
    Command command;
    common::add_whole_number(app, "--samples", command.mebibytes,
                             "MiB of f32 samples on each rank (default 64)", 1, 65536);
    common::add_whole_number(app, "--runs", command.runs, "timed calls (default 20)", 1, 100000);
    if (!common::parse(app, {argv + 1, argv + argc})) return std::nullopt;
    return command;
}

/// The median time of the calls, after one call to warm up. Each call starts on all ranks at once, and its
/// time is that of the slowest rank.
double median(std::uint64_t runs, const std::function<void()>& call) {
    return common::median_of(runs, [&] {
        MPI_Barrier(MPI_COMM_WORLD);
        double taken = common::seconds_of(call);
        MPI_Allreduce(MPI_IN_PLACE, &taken, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        return taken;
    });
}

Problem problem_of(std::uint32_t bins) {
    return {.sample = histo_cl::SampleType::f32, .axes = {histo_cl::even_bins(bins, 0, 1)}};
}

std::string kibibytes(std::uint64_t bytes) {
    return bytes < 1U << 20U ? std::to_string(bytes >> 10U) + " KiB" : std::to_string(bytes >> 20U) + " MiB";
}

std::string line(const std::array<std::string, 4>& cells) {
    return pad_right(cells[0], 10) + pad_left(cells[1], 12) + pad_left(cells[2], 12) +
           pad_left(cells[3], 12) + "\n";
}

/// A line with the times of MPI_Allreduce, of merge() on all ranks, and of merge() on rank 0.
std::string merge_line(std::uint32_t bins, std::uint64_t runs) {
    const histo_cl::Partial partial(problem_of(bins));
    std::vector<std::uint64_t> words(bins);
    const auto reduce = median(runs, [&] {
        MPI_Allreduce(MPI_IN_PLACE, words.data(), static_cast<int>(bins), MPI_UINT64_T, MPI_SUM,
                      MPI_COMM_WORLD);
    });
    const auto on_all = median(runs, [&] { static_cast<void>(merge(MPI_COMM_WORLD, partial)); });
    const auto on_one = median(runs, [&] { static_cast<void>(merge(MPI_COMM_WORLD, partial, 0)); });
    return line({kibibytes(std::uint64_t{8} * bins), duration(reduce), duration(on_all), duration(on_one)});
}

/// Samples from 0 to 1, evenly spread.
std::vector<float> samples_of(std::uint64_t count) {
    std::vector<float> samples(count);
    for (std::uint64_t i = 0; i < count; ++i)
        samples[i] = static_cast<float>(std::fmod(static_cast<double>(i) * 0.6180339887498949, 1.0));
    return samples;
}

std::string count_lines(const Command& command) {
    const auto samples = samples_of(command.mebibytes << 18U);
    const auto problem = problem_of(256);
    const histo_cl::HostData data{.samples = std::as_bytes(std::span(samples))};
    const auto device = histo_cl::device_for_rank(MPI_COMM_WORLD);
    const auto alone = median(command.runs, [&] { static_cast<void>(histogram(problem, data, {}, device)); });
    histo_cl::MpiOptions options;
    // Not {.device = device}, for which GCC 14 warns that the other members are uninitialized.
    options.device = device;
    const auto together =
        median(command.runs, [&] { static_cast<void>(histogram(MPI_COMM_WORLD, problem, data, options)); });
    return std::to_string(command.mebibytes) + " MiB of f32 on each rank into 256 bins: counting " +
           duration(alone) + ", counting and merging " + duration(together) + "\n";
}

ExitCode run(const Command& command, int ranks) {
    auto text = common::plural(static_cast<std::uint64_t>(ranks), "rank") + "\n" +
                line({"counts", "Allreduce", "merge", "to one rank"});
    for (std::uint32_t bins = 1U << 7U; bins <= 1U << 23U; bins *= 4)
        text += merge_line(bins, command.runs);
    text += count_lines(command);
    common::print(text);
    return ExitCode::ok;
}

} // namespace

int main(int argc, char** argv) {
    common::prepare_program(argc, argv, common::Cores::shared);
    if (argc > 1 && std::string_view(argv[1]) == "--print-options") // runs without an MPI launcher
        return common::run_main(program, [&] {
            static_cast<void>(parse(argc, argv));
            return ExitCode::ok;
        });
    const mpi::Job job(argc, argv);
    return common::run_main(job.name_of(program), [&] {
        const auto command = parse(argc, argv);
        return command ? run(*command, job.ranks()) : ExitCode::ok;
    });
}
