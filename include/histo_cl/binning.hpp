#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/export.h"
#include "histo_cl/limits.h"
#include "histo_cl/number.hpp"
#include "histo_cl/shared.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI {

/// Maximum number of bins of one axis, and of cells (see Problem::cells()) that one pass counts: 2^24. With
/// squared weights, a pass counts at most half as many cells.
inline constexpr std::uint32_t max_bins = HISTO_CL_MAX_BINS;

/// Maximum number of counters of one histogram, over all passes: 2^28.
inline constexpr std::uint32_t max_counters = HISTO_CL_MAX_COUNTERS;

/// `count` bins of equal width over [lower, upper).
///
/// Integer samples: edge i is the rational lower + i·(upper − lower)/count, exactly. A bound that is a double
/// must be within ±2^64 and a multiple of 2^-20. E.g. a lower bound of −0.5 centres bins of width 1 on whole
/// numbers.
///
/// Float samples: edge i is that of numpy.linspace(lower, upper, count + 1), rounded to the sample's type
/// except in joint histograms.
struct EvenBins {
    std::uint32_t count; ///< number of bins, 1 to max_bins
    Number lower;        ///< the first edge
    Number upper;        ///< the last edge, above `lower`

    friend bool operator==(const EvenBins&, const EvenBins&) = default;
};

/// An immutable list of edges. Copies share the edges, because there may be millions.
class HISTO_CL_API Edges {
  public:
    Edges() = default;
    /// Takes the edges as they are; Problem::validate() checks them.
    Edges(std::vector<Number> edges); // NOLINT(google-explicit-constructor): a list of edges is Edges
    /// Takes the edges as they are; Problem::validate() checks them.
    Edges(std::initializer_list<Number> edges) : Edges(std::vector<Number>(edges)) {}

    /// Number of edges.
    [[nodiscard]] std::size_t size() const noexcept { return numbers_ ? numbers_->size() : 0; }
    /// Whether there are no edges.
    [[nodiscard]] bool empty() const noexcept { return size() == 0; }
    /// A pointer to the first edge; null if there are none.
    [[nodiscard]] const Number* data() const noexcept { return numbers_ ? numbers_->data() : nullptr; }
    /// The first edge.
    [[nodiscard]] const Number* begin() const noexcept { return data(); }
    /// The end of the edges.
    [[nodiscard]] const Number* end() const noexcept { return data() + size(); }
    /// Edge i, which must be below size().
    [[nodiscard]] const Number& operator[](std::size_t i) const noexcept { return data()[i]; }
    /// The first edge; there must be at least one.
    [[nodiscard]] const Number& front() const noexcept { return data()[0]; }
    /// The last edge; there must be at least one.
    [[nodiscard]] const Number& back() const noexcept { return data()[size() - 1]; }

    /// Compares edge by edge.
    friend HISTO_CL_API bool operator==(const Edges& a, const Edges& b) noexcept;

  private:
    Shared<std::vector<Number>> numbers_;
};

/// `edges.size() − 1` bins. Bin i holds the samples with edges[i] <= x < edges[i + 1], compared exactly. The
/// edges must increase strictly; the first may be −inf and the last +inf.
struct EdgeBins {
    Edges edges; ///< the edges; one more than there are bins

    friend bool operator==(const EdgeBins&, const EdgeBins&) = default;
};

/// `count` bins over [lower, upper), 0 < lower, whose edges grow by a constant factor. Edge i is lower ·
/// (upper/lower)^(i/count) as a double, off by at most 0.5 + 2^-32 units in the last place, and the same on
/// every host. Samples are compared with it exactly.
struct LogBins {
    std::uint32_t count; ///< number of bins, 1 to max_bins
    Number lower;        ///< the first edge, above 0
    Number upper;        ///< the last edge, above `lower`

    friend bool operator==(const LogBins&, const LogBins&) = default;
};

/// `count` even bins over [lower, lower + period), for angles and hues. A sample is first reduced to that
/// range modulo the period, exactly, so every finite sample is in a bin. An infinite sample is treated as
/// NaN.
///
/// Integer samples: lower and period are whole numbers, |lower| <= 2^63, 1 <= period <= 2^31 (2^62 for
/// samples of 64 bits). Edge i is the rational lower + i·period/count, exactly.
///
/// Float samples: edge i is that of numpy.linspace(lower, lower + period, count + 1), rounded to the sample's
/// type, in joint histograms too. Samples are reduced modulo the distance from the rounded first edge to the
/// rounded last edge; this distance is also rounded to the sample's type.
struct CircularBins {
    std::uint32_t count; ///< number of bins, 1 to max_bins
    Number lower;        ///< the first edge
    Number period;       ///< the distance from the first edge to the last, above 0

    friend bool operator==(const CircularBins&, const CircularBins&) = default;
};

/// `count` bins given by an expression in C's syntax, e.g. {64, "(x >> 2) ^ (i & 1)"}. The value of the
/// expression is the bin of a sample. `x` is the sample, of type Problem::sample (a float for f16 and bf16).
/// `i` is the index of the sample's element (a ulong): elements are numbered from 0, row by row.
///
/// A value below 0 is underflow; `count` or more is overflow. A floating-point value is rounded down first.
/// If the value is NaN, the sample is treated as NaN. The expression is not evaluated for samples that are
/// NaN. Float divisions and inexact functions such as exp() have the accuracy of the device. docs/binnings.md
/// lists the accepted operators and functions. Everything else is rejected, so expressions from untrusted
/// sources are safe.
struct CustomBins {
    std::uint32_t count;    ///< number of bins, 1 to max_bins
    std::string expression; ///< the bin of `x`

    friend bool operator==(const CustomBins&, const CustomBins&) = default;
};

/// No bins: the samples of this axis are half widths, see Splitting::interval.
struct HalfWidths {
    friend bool operator==(const HalfWidths&, const HalfWidths&) = default;
};

/// The bins of one axis, which define the bin of each sample.
using Binning = std::variant<EvenBins, EdgeBins, LogBins, CircularBins, CustomBins, HalfWidths>;

/// The alternatives of Binning, in the same order.
enum class BinningKind : std::uint8_t { even, edges, log, circular, custom, half_widths };

/// All kinds, in the order of the enumeration.
inline constexpr std::array all_binning_kinds{BinningKind::even,   BinningKind::edges,
                                              BinningKind::log,    BinningKind::circular,
                                              BinningKind::custom, BinningKind::half_widths};
static_assert(all_binning_kinds.size() == std::variant_size_v<Binning>);

/// The alternative that a Binning holds.
[[nodiscard]] constexpr BinningKind kind_of(const Binning& binning) noexcept {
    return static_cast<BinningKind>(binning.index());
}

/// The name of a kind: "even", "edges", "log", "circular", "custom" or "half_widths"; "unknown" for an
/// invalid value.
[[nodiscard]] HISTO_CL_API std::string_view name(BinningKind kind) noexcept;

/// `count` bins of equal width over [lower, upper). Like the functions below, throws Error(invalid_argument)
/// for a count that needs more than 32 bits, such as a negative one. Problem::validate() checks other counts.
[[nodiscard]] HISTO_CL_API EvenBins even_bins(std::uint64_t count, Number lower, Number upper);

/// A bin for each of the values 0, 1 … count − 1, like numpy.bincount: even bins of width 1.
[[nodiscard]] HISTO_CL_API EvenBins identity_bins(std::uint64_t count);

/// `count` bins over [lower, upper), each wider than the one before by the same factor.
[[nodiscard]] HISTO_CL_API LogBins log_bins(std::uint64_t count, Number lower, Number upper);

/// `count` bins of equal width over one period, which begins at `lower`.
[[nodiscard]] HISTO_CL_API CircularBins circular_bins(std::uint64_t count, Number lower, Number period);

/// `count` bins; the value of the expression is the bin of a sample.
[[nodiscard]] HISTO_CL_API CustomBins custom_bins(std::uint64_t count, std::string expression);

/// Bins between these edges.
[[nodiscard]] inline EdgeBins edge_bins(std::initializer_list<Number> edges) {
    return {edges};
}

/// EdgeBins from any range of integers, floats, doubles or Numbers.
template <class Range>
requires requires(const Range& edges) {
    Number(*std::begin(edges));
}
[[nodiscard]] EdgeBins edge_bins(const Range& edges) {
    std::vector<Number> numbers;
    for (const auto& edge : edges)
        numbers.emplace_back(edge);
    return {std::move(numbers)};
}

/// Number of bins; 0 if there are too few edges for a bin.
[[nodiscard]] HISTO_CL_API std::uint64_t bin_count(const Binning& binning) noexcept;

/// A description, e.g. "256 even bins over [0, 256)".
[[nodiscard]] HISTO_CL_API std::string to_string(const Binning& binning);

} // namespace histo_cl::inline HISTO_CL_ABI
