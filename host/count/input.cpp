#include "count/input.hpp"

#include "common/errors.hpp"
#include "common/program.hpp"
#include "common/system.hpp"
#include "common/text.hpp"
#include "files/input_file.hpp"

#include <algorithm>
#include <string>

namespace count {

namespace {

constexpr std::size_t first_room = std::size_t{1} << 20U; // bytes allocated at first if the size is unknown

[[noreturn]] void fail_as_too_many(std::uint64_t max) {
    throw common::UsageError(
        "the files hold more than " + common::byte_size(max) +
        " of samples, too much to keep in memory (those of any size are counted in one pass, "
        "without --repeat, --all-variants, --custom and --merge host)");
}

} // namespace

std::uint64_t max_kept() {
    return common::physical_memory() / 2;
}

Bytes all_samples(files::SampleReader& reader, std::uint64_t max) {
    const auto known = files::known_bytes(reader.files());
    if (known.value_or(0) > max) fail_as_too_many(max);
    const auto ranges = files::range_reader();
    Bytes bytes(std::max(known ? static_cast<std::size_t>(*known) : first_room, reader.element_bytes()));
    for (std::size_t used = 0;;) {
        if (bytes.size() - used < reader.element_bytes()) bytes.resize(2 * bytes.size());
        const auto got = reader.read(std::span(bytes).subspan(used), *ranges);
        used += got;
        if (used > max) fail_as_too_many(max);
        if (got == 0 || used == known) {
            bytes.resize(used);
            return bytes;
        }
    }
}

std::vector<std::span<const std::byte>> split_chunks(std::span<const std::byte> samples,
                                                     std::size_t sample_bytes, std::uint64_t limit) {
    const auto max =
        static_cast<std::size_t>(std::max<std::uint64_t>(limit - limit % sample_bytes, sample_bytes));
    std::vector<std::span<const std::byte>> chunks;
    while (!samples.empty()) {
        chunks.push_back(samples.first(std::min(max, samples.size())));
        samples = samples.subspan(chunks.back().size());
    }
    return chunks;
}

using common::printable;

namespace {

/// Opens a file. If `shown` is set, it is the file's name in messages.
files::InputFile open_as(const std::optional<std::string>& shown, const std::string& file,
                         const files::Reading& reading) try {
    return files::open_file(file, reading);
} catch (const common::UsageError& error) {
    const std::string message = error.what();
    if (!shown || !message.starts_with(printable(file))) throw;
    throw common::UsageError(printable(*shown) + message.substr(printable(file).size()));
}

} // namespace

std::vector<files::InputFile> open_files(const Command& command) {
    std::vector<files::InputFile> opened;
    auto reading = command.reading;
    reading.apart = reading.apart || command.pictures.look.together;
    for (const auto& file : command.files) {
        opened.push_back(open_as(command.shown_name, file, reading));
        const auto& columns = opened.back().columns;
        if (columns) reading.columns_type = columns->type;
        if (columns && !reading.found) reading.found = columns->found;
    }
    if (command.shown_name) opened.front().name = *command.shown_name;
    return opened;
}

bool can_be_read_again(std::span<const files::InputFile> inputs) {
    return std::ranges::all_of(inputs, [](const files::InputFile& input) {
        return input.size.has_value() && !input.file.is_standard();
    });
}

Source source_of(const Command& command, const files::SampleReader& reader, std::uint64_t element_bytes,
                 Source source) {
    const auto elements = reader.bytes_read() / element_bytes - reader.left_out().alpha;
    source.bytes += reader.bytes_read();
    source.elements += elements;
    source.missing += reader.left_out().missing;
    for (const auto& input : reader.files()) {
        const auto unit = input.array ? input.array->unit : std::string();
        source.unit = source.names.empty() || source.unit == unit ? unit : "";
        source.names.push_back(input.name);
        source.formats.push_back(recognized(input));
        if (input.columns)
            for (const auto& column : *input.columns->found)
                if (column.others)
                    common::complain(command.program, "column " + printable(column.name) +
                                                          " has too many texts: those that appear after " +
                                                          common::grouped(column.texts.size()) +
                                                          " others are counted together");
        source.is_array = source.is_array || input.array || input.columns;
        const auto& reading = command.reading;
        source.is_text = source.is_text || input.is_text;
        source.is_unknown = !source.is_array && !reading.type && !reading.raw && reading.skip == 0;
        if (input.dropped > 0)
            common::complain(command.program, printable(input.name) + ": dropped " +
                                                  common::plural(input.dropped, "byte") +
                                                  " after the last sample");
    }
    if (elements == 0 && !command.reading.where.empty())
        throw NoSamples(printable(reader.files().front().name) + ": no row satisfies --where");
    if (elements == 0) fail_as_empty(reader.files());
    return source;
}

void fail_as_empty(std::span<const files::InputFile> inputs) {
    throw NoSamples(printable(inputs.front().name) + (inputs.size() > 1 ? " and the others hold" : " holds") +
                    " no samples");
}

using common::UsageError;

namespace {

bool is_missing_device(const histo_cl::Error& error) {
    using enum histo_cl::Status;
    return error.status() == no_platform || error.status() == no_device || error.status() == no_compiler ||
           error.status() == unsupported;
}

bool needs_device(const Command& command) {
    const auto& options = command.options;
    return command.mode != Mode::count || options.calling_thread == false || options.samples_per_launch ||
           options.knobs != histo_cl::Knobs{};
}

/// Whether an option needs a device, or concerns how a device counts.
bool asks_for_device(const Command& command) {
    return needs_device(command) || command.repeat || command.memory || command.explain;
}

std::vector<histo_cl::Device> default_devices(const Command& command) try {
    return {common::device_named({})};
} catch (const histo_cl::Error& error) {
    if (needs_device(command) || !is_missing_device(error)) throw;
    return {};
}

} // namespace

std::vector<histo_cl::Device> devices_of(const Command& command, std::optional<std::uint64_t> bytes) {
    if (command.devices.empty() && bytes && *bytes <= small_input && !asks_for_device(command)) return {};
    if (command.devices.empty()) return default_devices(command);
    std::vector<histo_cl::Device> devices;
    for (const auto& text : command.devices) {
        auto device = common::device_named(text);
        if (std::ranges::find(devices, device.id, &histo_cl::Device::id) != devices.end())
            throw UsageError("--device " + printable(text) + ": " + printable(device.profile.name) +
                             " is given twice");
        devices.push_back(std::move(device));
    }
    return devices;
}

histo_cl::Options options_for(const Command& command, std::span<const histo_cl::Device> devices) {
    auto options = command.options;
    if (devices.empty()) options.calling_thread = true;
    return options;
}

} // namespace count
