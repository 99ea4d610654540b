#include "common/errors.hpp"
#include "files/formats/format.hpp"

#ifdef HISTO_CL_HAS_PNG
#include <algorithm>
#include <array>
#include <bit>
#include <csetjmp>
#include <cstdio>
#include <png.h>
#include <utility>
#include <vector>
#endif

namespace files {

namespace {

bool is_png(const Start& start) {
    return text_of(start.bytes).starts_with("\x89PNG\r\n\x1a\n");
}

#ifdef HISTO_CL_HAS_PNG

constexpr std::size_t block_bytes = std::size_t{1} << 18U;

/// libpng's decoder with its input. libpng reports errors by longjmp(), so its functions that read are called
/// only in run(). The callbacks hold no object with a destructor when libpng jumps.
class Decoder {
  public:
    explicit Decoder(SeekableFile file) : file_(std::move(file)) {
        if (png_ == nullptr || info_ == nullptr) fail_as_unreadable("PNG", "libpng does not start");
        run([this] {
            ::png_set_read_fn(png_, this, read_some);
            // A chunk with a wrong checksum is always an error; invalid content only if pixels depend on it.
            ::png_set_crc_action(png_, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
            ::png_set_benign_errors(png_, 0);
            ::png_set_keep_unknown_chunks(png_, PNG_HANDLE_CHUNK_NEVER, nullptr, -1);
            constexpr png_uint_32 longest_side = 1U << 30U;
            ::png_set_user_limits(png_, longest_side, longest_side);
            ::png_read_info(png_, info_);
            if constexpr (std::endian::native == std::endian::little) ::png_set_swap(png_);
            ::png_set_expand(png_);
            passes_ = ::png_set_interlace_handling(png_);
            ::png_read_update_info(png_, info_);
        });
    }
    Decoder(const Decoder&) = delete;
    Decoder& operator=(const Decoder&) = delete;
    ~Decoder() = default;

    /// The array of the decoded pixels. Throws UsageError if a row is larger than max_at_once, or if an
    /// interlaced image is, because such an image is kept in memory as a whole.
    [[nodiscard]] Array array() const {
        const std::uint64_t height = ::png_get_image_height(png_, info_);
        const auto channels = ::png_get_channels(png_, info_);
        Array array{.type = ::png_get_bit_depth(png_, info_) == 16 ? histo_cl::SampleType::u16
                                                                   : histo_cl::SampleType::u8,
                    .shape = {height, ::png_get_image_width(png_, info_)}};
        add_channels(array, channels);
        array.has_alpha = channels % 2 == 0;
        require_fits_memory("PNG", "row", row_bytes());
        if (passes_ > 1) require_fits_memory("PNG", "interlaced image", height * row_bytes());
        return array;
    }
    [[nodiscard]] std::size_t row_bytes() const { return ::png_get_rowbytes(png_, info_); }
    /// Returns the number of all rows if the image is interlaced, otherwise of the rows that fit in a block.
    [[nodiscard]] std::uint64_t rows_at_once() const {
        if (passes_ > 1) return ::png_get_image_height(png_, info_);
        return std::max<std::uint64_t>(block_bytes / row_bytes(), 1);
    }

    /// Reads rows. After the last rows, also reads the chunks that follow, so that all checksums are
    /// verified.
    void read(std::span<std::byte> to, bool is_last) {
        run([&] {
            for (int pass = 0; pass < passes_; ++pass)
                for (std::size_t at = 0; at < to.size(); at += row_bytes())
                    ::png_read_row(png_, reinterpret_cast<png_bytep>(to.data() + at), nullptr);
            if (is_last) ::png_read_end(png_, nullptr);
        });
    }

  private:
    struct Destroy {
        png_structp png;
        png_infop info;
        ~Destroy() { ::png_destroy_read_struct(&png, &info, nullptr); }
    };

    /// Throws UsageError or std::system_error if libpng fails.
    template <class Step>
    void run(Step step) {
        if (setjmp(failed_) == 0) return step();
        reader_.rethrow();
        fail_as_unreadable("PNG", message_.data());
    }

    [[noreturn]] static void give_up(png_structp png, png_const_charp message) {
        auto& decoder = *static_cast<Decoder*>(::png_get_error_ptr(png));
        std::snprintf(decoder.message_.data(), decoder.message_.size(), "%s", message);
        std::longjmp(decoder.failed_, 1);
    }

    static void ignore(png_structp /*png*/, png_const_charp /*warning*/) {}

    static void read_some(png_structp png, png_bytep to, std::size_t bytes) {
        auto& decoder = *static_cast<Decoder*>(::png_get_io_ptr(png));
        if (decoder.reader_.read(std::as_writable_bytes(std::span(to, bytes))) < bytes)
            give_up(png, "it ends too early");
    }

    SeekableFile file_;
    CallbackFile reader_{file_};
    std::array<char, 200> message_{};
    std::jmp_buf failed_{};
    png_structp png_ = ::png_create_read_struct(PNG_LIBPNG_VER_STRING, this, give_up, ignore);
    png_infop info_ = ::png_create_info_struct(png_);
    Destroy destroy_{png_, info_};
    int passes_ = 1;
};

Decoded decode(SeekableFile file, std::string_view /*part*/) {
    auto decoder = std::make_unique<Decoder>(std::move(file));
    auto array = decoder->array();
    const auto rows = array.shape.front();
    return {std::move(array), std::make_unique<RowSource<Decoder>>(std::move(decoder), rows)};
}

#else
constexpr Decoded (*decode)(SeekableFile, std::string_view) = nullptr;
#endif

} // namespace

Format png_format() {
    return {.name = "PNG", .matches = is_png, .package = "libpng-dev", .decode = decode};
}

#ifdef HISTO_CL_HAS_PNG

std::string png_of(std::span<const std::byte> samples, const ImageShape& shape) {
    constexpr std::array<png_uint_32, 4> formats{PNG_FORMAT_GRAY, PNG_FORMAT_GA, PNG_FORMAT_RGB,
                                                 PNG_FORMAT_RGBA};
    constexpr std::uint64_t longest = 1U << 24U;
    constexpr std::uint64_t max = 1U << 31U; // libpng counts bytes in 32 bits
    const bool fits = shape.width <= longest && shape.height <= longest &&
                      (shape.width * shape.channels + 1) * shape.height < max;
    if (!fits)
        throw common::UsageError(
            "an image of " + std::to_string(shape.width) + " x " + std::to_string(shape.height) + " x " +
            std::to_string(shape.channels) +
            " is too large for PNG here: it takes fewer than 2^31 bytes, in sides of up to 2^24");
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = static_cast<png_uint_32>(shape.width);
    image.height = static_cast<png_uint_32>(shape.height);
    image.format = formats.at(shape.channels - 1);
    png_alloc_size_t bytes = PNG_IMAGE_PNG_SIZE_MAX(image);
    std::string png(bytes, '\0');
    if (::png_image_write_to_memory(&image, png.data(), &bytes, 0, samples.data(), 0, nullptr) == 0)
        throw common::UsageError("the PNG image cannot be encoded: " + std::string(image.message));
    png.resize(bytes);
    return png;
}

#else

std::string png_of(std::span<const std::byte> /*samples*/, const ImageShape& /*shape*/) {
    throw common::UsageError(
        "this program was built without libpng, which writes PNG files (Debian package libpng-dev)");
}

#endif

} // namespace files
