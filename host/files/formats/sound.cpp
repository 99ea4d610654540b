#include "files/formats/format.hpp"

#include <array>

#ifdef HISTO_CL_HAS_SNDFILE

#include "common/text.hpp"

#include <cstdio>
#include <cstring>
#include <sndfile.h>
#include <type_traits>

#endif

namespace files {

namespace {

constexpr std::string_view package = "libsndfile1-dev";

bool is_wav(const Start& start) {
    return (has(start, 0, "RIFF") || has(start, 0, "RF64")) && has(start, 8, "WAVE");
}

bool is_flac(const Start& start) {
    return has(start, 0, "fLaC");
}

bool is_aiff(const Start& start) {
    return has(start, 0, "FORM") && (has(start, 8, "AIFF") || has(start, 8, "AIFC"));
}

bool is_au(const Start& start) {
    return has(start, 0, ".snd");
}

#ifdef HISTO_CL_HAS_SNDFILE

using histo_cl::SampleType;

struct Close {
    void operator()(SNDFILE* file) const { ::sf_close(file); }
};
using Sound = std::unique_ptr<SNDFILE, Close>;

CallbackFile& file_of(void* user) {
    return *static_cast<CallbackFile*>(user);
}

sf_count_t length(void* user) {
    return static_cast<sf_count_t>(file_of(user).size());
}

sf_count_t seek(sf_count_t to, int from, void* user) {
    auto& file = file_of(user);
    const auto base = from == SEEK_SET   ? 0
                      : from == SEEK_CUR ? static_cast<sf_count_t>(file.offset())
                                         : static_cast<sf_count_t>(file.size());
    if (to < -base) return -1;
    file.seek(static_cast<std::uint64_t>(base + to));
    return base + to;
}

sf_count_t read_some(void* to, sf_count_t bytes, void* user) {
    return static_cast<sf_count_t>(
        file_of(user).read({static_cast<std::byte*>(to), static_cast<std::size_t>(bytes)}));
}

sf_count_t tell(void* user) {
    return static_cast<sf_count_t>(file_of(user).offset());
}

/// Returns the type of the stored samples. Samples of 24 bits are i32; samples of other encodings, such as
/// A-law, are i16.
SampleType type_of(int format) {
    switch (format & SF_FORMAT_SUBMASK) {
    case SF_FORMAT_PCM_U8: return SampleType::u8;
    case SF_FORMAT_PCM_S8: return SampleType::i8;
    case SF_FORMAT_PCM_24:
    case SF_FORMAT_PCM_32: return SampleType::i32;
    case SF_FORMAT_FLOAT: return SampleType::f32;
    case SF_FORMAT_DOUBLE: return SampleType::f64;
    default: return SampleType::i16;
    }
}

sf_count_t read_frames(SNDFILE* file, std::int16_t* to, sf_count_t frames) {
    return ::sf_readf_short(file, to, frames);
}
sf_count_t read_frames(SNDFILE* file, std::int32_t* to, sf_count_t frames) {
    return ::sf_readf_int(file, to, frames);
}
sf_count_t read_frames(SNDFILE* file, float* to, sf_count_t frames) {
    return ::sf_readf_float(file, to, frames);
}
sf_count_t read_frames(SNDFILE* file, double* to, sf_count_t frames) {
    return ::sf_readf_double(file, to, frames);
}

constexpr std::size_t header_bytes = 28; // ends after the size of RF64

/// Returns the number of bytes that the header of a WAV, AIFF or AU file declares; 0 if that is unknown.
/// Programs that write to a pipe declare about 2^31 or 2^32 bytes, which counts as unknown. libsndfile then
/// reads what there is.
std::uint64_t declared_bytes(std::span<const std::byte, header_bytes> header) {
    const auto number = [&](std::size_t at, bool is_little, std::size_t bytes = 4) {
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < bytes; ++i)
            value =
                value << 8U | std::to_integer<std::uint64_t>(header[at + (is_little ? bytes - 1 - i : i)]);
        return value;
    };
    const auto is_known = [](std::uint64_t bytes) {
        constexpr std::uint64_t near = 0x10000;
        constexpr auto end = std::uint64_t{1} << 32U;
        return bytes != 0 && bytes < end - near && (bytes < end / 2 - near || bytes >= end / 2 + near);
    };
    const auto begins = [&](std::string_view magic) {
        return std::memcmp(header.data(), magic.data(), magic.size()) == 0;
    };
    if (begins("RF64")) {
        const auto bytes = number(20, true, 8);
        return bytes == 0 || bytes > ~std::uint64_t{8} ? 0 : bytes + 8;
    }
    if (begins("RIFF") || begins("FORM")) {
        const auto bytes = number(4, begins("RIFF"));
        return is_known(bytes) ? bytes + 8 : 0;
    }
    const auto bytes = number(8, false);
    return begins(".snd") && is_known(bytes) ? number(4, false) + bytes : 0;
}

/// A file whose samples libsndfile reads.
class Reader {
  public:
    Reader(SeekableFile file, std::string_view format)
        : opened_(std::move(file)), format_(format), at_(opened_) {
        std::array<std::byte, header_bytes> header{};
        static_cast<void>(at_.read(header));
        at_.seek(0);
        const auto declared = declared_bytes(header);
        if (declared > at_.size() + 1) // the byte that pads the last chunk may be missing
            fail_as_unreadable(format_, "it ends too early, after " + common::grouped(at_.size()) + " of " +
                                            common::plural(declared, "byte"));
        SF_VIRTUAL_IO calls{length, seek, read_some, nullptr, tell};
        sound_.reset(::sf_open_virtual(&calls, SFM_READ, &info_, &at_));
        at_.rethrow();
        if (!sound_) fail_as_unreadable(format_, ::sf_strerror(nullptr));
        if (info_.frames < 0 || info_.channels <= 0) fail_as_unreadable(format_, "it has no samples");
    }

    [[nodiscard]] const SF_INFO& info() const { return info_; }

    /// Reads exactly `frames` frames, as samples of the type.
    void read(SampleType type, std::uint64_t frames, std::vector<std::byte>& to) {
        switch (type) {
        case SampleType::u8: return read_as<std::uint8_t, std::int16_t>(frames, to, 8);
        case SampleType::i8: return read_as<std::int8_t, std::int16_t>(frames, to, 8);
        case SampleType::i32:
            return read_as<std::int32_t, std::int32_t>(
                frames, to, (info_.format & SF_FORMAT_SUBMASK) == SF_FORMAT_PCM_24 ? 8 : 0);
        case SampleType::f32: return read_as<float, float>(frames, to, 0);
        case SampleType::f64: return read_as<double, double>(frames, to, 0);
        default: return read_as<std::int16_t, std::int16_t>(frames, to, 0);
        }
    }

  private:
    /// libsndfile shifts integers so that they fill a wider type. This shifts them back by `shift` bits.
    /// Samples of 8 bits in WAV are unsigned, with silence at 128.
    template <class Sample, class Read>
    void read_as(std::uint64_t frames, std::vector<std::byte>& to, unsigned shift) {
        std::vector<Read> read(static_cast<std::size_t>(frames) * static_cast<std::size_t>(info_.channels));
        const auto got = read_frames(sound_.get(), read.data(), static_cast<sf_count_t>(frames));
        at_.rethrow();
        if (::sf_error(sound_.get()) != SF_ERR_NO_ERROR)
            fail_as_unreadable(format_, ::sf_strerror(sound_.get()));
        if (got != static_cast<sf_count_t>(frames)) fail_as_unreadable(format_, "it ends too early");
        to.resize(read.size() * sizeof(Sample));
        for (std::size_t i = 0; i < read.size(); ++i) {
            auto value = read[i];
            if constexpr (std::is_integral_v<Read>)
                value = static_cast<Read>((value >> shift) + (std::is_unsigned_v<Sample> ? 128 : 0));
            const auto sample = static_cast<Sample>(value);
            std::memcpy(to.data() + i * sizeof sample, &sample, sizeof sample);
        }
    }

    SeekableFile opened_;
    std::string_view format_;
    CallbackFile at_;
    SF_INFO info_{};
    Sound sound_;
};

class FrameSource : public BlockSource {
  public:
    FrameSource(std::unique_ptr<Reader> reader, SampleType type)
        : reader_(std::move(reader)), type_(type), rest_(static_cast<std::uint64_t>(reader_->info().frames)) {
    }

  private:
    [[nodiscard]] bool next_block(std::vector<std::byte>& block, const Wake* /*wake*/) override {
        constexpr std::uint64_t max_samples = 1U << 16U;
        const auto channels = static_cast<std::uint64_t>(reader_->info().channels);
        const auto frames = std::min(rest_, std::max<std::uint64_t>(max_samples / channels, 1));
        if (frames > 0) reader_->read(type_, frames, block);
        rest_ -= frames;
        return frames > 0;
    }

    std::unique_ptr<Reader> reader_;
    SampleType type_;
    std::uint64_t rest_; ///< number of frames that have not been read
};

template <const std::string_view& format>
Decoded decode(SeekableFile file, std::string_view /*part*/) {
    auto reader = std::make_unique<Reader>(std::move(file), format);
    const auto& info = reader->info();
    const auto type = type_of(info.format);
    Array array{.type = type, .shape = {static_cast<std::uint64_t>(info.frames)}};
    add_channels(array, static_cast<std::uint32_t>(info.channels));
    return {std::move(array), std::make_unique<FrameSource>(std::move(reader), type)};
}

#else

template <const std::string_view& format>
constexpr Decoded (*decode)(SeekableFile, std::string_view) = nullptr;

#endif

constexpr std::string_view wav = "WAV";
constexpr std::string_view flac = "FLAC";
constexpr std::string_view aiff = "AIFF";
constexpr std::string_view au = "AU";

} // namespace

std::span<const Format> sound_formats() {
    static constexpr std::array formats{
        Format{.name = wav, .matches = is_wav, .package = package, .decode = decode<wav>},
        Format{.name = flac, .matches = is_flac, .package = package, .decode = decode<flac>},
        Format{.name = aiff, .matches = is_aiff, .package = package, .decode = decode<aiff>},
        Format{.name = au, .matches = is_au, .package = package, .decode = decode<au>}};
    return formats;
}

} // namespace files
