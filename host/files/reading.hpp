#pragma once

#include <histo_cl/number.hpp>
#include <histo_cl/sample.hpp>

#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace files {

/// How the files' bytes are samples, as far as the user says it.
struct Reading {
    std::optional<histo_cl::SampleType> type = {}; ///< default: that of the format, else u8, of columns f64
    std::optional<std::endian> byte_order = {};    ///< default: that of the format, else the machine's
    std::vector<std::uint64_t> shape = {};         ///< of each file's samples; default: that of the format
    bool raw = false;                              ///< the bytes as they are, whatever their format
    bool truncate = false;                         ///< what follows the last whole sample is left out
    std::uint64_t skip = 0; ///< bytes left out at the start of each file, which must not have a format then
    std::optional<std::uint64_t> count =
        {}; ///< the most samples, or rows of a table, of each file that are read
    /// The values that mark samples as missing; default: those of the format. Empty: none are marked.
    std::optional<std::vector<histo_cl::Number>> nodata = {};
    /// The columns of a text table, which each file is then: by name, or by number from 1. None: a file of
    /// text is bytes as any other.
    std::vector<std::string> columns = {};
    std::optional<char> separator = {}; ///< of the table's fields; default: found in its first lines
};

} // namespace files
