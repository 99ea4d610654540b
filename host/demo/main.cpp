// histo_cl_demo: the histogram of files, on any OpenCL device.

#include "common/format.hpp"
#include "common/program.hpp"
#include "common/signals.hpp"
#include "common/status_line.hpp"
#include "common/usage_error.hpp"
#include "demo/command/command.hpp"
#include "demo/command/devices.hpp"
#include "demo/count/one_pass.hpp"
#include "demo/count/samples.hpp"
#include "demo/count/trials.hpp"
#include "demo/show/records.hpp"
#include "demo/show/report.hpp"
#include "demo/show/show.hpp"
#include "files/open_file.hpp"
#include "files/settle.hpp"

#include <clocale>
#include <stop_token>
#include <utility>
#include <vector>

namespace {

using common::ExitCode;
using common::print;
using common::printable;
using common::UsageError;
using demo::add_and_show;
using demo::Command;
using demo::fail_as_empty;
using demo::Output;
using demo::program;
using demo::show;
using histo_cl::Problem;

void complain(const std::string& message) {
    common::complain(program, message);
}

std::vector<files::InputFile> open_files(const Command& command) {
    std::vector<files::InputFile> opened;
    for (const auto& file : command.files)
        opened.push_back(files::open_file(file, command.reading));
    return opened;
}

/// What the reader has read, when it has read all. Tells what is left out.
demo::Source source_of(const files::SampleReader& reader, std::size_t sample_bytes) {
    demo::Source source{
        .names = {}, .bytes = reader.bytes_read(), .samples = reader.bytes_read() / sample_bytes};
    for (const auto& input : reader.files()) {
        source.names.push_back(input.name);
        source.formats.push_back(recognized(input));
        if (input.dropped > 0)
            complain(printable(input.name) + ": dropped " + common::plural(input.dropped, "byte") +
                     " after the last sample");
    }
    if (source.samples == 0) fail_as_empty(reader.files());
    return source;
}

ExitCode show_added(const Command& command, const Problem& problem) {
    demo::Result result;
    result.problem = problem;
    return add_and_show(command, {}, result, histo_cl::Partial(problem),
                        demo::load_all(problem, command.added));
}

ExitCode count_once(const Command& command, const Problem& problem, std::vector<files::InputFile> inputs) {
    const auto saved = demo::load_all(problem, command.added);
    std::stop_source stop;
    const auto devices = demo::devices_of(command);
    const auto sample_bytes = histo_cl::bytes(problem.sample);
    files::SampleReader reader(std::move(inputs), sample_bytes, command.reading.truncate, stop.get_token());
    common::at_next_interrupt([stop]() mutable { stop.request_stop(); });
    auto [result, partial] = demo::count_in_one_pass(command, problem, devices, reader, stop);
    return add_and_show(command, source_of(reader, sample_bytes), std::move(result), std::move(partial),
                        saved);
}

/// Samples in memory, in chunks for one device.
struct InMemory {
    demo::Bytes samples;
    demo::Source source;
    std::vector<std::span<const std::byte>> chunks;
};

/// An expression may use the element's index, which is relative to its chunk.
void require_one_chunk(const InMemory& data, std::uint64_t limit) {
    if (data.chunks.size() > 1)
        throw UsageError("--custom: the samples must fit one buffer of the device, at most " +
                         common::byte_size(limit) + ", but have " + common::byte_size(data.source.bytes));
}

InMemory read_all(const Command& command, const Problem& problem, std::vector<files::InputFile> inputs,
                  const histo_cl::Device& device) {
    const auto sample_bytes = histo_cl::bytes(problem.sample);
    files::SampleReader reader(std::move(inputs), sample_bytes, command.reading.truncate);
    InMemory data;
    data.samples = demo::all_samples(reader);
    data.source = source_of(reader, sample_bytes);
    const auto limit = demo::chunk_limit(device.profile);
    data.chunks = demo::split_chunks(data.samples, sample_bytes, limit);
    if (histo_cl::has_custom_bins(problem)) require_one_chunk(data, limit);
    return data;
}

ExitCode count_again_and_again(const Command& command, const Problem& problem, const histo_cl::Device& device,
                               const InMemory& data) {
    const demo::Session session(device, data.chunks);
    auto result = demo::run(session, problem, command.options, command.repeat.value_or(0));
    result.shares = {{.device = device, .bytes = data.source.bytes}};
    if (command.verify) demo::verify(result, demo::reference_counts(problem, data.chunks));
    return show(command, data.source, result);
}

ExitCode all_variants(const Command& command, const Problem& problem, const histo_cl::Device& device,
                      const InMemory& data) {
    const demo::Session session(device, data.chunks);
    const auto reference = demo::reference_counts(problem, data.chunks);
    common::StatusLine progress;
    const auto show = [&](histo_cl::Variant variant) { progress.show(std::string(name(variant)) + " ..."); };
    const auto trials =
        demo::try_all(session, problem, command.options, command.repeat.value_or(0), reference, show);
    progress.clear();
    const auto chosen = demo::chosen_variant(session, problem, command.options);

    switch (command.output) {
    case Output::json: print(demo::json_of(data.source, device, problem, trials, chosen)); break;
    case Output::csv: print(demo::csv_of(data.source, trials)); break;
    case Output::picture:
        print(demo::table(data.source, device, problem, command.letters, trials, chosen,
                          common::standard_output()));
    }
    const auto verdict = demo::verdict(trials);
    if (verdict == ExitCode::wrong_counts) complain("the counts of a variant differ from the reference");
    if (verdict == ExitCode::device) complain("a variant failed on the device");
    if (verdict == ExitCode::usage) complain("no variant can run");
    return verdict;
}

ExitCode show_source(const Command& command, const Problem& problem, const histo_cl::Device& device,
                     demo::Chunks chunks) {
    const auto plan = demo::Session(device, chunks).plan(problem, command.options);
    print(demo::program_text(histo_cl::kernel_source(plan.problem(), plan.decision())));
    return ExitCode::ok;
}

ExitCode run(const Command& command) {
    if (command.mode == demo::Mode::list_devices) return demo::list_devices(command);
    auto inputs = open_files(command);
    const auto problem = problem_of(command, files::settle(inputs, command.reading));
    problem.validate();
    if (inputs.empty() && !command.added.empty()) return show_added(command, problem);
    if (!inputs.empty() && files::known_bytes(inputs) == 0) fail_as_empty(inputs);
    if (is_one_pass(command)) return count_once(command, problem, std::move(inputs));

    const auto device = demo::devices_of(command).front();
    if (command.mode == demo::Mode::show_source && inputs.empty())
        return show_source(command, problem, device, {});
    const auto data = read_all(command, problem, std::move(inputs), device);
    switch (command.mode) {
    case demo::Mode::all_variants: return all_variants(command, problem, device, data);
    case demo::Mode::show_source: return show_source(command, problem, device, data.chunks);
    default: return count_again_and_again(command, problem, device, data);
    }
}

ExitCode run_command_line(int argc, char** argv) {
    const auto command = demo::parse_command(argc, argv);
    return command ? run(*command) : ExitCode::ok;
}

} // namespace

int main(int argc, char** argv) {
    common::prepare_program();
    std::setlocale(LC_CTYPE, ""); // for the terminal's encoding; numbers keep the C locale
    return common::run_main(program, [&] { return run_command_line(argc, argv); });
}
