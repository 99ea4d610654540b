#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace common {

struct Column {
    bool number = false;   ///< right-aligned
    unsigned rank = 0;     ///< rows that are too long leave out the highest rank first, and rank 0 never
    std::size_t width = 0; ///< number of characters; see widen()
    bool shown = true;
};
using Columns = std::vector<Column>;
using Cells = std::vector<std::string>;

/// Widens columns to fit the given cells.
void widen(Columns& columns, const Cells& cells);

/// Leaves out columns until a row fits `width` or only rank 0 is left: the highest rank first, and among
/// equal ranks the last column first.
[[nodiscard]] Columns fitted(Columns columns, std::size_t width);

/// The width of a row, with two spaces between columns.
[[nodiscard]] std::size_t width_of(const Columns& columns);

/// A row without a line end, and without spaces at the end.
[[nodiscard]] std::string row(const Columns& columns, const Cells& cells);

/// A line followed by wrapped text from column `begin` on; the text starts on the next line if there is
/// little room. Ends with a newline.
[[nodiscard]] std::string with_text(std::string line, std::size_t begin, const std::string& text,
                                    std::size_t width);

} // namespace common
