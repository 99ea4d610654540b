#include "files/formats/format.hpp"

#include <algorithm>
#include <array>

#ifdef HISTO_CL_HAS_STB
#include <cstdlib>

namespace {

// Limits what stb_image allocates. Malicious data may unpack to far more than the image that the header
// describes.
constexpr std::size_t max_allocated = 2 * static_cast<std::size_t>(files::max_at_once);

void* limited_malloc(std::size_t bytes) {
    return bytes <= max_allocated ? std::malloc(bytes) : nullptr;
}
void* limited_realloc(void* memory, std::size_t bytes) {
    return bytes <= max_allocated ? std::realloc(memory, bytes) : nullptr;
}

} // namespace

#define STBI_MALLOC limited_malloc
#define STBI_REALLOC limited_realloc
#define STBI_FREE std::free
#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_NO_HDR
#define STBI_NO_JPEG
#define STBI_NO_PIC
#define STBI_NO_PNG
#define STBI_NO_PNM
#define STBI_NO_PSD
#include <climits>
#include <stb_image.h>
#include <utility>
#endif

namespace files {

namespace {

constexpr std::string_view package = "libstb-dev";

std::uint32_t little_endian(const Start& start, std::size_t at, std::size_t bytes) {
    std::uint32_t value = 0;
    for (auto i = bytes; i-- > 0;)
        value = value << 8U | std::to_integer<std::uint32_t>(start.bytes[at + i]);
    return value;
}

bool is_gif(const Start& start) {
    const auto text = text_of(start.bytes);
    return text.starts_with("GIF87a") || text.starts_with("GIF89a");
}

/// Whether the file is a BMP file. The magic number has only two letters, so the length of the second header
/// is also checked.
bool is_bmp(const Start& start) {
    constexpr std::size_t length_at = 14;
    constexpr std::array<std::uint32_t, 5> lengths{12, 40, 56, 108, 124};
    return text_of(start.bytes).starts_with("BM") && start.bytes.size() >= length_at + 4 &&
           std::ranges::find(lengths, little_endian(start, length_at, 4)) != lengths.end();
}

/// `kind`: 1: with a palette, 2: in colours, 3: grey, in 16 bits with alpha.
bool is_tga_depth(std::uint32_t bits, std::uint32_t kind) {
    constexpr std::array<std::uint32_t, 4> depths{15, 16, 24, 32};
    if (kind == 2) return std::ranges::find(depths, bits) != depths.end();
    return bits == 8 || (kind == 3 && bits == 16);
}

bool is_tga(const Start& start) {
    constexpr std::size_t header_bytes = 18;
    if (start.bytes.size() < header_bytes || !start.size) return false;
    const auto at = [&](std::size_t offset, std::size_t bytes) {
        return little_endian(start, offset, bytes);
    };
    const bool in_runs = at(2, 1) > 8;
    const auto kind = at(2, 1) - (in_runs ? 8U : 0U);
    const bool has_map = kind == 1;
    const auto map_length = at(5, 2);
    const auto map_bits = at(7, 1);
    const auto pixels = std::uint64_t{at(12, 2)} * at(14, 2);
    const auto bits = at(16, 1);
    const auto reserved = at(17, 1) >> 6U;
    if (kind < 1 || kind > 3 || at(1, 1) != (has_map ? 1U : 0U) || reserved != 0) return false;
    if (pixels == 0 || !is_tga_depth(bits, kind)) return false;
    if (has_map ? map_length == 0 || map_bits < 15 || map_bits > 32 : at(3, 4) != 0 || map_bits != 0)
        return false;
    const auto begin = header_bytes + at(0, 1) + map_length * ((map_bits + 7) / 8);
    const auto pixel_bytes = (bits + 7) / 8;
    const auto min = begin + (in_runs ? pixels / 128 * (1 + pixel_bytes) : pixels * pixel_bytes);
    return *start.size >= min && (in_runs || *start.size <= min + (std::uint64_t{1} << 16U));
}

#ifdef HISTO_CL_HAS_STB

/// The input of stb_image.
struct Cursor {
    CallbackFile reader;
    bool is_past_end = false; ///< the file has ended early: stb_image reads zeros instead
};

constexpr int buffer_bytes = 128; // stb_image reads this many bytes ahead

int read_some(void* user, char* data, int size) {
    auto& cursor = *static_cast<Cursor*>(user);
    const auto to = std::as_writable_bytes(std::span(data, static_cast<std::size_t>(size)));
    const auto got = cursor.reader.read(to);
    if (!cursor.reader.has_failed() && (got == 0 || (got < to.size() && size != buffer_bytes)))
        cursor.is_past_end = true;
    return static_cast<int>(got);
}

void skip(void* user, int bytes) {
    auto& reader = static_cast<Cursor*>(user)->reader;
    const auto to = static_cast<std::int64_t>(reader.offset()) + bytes;
    reader.seek(static_cast<std::uint64_t>(std::max<std::int64_t>(to, 0)));
}

int is_at_end(void* user) {
    const auto& reader = static_cast<const Cursor*>(user)->reader;
    return reader.has_failed() || reader.offset() >= reader.size() ? 1 : 0;
}

constexpr stbi_io_callbacks callbacks{read_some, skip, is_at_end};

[[noreturn]] void fail(const Cursor& cursor, std::string_view format) {
    cursor.reader.rethrow();
    fail_as_unreadable(format, ::stbi_failure_reason());
}

struct Size {
    int width = 0;
    int height = 0;
    int channels = 0;
};

std::uint64_t bytes_of(const Size& size) {
    return static_cast<std::uint64_t>(size.width) * static_cast<std::uint64_t>(size.height) *
           static_cast<std::uint64_t>(size.channels);
}

/// `copies`: number of copies of the image that the decoder needs.
Size size_of(const SeekableFile& file, std::string_view format, unsigned copies) {
    Size size;
    Cursor header{CallbackFile(file)};
    if (::stbi_info_from_callbacks(&callbacks, &header, &size.width, &size.height, &size.channels) == 0)
        fail(header, format);
    if (size.width <= 0 || size.height <= 0) fail_as_unreadable(format, "it has no pixels");
    require_fits_memory(format, copies > 1 ? "image, in all copies," : "image", copies * bytes_of(size));
    return size;
}

struct Free {
    void operator()(void* pixels) const { ::stbi_image_free(pixels); }
};
using Pixels = std::unique_ptr<void, Free>;

Pixels pixels_of(const SeekableFile& file, std::string_view format, const Size& expected) {
    Cursor cursor{CallbackFile(file)};
    Size size = expected;
    void* pixels = ::stbi_load_from_callbacks(&callbacks, &cursor, &size.width, &size.height, &size.channels,
                                              expected.channels);
    if (pixels == nullptr) fail(cursor, format);
    Pixels owned(pixels);
    cursor.reader.rethrow();
    if (cursor.is_past_end) fail_as_unreadable(format, "it ends too early");
    if (size.width != expected.width || size.height != expected.height)
        fail_as_unreadable(format, "its size is not that of its header");
    return owned;
}

/// Decodes the image when the first pixel is read.
class ImageSource : public ByteSource {
  public:
    ImageSource(SeekableFile file, std::string_view format, const Size& size)
        : file_(std::move(file)), format_(format), size_(size) {}

    [[nodiscard]] std::size_t read(std::span<std::byte> to, const Wake* /*wake*/) override {
        if (!pixels_) pixels_ = pixels_of(file_, format_, size_);
        const std::span all(static_cast<const std::byte*>(pixels_.get()),
                            static_cast<std::size_t>(bytes_of(size_)));
        const auto rest = all.subspan(used_);
        const auto bytes = std::min(to.size(), rest.size());
        std::copy_n(rest.begin(), bytes, to.begin());
        used_ += bytes;
        return bytes;
    }

  private:
    SeekableFile file_;
    std::string_view format_;
    Size size_;
    Pixels pixels_;
    std::size_t used_ = 0;
};

/// `copies`: number of copies of the image that the decoder needs.
template <const char* format, unsigned copies = 1>
Decoded decode(SeekableFile file, std::string_view /*part*/) {
    const auto size = size_of(file, format, copies);
    Array array{.type = histo_cl::SampleType::u8,
                .shape = {static_cast<std::uint64_t>(size.height), static_cast<std::uint64_t>(size.width)}};
    add_channels(array, static_cast<std::uint32_t>(size.channels));
    array.has_alpha = size.channels % 2 == 0;
    return {std::move(array), std::make_unique<ImageSource>(std::move(file), format, size)};
}

#else

template <const char* format, unsigned copies = 1>
constexpr Decoded (*decode)(SeekableFile, std::string_view) = nullptr;

#endif

constexpr char gif[] = "GIF"; // NOLINT(modernize-avoid-c-arrays): arguments of templates
constexpr char bmp[] = "BMP"; // NOLINT(modernize-avoid-c-arrays)
constexpr char tga[] = "TGA"; // NOLINT(modernize-avoid-c-arrays)

} // namespace

Format gif_format() {
    constexpr unsigned copies = 3; // the image, a background and the previous frame
    return {.name = gif, .matches = is_gif, .package = package, .decode = decode<gif, copies>};
}

Format bmp_format() {
    return {.name = bmp, .matches = is_bmp, .package = package, .decode = decode<bmp>};
}

Format tga_format() {
    return {.name = tga, .matches = is_tga, .package = package, .decode = decode<tga>};
}

} // namespace files
