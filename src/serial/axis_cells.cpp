#include "serial/axis_cells.hpp"

#include "serial/finder.hpp"

#include <array>
#include <stdexcept>

namespace histo_cl::detail {
namespace {

/// Samples of one byte: each of the 256 is found once.
class ByteCells final : public AxisCells {
  public:
    explicit ByteCells(const AxisCells& finder) {
        std::array<std::byte, 256> values{};
        for (std::size_t value = 0; value < values.size(); ++value)
            values[value] = static_cast<std::byte>(value);
        finder.find(values.data(), 1, cells_);
    }

    [[nodiscard]] std::uint64_t bytes() const noexcept override { return 0; }

    void find(const std::byte* first, std::uint64_t stride, std::span<std::uint32_t> cells) const override {
        for (std::size_t i = 0; i < cells.size(); ++i)
            cells[i] = cells_[std::to_integer<std::size_t>(first[i * stride])];
    }

  private:
    std::array<std::uint32_t, 256> cells_{};
};

} // namespace

std::unique_ptr<const AxisCells> axis_cells(const Problem& problem, std::size_t axis) {
    using Kind = SampleKind;
    const auto make = [&]<std::size_t size, SampleKind kind>() -> std::unique_ptr<const AxisCells> {
        if constexpr (size == 1)
            return std::make_unique<ByteCells>(Finder<size, kind>(problem, axis));
        else
            return std::make_unique<Finder<size, kind>>(problem, axis);
    };
    switch (problem.sample) {
    case SampleType::u8: return make.operator()<1, Kind::whole>();
    case SampleType::i8: return make.operator()<1, Kind::negative>();
    case SampleType::u16: return make.operator()<2, Kind::whole>();
    case SampleType::i16: return make.operator()<2, Kind::negative>();
    case SampleType::u32: return make.operator()<4, Kind::whole>();
    case SampleType::i32: return make.operator()<4, Kind::negative>();
    case SampleType::u64: return make.operator()<8, Kind::whole>();
    case SampleType::i64: return make.operator()<8, Kind::negative>();
    case SampleType::f16: return make.operator()<2, Kind::real>();
    case SampleType::f32: return make.operator()<4, Kind::real>();
    case SampleType::f64: return make.operator()<8, Kind::real>();
    }
    throw std::logic_error("a sample type that there is not");
}

} // namespace histo_cl::detail
