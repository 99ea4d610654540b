#pragma once

// What the tests compress by the packages themselves.

#include <cstdint>
#include <string>

#ifdef HISTO_CL_HAS_ZLIB
#include <zlib.h>

namespace files::test {

/// windowBits: 31 for gzip, 15 for zlib.
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

} // namespace files::test
#endif
