#pragma once

// A file of each format. Each is several blocks long, and is written by the package that reads it, or by
// hand.

#include "common/errors.hpp"
#include "files/input_file.hpp"
#include "files/npy.hpp"
#include "files/sample_reader.hpp"
#include "pack.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#ifdef HISTO_CL_HAS_PNG
#include "files/formats/format.hpp"
#endif
#ifdef HISTO_CL_HAS_TIFF
#include <tiffio.h>
#endif

namespace files::test {

struct LongFile {
    std::string name;
    std::string bytes;
    Reading reading = {};
    bool is_verified = false; ///< checksums ensure that only the written samples are read
    bool is_text = false;     ///< a text may end anywhere
};

inline constexpr std::size_t image_side = 600;

/// Bytes that no format can compress.
inline std::string noise(std::size_t bytes) {
    std::string text(bytes, '\0');
    std::uint32_t state = 1;
    for (auto& byte : text) {
        state = state * 1664525 + 1013904223;
        byte = static_cast<char>(state >> 24U);
    }
    return text;
}

inline std::string long_table() {
    std::string text = "i,square\n";
    for (unsigned i = 0; i < 30'000; ++i)
        text += std::to_string(i) + "," + std::to_string(std::uint64_t{i} * i) + "\n";
    return text;
}

inline std::string long_bmp() {
    const auto pixels = noise(image_side * image_side * 3);
    return "BM" + number(static_cast<std::uint32_t>(54 + pixels.size()), 4, false) + number(0, 4, false) +
           number(54, 4, false) + number(40, 4, false) + number(image_side, 4, false) +
           number(image_side, 4, false) + number(1, 2, false) + number(24, 2, false) + std::string(24, '\0') +
           pixels;
}

/// A run-length encoded TGA file (type 11), in raw packets of one pixel each.
inline std::string long_tga() {
    auto text = std::string("\0\0\x0b\0\0\0\0\0\0\0\0\0", 12) + number(image_side, 2, false) +
                number(image_side, 2, false) + std::string("\x08\0", 2);
    for (const char pixel : noise(image_side * image_side))
        text += {'\0', pixel};
    return text;
}

/// A GIF file whose codes have 8 bits. Pixels have 7 bits, and codes clear the table before it needs longer
/// codes.
inline std::string long_gif() {
    std::string codes;
    for (const char pixel : noise(image_side * image_side)) {
        if (codes.size() % 100 == 0) codes += '\x80';
        codes += static_cast<char>(pixel & 0x7f);
    }
    codes += '\x81';
    auto text = "GIF89a" + number(image_side, 2, false) + number(image_side, 2, false) +
                std::string("\xf6\0\0", 3) + noise(128 * 3) + "," + number(0, 4, false) +
                number(image_side, 2, false) + number(image_side, 2, false) + std::string("\0\x07", 2);
    for (std::size_t at = 0; at < codes.size(); at += 255) {
        const auto block = codes.substr(at, 255);
        text += static_cast<char>(block.size());
        text += block;
    }
    return text + '\0' + ';';
}

#ifdef HISTO_CL_HAS_TIFF
inline std::string long_tiff(std::uint16_t compression, bool in_tiles = false) {
    return written([&](const std::string& path) {
        auto* const tiff = ::TIFFOpen(path.c_str(), "w");
        require_written(tiff != nullptr);
        constexpr std::uint32_t side = 64; // the sides of a tile
        auto pixels = noise((image_side + side) * (image_side + side));
        ::TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, static_cast<std::uint32_t>(image_side));
        ::TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, static_cast<std::uint32_t>(image_side));
        ::TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
        ::TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 8);
        ::TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
        ::TIFFSetField(tiff, TIFFTAG_COMPRESSION, compression);
        if (in_tiles) {
            ::TIFFSetField(tiff, TIFFTAG_TILEWIDTH, side);
            ::TIFFSetField(tiff, TIFFTAG_TILELENGTH, side);
        } else {
            ::TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, 10);
        }
        ::TIFFDeferStrileArrayWriting(tiff); // writes the directory first, so that late damage is in pixels
        ::TIFFWriteCheck(tiff, in_tiles ? 1 : 0, "TIFF");
        ::TIFFWriteDirectory(tiff);
        ::TIFFSetDirectory(tiff, 0);
        ::TIFFForceStrileArrayWriting(tiff);
        for (std::uint32_t row = 0; row < image_side && !in_tiles; ++row)
            require_written(::TIFFWriteScanline(tiff, pixels.data() + row * image_side, row) >= 0);
        for (std::uint32_t tile = 0; in_tiles && tile < ::TIFFNumberOfTiles(tiff); ++tile)
            require_written(
                ::TIFFWriteEncodedTile(tiff, tile, pixels.data() + tile * side * side, side * side) >= 0);
        ::TIFFClose(tiff);
    });
}
#endif

#ifdef HISTO_CL_HAS_HDF5
/// Two rows of 9 MiB. Each row is read as one block, because blocks have at most 16 MiB. DEFLATE compresses
/// the values well.
inline std::string long_hdf5(bool in_chunks) {
    return written([&](const std::string& path) {
        constexpr std::size_t length = std::size_t{9} << 20U;
        constexpr std::size_t run = std::size_t{1} << 14U;
        std::vector<std::uint8_t> values;
        while (values.size() < 2 * length)
            values.insert(values.end(), run, static_cast<std::uint8_t>(values.size() / run));
        const auto chunk =
            in_chunks ? std::vector<hsize_t>{1, std::size_t{1} << 20U} : std::vector<hsize_t>();
        Hdf5Writer(path).add("x", H5T_NATIVE_UINT8, H5T_NATIVE_UINT8, {2, length}, values.data(), chunk);
    });
}
#endif

#ifdef HISTO_CL_HAS_CFITSIO
/// A FITS file of three blocks of up to 2^18 samples. `compression`: 0 for none, or CFITSIO's
/// method for tiles.
inline std::string long_fits(int compression) {
    return written([&](const std::string& path) {
        const auto bytes = noise(800 * 900); // as 16-bit pixels, these bytes compress well
        std::vector<std::int16_t> pixels;
        for (const char byte : bytes)
            pixels.push_back(static_cast<std::uint8_t>(byte));
        FitsWriter writer(path);
        if (compression != 0) writer.compress(compression);
        writer.add(SHORT_IMG, TSHORT, {800, 900}, pixels);
    });
}
#endif

inline std::vector<LongFile> long_files() {
    const auto pixels = noise(image_side * image_side);
    const auto npy = npy_of(native_order + "u2", "(300, 600)") + pixels;
    std::vector<LongFile> files{{.name = ".npy", .bytes = npy},
                                {.name = "PNM", .bytes = "P5 600 600 255\n" + pixels}};
    const auto add = [&](const char* name, std::string bytes, bool is_verified = false) {
        files.push_back({.name = name, .bytes = std::move(bytes), .is_verified = is_verified});
    };
#ifdef HISTO_CL_HAS_STB
    add("BMP", long_bmp());
    add("TGA", long_tga());
    add("GIF", long_gif());
#endif
#ifdef HISTO_CL_HAS_PNG
    add("PNG",
        png_of(std::as_bytes(std::span(pixels)), {.width = image_side, .height = image_side, .channels = 1}),
        true);
#endif
#ifdef HISTO_CL_HAS_JPEG
    add("JPEG", square_jpeg(image_side, pixels, false));
    add("progressive JPEG", square_jpeg(image_side, pixels, true));
#endif
#ifdef HISTO_CL_HAS_TIFF
    add("TIFF", long_tiff(COMPRESSION_NONE));
    add("TIFF, LZW", long_tiff(COMPRESSION_LZW));
    add("TIFF, DEFLATE", long_tiff(COMPRESSION_ADOBE_DEFLATE));
    add("TIFF, PackBits", long_tiff(COMPRESSION_PACKBITS));
    add("TIFF, tiles", long_tiff(COMPRESSION_NONE, true));
    add("TIFF, DEFLATE, tiles", long_tiff(COMPRESSION_ADOBE_DEFLATE, true));
#endif
#ifdef HISTO_CL_HAS_LIBZIP
    add(".npz", zip_of({{"a.npy", npy}}), true);
#endif
#ifdef HISTO_CL_HAS_HDF5
    add("HDF5", long_hdf5(false));
    add("HDF5, DEFLATE", long_hdf5(true));
#endif
#ifdef HISTO_CL_HAS_CFITSIO
    add("FITS", long_fits(0));
    add("FITS, Rice", long_fits(RICE_1));
    add("FITS, GZIP", long_fits(GZIP_1));
    add("FITS, HCOMPRESS", long_fits(HCOMPRESS_1));
    add("FITS, PLIO", long_fits(PLIO_1));
#endif
#ifdef HISTO_CL_HAS_LIBCSV
    files.push_back({.name = "CSV",
                     .bytes = long_table(),
                     .reading = {.columns = {"square"}, .strict = true},
                     .is_text = true});
#endif
#ifdef HISTO_CL_HAS_ZSTD
    add("Zstandard of .npy", zstd_of(npy, true), true);
#ifdef HISTO_CL_HAS_LIBCSV
    files.push_back({.name = "Zstandard of CSV",
                     .bytes = zstd_of(long_table(), true),
                     .reading = {.columns = {"square"}, .strict = true},
                     .is_verified = true});
#endif
#endif
#ifdef HISTO_CL_HAS_ZLIB
    const auto count = files.size();
    // The compressed files include formats that need a temporary file, such as HDF5.
    for (std::size_t i = 0; i < count; ++i) {
        if (files[i].name == "HDF5") continue; // has 18 MiB
        auto packed = files[i];
        packed.name = "gzip of " + packed.name;
        packed.bytes = deflated(packed.bytes);
        packed.is_verified = true;
        packed.is_text = false;
        files.push_back(std::move(packed));
    }
    // The inner file is truncated, but its gzip file is complete.
    for (std::size_t i = 0; i < count; ++i)
        if (files[i].name.starts_with("FITS"))
            add(("gzip of the start of " + files[i].name).c_str(),
                deflated(files[i].bytes.substr(0, files[i].bytes.size() * 3 / 4)));
#endif
    return files;
}

/// A sum of samples, which does not depend on which thread reads them.
struct Sum {
    std::uint64_t bytes = 0;
    std::uint64_t words = 0; ///< sum of their 64-bit words, modulo 2^64
    friend bool operator==(const Sum&, const Sum&) = default;
};

/// What several threads have read from a file, each until the end or a failure.
struct Outcome {
    std::string recognized = {};
    std::optional<std::uint64_t> bytes = {}; ///< number of bytes of samples, if known before reading
    Sum sum = {};
    std::vector<std::string> messages = {}; ///< from opening the file, or from each thread and one more call
    unsigned reads_after_failure = 0;       ///< number of reads of the file's source
};

/// Counts the reads that follow a read that throws.
class WatchedSource : public ByteSource {
  public:
    WatchedSource(std::unique_ptr<ByteSource> source, unsigned& reads_after_failure)
        : source_(std::move(source)), reads_after_failure_(reads_after_failure) {}

    [[nodiscard]] std::size_t read(std::span<std::byte> to, const Wake* wake) override {
        if (has_failed_) ++reads_after_failure_;
        try {
            return source_->read(to, wake);
        } catch (...) {
            has_failed_ = true;
            throw;
        }
    }

  private:
    std::unique_ptr<ByteSource> source_;
    unsigned& reads_after_failure_;
    bool has_failed_ = false;
};

struct ByThreads {
    bool stop = false; ///< a failure stops the other threads, as in the programs
    std::function<void()> once_open = [] {};
};

inline std::uint64_t sum_of_words(std::span<const std::byte> bytes) {
    std::uint64_t sum = 0;
    for (std::size_t at = 0; at < bytes.size(); at += sizeof sum) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes.data() + at, std::min(sizeof word, bytes.size() - at));
        sum += word;
    }
    return sum;
}

/// Reads a file with four threads, as the programs do. Throws only for failures that a damaged file must not
/// cause.
inline Outcome read_by_four(const std::string& path, const Reading& reading, const ByThreads& by = {}) {
    constexpr std::size_t room_bytes = 100'000;
    Outcome outcome;
    std::mutex mutex;
    const auto keep = [&](const common::UsageError& error) {
        const std::lock_guard lock(mutex);
        outcome.messages.emplace_back(error.what());
    };
    std::vector<InputFile> files;
    std::size_t sample_bytes = 0;
    try {
        files.push_back(open_file(path, reading));
        sample_bytes = histo_cl::bytes(resolve(files, reading));
    } catch (const common::UsageError& error) {
        keep(error);
        return outcome;
    }
    outcome.recognized = recognized(files.front());
    outcome.bytes = known_bytes(files);
    if (auto& source = files.front().source)
        source = std::make_unique<WatchedSource>(std::move(source), outcome.reads_after_failure);
    by.once_open();

    std::stop_source stop;
    SampleReader reader(std::move(files), sample_bytes, reading.truncate,
                        by.stop ? stop.get_token() : std::stop_token());
    const auto push = [&](const Fill& fill) {
        std::vector<std::byte> room(room_bytes);
        std::uint64_t bytes = 0;
        try {
            bytes = fill(room);
        } catch (const common::UsageError& error) {
            keep(error);
            throw;
        }
        const auto words = sum_of_words(std::span(room).first(static_cast<std::size_t>(bytes)));
        const std::lock_guard lock(mutex);
        outcome.sum.bytes += bytes;
        outcome.sum.words += words;
        return bytes;
    };
    try {
        read_by_threads(reader, {.threads = 4}, push, stop);
    } catch (const common::UsageError&) { // which a thread has recorded
    }
    if (by.stop && !outcome.messages.empty()) return outcome;
    try {
        std::vector<std::byte> room(room_bytes);
        if (reader.read(room, *pread_reader()) == 0) reader.require_same_sizes();
    } catch (const common::UsageError& error) {
        keep(error);
    }
    return outcome;
}

/// Describes what is wrong with the outcome of a damaged file, or returns "". There must be either the same
/// error in all threads, which names the file, or as many samples as in the undamaged file (any number if it
/// is text, the same samples if they are verified). `whole`: the outcome of the file before the damage.
inline std::string fault_of(const Outcome& outcome, const std::string& path, const LongFile& file,
                            const Outcome& whole) {
    if (outcome.reads_after_failure > 0) return "its source is read after it has failed";
    for (const auto& message : outcome.messages) {
        if (!message.starts_with(path + ": ")) return "a message does not name the file: " + message;
        if (message != outcome.messages.front())
            return "two messages: " + outcome.messages.front() + "; " + message;
    }
    if (!outcome.messages.empty()) return "";
    if (outcome.bytes.value_or(outcome.sum.bytes) != outcome.sum.bytes) return "samples are missing";
    if (!whole.messages.empty() || outcome.recognized != whole.recognized) return "";
    if (!file.is_text && outcome.sum.bytes != whole.sum.bytes) return "there are more or fewer samples";
    if (file.is_verified && outcome.sum != whole.sum) return "its samples have other values";
    return "";
}

} // namespace files::test
