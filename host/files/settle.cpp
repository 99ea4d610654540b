#include "files/settle.hpp"

#include "common/format.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

namespace files {

using histo_cl::SampleType;

namespace {

SampleType type_of(const InputFile& file, const std::optional<SampleType>& wanted) {
    if (file.columns) return file.columns->type;
    if (!file.array) return wanted.value_or(SampleType::u8);
    if (file.array->type) return *file.array->type;
    if (wanted && histo_cl::bytes(*wanted) == sample_bytes(*file.array)) return *wanted;
    fail_with(file, "its .npy header says 'V2', two bytes of any type, as NumPy writes bfloat16: --type has "
                    "to say which");
}

void check_type(const InputFile& file, SampleType type, const Reading& reading) {
    const auto own = type_of(file, reading.type);
    if (own == type) return;
    const std::string other = reading.type
                                  ? ", not " + std::string(name(type)) + " as --type says"
                                  : ", but those of the files before it are " + std::string(name(type));
    const std::string hint = file.array ? raw_hint : " (--type says what files without a .npy header have)";
    fail_with(file, "its samples are " + std::string(name(own)) + other + hint);
}

std::string_view text_of(std::endian order) {
    return order == std::endian::big ? "big" : "little";
}

void settle_order(InputFile& file, std::size_t sample_bytes, const Reading& reading) {
    if (file.columns) return;
    file.byte_order = file.array ? file.array->byte_order : reading.byte_order.value_or(std::endian::native);
    if (sample_bytes > 1 && file.byte_order != reading.byte_order.value_or(file.byte_order))
        fail_with(file, "its samples are " + std::string(text_of(file.byte_order)) + "-endian, not " +
                            std::string(text_of(*reading.byte_order)) + "-endian as --byte-order says" +
                            raw_hint);
}

/// So many samples in bytes, or more than there can be.
std::uint64_t bytes_of(std::uint64_t samples, std::size_t sample_bytes) {
    constexpr auto most = std::numeric_limits<std::uint64_t>::max();
    return samples > most / sample_bytes ? most : samples * sample_bytes;
}

/// What --count counts: rows of a table, else samples.
std::uint64_t limit_of(const InputFile& file, std::uint64_t count, std::size_t sample_bytes) {
    const auto samples = file.columns ? file.columns->names.size() : 1;
    return bytes_of(count, samples * sample_bytes);
}

void settle_size(InputFile& file, std::size_t sample_bytes, const Reading& reading) {
    const auto there = bytes_there(file);
    if (file.array) file.bytes = samples_of(*file.array) * sample_bytes;
    if (there && !file.array) file.bytes = *there - *there % sample_bytes;
    if (there && *there < *file.bytes) fail_as_short(file, *there);
    if (reading.count) {
        const auto most = limit_of(file, *reading.count, sample_bytes);
        if (most < file.bytes.value_or(std::numeric_limits<std::uint64_t>::max())) file.most = most;
        if (file.most && file.bytes) file.bytes = file.most;
    }
    if (!there || file.most) return;
    file.dropped = *there - *file.bytes;
    if (file.dropped == 0 || reading.truncate) return;
    if (file.array) fail_as_long(file);
    fail_as_ragged(file, *there, sample_bytes);
}

/// Another shape than the format's, or one for samples without any.
void settle_shape(InputFile& file, SampleType type, const Reading& reading) {
    if (reading.shape.empty()) return;
    Array shaped = file.array.value_or(Array{.type = type, .byte_order = file.byte_order, .shape = {}});
    shaped.has_alpha = shaped.has_alpha && shaped.shape.back() == reading.shape.back();
    shaped.shape = reading.shape;
    if (file.array && samples_of(shaped) != samples_of(*file.array))
        fail_with(file, "it has " + common::plural(samples_of(*file.array), "sample") + ", but --shape has " +
                            common::grouped(samples_of(shaped)));
    file.array = std::move(shaped);
}

void settle_markers(InputFile& file, SampleType type, const Reading& reading) {
    file.markers = {.type = type};
    if (reading.nodata && file.source) file.source->ignore_markers();
    const auto own = file.array ? file.array->missing : std::vector<histo_cl::Number>();
    for (const auto& value : reading.nodata.value_or(own)) {
        const auto bits = sample_bits(type, value);
        if (bits) file.markers.bits.push_back(*bits);
        if (!bits && reading.nodata)
            fail_with(file, "no sample is " + value.to_string() + " as --nodata says: they are " +
                                std::string(name(type)));
    }
}

} // namespace

SampleType settle(std::span<InputFile> files, const Reading& reading) {
    const auto type = files.empty() ? reading.type.value_or(SampleType::u8) : [&] {
        return reading.type ? *reading.type : type_of(files.front(), reading.type);
    }();
    const auto sample_bytes = histo_cl::bytes(type);
    for (auto& file : files) {
        check_type(file, type, reading);
        settle_order(file, sample_bytes, reading);
        settle_shape(file, type, reading);
        settle_size(file, sample_bytes, reading);
        settle_markers(file, type, reading);
    }
    return type;
}

} // namespace files
