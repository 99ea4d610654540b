#pragma once

#include "files/byte_source.hpp"
#include "files/input_file.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

namespace files {

/// A text table that is open.
struct Table {
    std::string_view format; ///< "CSV", "TSV", or "text table"
    Columns columns;
    std::unique_ptr<ByteSource> samples; ///< in this machine's byte order
};

/// Opens a table of text, which begins with `start`: fields in rows, as RFC 4180 has them in CSV, but of any
/// separator. Its first row is read now, to find the columns of `reading`, the others as the samples are.
/// Fields are parsed by libcsv. Throws UsageError, without the file's name but with the line and the column;
/// its samples do, too.
[[nodiscard]] Table open_columns(std::span<const std::byte> start, std::unique_ptr<ByteSource> text,
                                 const Reading& reading);

} // namespace files
