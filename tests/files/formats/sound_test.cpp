// Sound files that libsndfile writes.

#ifdef HISTO_CL_HAS_SNDFILE

#include "files/contents.hpp"
#include "pack.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <sndfile.h>
#include <string>
#include <vector>

using namespace files;
using namespace files::test;

namespace {

constexpr int frames = 70'000; // several blocks

/// Writes 32-bit integers to a sound file. libsndfile keeps the upper bits of each sample.
std::string write_sound(const Files& files, const std::string& name, int format, int channels,
                        const std::vector<std::int32_t>& samples) {
    SF_INFO info{};
    info.samplerate = 8000;
    info.channels = channels;
    info.format = format;
    SNDFILE* const file = ::sf_open(files.path(name).c_str(), SFM_WRITE, &info);
    REQUIRE(file != nullptr);
    CHECK(::sf_write_int(file, samples.data(), static_cast<sf_count_t>(samples.size())) ==
          static_cast<sf_count_t>(samples.size()));
    ::sf_close(file);
    return files.path(name);
}

std::vector<std::int32_t> some_samples(int channels) {
    std::vector<std::int32_t> samples;
    for (int i = 0; i < frames * channels; ++i)
        samples.push_back(static_cast<std::int32_t>(static_cast<std::uint32_t>(i) * 2654435761U));
    return samples;
}

/// The samples shifted right by `bits`, plus `zero`.
template <class Sample>
std::string stored(const std::vector<std::int32_t>& samples, unsigned bits, std::int32_t zero = 0) {
    std::vector<Sample> all;
    for (const auto sample : samples)
        all.push_back(static_cast<Sample>((sample >> bits) + zero));
    return files::test::bytes_of(all);
}

} // namespace

TEST_CASE("sound: reads the stored integers, and channels as channels") {
    const Files files;
    const auto one = some_samples(1);
    const auto two = some_samples(2);
    const auto check = [&](const std::string& name, int format, int channels, const std::string& type,
                           const std::string& expected) {
        CAPTURE(name);
        const auto& samples = channels == 1 ? one : two;
        const auto found = contents_of(write_sound(files, name, format, channels, samples), 77'777);
        const auto shape = channels == 1 ? std::string("70,000 ") : std::string("70,000 x 2 ");
        auto kind = name.substr(2);
        std::ranges::transform(kind, kind.begin(), [](unsigned char c) { return std::toupper(c); });
        CHECK(found.recognized == kind + ", " + shape + type);
        CHECK(found.samples == expected);
    };
    check("a.wav", SF_FORMAT_WAV | SF_FORMAT_PCM_U8, 1, "u8", stored<std::uint8_t>(one, 24, 128));
    check("b.wav", SF_FORMAT_WAV | SF_FORMAT_PCM_16, 2, "i16", stored<std::int16_t>(two, 16));
    check("c.wav", SF_FORMAT_WAV | SF_FORMAT_PCM_24, 1, "i32", stored<std::int32_t>(one, 8));
    check("d.wav", SF_FORMAT_WAV | SF_FORMAT_PCM_32, 2, "i32", stored<std::int32_t>(two, 0));
    check("e.flac", SF_FORMAT_FLAC | SF_FORMAT_PCM_S8, 1, "i8", stored<std::int8_t>(one, 24));
    check("f.flac", SF_FORMAT_FLAC | SF_FORMAT_PCM_16, 2, "i16", stored<std::int16_t>(two, 16));
    check("g.flac", SF_FORMAT_FLAC | SF_FORMAT_PCM_24, 1, "i32", stored<std::int32_t>(one, 8));
    check("i.aiff", SF_FORMAT_AIFF | SF_FORMAT_PCM_S8, 1, "i8", stored<std::int8_t>(one, 24));
    check("j.aiff", SF_FORMAT_AIFF | SF_FORMAT_PCM_16, 2, "i16", stored<std::int16_t>(two, 16));
    check("k.au", SF_FORMAT_AU | SF_FORMAT_PCM_32, 2, "i32", stored<std::int32_t>(two, 0));
    const auto floats = contents_of(write_sound(files, "h.wav", SF_FORMAT_WAV | SF_FORMAT_FLOAT, 1, one));
    CHECK(floats.recognized == "WAV, 70,000 f32");
    CHECK(floats.samples.size() == 4 * one.size());
}

TEST_CASE("sound: refuses files that are cut off or damaged") {
    const Files files;
    const auto path = write_sound(files, "a.flac", SF_FORMAT_FLAC | SF_FORMAT_PCM_16, 2, some_samples(2));
    const auto whole = histo_cl::test::content(path);
    CHECK(message_of(files.add("cut.flac", whole.substr(0, whole.size() / 2)))
              .find("FLAC data cannot be read") != std::string::npos);
    auto damaged = whole;
    damaged[whole.size() / 2] = static_cast<char>(damaged[whole.size() / 2] ^ 0x55);
    CHECK(message_of(files.add("damaged.flac", damaged)).find("FLAC data cannot be read") !=
          std::string::npos);
    const auto check = [&](const char* name, int format) {
        CAPTURE(name);
        const auto all =
            histo_cl::test::content(write_sound(files, name, format | SF_FORMAT_PCM_16, 1, some_samples(1)));
        CHECK(message_of(files.add(name, all.substr(0, all.size() / 2))).find("it ends too early, after ") !=
              std::string::npos);
        CHECK(contents_of(files.add(name, all)).samples.size() == 2 * frames);
    };
    check("b.wav", SF_FORMAT_WAV);
    check("c.aiff", SF_FORMAT_AIFF);
    check("d.au", SF_FORMAT_AU);
    check("r.wav", SF_FORMAT_RF64);
    // Programs that write to a pipe declare sizes next to 2^31 and 2^32. RF64 has its size in 64 bits.
    const auto declares = [&](const std::string& name, std::size_t at, const std::string& size) {
        auto all = histo_cl::test::content(files.path(name));
        return message_of(files.add("p.wav", all.replace(at, size.size(), size))).find("too early") !=
               std::string::npos;
    };
    for (const std::uint32_t size : {0x7ffff024U, 0x80000024U, 0xffffffffU})
        CHECK(!declares("b.wav", 4, number(size, 4, false)));
    for (const std::uint32_t size : {0x7ff00000U, 0x90000000U, 0xf0000000U})
        CHECK(declares("b.wav", 4, number(size, 4, false)));
    for (const std::uint32_t size : {0x80000024U, 0xffffffffU})
        CHECK(declares("r.wav", 20, number(size, 4, false)));
    CHECK(message_of(files.add("head.wav", "RIFF....WAVE")).find("WAV data cannot be read") !=
          std::string::npos);
}

#endif
