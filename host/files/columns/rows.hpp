#pragma once

#include "files/columns/text_table.hpp"

#include <histo_cl/sample.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace files {

/// Parses the rows of a text table, by libcsv: from text, in parts of any length, to samples.
class Rows {
  public:
    Rows() = default;
    Rows(const Rows&) = delete;
    Rows& operator=(const Rows&) = delete;
    virtual ~Rows() = default;

    /// Appends the samples of the rows that end in the text. Throws UsageError, which says the line and the
    /// column, as finish() does.
    virtual void parse(std::string_view text, std::vector<std::byte>& samples) = 0;

    /// The last row may end without a line's end.
    virtual void finish(std::vector<std::byte>& samples) = 0;

    /// Set once the first row has been parsed.
    [[nodiscard]] virtual const std::optional<Header>& header() const = 0;
};

/// How rows become samples.
struct RowFormat {
    std::vector<std::string> columns; ///< as Reading has them
    histo_cl::SampleType type;
    char separator;
};

/// Null where the program was built without libcsv.
[[nodiscard]] std::unique_ptr<Rows> csv_rows(const RowFormat& format);

} // namespace files
