#include "files/formats/format.hpp"

#include "common/errors.hpp"
#include "common/text.hpp"

#include <algorithm>
#include <array>

namespace files {

std::size_t BlockSource::read(std::span<std::byte> to, const Wake* wake) {
    std::size_t done = 0;
    while (done < to.size()) {
        if (used_ == block_.size()) {
            block_.clear(); // before next_block(), which may throw
            used_ = 0;
            if (!next_block(block_, wake)) break;
        }
        const auto some = std::span<const std::byte>(block_).subspan(used_).first(
            std::min(to.size() - done, block_.size() - used_));
        std::ranges::copy(some, to.begin() + static_cast<std::ptrdiff_t>(done));
        used_ += some.size();
        done += some.size();
    }
    return done;
}

std::size_t CallbackFile::read(std::span<std::byte> to) noexcept {
    try {
        const auto got = file_.read(offset_, to);
        offset_ += got;
        return got;
    } catch (const std::system_error& error) {
        error_ = error.code();
        return 0;
    }
}

void require_built(const Format& format) {
    if (!format.hint.empty())
        throw common::UsageError("its format is " + std::string(format.name) +
                                 ", which this program does not read: " + std::string(format.hint));
    if (format.unpack == nullptr && format.decode == nullptr)
        throw common::UsageError(not_built(format.name, format.package));
}

std::string not_built(std::string_view format, std::string_view package) {
    return "its format is " + std::string(format) +
           ", which this program cannot read: it was built without the Debian package " +
           std::string(package);
}

std::string_view text_of(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void fail_as_unreadable(std::string_view format, const std::string& reason) {
    throw common::UsageError("its " + std::string(format) +
                             " data cannot be read: " + common::printable(reason));
}

void require_fits_memory(std::string_view format, std::string_view unit, std::uint64_t bytes) {
    if (bytes > max_at_once)
        fail_as_unreadable(format, "its " + std::string(unit) + " has " + common::grouped(bytes) +
                                       " bytes, at most " + common::grouped(max_at_once) + " are read");
}

void require_plausible(const Array& array, std::uint64_t file_bytes) {
    if (!fits_a_file(array)) throw common::UsageError("its header says 2^63 bytes of samples or more");
    constexpr auto always_read = std::uint64_t{1} << 26U;
    constexpr std::uint64_t max_per_byte = 65'536;
    const auto bytes = samples_of(array) * sample_bytes(array);
    if (bytes > always_read && bytes / max_per_byte >= file_bytes)
        throw common::UsageError("its header says " + common::plural(bytes, "byte") +
                                 " of samples, but it has " + common::grouped(file_bytes) +
                                 " itself: at most " + common::grouped(always_read) + ", or " +
                                 common::grouped(max_per_byte) + " for each of its own, are read");
}

std::span<const Format> all_formats() {
    static const auto formats = [] {
        std::vector all{gzip_format(), zstd_format(),  png_format(),   jpeg_format(), gif_format(),
                        bmp_format(),  pnm_format(),   npz_format(),   hdf5_format(), fits_format(),
                        webp_format(), fasta_format(), fastq_format(), pcap_format()};
        for (const auto more : {sound_formats(), unread_formats()})
            all.insert(all.end(), more.begin(), more.end());
        all.push_back(tiff_format()); // after raw photographs, some of which begin as TIFF does
        all.push_back(tga_format());  // last, because it has no magic number
        return all;
    }();
    return formats;
}

const Format* format_of(const Start& start) {
    const auto formats = all_formats();
    const auto found =
        std::ranges::find_if(formats, [&](const Format& format) { return format.matches(start); });
    return found != formats.end() ? &*found : nullptr;
}

} // namespace files
