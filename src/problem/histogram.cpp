#include "problem/histogram.hpp"

#include "core/text.hpp"
#include "problem/splitting.hpp"
#include "problem/weights.hpp"

#include <algorithm>
#include <bit>
#include <span>
#include <utility>

namespace histo_cl::detail {
namespace {

/// The value of a counter, given by its type and bits.
double value_of(CounterType type, std::uint64_t bits) noexcept {
    switch (type) {
    case CounterType::f64: return std::bit_cast<double>(bits);
    case CounterType::f32: return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    case CounterType::i64: return static_cast<double>(static_cast<std::int64_t>(bits));
    default: return static_cast<double>(bits);
    }
}

/// Appends counters of one histogram, in the order [sum][cell], to the vectors of the result.
struct Parts {
    Histogram& into;
    CounterType type;
    bool is_float;

    void add_counts(std::span<const std::uint64_t> counters) const {
        for (const auto bits : counters)
            into.counts.push_back(is_float ? static_cast<std::uint64_t>(value_of(type, bits)) : bits);
    }
    void add(std::vector<double> Histogram::*values, std::vector<std::int64_t> Histogram::*integers,
             std::span<const std::uint64_t> counters) const {
        for (const auto bits : counters) {
            (into.*values).push_back(value_of(type, bits));
            if (!is_float) (into.*integers).push_back(static_cast<std::int64_t>(bits));
        }
    }
};

} // namespace

Histogram histogram_of(const Problem& problem, std::uint64_t elements, std::vector<std::uint64_t> counters) {
    Histogram result{.problem = problem, .elements = elements};
    // Functions that return a Histogram accept a counter type that is too narrow, or that does not match the
    // type of the weights. They count with the wide type, which is also the counter type of the result.
    if (!saturates(problem.counter)) result.problem.counter = *wide_counter(problem);
    if (!problem.weights.type && !splits(problem)) {
        result.counts = std::move(counters);
        return result;
    }
    const auto ordered = by_sum(problem, std::move(counters));
    const auto type = *wide_counter(problem);
    const Parts parts{result, type, type == CounterType::f64 || type == CounterType::f32};
    const auto cells = problem.cells();
    const auto of_squares = cells * problem.weights.vectors;
    const auto of_sums = sums_per_histogram(problem);
    const auto of_counts = (problem.weights.counts ? cells : 0) + of_squares - of_sums;
    const auto histograms = ordered.size() / problem.counters();
    result.counts.reserve(histograms * of_counts);
    result.sums.reserve(histograms * of_sums);
    for (std::span left(ordered); !left.empty(); left = left.subspan(problem.counters())) {
        parts.add_counts(left.first(of_counts));
        parts.add(&Histogram::sums, &Histogram::integer_sums, left.subspan(of_counts, of_sums));
        if (problem.weights.squares)
            parts.add(&Histogram::squares, &Histogram::integer_squares,
                      left.subspan(of_counts + of_sums, of_squares));
    }
    return result;
}

std::uint64_t sums_per_histogram(const Problem& problem) noexcept {
    const bool has_fractions = problem.weights.counts && splits(problem); // counts may be fractions
    return problem.cells() * (problem.weights.vectors + (has_fractions ? 1U : 0U));
}

std::size_t first_value(std::uint64_t histogram, std::size_t values, std::uint64_t per_histogram) {
    const auto histograms = per_histogram == 0 ? 0 : values / per_histogram; // 0: an empty Histogram
    if (histogram >= histograms) invalid("histogram ", histogram, ": there are ", histograms);
    return histogram * per_histogram;
}

std::size_t cells_before(const Problem& problem, std::size_t axis) noexcept {
    std::size_t cells = 0;
    for (std::size_t before = 0; before < axis; ++before)
        cells += problem.extent(before);
    return cells;
}

} // namespace histo_cl::detail

namespace histo_cl::inline HISTO_CL_ABI {
namespace {

using namespace detail;

bool are_same_bits(const std::vector<double>& a, const std::vector<double>& b) noexcept {
    return std::ranges::equal(a, b, {}, std::bit_cast<std::uint64_t, double>,
                              std::bit_cast<std::uint64_t, double>);
}

constexpr auto who_has_counts = ": see the sums, or set Weights::counts (split elements have none)";

/// The index of the first count of a histogram. Throws if there are no counts, or if the histogram does not
/// exist.
std::size_t first_count(const Histogram& of, std::uint64_t histogram) {
    return first_value(histogram, of.size(), of.problem.cells());
}

/// The index of the first cell of an axis. Throws for joint histograms, and for an axis that does not exist.
std::size_t first_bin(const Problem& problem, std::size_t axis) {
    if (problem.joint) invalid("a joint histogram has no bins of one axis: see Histogram::cell()");
    if (axis >= problem.axes.size()) invalid("axis ", axis, ": there are ", problem.axes.size());
    return cells_before(problem, axis);
}

} // namespace

void Histogram::throw_no_count(std::size_t cell, std::size_t counts) {
    invalid("cell ", cell, " of ", counted(counts, "count"), counts == 0 ? who_has_counts : "");
}

void Histogram::throw_no_counts() {
    invalid("no counts", who_has_counts);
}

bool operator==(const Histogram& a, const Histogram& b) noexcept {
    return a.elements == b.elements && a.counts == b.counts && a.integer_sums == b.integer_sums &&
           a.integer_squares == b.integer_squares && are_same_bits(a.sums, b.sums) &&
           are_same_bits(a.squares, b.squares);
}

std::uint64_t Histogram::histograms() const noexcept {
    if (problem.axes.empty()) return 0; // an empty Histogram
    return counts.empty() ? sums.size() / sums_per_histogram(problem) : counts.size() / problem.cells();
}

std::span<const std::uint64_t> Histogram::bins(std::size_t axis, std::uint64_t histogram) const {
    const auto bin = first_bin(problem, axis);
    return std::span(counts).subspan(bin + first_count(*this, histogram), bin_count(problem.axes[axis]));
}

std::span<const double> Histogram::bin_sums(std::size_t axis, std::uint64_t histogram,
                                            std::uint32_t vector) const {
    if (sums.empty()) invalid("no sums: elements without weights have none");
    const auto bin = first_bin(problem, axis);
    const auto per_histogram = sums_per_histogram(problem);
    const auto vectors = per_histogram / problem.cells();
    if (vector >= vectors) invalid("vector ", vector, " of sums: there are ", vectors);
    const auto first = bin + first_value(histogram, sums.size(), per_histogram) + vector * problem.cells();
    return std::span(sums).subspan(first, bin_count(problem.axes[axis]));
}

std::size_t Histogram::cell(std::initializer_list<std::uint64_t> bins, std::uint64_t histogram) const {
    const auto axes = counted_axes(problem);
    if (bins.size() != axes || (axes > 1 && !problem.joint))
        invalid(counted(bins.size(), "bin"), " for a ", problem.joint ? "joint " : "", "histogram of ", axes,
                axes == 1 ? " axis" : " axes", problem.joint ? "" : ": see Histogram::bins()");
    std::size_t cell = 0;
    std::size_t axis = 0;
    for (const auto bin : bins) {
        const auto extent = problem.extent(axis++);
        if (bin >= extent) invalid("bin ", bin, " of axis ", axis - 1, ": there are ", extent);
        cell = cell * extent + bin;
    }
    return cell + first_count(*this, histogram);
}

std::optional<std::uint64_t> Histogram::dropped(std::size_t axis) const {
    if (axis >= counted_axes(problem)) invalid("axis ", axis, ": there are ", counted_axes(problem));
    if (counts.empty() || saturates(problem.counter) || problem.batch == Batch::ragged) return std::nullopt;
    const auto before = problem.joint ? 0 : cells_before(problem, axis);
    const auto own = problem.joint ? problem.cells() : problem.extent(axis);
    std::uint64_t total = 0;
    for (std::span left(counts); !left.empty(); left = left.subspan(problem.cells()))
        for (const auto count : left.subspan(before, own))
            total += count;
    return elements - total;
}

std::string to_string(const Histogram& histogram) {
    if (histogram.problem.axes.empty()) return "an empty histogram";
    const auto dropped = histogram.dropped();
    const bool is_batch = histogram.problem.batch != Batch::one;
    return concat(to_string(histogram.problem), ": ", counted(histogram.elements, "element"),
                  is_batch ? " in " + counted(histogram.histograms(), "histogram") : "",
                  dropped && *dropped != 0 ? concat(", ", *dropped, " not counted") : "");
}

} // namespace histo_cl::inline HISTO_CL_ABI
