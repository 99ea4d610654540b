#include "files/formats/format.hpp"

#ifdef HISTO_CL_HAS_CFITSIO
#include "common/errors.hpp"
#include "common/number.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <fitsio.h>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>
#endif

namespace files {

namespace {

bool is_fits(const Start& start) {
    return text_of(start.bytes).starts_with("SIMPLE  =");
}

#ifdef HISTO_CL_HAS_CFITSIO

using histo_cl::SampleType;

constexpr std::uint64_t block_samples = std::uint64_t{1} << 18U;
constexpr int max_dimensions = 64;

[[noreturn]] void fail(const std::string& reason) {
    fail_as_unreadable("FITS", reason);
}

void require(int status) {
    if (status == 0) return;
    std::array<char, FLEN_STATUS> text{};
    ::fits_get_errstatus(status, text.data());
    ::fits_clear_errmsg();
    fail(text.data());
}

struct Close {
    void operator()(fitsfile* file) const {
        int status = 0;
        ::fits_close_file(file, &status);
    }
};
using Fits = std::unique_ptr<fitsfile, Close>;

Fits open_fits(const SeekableFile& file) {
    fitsfile* opened = nullptr;
    int status = 0;
    ::fits_open_diskfile(&opened, file.path().c_str(), READONLY, &status);
    Fits fits(status == 0 ? opened : nullptr);
    require(status);
    return fits;
}

/// The shape of the current HDU's image; empty if the HDU has no image, or one without pixels.
std::vector<std::uint64_t> shape_of(fitsfile* file) {
    int status = 0;
    int kind = 0;
    ::fits_get_hdu_type(file, &kind, &status);
    require(status);
    if (kind != IMAGE_HDU && ::fits_is_compressed_image(file, &status) == 0) return {};
    int dimensions = 0;
    ::fits_get_img_dim(file, &dimensions, &status);
    require(status);
    if (dimensions < 0 || dimensions > max_dimensions)
        fail("its image has " + std::to_string(dimensions) + " axes");
    std::array<LONGLONG, max_dimensions> lengths{};
    ::fits_get_img_sizell(file, dimensions, lengths.data(), &status);
    require(status);
    std::vector<std::uint64_t> shape; // NAXIS1 is the contiguous dimension
    for (auto i = static_cast<std::size_t>(dimensions); i-- > 0;) {
        if (lengths[i] <= 0) return {};
        shape.push_back(static_cast<std::uint64_t>(lengths[i]));
    }
    return shape;
}

std::vector<std::uint64_t> first_image(fitsfile* file) {
    for (int i = 1;; ++i) {
        int status = 0;
        ::fits_movabs_hdu(file, i, nullptr, &status);
        if (status == END_OF_FILE) fail("it has no image; FILE:HDU/COLUMN reads a column of a table");
        require(status);
        if (auto shape = shape_of(file); !shape.empty()) return shape;
    }
}

/// Goes to the HDU with that number, from 1, or with that name (EXTNAME).
void go_to(fitsfile* file, const std::string& hdu) {
    int status = 0;
    if (const auto number = common::entire<int>(hdu)) {
        if (*number < 1) fail("'" + hdu + "' is not the number of an HDU, 1 being the first");
        ::fits_movabs_hdu(file, *number, nullptr, &status);
    } else {
        auto name = hdu;
        ::fits_movnam_hdu(file, ANY_HDU, name.data(), 0, &status);
        if (status == BAD_HDU_NUM) fail("there is no HDU '" + hdu + "'");
    }
    require(status);
}

std::vector<std::uint64_t> image_of(fitsfile* file, const std::string& hdu) {
    if (hdu.empty()) return first_image(file);
    go_to(file, hdu);
    auto shape = shape_of(file);
    if (shape.empty()) fail("HDU " + hdu + " has no image; FILE:HDU/COLUMN reads a column of a table");
    return shape;
}

/// A sample type, and CFITSIO's codes for it: the code of an image after scaling, and the code in memory.
struct Row {
    int image;
    int memory;
    SampleType type;
};
constexpr std::array fits_rows{
    Row{BYTE_IMG, TBYTE, SampleType::u8},          Row{SBYTE_IMG, TSBYTE, SampleType::i8},
    Row{SHORT_IMG, TSHORT, SampleType::i16},       Row{USHORT_IMG, TUSHORT, SampleType::u16},
    Row{LONG_IMG, TINT, SampleType::i32},          Row{ULONG_IMG, TUINT, SampleType::u32},
    Row{FLOAT_IMG, TFLOAT, SampleType::f32},       Row{DOUBLE_IMG, TDOUBLE, SampleType::f64},
    Row{LONGLONG_IMG, TLONGLONG, SampleType::i64}, Row{ULONGLONG_IMG, TULONGLONG, SampleType::u64}};

/// The value of a keyword of the current HDU; empty if it is missing or of another type. `type`: CFITSIO's
/// code for Value.
template <class Value>
std::optional<Value> keyword(fitsfile* file, int type, const char* name) {
    Value value{};
    int missing = 0;
    if (::fits_read_key(file, type, name, &value, nullptr, &missing) != 0) return std::nullopt;
    return value;
}

/// The text of a keyword of the current HDU; empty if it is missing.
std::string text_keyword(fitsfile* file, const char* name) {
    std::array<char, FLEN_VALUE> value{};
    int missing = 0;
    return ::fits_read_key(file, TSTRING, name, value.data(), nullptr, &missing) == 0 ? value.data() : "";
}

/// CFITSIO's code for the type of the stored samples in the current image.
int stored_type(fitsfile* file) {
    int status = 0;
    int type = 0;
    ::fits_get_img_type(file, &type, &status);
    require(status);
    return type;
}

/// Whether the image has unsigned 64-bit integers, which FITS stores as signed integers with an offset of
/// 2^63. CFITSIO reads them correctly, but reports the type as signed.
bool is_u64(fitsfile* file) {
    constexpr double offset = 9223372036854775808.0; // 2^63
    return stored_type(file) == LONGLONG_IMG && keyword<double>(file, TDOUBLE, "BZERO") == offset &&
           keyword<double>(file, TDOUBLE, "BSCALE").value_or(1) == 1;
}

const Row& row_of(fitsfile* file) {
    int status = 0;
    int image = 0;
    ::fits_get_img_equivtype(file, &image, &status);
    require(status);
    if (is_u64(file)) image = ULONGLONG_IMG;
    const auto* const found = std::ranges::find(fits_rows, image, &Row::image);
    if (found == fits_rows.end()) fail("its image has the unknown type " + std::to_string(image));
    return *found;
}

/// Scales a stored integer that marks missing samples: NaN if samples of the type are floats. Integers have a
/// whole factor and offset, the values of the keywords `scale` and `zero`. Empty if the result may overflow.
std::optional<histo_cl::Number> scaled(fitsfile* file, SampleType type, std::int64_t stored,
                                       const std::string& scale, const std::string& zero) {
    if (histo_cl::is_float(type)) return std::numeric_limits<double>::quiet_NaN();
    constexpr auto sign = std::uint64_t{1} << 63U;
    if (type == SampleType::u64) return static_cast<std::uint64_t>(stored) ^ sign;
    const auto factor = keyword<double>(file, TDOUBLE, scale.c_str()).value_or(1);
    const auto offset = keyword<double>(file, TDOUBLE, zero.c_str()).value_or(0);
    if (factor == 1 && offset == 0) return stored;
    constexpr auto max = 4611686018427387904.0; // 2^62
    if (!(std::abs(factor) < max && std::abs(factor * static_cast<double>(stored)) + std::abs(offset) < max))
        return std::nullopt;
    return stored * static_cast<std::int64_t>(factor) + static_cast<std::int64_t>(offset);
}

/// Returns the value of missing samples after scaling. The file stores them as the integer BLANK. The value
/// is NaN for integers that are scaled to floats, because CFITSIO converts BLANK itself.
std::optional<histo_cl::Number> missing_of(fitsfile* file, const Row& row) {
    if (stored_type(file) < 0) return std::nullopt; // missing floats are NaN
    auto found = keyword<LONGLONG>(file, TLONGLONG, "BLANK");
    if (!found) found = keyword<LONGLONG>(file, TLONGLONG, "ZBLANK");
    return found ? scaled(file, row.type, *found, "BSCALE", "BZERO") : std::nullopt;
}

/// Verifies the checksums of the current HDU, CHECKSUM and DATASUM, if it has them. Reads all of the HDU.
void verify_checksums(fitsfile* file) {
    int status = 0;
    int data = 0;
    int whole = 0;
    ::fits_verify_chksum(file, &data, &whole, &status);
    require(status);
    if (data < 0) fail("its DATASUM is not that of its data");
    if (whole < 0) fail("its CHECKSUM is not that of its header and data");
}

/// A position in the bits of a tile.
class BitCursor {
  public:
    explicit BitCursor(std::span<const std::byte> bytes) : bytes_(bytes) {}

    void skip(std::uint64_t bits) {
        if (bits > 8 * std::uint64_t{bytes_.size()} - at_) fail("a tile ends too early");
        at_ += bits;
    }
    [[nodiscard]] unsigned take(unsigned bits) {
        unsigned value = 0;
        for (; bits > 0; --bits) {
            skip(1);
            value = value << 1U | (byte_of(at_ - 1) >> (7 - (at_ - 1) % 8) & 1U);
        }
        return value;
    }
    /// Skips a unary code: bits of 0, and the bit of 1 that ends them.
    void skip_unary() {
        for (;;) {
            if (at_ == 8 * std::uint64_t{bytes_.size()}) fail("a tile ends too early");
            const auto rest = static_cast<std::uint8_t>(byte_of(at_) << at_ % 8);
            at_ += rest == 0 ? 8 - at_ % 8 : static_cast<std::uint64_t>(std::countl_zero(rest)) + 1;
            if (rest != 0) return;
        }
    }

  private:
    [[nodiscard]] unsigned byte_of(std::uint64_t bit) const {
        return std::to_integer<unsigned>(bytes_[static_cast<std::size_t>(bit / 8)]);
    }

    std::span<const std::byte> bytes_;
    std::uint64_t at_ = 0;
};

/// The tiles of the current HDU, a compressed image whose tiles are rows of a table. CFITSIO does not
/// validate them: it loops forever on unterminated gzip, and unpacks HCOMPRESS beyond the tile's memory.
class Tiles {
  public:
    /// `shape`: the shape of the image.
    Tiles(fitsfile* file, std::span<const std::uint64_t> shape)
        : file_(file), lengths_(shape.rbegin(), shape.rend()) {
        for (std::size_t i = 0; i < lengths_.size(); ++i) {
            const auto side = i < std::size(file_->Fptr->tilesize) ? file_->Fptr->tilesize[i] : 1;
            if (side < 1) fail("its tiles have no pixels");
            sides_.push_back(static_cast<std::uint64_t>(side));
            count_ *= (lengths_[i] - 1) / sides_[i] + 1;
        }
    }

    /// Throws UsageError for a tile that CFITSIO must not unpack. Reads all tiles.
    void verify() {
        std::array<char, FLEN_VALUE> method{};
        int missing = 0;
        ::fits_read_key(file_, TSTRING, "ZCMPTYPE", method.data(), nullptr, &missing);
        const std::string_view name = method.data();
        if (name.starts_with("GZIP"))
            verify_column("COMPRESSED_DATA", &Tiles::verify_gzip);
        else if (name.starts_with("RICE"))
            verify_column("COMPRESSED_DATA", &Tiles::verify_rice);
        else if (name.starts_with("HCOMPRESS"))
            verify_column("COMPRESSED_DATA", &Tiles::verify_hcompress);
        else if (name.starts_with("PLIO"))
            verify_column("COMPRESSED_DATA", &Tiles::verify_plio, TSHORT);
        verify_column("GZIP_COMPRESSED_DATA", &Tiles::verify_gzip); // holds tiles that the method cannot pack
    }

  private:
    using Verify = void (Tiles::*)(std::uint64_t pixels);

    /// Verifies the tiles in a column of the table, if there is such a column. `unit`: CFITSIO's type of a
    /// tile's compressed data.
    void verify_column(std::string name, Verify verify_tile, int unit = TBYTE) {
        int column = 0;
        int missing = 0;
        if (::fits_get_colnum(file_, CASEINSEN, name.data(), &column, &missing) != 0) return;
        int status = 0;
        LONGLONG count = 0;
        ::fits_get_num_rowsll(file_, &count, &status);
        count = std::min(count, static_cast<LONGLONG>(count_));
        for (LONGLONG row = 1; row <= count; ++row) {
            LONGLONG units = 0;
            LONGLONG offset = 0;
            ::fits_read_descriptll(file_, column, row, &units, &offset, &status);
            require(status);
            if (units == 0) continue;
            require_fits_memory("FITS", "tile", static_cast<std::uint64_t>(units));
            packed_.resize(static_cast<std::size_t>(units) * (unit == TSHORT ? sizeof(std::int16_t) : 1));
            int any = 0;
            ::fits_read_col(file_, unit, column, row, 1, units, nullptr, packed_.data(), &any, &status);
            require(status);
            (this->*verify_tile)(pixels_of(static_cast<std::uint64_t>(row) - 1));
        }
        require(status);
    }

    void verify_gzip(std::uint64_t pixels) {
#ifdef HISTO_CL_HAS_ZLIB
        constexpr std::uint64_t max_per_pixel = 8;
        verify_deflate("FITS", packed_, max_per_pixel * pixels);
#else
        throw common::UsageError(not_built("FITS with tiles in gzip", "zlib1g-dev"));
#endif
    }

    /// Verifies a Rice tile: an unpacked pixel, then blocks. Each block has a code for the format of the
    /// differences between its pixels, and then the differences.
    void verify_rice(std::uint64_t pixels) {
        struct Kind {
            unsigned pixel_bits;
            unsigned code_bits;
            unsigned as_they_are; ///< the code of differences that are not compressed
        };
        const auto& tiles = *file_->Fptr;
        const auto kind = tiles.rice_bytepix == 1   ? Kind{8, 3, 7}
                          : tiles.rice_bytepix == 2 ? Kind{16, 4, 15}
                                                    : Kind{32, 5, 26};
        if (tiles.rice_blocksize < 1) fail("its tiles have blocks of no pixels");
        BitCursor cursor(packed_);
        cursor.skip(kind.pixel_bits);
        while (pixels > 0) {
            const auto block = std::min(pixels, static_cast<std::uint64_t>(tiles.rice_blocksize));
            const auto code = cursor.take(kind.code_bits);
            if (code == kind.as_they_are) cursor.skip(block * kind.pixel_bits);
            for (std::uint64_t i = 0; code > 0 && code != kind.as_they_are && i < block; ++i) {
                cursor.skip_unary();
                cursor.skip(code - 1);
            }
            pixels -= block;
        }
    }

    void verify_hcompress(std::uint64_t pixels) {
        const auto big_endian = [&](std::size_t at) {
            std::uint64_t value = 0;
            for (const auto byte : std::span(packed_).subspan(at, 4))
                value = value << 8U | std::to_integer<std::uint64_t>(byte);
            return value;
        };
        constexpr std::size_t header_bytes = 25; // magic number, two sides, scale, sum and three bytes
        if (packed_.size() < header_bytes) fail("a tile ends too early");
        if (big_endian(2) * big_endian(6) != pixels)
            fail("a tile does not have the pixels that its image says");
    }

    /// Verifies a PLIO tile, which is a list of words. The first ones give its length and the start of the
    /// data.
    void verify_plio(std::uint64_t /*pixels*/) {
        std::array<std::int16_t, 5> words{};
        if (packed_.size() < sizeof words) fail("a tile ends too early");
        std::memcpy(words.data(), packed_.data(), sizeof words);
        const bool is_old = words[2] > 0;
        const auto length = is_old ? words[2] : words[4] * 0x8000 + words[3];
        const auto begin = is_old ? 3 : words[1];
        if (begin < 3 || length < begin ||
            static_cast<std::size_t>(length) > packed_.size() / sizeof words.front())
            fail("a tile does not have the words that it says");
    }

    /// Number of pixels in the tile that row `row` of the table holds. Rows are counted from 0. Tiles at the
    /// image's end may be smaller.
    [[nodiscard]] std::uint64_t pixels_of(std::uint64_t row) const {
        std::uint64_t pixels = 1;
        for (std::size_t i = 0; i < lengths_.size(); ++i) {
            const auto count = (lengths_[i] - 1) / sides_[i] + 1;
            pixels *= std::min(sides_[i], lengths_[i] - row % count * sides_[i]);
            row /= count;
        }
        return pixels;
    }

    fitsfile* file_;
    std::vector<std::uint64_t> lengths_; ///< the contiguous axis first
    std::vector<std::uint64_t> sides_;   ///< the sides of a tile
    std::uint64_t count_ = 1;            ///< number of tiles; rows of the table beyond them are not read
    std::vector<std::byte> packed_;      ///< the bytes of the current tile
};

void verify_tiles(fitsfile* file, std::span<const std::uint64_t> shape) {
    int status = 0;
    if (::fits_is_compressed_image(file, &status) != 0) Tiles(file, shape).verify();
    require(status);
}

/// Returns the address of the NaN that CFITSIO writes in place of missing samples; null for integers, which
/// CFITSIO leaves unchanged.
void* nan_of(SampleType type) {
    static float nan = std::numeric_limits<float>::quiet_NaN();
    static double wide_nan = nan;
    if (type == SampleType::f32) return &nan;
    return type == SampleType::f64 ? &wide_nan : nullptr;
}

class ImageSource : public BlockSource {
  public:
    ImageSource(SeekableFile opened, Fits file, const Row& row, const Array& array)
        : opened_(std::move(opened)), file_(std::move(file)), row_(row), shape_(array.shape),
          samples_(samples_of(array)), has_floats_(stored_type(file_.get()) < 0) {}

    void ignore_markers() override { makes_nan_ = has_floats_; }

  private:
    [[nodiscard]] bool next_block(std::vector<std::byte>& block, const Wake* /*wake*/) override {
        const auto count = std::min(block_samples, samples_ - done_);
        if (count == 0) return false;
        if (done_ == 0) {
            verify_checksums(file_.get());
            verify_tiles(file_.get(), shape_);
        }
        block.resize(static_cast<std::size_t>(count) * histo_cl::bytes(row_.type));
        void* const missing = makes_nan_ ? nan_of(row_.type) : nullptr;
        int any = 0; // set by CFITSIO if it compares pixels with BLANK
        int status = 0;
        ::fits_read_img(file_.get(), row_.memory, static_cast<LONGLONG>(done_) + 1,
                        static_cast<LONGLONG>(count), missing, block.data(), &any, &status);
        require(status);
        done_ += count;
        return true;
    }

    SeekableFile opened_;
    Fits file_;
    Row row_;
    std::vector<std::uint64_t> shape_;
    std::uint64_t samples_;
    /// Whether the samples are floats before scaling. Tiles may hold such floats as integers, of which ZBLANK
    /// means NaN.
    bool has_floats_;
    bool makes_nan_ = true; ///< pixels stored as BLANK become NaN, if samples are floats
    std::uint64_t done_ = 0;
};

/// A column of the current HDU's table.
struct Column {
    int number = 0;
    Row row{};
    std::uint64_t rows = 0;
    std::uint64_t width = 0; ///< number of samples per row
    bool is_text = false;    ///< the table is in ASCII
};

/// Returns the code of the image type (BITPIX) whose samples are like those of a column after scaling. Throws
/// for text, bits, complex numbers and lists of variable length.
int image_type_of(int column) {
    switch (column) {
    case TBYTE:
    case TLOGICAL: return BYTE_IMG;
    case TSBYTE: return SBYTE_IMG;
    case TSHORT: return SHORT_IMG;
    case TUSHORT: return USHORT_IMG;
    case TINT:
    case TLONG: return LONG_IMG;
    case TUINT:
    case TULONG: return ULONG_IMG;
    case TLONGLONG: return LONGLONG_IMG;
    case TULONGLONG: return ULONGLONG_IMG;
    case TFLOAT: return FLOAT_IMG;
    case TDOUBLE: return DOUBLE_IMG;
    default: fail("its column holds neither integers nor floats, or lists of any length");
    }
}

Column column_of(fitsfile* file, std::string name) {
    int status = 0;
    int kind = 0;
    ::fits_get_hdu_type(file, &kind, &status);
    require(status);
    if (kind == IMAGE_HDU || keyword<int>(file, TLOGICAL, "ZTABLE").value_or(0) != 0)
        fail("its HDU is not a table of columns as they are");
    Column column;
    ::fits_get_colnum(file, CASEINSEN, name.data(), &column.number, &status);
    if (status == COL_NOT_FOUND || status == COL_NOT_UNIQUE)
        fail("there is no column '" + name + "', or several");
    int type = 0;
    LONGLONG width = 0;
    LONGLONG rows = 0;
    ::fits_get_eqcoltypell(file, column.number, &type, &width, nullptr, &status);
    ::fits_get_num_rowsll(file, &rows, &status);
    require(status);
    column.is_text = kind == ASCII_TBL;
    int image = image_type_of(type);
    // CFITSIO derives the type of texts from their width, and I11 may exceed 32 bits.
    if (column.is_text && image > 0) image = LONGLONG_IMG;
    column.row = *std::ranges::find(fits_rows, image, &Row::image);
    if (type == TLOGICAL) column.row.memory = TLOGICAL;
    column.rows = static_cast<std::uint64_t>(std::max<LONGLONG>(rows, 0));
    column.width = column.is_text ? 1 : static_cast<std::uint64_t>(std::max<LONGLONG>(width, 0));
    if (column.width == 0) fail("its column holds no samples");
    return column;
}

// CFITSIO writes these in place of undefined samples, which are not stored as integers.
constexpr char undefined_logical = 2;
constexpr auto undefined_text = std::numeric_limits<LONGLONG>::min();

/// Returns the value of missing samples of a column after scaling. Binary tables store them as the integer
/// TNULL, except logicals; tables in ASCII store them as the text TNULL. The value is NaN for floats.
std::optional<histo_cl::Number> missing_of(fitsfile* file, const Column& column) {
    if (column.row.memory == TLOGICAL) return std::int64_t{undefined_logical};
    const auto number = std::to_string(column.number);
    const auto name = "TNULL" + number;
    if (column.is_text) {
        if (text_keyword(file, name.c_str()).empty()) return std::nullopt;
        if (!histo_cl::is_float(column.row.type)) return std::int64_t{undefined_text};
        return std::numeric_limits<double>::quiet_NaN();
    }
    const auto found = keyword<LONGLONG>(file, TLONGLONG, name.c_str());
    return found ? scaled(file, column.row.type, *found, "TSCAL" + number, "TZERO" + number) : std::nullopt;
}

/// Returns the address of what CFITSIO writes in place of missing samples of a column; null if it leaves them
/// unchanged.
void* null_of(const Column& column) {
    static char logical = undefined_logical;
    static LONGLONG text = undefined_text;
    if (column.row.memory == TLOGICAL) return &logical;
    return column.is_text && !histo_cl::is_float(column.row.type) ? &text : nan_of(column.row.type);
}

/// The samples of a column, some rows at a time.
class ColumnSource : public BlockSource {
  public:
    ColumnSource(SeekableFile opened, Fits file, const Column& column)
        : opened_(std::move(opened)), file_(std::move(file)), column_(column) {}

    void ignore_markers() override { marks_missing_ = false; }

  private:
    [[nodiscard]] bool next_block(std::vector<std::byte>& block, const Wake* /*wake*/) override {
        const auto rows =
            std::min(std::max<std::uint64_t>(block_samples / column_.width, 1), column_.rows - done_);
        if (rows == 0) return false;
        if (done_ == 0) verify_checksums(file_.get());
        const auto samples = rows * column_.width;
        require_fits_memory("FITS", "row", samples * histo_cl::bytes(column_.row.type));
        block.resize(static_cast<std::size_t>(samples) * histo_cl::bytes(column_.row.type));
        void* const missing = marks_missing_ ? null_of(column_) : nullptr;
        int any = 0;
        int status = 0;
        ::fits_read_col(file_.get(), column_.row.memory, column_.number, static_cast<LONGLONG>(done_) + 1, 1,
                        static_cast<LONGLONG>(samples), missing, block.data(), &any, &status);
        require(status);
        done_ += rows;
        return true;
    }

    SeekableFile opened_;
    Fits file_;
    Column column_;
    bool marks_missing_ = true;
    std::uint64_t done_ = 0;
};

/// Decodes a column of a table, which is named HDU/COLUMN.
Decoded decode_column(SeekableFile opened, Fits file, const std::string& hdu, const std::string& name) {
    go_to(file.get(), hdu);
    const auto column = column_of(file.get(), name);
    Array array{.type = column.row.type,
                .shape = {column.rows},
                .unit = text_keyword(file.get(), ("TUNIT" + std::to_string(column.number)).c_str())};
    if (column.width > 1) array.shape.push_back(column.width);
    if (const auto missing = missing_of(file.get(), column)) array.missing = {*missing};
    auto samples = std::make_unique<ColumnSource>(std::move(opened), std::move(file), column);
    return {std::move(array), std::move(samples)};
}

Decoded decode(SeekableFile opened, std::string_view part) {
    auto file = open_fits(opened);
    const auto slash = std::min(part.find('/'), part.size());
    const std::string hdu(part.substr(0, slash));
    if (slash < part.size())
        return decode_column(std::move(opened), std::move(file), hdu, std::string(part.substr(slash + 1)));
    auto shape = image_of(file.get(), hdu);
    const auto& row = row_of(file.get());
    Array array{.type = row.type,
                .shape = std::move(shape),
                .channels = 1,
                .unit = text_keyword(file.get(), "BUNIT")};
    if (!fits_a_file(array)) fail("its image has 2^63 bytes or more");
    if (const auto missing = missing_of(file.get(), row)) array.missing = {*missing};
    auto samples = std::make_unique<ImageSource>(std::move(opened), std::move(file), row, array);
    return {std::move(array), std::move(samples)};
}

#else
constexpr Decoded (*decode)(SeekableFile, std::string_view) = nullptr;
#endif

} // namespace

Format fits_format() {
    return {.name = "FITS", .matches = is_fits, .package = "libcfitsio-dev", .decode = decode, .part = "HDU"};
}

} // namespace files
