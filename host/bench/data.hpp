#pragma once

#include "bench/draw.hpp"
#include "bench/state.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace bench {

/// An endless sequence of samples, each a function of its index; a state's data are the first ones. So
/// states of different layouts, and integer states of different lengths, share it, unless they are shapes.
struct DataSet {
    histo_cl::SampleType sample = histo_cl::SampleType::f32;
    std::uint64_t span = 1; ///< samples are in [0, span); for text: 0
    Entropy entropy = {};
    std::uint32_t bins = 0;  ///< for shapes, else 0
    std::uint64_t count = 0; ///< the period of the shapes that repeat, else 0

    friend auto operator<=>(const DataSet&, const DataSet&) = default;
};

/// Integers are drawn from 0 to the upper bound inclusive, which is out of range, or to the type's maximum if
/// that is less; floats, and all other kinds of data, are in [0, upper bound).
[[nodiscard]] DataSet data_set_of(const State& state) noexcept;

/// The number of explicit mantissa bits; 0 for integers.
[[nodiscard]] std::uint32_t mantissa_bits(histo_cl::SampleType type) noexcept;

/// What devices compute the samples of a shape from, as in kernels/shape.cl. The table is empty for those
/// that need none.
[[nodiscard]] draw::DataShape data_shape_of(const DataSet& data) noexcept;
[[nodiscard]] std::vector<std::uint64_t> table_of(const DataSet& data);

/// The samples of a data set on the host, as bits.
class Samples {
  public:
    explicit Samples(const DataSet& data) : data_(data), table_(table_of(data)) {}

    [[nodiscard]] std::uint64_t operator[](std::uint64_t index) const noexcept;

  private:
    DataSet data_;
    std::vector<std::uint64_t> table_;
};

/// Whether kernels/ can make them; else the host does.
[[nodiscard]] bool is_generated_on_device(const DataSet& data) noexcept;

/// Writes the samples from index `first` on, in the given number of threads.
void fill(const DataSet& data, std::uint64_t first, std::span<std::byte> bytes, unsigned threads);

/// The value of a sample's bits; integers are below 2^32 and not negative.
[[nodiscard]] double value_of(histo_cl::SampleType type, std::uint64_t bits) noexcept;

} // namespace bench
