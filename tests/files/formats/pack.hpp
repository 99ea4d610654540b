#pragma once

// Helpers that write files, and compress with the packages that also decompress them.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#ifdef HISTO_CL_HAS_JPEG
#include <cstdio>
#include <jpeglib.h> // needs what <cstdio> declares
#endif
#ifdef HISTO_CL_HAS_ZLIB
#include <zlib.h>
#endif
#ifdef HISTO_CL_HAS_ZSTD
#include <zstd.h>
#endif

namespace files::test {

inline std::string number(std::uint64_t value, unsigned bytes, bool is_big) {
    std::string text;
    for (unsigned i = 0; i < bytes; ++i)
        text += static_cast<char>(value >> 8 * (is_big ? bytes - 1 - i : i) & 0xffU);
    return text;
}

#ifdef HISTO_CL_HAS_JPEG
/// A JPEG file of a square of grey pixels.
inline std::string grey_jpeg(std::size_t side, std::string pixels, bool is_progressive) {
    jpeg_compress_struct state{};
    jpeg_error_mgr errors{};
    state.err = ::jpeg_std_error(&errors);
    jpeg_create_compress(&state);
    unsigned char* bytes = nullptr;
    unsigned long size = 0;
    ::jpeg_mem_dest(&state, &bytes, &size);
    state.image_width = state.image_height = static_cast<JDIMENSION>(side);
    state.input_components = 1;
    state.in_color_space = JCS_GRAYSCALE;
    ::jpeg_set_defaults(&state);
    if (is_progressive) ::jpeg_simple_progression(&state);
    ::jpeg_start_compress(&state, TRUE);
    for (std::size_t row = 0; row < side; ++row) {
        auto* from = reinterpret_cast<JSAMPROW>(pixels.data() + row * side);
        ::jpeg_write_scanlines(&state, &from, 1);
    }
    ::jpeg_finish_compress(&state);
    std::string text(reinterpret_cast<const char*>(bytes), size);
    ::jpeg_destroy_compress(&state);
    std::free(bytes);
    return text;
}
#endif

#ifdef HISTO_CL_HAS_ZLIB
/// Compresses with DEFLATE. `window_bits`: 31 for gzip, 15 for zlib.
inline std::string deflated(const std::string& bytes, int window_bits = 31) {
    z_stream state{};
    ::deflateInit2(&state, 6, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY);
    std::string packed(::deflateBound(&state, static_cast<uLong>(bytes.size())) + 64, '\0');
    state.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    state.avail_in = static_cast<uInt>(bytes.size());
    state.next_out = reinterpret_cast<Bytef*>(packed.data());
    state.avail_out = static_cast<uInt>(packed.size());
    ::deflate(&state, Z_FINISH);
    packed.resize(state.total_out);
    ::deflateEnd(&state);
    return packed;
}
#endif

#ifdef HISTO_CL_HAS_ZSTD
inline std::string zstd_of(const std::string& bytes, bool has_checksum = false) {
    std::string frame(::ZSTD_compressBound(bytes.size()), '\0');
    auto* const context = ::ZSTD_createCCtx();
    ::ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, has_checksum ? 1 : 0);
    frame.resize(::ZSTD_compress2(context, frame.data(), frame.size(), bytes.data(), bytes.size()));
    ::ZSTD_freeCCtx(context);
    return frame;
}
#endif

} // namespace files::test
