#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <string>

namespace files::test {

inline std::span<const std::byte> bytes_of(const std::string& text) {
    return std::as_bytes(std::span(text));
}

/// The start of a .npy file: the magic string, the version and the header, without padding.
inline std::string npy_start(const std::string& header, int version = 1) {
    std::string start = "\x93NUMPY";
    start += static_cast<char>(version);
    start += '\0';
    for (int i = 0; i < (version == 1 ? 2 : 4); ++i)
        start += static_cast<char>(header.size() >> (8 * i) & 0xffU);
    return start + header;
}

/// The characters with which type descriptions begin: for this machine's byte order, and for the other one.
inline const std::string native_order = std::endian::native == std::endian::little ? "<" : ">";
inline const std::string other_order = native_order == "<" ? ">" : "<";

/// The start of a .npy file with a header like NumPy's, but without the padding to 64 bytes.
inline std::string npy_of(const std::string& type, const std::string& shape,
                          const std::string& order = "False") {
    return npy_start("{'descr': '" + type + "', 'fortran_order': " + order + ", 'shape': " + shape +
                     ", }   \n");
}

} // namespace files::test
