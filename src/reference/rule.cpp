#include "core/integers.hpp"
#include "problem/binnings/log.hpp"
#include "problem/expression/expression.hpp"
#include "problem/expression/type.hpp"
#include "reference/circular.hpp"
#include "reference/convert.hpp"
#include "reference/reference.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace histo_cl::reference {
namespace {

using detail::Int128;

/// Where a sample lies among the bins of an axis.
struct Place {
    enum class Kind : std::uint8_t { bin, below, above, nan };
    Kind kind = Kind::bin;
    std::uint32_t bin = 0;
};

constexpr Place below{Place::Kind::below};
constexpr Place above{Place::Kind::above};
constexpr Place not_a_number{Place::Kind::nan};

constexpr Place in_bin(auto bin) noexcept {
    return {Place::Kind::bin, static_cast<std::uint32_t>(bin)};
}

/// Returns bound · unit, which must be an integer.
Int128 in_units(const Number& bound, std::int64_t unit) {
    switch (bound.kind()) {
    case Number::Kind::i64: return Int128{bound.i64()} * unit;
    case Number::Kind::u64: return Int128{bound.u64()} * unit;
    case Number::Kind::f64: break;
    }
    return static_cast<Int128>(bound.f64() * static_cast<double>(unit));
}

/// Even bins of integers: lower + i·width/count <= x < lower + (i + 1)·width/count, solved for i. In units of
/// 2^-20 every bound is an integer. The product in operator() fits 128 bits, even with 2^24 bins.
class RationalRule {
  public:
    RationalRule(const EvenBins& bins, LastEdge last_edge)
        : count_(bins.count), lower_(in_units(bins.lower, unit)), width_(in_units(bins.upper, unit) - lower_),
          inclusive_(last_edge == LastEdge::inclusive) {}

    template <std::integral T>
    Place operator()(T x) const {
        const Int128 offset = Int128{x} * unit - lower_;
        if (offset < 0) return below;
        if (offset == width_ && inclusive_) return in_bin(count_ - 1);
        return offset < width_ ? in_bin(offset * count_ / width_) : above;
    }

  private:
    static constexpr std::int64_t unit = 1 << 20;

    Int128 count_;
    Int128 lower_;
    Int128 width_;
    bool inclusive_;
};

/// Bins between increasing edges: the bin of x begins at the last edge that is not above x.
template <class Edge>
class SearchRule {
  public:
    SearchRule(std::vector<Edge> edges, LastEdge last_edge)
        : edges_(std::move(edges)), inclusive_(last_edge == LastEdge::inclusive) {}

    template <class T>
    Place operator()(T sample) const {
        if constexpr (std::floating_point<T>)
            if (std::isnan(sample)) return not_a_number;
        const Edge x(sample);
        if (x == edges_.back() && inclusive_) return in_bin(edges_.size() - 2);
        const auto after = std::upper_bound(edges_.begin(), edges_.end(), x);
        if (after == edges_.begin()) return below;
        return after == edges_.end() ? above : in_bin(after - edges_.begin() - 1);
    }

  private:
    std::vector<Edge> edges_;
    bool inclusive_;
};

/// Circular bins of integers: (x − lower) modulo the period, in even bins over one period.
class CircularIntegerRule {
  public:
    explicit CircularIntegerRule(const CircularBins& bins)
        : count_(bins.count), lower_(in_units(bins.lower, 1)), period_(in_units(bins.period, 1)) {}

    template <std::integral T>
    Place operator()(T x) const {
        Int128 distance = (Int128{x} - lower_) % period_;
        if (distance < 0) distance += period_;
        return in_bin(distance * count_ / period_);
    }

  private:
    Int128 count_;
    Int128 lower_;
    Int128 period_;
};

/// Rounds to the nearest number of the type.
double rounded(double value, SampleType type) {
    if (is_narrow_float(type)) return rounded_narrow(value, type);
    return type == SampleType::f32 ? static_cast<double>(static_cast<float>(value)) : value;
}

/// The edges of numpy.linspace, computed in double, then rounded to the type.
std::vector<double> linspace(std::uint32_t count, double lower, double upper, SampleType type) {
    const double step = (upper - lower) / count;
    std::vector<double> edges;
    edges.reserve(std::size_t{count} + 1);
    for (std::uint32_t i = 0; i < count; ++i) {
        const volatile double product = i * step; // volatile: the product is rounded before the addition
        edges.push_back(rounded(product + lower, type));
    }
    edges.push_back(rounded(upper, type));
    return edges;
}

CircularFloats circular_floats(const CircularBins& bins, SampleType type) {
    const double lower = bins.lower.to_double();
    auto edges = linspace(bins.count, lower, lower + bins.period.to_double(), type);
    const double period = rounded(edges.back() - edges.front(), type);
    edges.pop_back();
    return {std::move(edges), period};
}

/// Maps a place to a cell, by the problem's policy for samples in no bin.
class CellOf {
  public:
    CellOf(const Problem& problem, std::size_t axis)
        : bins_(static_cast<std::uint32_t>(bin_count(problem.axes[axis]))), policy_(problem.out_of_range) {}

    [[nodiscard]] std::uint32_t operator()(Place place) const {
        switch (place.kind) {
        case Place::Kind::bin: return place.bin;
        case Place::Kind::below: return choose(0, bins_);
        case Place::Kind::above: return choose(bins_ - 1, bins_ + 1);
        case Place::Kind::nan: return choose(no_cell, bins_ + 2);
        }
        return no_cell;
    }

  private:
    [[nodiscard]] std::uint32_t choose(std::uint32_t clamped, std::uint32_t counted) const {
        if (policy_ == OutOfRange::dropped) return no_cell;
        return policy_ == OutOfRange::clamped ? clamped : counted;
    }

    std::uint32_t bins_;
    OutOfRange policy_;
};

template <class T>
T load(const std::byte* at) {
    T value;
    std::memcpy(&value, at, sizeof(T));
    return value;
}

/// Applies the rule to each sample.
template <class T, class Rule>
CellFinder find_each(Rule rule, CellOf cell_of) {
    return [rule = std::move(rule), cell_of](const std::byte* at, std::uint64_t stride,
                                             std::uint64_t /*index*/, std::span<std::uint32_t> cells) {
        for (std::size_t i = 0; i < cells.size(); ++i)
            cells[i] = cell_of(rule(value_of(load<T>(at + i * stride))));
    };
}

/// Applies a rule once to each value that occurs, for samples of 8 or 16 bits.
template <class T, class Rule>
CellFinder find_by_value(Rule rule, CellOf cell_of) {
    using Bits = std::conditional_t<sizeof(T) == 1, std::uint8_t, std::uint16_t>;
    constexpr std::uint32_t unknown = no_cell - 1;
    std::vector<std::uint32_t> known(std::size_t{1} << (8 * sizeof(T)), unknown);
    return [rule = std::move(rule), cell_of,
            known = std::move(known)](const std::byte* at, std::uint64_t stride, std::uint64_t /*index*/,
                                      std::span<std::uint32_t> cells) mutable {
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const auto* const sample = at + i * stride; // never points beyond the last sample
            auto& of_value = known[load<Bits>(sample)];
            if (of_value == unknown) of_value = cell_of(rule(value_of(load<T>(sample))));
            cells[i] = of_value;
        }
    };
}

template <class T, class Rule>
CellFinder find_by(Rule rule, CellOf cell_of) {
    if constexpr (sizeof(T) <= 2)
        return find_by_value<T>(std::move(rule), cell_of);
    else
        return find_each<T>(std::move(rule), cell_of);
}

/// The place of a sample, given the value of its expression.
template <class Value>
Place place_of(Value value, std::uint32_t bins) {
    if constexpr (std::floating_point<Value>)
        if (std::isnan(value)) return not_a_number;
    if (value < 0) return below;
    // The conversion is exact up to 2^24, the maximum number of bins. It may round larger values.
    return static_cast<long double>(value) < bins ? in_bin(value) : above;
}

/// Custom bins. A sample that is NaN counts as NaN, whatever the value of the expression is.
template <class T>
CellFinder find_by_expression(expression::Evaluator evaluator, std::uint32_t bins, CellOf cell_of) {
    using Widened = std::conditional_t<NarrowFloat<T>, float, T>;
    return [evaluator = std::move(evaluator), bins, cell_of, values = std::vector<std::uint64_t>()](
               const std::byte* at, std::uint64_t stride, std::uint64_t index,
               std::span<std::uint32_t> cells) mutable {
        const auto sample = [&](std::size_t k) {
            return static_cast<Widened>(value_of(load<T>(at + k * stride)));
        };
        values.resize(cells.size());
        for (std::size_t k = 0; k < cells.size(); ++k)
            values[k] = expression::to_bits(sample(k));
        evaluator(values, index);
        expression::with_type(evaluator.type(), [&]<class Value>(std::type_identity<Value> /*type*/) {
            for (std::size_t k = 0; k < cells.size(); ++k) {
                cells[k] = cell_of(place_of(expression::from_bits<Value>(values[k]), bins));
                if constexpr (std::floating_point<Widened>)
                    if (std::isnan(sample(k))) cells[k] = cell_of(not_a_number);
            }
        });
    };
}

/// Makes a finder from bins of any kind, for samples of type T.
template <class T>
struct FinderOf {
    const Problem& problem;
    CellOf cell_of;

    static constexpr bool integers = std::integral<T>;
    using Edge = std::conditional_t<integers, Number, double>;

    CellFinder operator()(const EvenBins& bins) const {
        if constexpr (integers) {
            return find_by<T>(RationalRule(bins, problem.last_edge), cell_of);
        } else {
            const auto type = problem.joint ? SampleType::f64 : problem.sample;
            auto edges = linspace(bins.count, bins.lower.to_double(), bins.upper.to_double(), type);
            return find_by<T>(SearchRule<double>(std::move(edges), problem.last_edge), cell_of);
        }
    }
    CellFinder operator()(const EdgeBins& bins) const {
        return find_by<T>(SearchRule<Number>({bins.edges.begin(), bins.edges.end()}, problem.last_edge),
                          cell_of);
    }
    CellFinder operator()(const LogBins& bins) const {
        const auto edges = detail::log_edges(bins);
        return find_by<T>(SearchRule<Edge>({edges.begin(), edges.end()}, problem.last_edge), cell_of);
    }
    CellFinder operator()(const CircularBins& bins) const {
        if constexpr (integers) {
            return find_by<T>(CircularIntegerRule(bins), cell_of);
        } else {
            const auto rule = [floats = circular_floats(bins, problem.sample)](auto x) {
                return std::isfinite(x) ? in_bin(floats(x)) : not_a_number;
            };
            return find_by<T>(rule, cell_of);
        }
    }
    CellFinder operator()(const CustomBins& bins) const {
        return find_by_expression<T>(
            expression::Evaluator(expression::parsed(bins.expression, problem.sample)), bins.count, cell_of);
    }
    CellFinder operator()(const HalfWidths& /*bins*/) const {
        throw std::logic_error("half widths are in no bin");
    }
};

} // namespace

CellFinder cell_finder(const Problem& problem, std::size_t axis) {
    return with_sample_type(problem.sample, [&]<class T>(std::type_identity<T> /*sample*/) {
        return std::visit(FinderOf<T>{problem, CellOf(problem, axis)}, problem.axes[axis]);
    });
}

} // namespace histo_cl::reference
