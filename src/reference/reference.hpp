#pragma once

#include "histo_cl/problem.hpp"
#include "histo_cl/reference.hpp"
#include "problem/checked.hpp"
#include "reference/convert.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <vector>

namespace histo_cl::reference {

/// The cell of a sample that an axis does not count.
inline constexpr std::uint32_t no_cell = std::numeric_limits<std::uint32_t>::max();

/// Writes the cell (0 … extent − 1, or no_cell) of each sample. Samples are `stride` bytes apart, at any
/// alignment; the first belongs to element `index` of the job. Not thread-safe, because a finder may cache
/// results.
using CellFinder = std::function<void(const std::byte* first, std::uint64_t stride, std::uint64_t index,
                                      std::span<std::uint32_t> cells)>;

/// The finder of an axis. It computes exactly, directly from the definition of a bin; for custom bins it
/// evaluates their expression.
[[nodiscard]] CellFinder cell_finder(const Problem& problem, std::size_t axis);

/// The value in a list of counters for an element that is not counted.
inline constexpr std::uint64_t no_counter = ~std::uint64_t{0};

/// A fraction of an element: numerator · 2^-bits, from 2^-bits to 1. `bits` is at most 63.
struct Fraction {
    std::uint64_t numerator;
    int bits;
};

/// A fraction of an element, and the cell of a histogram that gets it.
struct Part {
    std::uint64_t cell;
    Fraction fraction;
};

/// An element that is split.
struct Parts {
    bool counted = false; ///< whether the element overlaps a cell, even if its fraction is rounded to 0
    std::vector<Part> parts = {}; ///< fractions that are not 0, each in a different cell
};

/// Divides the elements of a problem with splitting among the cells of a histogram.
class Splitter {
  public:
    explicit Splitter(const Problem& problem);
    Splitter(const Splitter&) = delete;
    Splitter& operator=(const Splitter&) = delete;
    ~Splitter();

    /// `samples`: a sample for each axis of the problem, also for axes of half widths.
    [[nodiscard]] Parts operator()(std::span<const ExactValue> samples) const;

  private:
    class Axis;

    static Parts product(const Parts& before, const Parts& of_axis, std::uint64_t extent);

    bool joint_;
    bool has_half_widths_;
    std::vector<Axis> axes_;
    std::vector<std::uint64_t> extents_;
};

/// Accumulates the counts of elements, or the sums, minima or maxima of their weights.
class Sums {
  public:
    Sums() = default;
    Sums(const Sums&) = delete;
    Sums& operator=(const Sums&) = delete;
    virtual ~Sums() = default;

    /// Adds the n-th of `weights` to counter counters[n], and its square if squares are summed, for all n
    /// except where counters[n] is no_counter. Without weights, adds 1.
    virtual void add(std::span<const std::uint64_t> counters, const std::byte* weights) = 0;
    /// Adds a fraction of the weight to a counter; without weights, a fraction of 1. Only for problems with
    /// splitting.
    virtual void add_fraction(std::uint64_t counter, const Fraction& fraction, const std::byte* weight);
    /// The counts, or the bits of the sums.
    [[nodiscard]] virtual std::vector<std::uint64_t> result() const = 0;
};

/// Finds the greatest exponent of the finite counted weights, but at least the exponent of the type's
/// smallest normal number. This exponent determines the unit of the sums.
class MaxExponent {
  public:
    explicit MaxExponent(SampleType weights);
    /// Takes the same arguments as Sums::add().
    void see(std::span<const std::uint64_t> counters, const std::byte* weights);
    void see(double weight); ///< for a weight that is finite and not 0
    [[nodiscard]] int value() const noexcept { return value_; }

  private:
    SampleType type_;
    int value_ = 0; ///< stays 0 for integers
};

/// The number of histograms, the total number of elements, and the greatest exponent of float weights. If
/// there is a weight bound, it determines the number of elements and the exponent.
struct Extent {
    std::uint64_t histograms;
    std::uint64_t elements;
    int max_exponent;
};

/// Makes the sums for a problem, which must outlive them.
[[nodiscard]] std::unique_ptr<Sums> make_sums(const Problem& problem, const Extent& extent);

} // namespace histo_cl::reference

namespace histo_cl::detail {

/// reference_histogram() for a checked problem and checked data. Returns the counts, or the bits of the sums.
[[nodiscard]] std::vector<std::uint64_t> reference_counts(const CheckedProblem& problem,
                                                          const CheckedData& data);

} // namespace histo_cl::detail
