#include "files/formats/format.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace files {

namespace {

template <const std::string_view&... magics>
bool starts(const Start& start) {
    return (has(start, 0, magics) || ...);
}

constexpr std::string_view zip{"PK\3\4"};
constexpr std::string_view seven_zip{"7z\xbc\xaf\x27\x1c"};
constexpr std::string_view rar{"Rar!\x1a\x07"};
constexpr std::string_view xz{"\xfd"
                              "7zXZ\0",
                              6};
constexpr std::string_view bzip2{"BZh"};
constexpr std::string_view parquet{"PAR1"};
constexpr std::string_view arrow{"ARROW1"};
constexpr std::string_view sqlite{"SQLite format 3\0", 16};
constexpr std::string_view netcdf_3{"CDF\1"};
constexpr std::string_view netcdf_3_large{"CDF\2"};
constexpr std::string_view netcdf_3_huge{"CDF\5"};
constexpr std::string_view pdf{"%PDF-"};
constexpr std::string_view mp3{"ID3"};
constexpr std::string_view ogg{"OggS"};
constexpr std::string_view caf{"caff"};
constexpr std::string_view fuji{"FUJIFILMCCD-RAW"};
constexpr std::string_view panasonic{"IIU\0", 4};
constexpr std::string_view olympus{"IIRO"};
constexpr std::string_view sigma{"FOVb"};

/// A bzip2 block begins with the digits of pi. An empty file has no block, and ends with the digits of the
/// square root of pi.
bool is_bzip2(const Start& start) {
    return starts<bzip2>(start) && (has(start, 4, "1AY&SY") || has(start, 4, "\x17\x72\x45\x38\x50\x90"));
}

/// CR2 is a TIFF file, whose first image is a preview. The TIFF reader recognizes DNG, NEF and ARW.
bool is_raw_photograph(const Start& start) {
    return starts<fuji, panasonic, olympus, sigma>(start) ||
           (has(start, 0, "II*") && has(start, 8, "CR\2")) || has(start, 4, "ftypcrx ");
}

constexpr Format raw_photograph{
    .name = "a raw photograph", .matches = is_raw_photograph, .hint = "convert it to TIFF first"};

/// Whether the file is a Netpbm image in text (P1 to P3) or of single bits (P4). The two letters of the magic
/// number may also be the name of a column. So they must be a line, and the next line, after comments, must
/// have the width and the height.
bool is_unread_pnm(const Start& start) {
    const auto text = text_of(start.bytes);
    if (text.size() < 4 || text[0] != 'P' || text[1] < '1' || text[1] > '4') return false;
    if (text[2] != '\n' && text[2] != '\r') return false;
    auto rest = text.substr(3);
    while (rest.starts_with('#') || rest.starts_with('\n'))
        rest.remove_prefix(std::min(rest.find('\n'), rest.size() - 1) + 1);
    constexpr std::string_view digits = "0123456789";
    const auto blank = rest.find_first_not_of(digits);
    return blank != 0 && blank != std::string_view::npos && rest[blank] == ' ' &&
           rest.find_first_of(digits, blank) == blank + 1;
}

/// Whether the file begins with a byte order mark of UTF-16 and an ASCII character.
bool is_utf16(const Start& start) {
    const auto is_zero = [&](std::size_t at) {
        return start.bytes.size() > at && start.bytes[at] == std::byte{0};
    };
    return (has(start, 0, "\xff\xfe") && is_zero(3) && !is_zero(2)) ||
           (has(start, 0, "\xfe\xff") && is_zero(2) && !is_zero(3));
}

bool is_iso_media(const Start& start) {
    return has(start, 4, "ftyp");
}

} // namespace

void fail_as_raw_photograph() {
    require_built(raw_photograph);
    std::abort(); // not reached: the format has a hint, so require_built() throws
}

std::span<const Format> unread_formats() {
    constexpr std::string_view unpack = "unpack it first";
    constexpr std::string_view table = "write it as CSV, .npy or HDF5 first";
    constexpr std::string_view sound = "convert it to WAV or FLAC first";
    static constexpr std::array formats{
        Format{.name = "ZIP", .matches = starts<zip>, .hint = unpack},
        Format{.name = "7z", .matches = starts<seven_zip>, .hint = unpack},
        Format{.name = "RAR", .matches = starts<rar>, .hint = unpack},
        Format{.name = "xz", .matches = starts<xz>, .hint = unpack},
        Format{.name = "bzip2", .matches = is_bzip2, .hint = unpack},
        Format{.name = "Parquet", .matches = starts<parquet>, .hint = table},
        Format{.name = "Arrow", .matches = starts<arrow>, .hint = table},
        Format{.name = "SQLite", .matches = starts<sqlite>, .hint = table},
        Format{.name = "netCDF-3",
               .matches = starts<netcdf_3, netcdf_3_large, netcdf_3_huge>,
               .hint = "convert it to netCDF-4 first"},
        Format{.name = "PBM, or PGM or PPM in text",
               .matches = is_unread_pnm,
               .hint = "convert it to binary PGM or PPM first"},
        Format{.name = "PDF", .matches = starts<pdf>, .hint = "convert its pages to images first"},
        Format{.name = "MP3", .matches = starts<mp3>, .hint = sound},
        Format{.name = "Ogg", .matches = starts<ogg>, .hint = sound},
        Format{.name = "CAF", .matches = starts<caf>, .hint = sound},
        raw_photograph,
        Format{.name = "text in UTF-16", .matches = is_utf16, .hint = "convert it to UTF-8 first"},
        Format{
            .name = "MP4, HEIF or AVIF", .matches = is_iso_media, .hint = "convert it to PNG or WAV first"}};
    return formats;
}

} // namespace files
