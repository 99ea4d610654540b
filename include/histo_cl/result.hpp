#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/export.h"
#include "histo_cl/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI {

/// The result of a call that counts, as plain data. A Histogram is a contiguous range of its counts, so
/// loops, algorithms and the functions of statistics.hpp accept it.
struct Histogram {
    Problem problem = {};       ///< what was counted
    std::uint64_t elements = 0; ///< number of elements of all histograms together, counted or not
    /// Whether the calling thread counted, and no device. Only set by calls on host data without a list of
    /// devices, and by Partials of these calls.
    bool on_calling_thread = false;
    /// The counts as [histogram][cell], in the order of Problem::cells(). Empty for a problem with weights
    /// but without Weights::counts, and if elements are split. Counts of saturating counters stop at the
    /// greatest value of the counter.
    std::vector<std::uint64_t> counts = {};
    /// [histogram][weight vector][cell]: the sums of the weights, or their minima or maxima. Sums of float
    /// weights are rounded once; sums of integer weights are rounded beyond 2^53. If elements are split,
    /// these are sums of fractions of weights. With Weights::counts, a vector with the sums of fractions of 1
    /// comes first. Without weights, that vector is the only one.
    std::vector<double> sums = {};
    std::vector<double> squares = {}; ///< like `sums`: the sums of the squared weights
    /// For integer weights: the values of `sums`, exact modulo 2^64. For unsigned weights, convert the values
    /// to std::uint64_t.
    std::vector<std::int64_t> integer_sums = {};
    std::vector<std::int64_t> integer_squares = {}; ///< like `integer_sums`, for `squares`

    /// @{
    /// The range of `counts`. Throws Error(invalid_argument) for a result that has sums but no counts.
    [[nodiscard]] auto begin() const { return range().begin(); }
    [[nodiscard]] auto end() const { return range().end(); }
    [[nodiscard]] std::size_t size() const { return range().size(); }
    [[nodiscard]] const std::uint64_t* data() const { return range().data(); }
    /// @}
    /// The count of a cell. Throws Error(invalid_argument) for a cell that does not exist, and without
    /// counts.
    [[nodiscard]] const std::uint64_t& operator[](std::size_t cell) const {
        if (cell >= counts.size()) throw_no_count(cell, counts.size());
        return counts[cell];
    }

    /// Number of histograms; 1 unless the problem is a batch.
    [[nodiscard]] HISTO_CL_API std::uint64_t histograms() const noexcept;

    /// The edges of one axis, see Problem::edges().
    [[nodiscard]] std::vector<double> edges(std::size_t axis = 0) const { return problem.edges(axis); }

    /// The counts of the bins of one axis, without counters for samples out of range. Throws
    /// Error(invalid_argument) for an axis or a histogram that does not exist, for a joint histogram, and
    /// without counts.
    [[nodiscard]] HISTO_CL_API std::span<const std::uint64_t> bins(std::size_t axis = 0,
                                                                   std::uint64_t histogram = 0) const;
    /// Like bins(), but returns the `sums` of one weight vector. Also throws for a vector that does not
    /// exist, and without sums.
    [[nodiscard]] HISTO_CL_API std::span<const double>
    bin_sums(std::size_t axis = 0, std::uint64_t histogram = 0, std::uint32_t vector = 0) const;

    /// The index in `counts` of a cell of a joint histogram, given by its bin on each axis, or of a cell of a
    /// histogram with one axis, given by one bin. Throws Error(invalid_argument) for a wrong number of bins,
    /// and for a bin or a histogram that does not exist.
    [[nodiscard]] HISTO_CL_API std::size_t cell(std::initializer_list<std::uint64_t> bins,
                                                std::uint64_t histogram = 0) const;

    /// Number of elements that one axis (of a joint histogram: any axis) did not count because they are out
    /// of range, NaN or masked, in all histograms together. Empty if the number is unknown: without counts,
    /// with saturating counters, and for batches of ragged segments.
    [[nodiscard]] HISTO_CL_API std::optional<std::uint64_t> dropped(std::size_t axis = 0) const;

    /// Whether elements, counts and the bits of all sums are equal.
    friend HISTO_CL_API bool operator==(const Histogram& a, const Histogram& b) noexcept;

  private:
    /// Throws Error(invalid_argument), whose message has the cell and the number of counts.
    [[noreturn]] HISTO_CL_API static void throw_no_count(std::size_t cell, std::size_t counts);
    /// Throws Error(invalid_argument) for a result that has sums but no counts.
    [[noreturn]] HISTO_CL_API static void throw_no_counts();

    [[nodiscard]] const std::vector<std::uint64_t>& range() const {
        if (counts.empty() && !sums.empty()) throw_no_counts();
        return counts;
    }
};

/// One line, e.g. "u8 samples into 256 even bins over [0, 256), u64 counters: 1000 elements, 3 not
/// counted".
[[nodiscard]] HISTO_CL_API std::string to_string(const Histogram& histogram);

/// What draw() draws, and how many columns and rows it may use.
struct Drawing {
    std::size_t axis = 0;        ///< the axis to draw, unless the histogram is joint
    std::uint64_t histogram = 0; ///< index of the histogram to draw, in a batch
    std::uint32_t columns = 80;  ///< maximum width of a line, at least 40; lines with long edges may be wider
    /// Maximum number of rows, at least 1; if there are more bins, neighbouring bins share a row.
    std::uint32_t max_rows = 32;
};

/// A picture in ASCII: a line for each bin, with its edges, its count and a bar. Without counts, draws the
/// first sums. If there are several histograms or axes, a line before the picture says which one it shows. A
/// joint histogram of two axes is drawn as a map of characters from blank to @, with the first axis from top
/// to bottom. For three axes, the projection on the first two is drawn. Bars and characters are relative to
/// the greatest count. Throws Error(invalid_argument) for an axis or histogram that does not exist, and for
/// `columns` or `max_rows` below their minimum.
[[nodiscard]] HISTO_CL_API std::string draw(const Histogram& histogram, const Drawing& drawing = {});

/// Writes to_string() and draw().
HISTO_CL_API std::ostream& operator<<(std::ostream& stream, const Histogram& histogram);

} // namespace histo_cl::inline HISTO_CL_ABI
