#include "common/errors.hpp"
#include "common/terminal.hpp"
#include "common/text.hpp"
#include "common/timing.hpp"
#include "count/binning_args.hpp"
#include "count/counting.hpp"
#include "count/result.hpp"
#include "files/sample_reader.hpp"

#include <histo_cl/stream.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace count {

namespace {

/// Returns a time in whole seconds, rounded up, such as "6 s" or "3 min 05 s"; times of an hour or more are
/// without seconds, such as "2 h 04 min".
std::string time_text(double seconds) {
    const auto all = static_cast<std::uint64_t>(std::ceil(std::clamp(seconds, 0.0, 1e9)));
    const auto two_digits = [](std::uint64_t value) {
        return (value < 10 ? "0" : "") + std::to_string(value);
    };
    if (all < 60) return std::to_string(all) + " s";
    if (all < 3600) return std::to_string(all / 60) + " min " + two_digits(all % 60) + " s";
    return std::to_string(all / 3600) + " h " + two_digits(all % 3600 / 60) + " min";
}

} // namespace

std::string progress_text(const histo_cl::Progress& progress, std::optional<std::uint64_t> total) {
    std::string text = common::byte_size(progress.bytes);
    if (total) text += " of " + common::byte_size(*total);
    text += ", " + common::rate(progress.bytes_per_second, "B");
    if (total && progress.bytes_per_second > 0) {
        const auto left = *total - std::min(*total, progress.bytes);
        text += ", " + time_text(static_cast<double>(left) / progress.bytes_per_second) + " left";
    }
    return text;
}

namespace {

constexpr double seconds_before_progress = 0.5; // shorter runs show no progress

histo_cl::StreamOptions stream_options(const Command& command, std::span<const histo_cl::Device> devices,
                                       std::optional<std::uint64_t> total, common::StatusLine& line) {
    histo_cl::StreamOptions options{.options = options_for(command, devices), .devices = devices};
    if (command.memory) options.memory = *command.memory;
    if (total && *total <= 1U << 20U)
        options.chunk_bytes = *total; // the kernel is built for that number of samples
    if (line.is_on())
        options.progress = [&line, total](const histo_cl::Progress& progress) {
            if (progress.seconds >= seconds_before_progress) line.show(progress_text(progress, total));
        };
    return options;
}

} // namespace

Counted count_in_one_pass(const Command& command, const histo_cl::Problem& problem,
                          std::span<const histo_cl::Device> devices, files::SampleReader& reader,
                          const std::stop_source& stop, files::ReadBy by) {
    const auto total = files::known_bytes(reader.files());
    common::StatusLine line;
    Result result;
    result.problem = problem;
    histo_cl::Stream stream(problem, stream_options(command, devices, total, line));
    result.problem.max_samples = stream.chunk_bytes() / element_bytes(problem);
    const histo_cl::Shape shape{.count = total.value_or(0) / element_bytes(problem)};
    const bool is_small = may_need_no_plan(problem, shape, devices, command.options);
    if (!is_small) describe_plan(result, devices, command.options);
    std::mutex mutex;
    std::vector<std::uint64_t> reference(command.verify ? problem.counters() : 0);
    const bool is_table =
        std::ranges::any_of(reader.files(), [](const auto& file) { return file.columns.has_value(); });
    if (is_table) result.without.resize(problem.axes.size());
    const auto add = [&](std::vector<std::uint64_t>& all, const auto& here) {
        const std::lock_guard lock(mutex);
        std::ranges::transform(all, here, all.begin(), std::plus{});
    };
    by.after = [&](std::span<std::byte> samples) {
        if (!command.letters.empty()) select_letters(samples, command.letters);
        if (!result.without.empty()) add(result.without, nans_of(problem, samples));
        if (command.verify) add(reference, histo_cl::reference_histogram(problem, samples));
    };

    const common::Stopwatch stopwatch;
    const auto push = [&](const files::Fill& fill) { return stream.push(stream.chunk_bytes(), fill); };
    try {
        files::read_by_threads(reader, by, push, stop);
    } catch (const common::Interrupted&) {
        if (stream.elements() == 0) throw;
        result.interrupted = true;
    }
    auto partial = stream.partial();
    result.measured.counts = bits_of(partial.histogram());
    result.measured.whole_seconds = stopwatch.seconds();
    result.measured.from_files = true;
    if (!result.interrupted) reader.require_same_sizes();
    if (command.verify) result.verified = result.measured.counts == reference;
    const auto shares = stream.shares();
    for (std::size_t i = 0; i < devices.size(); ++i)
        result.shares.push_back({devices[i], shares[i].bytes, shares[i].error, shares[i].note});
    if (!is_small) return {std::move(result), std::move(partial)};
    if (shares.front().calling_thread_bytes == shares.front().bytes)
        describe_calling_thread(result, {.count = stream.elements()}, devices, command.options);
    else
        describe_plan(result, devices, command.options);
    return {std::move(result), std::move(partial)};
}

} // namespace count
