#include "histo_cl/reference.hpp"

#include "histo_cl/error.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

namespace histo_cl {
namespace {

__extension__ using Int128 = __int128;

/// The bin of a sample, or nothing.
using Bin = std::optional<std::size_t>;

/// Even bins of integers: lower + i·width/count <= x < lower + (i + 1)·width/count, solved for i.
/// In units of 2^-20 every bound is whole, and with 2^24 bins the product below still fits.
class RationalRule {
  public:
    explicit RationalRule(const EvenBins& bins)
        : count_(bins.count), lower_(fixed(bins.lower)), width_(fixed(bins.upper) - lower_) {}

    template <class T>
    Bin operator()(T x) const {
        const Int128 offset = Int128{x} * unit - lower_;
        if (offset < 0 || offset >= width_) return {};
        return static_cast<std::size_t>(offset * count_ / width_);
    }

  private:
    static constexpr std::int64_t unit = 1 << 20;

    static Int128 fixed(const Number& bound) {
        switch (bound.kind()) {
        case Number::Kind::i64: return Int128{bound.i64()} * unit;
        case Number::Kind::u64: return Int128{bound.u64()} * unit;
        case Number::Kind::f64: break;
        }
        return static_cast<Int128>(bound.f64() * unit);
    }

    Int128 count_;
    Int128 lower_;
    Int128 width_;
};

/// Bins between rising edges: x is in the bin of the last edge that is not above it. NaN is above none.
template <class Edge>
class SearchRule {
  public:
    explicit SearchRule(std::vector<Edge> edges) : edges_(std::move(edges)) {}

    template <class T>
    Bin operator()(T x) const {
        const auto above = std::upper_bound(edges_.begin(), edges_.end(), Edge{x});
        if (above == edges_.begin() || above == edges_.end()) return {};
        return static_cast<std::size_t>(above - edges_.begin() - 1);
    }

  private:
    std::vector<Edge> edges_;
};

/// The edges of numpy.linspace, in double, then rounded to T.
template <class T>
std::vector<T> linspace(const EvenBins& bins) {
    const double lower = bins.lower.to_double();
    const double upper = bins.upper.to_double();
    const double step = (upper - lower) / bins.count;
    std::vector<T> edges;
    edges.reserve(std::size_t{bins.count} + 1);
    for (std::uint32_t i = 0; i < bins.count; ++i) {
        const volatile double product = i * step; // volatile: rounded here, never fused with the sum
        edges.push_back(static_cast<T>(product + lower));
    }
    edges.push_back(static_cast<T>(upper));
    return edges;
}

template <class T>
T sample_at(std::span<const std::byte> samples, std::size_t index) {
    T sample;
    std::memcpy(&sample, samples.data() + index * sizeof(T), sizeof(T));
    return sample;
}

/// Samples of 8 and 16 bits are counted by value first, so that each value is binned once.
template <class T, class Rule>
void count(std::span<const std::byte> samples, const Rule& bin_of, std::vector<std::uint64_t>& counts) {
    const std::size_t size = samples.size() / sizeof(T);
    if constexpr (sizeof(T) <= 2) {
        using Bits = std::make_unsigned_t<T>;
        std::vector<std::uint64_t> of_value(std::size_t{1} << (8 * sizeof(T)));
        for (std::size_t i = 0; i < size; ++i)
            ++of_value[sample_at<Bits>(samples, i)];
        for (std::size_t value = 0; value < of_value.size(); ++value)
            if (of_value[value] != 0)
                if (const Bin bin = bin_of(static_cast<T>(static_cast<Bits>(value))))
                    counts[*bin] += of_value[value];
    } else {
        for (std::size_t i = 0; i < size; ++i)
            if (const Bin bin = bin_of(sample_at<T>(samples, i))) ++counts[*bin];
    }
}

template <class T>
void count(std::span<const std::byte> samples, const Binning& binning, std::vector<std::uint64_t>& counts) {
    if (const auto* edges = std::get_if<EdgeBins>(&binning))
        count<T>(samples, SearchRule<Number>(edges->edges), counts);
    else if constexpr (std::is_floating_point_v<T>)
        count<T>(samples, SearchRule<T>(linspace<T>(std::get<EvenBins>(binning))), counts);
    else
        count<T>(samples, RationalRule(std::get<EvenBins>(binning)), counts);
}

} // namespace

std::vector<std::uint64_t> reference_histogram(const Problem& problem, std::span<const std::byte> samples) {
    problem.validate();
    if (samples.size() % bytes(problem.sample) != 0)
        throw Error(Status::invalid_argument, std::to_string(samples.size()) + " bytes are not whole " +
                                                  std::string(name(problem.sample)) + " samples of " +
                                                  std::to_string(bytes(problem.sample)) + " bytes");

    std::vector<std::uint64_t> counts(problem.bins());
    switch (problem.sample) {
    case SampleType::u8: count<std::uint8_t>(samples, problem.binning, counts); break;
    case SampleType::i8: count<std::int8_t>(samples, problem.binning, counts); break;
    case SampleType::u16: count<std::uint16_t>(samples, problem.binning, counts); break;
    case SampleType::i16: count<std::int16_t>(samples, problem.binning, counts); break;
    case SampleType::u32: count<std::uint32_t>(samples, problem.binning, counts); break;
    case SampleType::i32: count<std::int32_t>(samples, problem.binning, counts); break;
    case SampleType::u64: count<std::uint64_t>(samples, problem.binning, counts); break;
    case SampleType::i64: count<std::int64_t>(samples, problem.binning, counts); break;
    case SampleType::f32: count<float>(samples, problem.binning, counts); break;
    case SampleType::f64: count<double>(samples, problem.binning, counts); break;
    }
    return counts;
}

} // namespace histo_cl
