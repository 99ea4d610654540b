#include "problem/rule/cells.hpp"

#include "core/float_format.hpp"
#include "problem/expression/expression.hpp"
#include "problem/expression/type.hpp"
#include "problem/rule/find_bin.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstring>
#include <memory>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace histo_cl::detail {
namespace {

template <SampleType type>
class Finder final : public AxisCells {
    using S = Samples<type>;
    using Bits = typename S::Bits;

  public:
    Finder(const Problem& problem, std::size_t axis) : finder_(bin_rule(problem, axis), problem, axis) {}

    [[nodiscard]] std::uint64_t bytes() const noexcept override { return finder_.bytes(); }

    void find(const std::byte* first, std::uint64_t stride, std::uint64_t /*index*/,
              std::span<std::uint32_t> cells) const override {
        if (stride == S::size) // here the compiler knows the stride
            find_at(first, std::integral_constant<std::uint64_t, S::size>(), cells);
        else
            find_at(first, stride, cells);
    }

  private:
    /// First finds all cells without branches, then resolves the ambiguous ones.
    template <class Stride>
    void find_at(const std::byte* first, Stride stride, std::span<std::uint32_t> cells) const {
        finder_.with_bins([&]<class Bins>(const Bins& bins) {
            // The lambda has a copy of the bins, so that the compiler knows that stores to cells do not
            // change the bins.
            set_cells<S>(first, stride, cells, [bins](Bits bits) { return bins.quick_bin_of(bits); });
            if constexpr (Bins::can_be_ambiguous)
                for (auto at = next_ambiguous(cells.begin(), cells); at != cells.end();
                     at = next_ambiguous(at + 1, cells))
                    *at =
                        bins.bin_of(S::load(first + static_cast<std::uint64_t>(at - cells.begin()) * stride));
        });
    }

    static auto next_ambiguous(std::span<std::uint32_t>::iterator from,
                               std::span<std::uint32_t> cells) noexcept {
        return std::find(from, cells.end(), ambiguous_cell);
    }

    BinFinder<S> finder_;
};

template <SampleType type>
class CustomCells final : public AxisCells {
    using S = Samples<type>;

  public:
    CustomCells(const CustomBins& bins, OutOfRange policy)
        : tree_(expression::parsed(bins.expression, type)), bins_(bins.count),
          outside_(outside_cells(policy, bins.count)) {}

    [[nodiscard]] std::uint64_t bytes() const noexcept override {
        return tree_.nodes.size() * sizeof(expression::Node);
    }

    void find(const std::byte* first, std::uint64_t stride, std::uint64_t index,
              std::span<std::uint32_t> cells) const override {
        std::vector<std::uint64_t> values(cells.size());
        for (std::size_t k = 0; k < values.size(); ++k)
            values[k] = seen(S::load(first + k * stride));
        expression::Evaluator evaluator(tree_);
        evaluator(values, index);
        expression::with_type(evaluator.type(), [&]<class T>(std::type_identity<T> /*type*/) {
            for (std::size_t k = 0; k < values.size(); ++k)
                cells[k] = is_nan(S::load(first + k * stride)) ? outside_.nan
                                                               : cell(expression::from_bits<T>(values[k]));
        });
    }

  private:
    using Bits = typename S::Bits;

    /// The bits of the sample in the type that it has in expressions.
    static std::uint64_t seen(Bits bits) noexcept {
        return is_narrow_float(type) ? expression::to_bits(static_cast<float>(S::value(bits))) : bits;
    }

    static bool is_nan(Bits bits) noexcept {
        if constexpr (S::is_real) return std::isnan(S::value(bits));
        return false;
    }

    template <class T>
    [[nodiscard]] std::uint32_t cell(T value) const noexcept {
        if constexpr (std::floating_point<T>) {
            if (std::isnan(value)) return outside_.nan;
            value = std::floor(value);
        }
        if (value < 0) return outside_.below;
        // Compared as unsigned integers, or as floats, which represent every possible bins_ exactly.
        using Count = std::conditional_t<std::floating_point<T>, T, std::uint64_t>;
        return static_cast<Count>(value) >= static_cast<Count>(bins_) ? outside_.above
                                                                      : static_cast<std::uint32_t>(value);
    }

    expression::Expression tree_;
    std::uint32_t bins_;
    OutsideCells outside_;
};

std::unique_ptr<const AxisCells> custom_cells(const CustomBins& bins, const Problem& problem) {
    return with_sample_type(problem.sample, [&]<class T>(std::type_identity<T> /*sample*/) {
        return std::unique_ptr<const AxisCells>(
            std::make_unique<CustomCells<sample_type_of<T>()>>(bins, problem.out_of_range));
    });
}

/// Finds cells of one-byte samples in a table of the cells of all 256 values.
class ByteCells final : public AxisCells {
  public:
    explicit ByteCells(const AxisCells& finder) : cells_(cells_of_bytes(finder)) {}

    [[nodiscard]] std::uint64_t bytes() const noexcept override { return 0; }

    void find(const std::byte* first, std::uint64_t stride, std::uint64_t /*index*/,
              std::span<std::uint32_t> cells) const override {
        for (std::size_t i = 0; i < cells.size(); ++i)
            cells[i] = cells_[std::to_integer<std::size_t>(first[i * stride])];
    }

  private:
    std::array<std::uint32_t, 256> cells_;
};

} // namespace

std::array<std::uint32_t, 256> cells_of_bytes(const AxisCells& finder) {
    std::array<std::byte, 256> values{};
    for (std::size_t value = 0; value < values.size(); ++value)
        values[value] = static_cast<std::byte>(value);
    std::array<std::uint32_t, 256> cells{};
    finder.find(values.data(), 1, 0, cells);
    return cells;
}

std::unique_ptr<const AxisCells> axis_cells(const Problem& problem, std::size_t axis) {
    if (const auto* const custom = std::get_if<CustomBins>(&problem.axes.at(axis)))
        return custom_cells(*custom, problem);
    return with_sample_type(problem.sample, [&]<class T>(std::type_identity<T> /*sample*/) {
        using FinderOfType = Finder<sample_type_of<T>()>;
        std::unique_ptr<const AxisCells> cells;
        if constexpr (sizeof(T) == 1)
            cells = std::make_unique<ByteCells>(FinderOfType(problem, axis));
        else
            cells = std::make_unique<FinderOfType>(problem, axis);
        return cells;
    });
}

namespace {

/// The value of a sample, in a type that C++ can convert.
template <class From>
auto value_of(From sample) noexcept {
    if constexpr (NarrowFloat<From>)
        return widened(sample);
    else
        return sample;
}

template <class To, class From>
To converted(From sample) noexcept {
    if constexpr (NarrowFloat<To>)
        return narrowed<To>(static_cast<double>(value_of(sample)));
    else
        return static_cast<To>(value_of(sample));
}

template <class From, class To>
void convert(const std::byte* first, std::uint64_t stride, std::span<std::byte> to) noexcept {
    const auto count = to.size() / sizeof(To);
    for (std::size_t i = 0; i < count; ++i) {
        From sample;
        std::memcpy(&sample, first + i * stride, sizeof sample);
        const auto result = converted<To>(sample);
        std::memcpy(to.data() + i * sizeof result, &result, sizeof result);
    }
}

} // namespace

void convert_samples(SampleType stored, const std::byte* first, std::uint64_t stride, SampleType type,
                     std::span<std::byte> to) {
    with_sample_type(stored, [&]<class From>(std::type_identity<From> /*stored*/) {
        with_sample_type(type, [&]<class To>(std::type_identity<To> /*type*/) {
            if constexpr (converts_exactly(sample_type_of<From>(), sample_type_of<To>()))
                convert<From, To>(first, stride, to);
        });
    });
}

} // namespace histo_cl::detail
