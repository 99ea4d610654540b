#include "files/formats/format.hpp"

#ifdef HISTO_CL_HAS_TIFF
#include "common/number.hpp"
#include "common/text.hpp"

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <limits>
#include <tiffio.h>
#include <utility>
#include <vector>
#endif

namespace files {

namespace {

bool is_tiff(const Start& start) {
    using namespace std::string_view_literals;
    const auto text = text_of(start.bytes);
    return text.starts_with("II*\0"sv) || text.starts_with("MM\0*"sv) ||
           text.starts_with("II+\0\x8\0\0\0"sv) || text.starts_with("MM\0+\0\x8\0\0"sv);
}

#ifdef HISTO_CL_HAS_TIFF

using histo_cl::SampleType;

/// The input of libtiff, and its first error message.
struct Stream {
    explicit Stream(SeekableFile opened) : file(std::move(opened)) {}

    SeekableFile file;
    CallbackFile reader{file};
    std::string message = {};
};

Stream& stream_of(thandle_t handle) {
    return *static_cast<Stream*>(handle);
}

tmsize_t read_some(thandle_t handle, void* to, tmsize_t bytes) {
    auto& reader = stream_of(handle).reader;
    const auto got =
        reader.read({static_cast<std::byte*>(to), static_cast<std::size_t>(std::max<tmsize_t>(bytes, 0))});
    return reader.has_failed() ? -1 : static_cast<tmsize_t>(got);
}

tmsize_t write_none(thandle_t /*handle*/, void* /*from*/, tmsize_t /*bytes*/) {
    return -1;
}

toff_t seek(thandle_t handle, toff_t offset, int whence) {
    auto& reader = stream_of(handle).reader;
    if (whence == SEEK_CUR) offset += reader.offset();
    if (whence == SEEK_END) offset += reader.size();
    if (offset > static_cast<toff_t>(std::numeric_limits<std::int64_t>::max())) return ~toff_t{0};
    reader.seek(offset);
    return offset;
}

int close_none(thandle_t /*handle*/) {
    return 0;
}

toff_t size_of(thandle_t handle) {
    return stream_of(handle).file.size();
}

/// Only the first message is kept: the others are its consequences.
int keep_message(TIFF* /*tiff*/, void* user, const char* /*module*/, const char* format, va_list arguments) {
    auto& message = static_cast<Stream*>(user)->message;
    if (!message.empty()) return 1;
    std::array<char, 400> text{};
    std::vsnprintf(text.data(), text.size(), format, arguments);
    message = text.data();
    return 1;
}

int ignore_message(TIFF* /*tiff*/, void* /*user*/, const char* /*module*/, const char* /*format*/,
                   va_list /*arguments*/) {
    return 1;
}

[[noreturn]] void fail(const std::string& reason) {
    fail_as_unreadable("TIFF", reason);
}

[[noreturn]] void fail(const Stream& stream) {
    stream.reader.rethrow();
    fail(stream.message.empty() ? "libtiff does not say why" : stream.message);
}

struct Close {
    void operator()(TIFF* tiff) const { ::TIFFClose(tiff); }
};
using Tiff = std::unique_ptr<TIFF, Close>;

Tiff open_tiff(Stream& stream) {
    const std::unique_ptr<TIFFOpenOptions, void (*)(TIFFOpenOptions*)> options(::TIFFOpenOptionsAlloc(),
                                                                               ::TIFFOpenOptionsFree);
    if (!options) fail("libtiff does not start");
    ::TIFFOpenOptionsSetErrorHandlerExtR(options.get(), keep_message, &stream);
    ::TIFFOpenOptionsSetWarningHandlerExtR(options.get(), ignore_message, nullptr);
    ::TIFFOpenOptionsSetMaxSingleMemAlloc(options.get(), static_cast<tmsize_t>(max_at_once));
    // The mode "m" disables mmap(), because access to mapped pages would crash the program if the file became
    // shorter.
    Tiff tiff(::TIFFClientOpenExt("TIFF", "rm", &stream, read_some, write_none, seek, close_none, size_of,
                                  nullptr, nullptr, options.get()));
    if (!tiff) fail(stream);
    return tiff;
}

std::optional<SampleType> type_of(std::uint16_t bits, std::uint16_t format) {
    struct Row {
        std::uint16_t bits;
        std::uint16_t format;
        SampleType type;
    };
    constexpr std::array rows{
        Row{8, SAMPLEFORMAT_UINT, SampleType::u8},     Row{8, SAMPLEFORMAT_INT, SampleType::i8},
        Row{16, SAMPLEFORMAT_UINT, SampleType::u16},   Row{16, SAMPLEFORMAT_INT, SampleType::i16},
        Row{32, SAMPLEFORMAT_UINT, SampleType::u32},   Row{32, SAMPLEFORMAT_INT, SampleType::i32},
        Row{64, SAMPLEFORMAT_UINT, SampleType::u64},   Row{64, SAMPLEFORMAT_INT, SampleType::i64},
        Row{16, SAMPLEFORMAT_IEEEFP, SampleType::f16}, Row{32, SAMPLEFORMAT_IEEEFP, SampleType::f32},
        Row{64, SAMPLEFORMAT_IEEEFP, SampleType::f64}};
    if (format == SAMPLEFORMAT_VOID) format = SAMPLEFORMAT_UINT;
    for (const auto& row : rows)
        if (row.bits == bits && row.format == format) return row.type;
    return std::nullopt;
}

template <class Value>
Value field(TIFF* tiff, std::uint32_t tag) {
    Value value{};
    ::TIFFGetFieldDefaulted(tiff, tag, &value);
    return value;
}

/// How a page stores its samples: in blocks (strips or tiles) side by side. The last block of a row or column
/// may extend beyond the page.
struct Page {
    SampleType type = SampleType::u8;
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::uint16_t channels = 1;
    bool is_planar = false;
    bool is_tiled = false;
    std::uint32_t block_width = 0;
    std::uint32_t block_height = 0;
    bool has_alpha = false;
    bool other_colours = false;                   ///< see Array::other_colours
    std::optional<histo_cl::Number> missing = {}; ///< the value that marks samples as missing

    [[nodiscard]] std::uint64_t pixel_bytes() const {
        return histo_cl::bytes(type) * std::uint64_t{channels};
    }
    [[nodiscard]] std::uint64_t row_bytes() const { return pixel_bytes() * width; }
    /// Number of bytes of a band: the page's rows that one row of blocks covers. The last band may be
    /// smaller.
    [[nodiscard]] std::uint64_t band_bytes() const { return row_bytes() * std::min(block_height, height); }
};

/// Whether the last of a pixel's samples is alpha.
bool has_alpha(TIFF* tiff) {
    std::uint16_t count = 0;
    const std::uint16_t* kinds = nullptr;
    if (::TIFFGetFieldDefaulted(tiff, TIFFTAG_EXTRASAMPLES, &count, &kinds) == 0 || count == 0) return false;
    return kinds[count - 1] == EXTRASAMPLE_ASSOCALPHA || kinds[count - 1] == EXTRASAMPLE_UNASSALPHA;
}

/// Returns the value by which GDAL marks missing samples. The file stores it as text.
std::optional<histo_cl::Number> missing_of(TIFF* tiff) {
    constexpr std::uint32_t gdal_nodata = 42113;
    const auto* const known = ::TIFFFindField(tiff, gdal_nodata, TIFF_ANY);
    std::uint32_t count = 0;
    const char* value = nullptr;
    // libtiff does not know this tag: it takes type and length from the file.
    if (known == nullptr || ::TIFFFieldDataType(known) != TIFF_ASCII || ::TIFFFieldPassCount(known) == 0 ||
        ::TIFFGetField(tiff, gdal_nodata, &count, &value) == 0)
        return std::nullopt;
    std::string_view text(value, count);
    text = text.substr(0, text.find('\0'));
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    text = text.substr(0, text.find_last_not_of(' ') + 1);
    if (common::lower(text) == "nan") return std::numeric_limits<double>::quiet_NaN();
    return common::number_typed(text);
}

/// Whether channels of this photometric interpretation are not red, green and blue.
bool has_other_colours(std::uint16_t photometric) {
    constexpr std::array others{PHOTOMETRIC_SEPARATED, PHOTOMETRIC_CIELAB, PHOTOMETRIC_ICCLAB,
                                PHOTOMETRIC_ITULAB, PHOTOMETRIC_LOGLUV};
    return std::ranges::find(others, photometric) != others.end();
}

Page page_of(TIFF* tiff) {
    for (const auto tag : {TIFFTAG_IMAGEDEPTH, TIFFTAG_TILEDEPTH})
        if (const auto slices = field<std::uint32_t>(tiff, static_cast<std::uint32_t>(tag)); slices > 1)
            fail("it has a page of " + std::to_string(slices) + " slices, and pages of one slice are read");
    const auto bits = field<std::uint16_t>(tiff, TIFFTAG_BITSPERSAMPLE);
    const auto format = field<std::uint16_t>(tiff, TIFFTAG_SAMPLEFORMAT);
    if (field<std::uint16_t>(tiff, TIFFTAG_PHOTOMETRIC) == PHOTOMETRIC_YCBCR) {
        if (field<std::uint16_t>(tiff, TIFFTAG_COMPRESSION) != COMPRESSION_JPEG)
            fail("its pixels are YCbCr, which is read only if JPEG compresses them");
        ::TIFFSetField(tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
    }
    const auto type = type_of(bits, format);
    if (!type)
        fail("its samples have " + std::to_string(bits) + " bits and the format " + std::to_string(format) +
             "; integers of 8, 16, 32 and 64 bits and floats of 16, 32 and 64 are read");
    Page page{.type = *type,
              .width = field<std::uint32_t>(tiff, TIFFTAG_IMAGEWIDTH),
              .height = field<std::uint32_t>(tiff, TIFFTAG_IMAGELENGTH),
              .channels = field<std::uint16_t>(tiff, TIFFTAG_SAMPLESPERPIXEL),
              .is_planar = field<std::uint16_t>(tiff, TIFFTAG_PLANARCONFIG) == PLANARCONFIG_SEPARATE,
              .is_tiled = ::TIFFIsTiled(tiff) != 0,
              .has_alpha = has_alpha(tiff),
              .other_colours = has_other_colours(field<std::uint16_t>(tiff, TIFFTAG_PHOTOMETRIC)),
              .missing = missing_of(tiff)};
    page.block_width = page.is_tiled ? field<std::uint32_t>(tiff, TIFFTAG_TILEWIDTH) : page.width;
    page.block_height = field<std::uint32_t>(tiff, page.is_tiled ? TIFFTAG_TILELENGTH : TIFFTAG_ROWSPERSTRIP);
    if (page.width == 0 || page.height == 0 || page.channels == 0 || page.block_width == 0 ||
        page.block_height == 0)
        fail("it has no pixels");
    page.block_height = page.is_tiled ? page.block_height : std::min(page.block_height, page.height);
    require_fits_memory("TIFF", "row", page.row_bytes());
    require_fits_memory("TIFF", "strip", page.band_bytes());
    require_fits_memory("TIFF", "block", page.is_tiled ? ::TIFFTileSize64(tiff) : ::TIFFStripSize64(tiff));
    return page;
}

/// Whether the current page is a full image, not a reduced copy or a mask of another page.
bool is_whole(TIFF* tiff) {
    const auto kind = field<std::uint32_t>(tiff, TIFFTAG_SUBFILETYPE);
    return (kind & (FILETYPE_REDUCEDIMAGE | FILETYPE_MASK)) == 0;
}

class BandReader {
  public:
    BandReader(TIFF* tiff, const Stream& stream, const Page& page)
        : tiff_(tiff), stream_(stream), page_(page),
          block_(static_cast<std::size_t>(page.is_tiled ? ::TIFFTileSize64(tiff) : ::TIFFStripSize64(tiff))) {
        const auto compression = field<std::uint16_t>(tiff, TIFFTAG_COMPRESSION);
        is_deflated_ = compression == COMPRESSION_ADOBE_DEFLATE || compression == COMPRESSION_DEFLATE;
        is_reversed_ = field<std::uint16_t>(tiff, TIFFTAG_FILLORDER) == FILLORDER_LSB2MSB;
    }

    /// Reads the band that begins at row `top` into `band`.
    void read(std::uint32_t top, std::vector<std::byte>& band) {
        rows_ = std::min(page_.block_height, page_.height - top);
        band.resize(static_cast<std::size_t>(page_.row_bytes() * rows_));
        const auto planes = page_.is_planar ? page_.channels : std::uint16_t{1};
        for (std::uint16_t plane = 0; plane < planes; ++plane)
            for (std::uint32_t left = 0; left < page_.width;
                 left += std::min(page_.block_width, page_.width - left))
                copy_block(left, top, plane, band);
    }

  private:
    void copy_block(std::uint32_t left, std::uint32_t top, std::uint16_t plane,
                    std::vector<std::byte>& band) {
        load(left, top, plane);
        const auto sample = histo_cl::bytes(page_.type);
        const auto unit = static_cast<std::size_t>(page_.is_planar ? sample : page_.pixel_bytes());
        const auto pixel = static_cast<std::size_t>(page_.pixel_bytes());
        const std::size_t columns = std::min(page_.block_width, page_.width - left);
        if (block_.size() < (std::size_t{rows_ - 1} * page_.block_width + columns) * unit)
            fail("a block is smaller than its pixels");
        for (std::size_t row = 0; row < rows_; ++row) {
            const auto* from = block_.data() + row * page_.block_width * unit;
            auto* to = band.data() + row * page_.row_bytes() + left * pixel + plane * sample;
            if (unit == pixel) {
                std::memcpy(to, from, columns * unit);
                continue;
            }
            for (std::size_t column = 0; column < columns; ++column)
                std::memcpy(to + column * pixel, from + column * unit, unit);
        }
    }

    void load(std::uint32_t left, std::uint32_t top, std::uint16_t plane) {
        const auto room = static_cast<tmsize_t>(block_.size());
        const auto block = page_.is_tiled ? ::TIFFComputeTile(tiff_, left, top, 0, plane)
                                          : ::TIFFComputeStrip(tiff_, top, plane);
        if (is_deflated_) verify(block);
        const auto got = page_.is_tiled ? ::TIFFReadEncodedTile(tiff_, block, block_.data(), room)
                                        : ::TIFFReadEncodedStrip(tiff_, block, block_.data(), room);
        if (got < 0) fail(stream_);
        const auto unit = page_.is_planar ? histo_cl::bytes(page_.type) : page_.pixel_bytes();
        const auto rows = page_.is_tiled ? page_.block_height : rows_;
        if (static_cast<std::uint64_t>(got) < unit * page_.block_width * rows) fail("a block ends too early");
    }

    void verify(std::uint32_t block) {
        const auto bytes = ::TIFFGetStrileByteCount(tiff_, block);
        if (bytes > stream_.file.size()) fail("a block ends too early");
        require_fits_memory("TIFF", "block", bytes);
        packed_.resize(static_cast<std::size_t>(bytes));
        const auto room = static_cast<tmsize_t>(packed_.size());
        const auto got = page_.is_tiled ? ::TIFFReadRawTile(tiff_, block, packed_.data(), room)
                                        : ::TIFFReadRawStrip(tiff_, block, packed_.data(), room);
        if (got < room) fail(stream_);
        if (is_reversed_) ::TIFFReverseBits(reinterpret_cast<std::uint8_t*>(packed_.data()), room);
        verify_deflate("TIFF", packed_); // libtiff does not report data that unpack to more than a block
    }

    TIFF* tiff_;
    const Stream& stream_;
    Page page_;
    bool is_deflated_ = false;
    bool is_reversed_ = false;
    std::vector<std::byte> block_;
    std::vector<std::byte> packed_;
    std::uint32_t rows_ = 0;
};

/// The samples of the listed pages, one page after another.
class PageSource : public BlockSource {
  public:
    PageSource(std::unique_ptr<Stream> stream, Tiff tiff, std::vector<tdir_t> pages)
        : stream_(std::move(stream)), tiff_(std::move(tiff)), pages_(std::move(pages)) {}

  private:
    [[nodiscard]] bool next_block(std::vector<std::byte>& band, const Wake* /*wake*/) override {
        if (!reader_ || top_ >= page_.height) {
            if (next_ == pages_.size()) return false;
            if (::TIFFSetDirectory(tiff_.get(), pages_[next_++]) == 0) fail(*stream_);
            page_ = page_of(tiff_.get());
            reader_.emplace(tiff_.get(), *stream_, page_);
            top_ = 0;
        }
        reader_->read(top_, band);
        top_ += std::min(page_.block_height, page_.height - top_);
        return true;
    }

    std::unique_ptr<Stream> stream_; ///< libtiff and the reader refer to it
    Tiff tiff_;
    std::vector<tdir_t> pages_;
    std::size_t next_ = 0;
    Page page_;
    std::optional<BandReader> reader_;
    std::uint32_t top_ = 0; ///< the first row of the next band
};

/// The pages to read, which must have the same type, channels, alpha and missing value. If all have the same
/// size, they form a stack.
class PageList {
  public:
    void add(tdir_t number, const Page& page) {
        if (!pages_.empty() && (page.type != first_.type || page.channels != first_.channels))
            fail("page " + std::to_string(number + 1) + " has " + words(page) +
                 ", the pages before it have " + words(first_));
        if (!pages_.empty() && (page.has_alpha != first_.has_alpha || text(page) != text(first_)))
            fail("page " + std::to_string(number + 1) +
                 " has other missing samples or another alpha channel than the pages before it: FILE:" +
                 std::to_string(number + 1) + " counts it");
        if (pages_.empty()) first_ = page;
        is_stack_ = is_stack_ && page.width == first_.width && page.height == first_.height;
        const auto pixels = std::uint64_t{page.width} * page.height;
        pixels_ = pixels_ > ~pixels ? ~std::uint64_t{0} : pixels_ + pixels;
        pages_.push_back(number);
    }

    [[nodiscard]] Array array() const {
        if (pages_.empty()) fail("it has no page");
        Array array{.type = first_.type,
                    .shape = {},
                    .has_alpha = first_.has_alpha && first_.channels > 1,
                    .other_colours = first_.other_colours};
        if (first_.missing) array.missing = {*first_.missing};
        if (pages_.size() > 1 && is_stack_) array.shape.push_back(pages_.size());
        array.shape.insert(array.shape.end(), {first_.height, first_.width});
        if (!is_stack_) array.shape = {pixels_};
        add_channels(array, first_.channels);
        return array;
    }
    [[nodiscard]] const std::vector<tdir_t>& pages() const { return pages_; }

  private:
    static std::string text(const Page& page) { return page.missing ? page.missing->to_string() : ""; }

    static std::string words(const Page& page) {
        return common::plural(page.channels, "channel") + " of " + std::string(name(page.type));
    }

    Page first_;
    bool is_stack_ = true;
    std::uint64_t pixels_ = 0;
    std::vector<tdir_t> pages_;
};

/// Number of images that the description of the current page says an ImageJ file has; 1 in other files.
std::uint64_t imagej_images(TIFF* tiff) {
    constexpr std::string_view key = "\nimages=";
    const char* description = nullptr;
    if (::TIFFGetField(tiff, TIFFTAG_IMAGEDESCRIPTION, &description) == 0 || description == nullptr) return 1;
    const std::string_view text = description;
    const auto at = text.find(key);
    if (!text.starts_with("ImageJ=") || at == std::string_view::npos) return 1;
    const auto number = text.substr(at + key.size());
    return common::entire<std::uint64_t>(number.substr(0, number.find_first_of("\r\n"))).value_or(1);
}

PageList all_pages(TIFF* tiff, const Stream& stream) {
    PageList list;
    const auto images = imagej_images(tiff);
    std::uint64_t pages = 0;
    do {
        ++pages;
        if (is_whole(tiff)) list.add(::TIFFCurrentDirectory(tiff), page_of(tiff));
    } while (::TIFFReadDirectory(tiff) != 0);
    if (!stream.message.empty()) fail(stream);
    // ImageJ writes a stack beyond 4 GiB as one page, followed by the other images without pages.
    if (pages == 1 && images > 1)
        fail("it is an ImageJ stack of " + common::grouped(images) +
             " images with only one page; FILE:1 counts it");
    return list;
}

/// Selects one page, numbered from 1.
PageList one_page(TIFF* tiff, std::string_view part) {
    const tdir_t pages = ::TIFFNumberOfDirectories(tiff);
    const auto number = common::entire<tdir_t>(part).value_or(0);
    if (number < 1 || number > pages)
        fail("there is no page '" + std::string(part) + "', but 1 to " + std::to_string(pages));
    PageList list;
    if (::TIFFSetDirectory(tiff, number - 1) != 0) list.add(number - 1, page_of(tiff));
    return list;
}

/// Whether the current page has raw values of a sensor.
bool has_sensors(TIFF* tiff) {
    constexpr std::uint16_t linear_raw = 34892; // defined by DNG
    const auto photometric = field<std::uint16_t>(tiff, TIFFTAG_PHOTOMETRIC);
    return photometric == PHOTOMETRIC_CFA || photometric == linear_raw;
}

/// Whether the file is a raw photograph: it is DNG, or has_sensors() is true for the first page or for one of
/// its subdirectories, as in NEF and ARW, whose top-level pages are previews. Leaves the first page current.
bool is_raw_photograph(TIFF* tiff) {
    constexpr std::uint16_t max_inner = 8;
    std::uint16_t count = 0;
    const void* version = nullptr;
    const std::uint64_t* inner = nullptr;
    if (has_sensors(tiff) || ::TIFFGetField(tiff, TIFFTAG_DNGVERSION, &version) != 0) return true;
    std::vector<std::uint64_t> offsets;
    if (::TIFFGetField(tiff, TIFFTAG_SUBIFD, &count, &inner) != 0 && inner != nullptr)
        offsets.assign(inner, inner + std::min(count, max_inner));
    const bool found = std::ranges::any_of(offsets, [&](std::uint64_t offset) {
        return ::TIFFSetSubDirectory(tiff, offset) != 0 && has_sensors(tiff);
    });
    ::TIFFSetDirectory(tiff, 0);
    return found;
}

Decoded decode(SeekableFile file, std::string_view part) {
    auto stream = std::make_unique<Stream>(std::move(file));
    auto tiff = open_tiff(*stream);
    auto message = stream->message;
    if (is_raw_photograph(tiff.get())) fail_as_raw_photograph();
    stream->message = std::move(message); // discards errors of subdirectories, which are not read
    const auto list = part.empty() ? all_pages(tiff.get(), *stream) : one_page(tiff.get(), part);
    auto array = list.array();
    return {std::move(array), std::make_unique<PageSource>(std::move(stream), std::move(tiff), list.pages())};
}

#else
constexpr Decoded (*decode)(SeekableFile, std::string_view) = nullptr;
#endif

} // namespace

Format tiff_format() {
    return {.name = "TIFF", .matches = is_tiff, .package = "libtiff-dev", .decode = decode, .part = "page"};
}

} // namespace files
