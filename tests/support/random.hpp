#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <random>
#include <utility>
#include <vector>

namespace histo_cl::test {

/// Random numbers that are the same for the same seed with every standard library.
class Random {
  public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}

    std::uint64_t bits() { return engine_(); }
    std::uint64_t below(std::uint64_t end) { return engine_() % end; }
    /// A number from `low` to `high`, both included.
    std::uint64_t between(std::uint64_t low, std::uint64_t high) { return low + below(high - low + 1); }
    std::int64_t whole(std::int64_t low, std::int64_t high) {
        return low + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(high - low) + 1));
    }
    bool one_in(std::uint64_t n) { return below(n) == 0; }
    /// A number in [0, 1).
    double unit() { return static_cast<double>(engine_() >> 11U) * 0x1p-53; }
    double real(double low, double high) { return low + (high - low) * unit(); }

    template <class Range>
    const auto& pick(const Range& range) {
        return *std::next(std::begin(range), static_cast<std::ptrdiff_t>(below(std::size(range))));
    }

    template <class Byte = std::byte>
    std::vector<Byte> bytes(std::size_t count, std::uint64_t end = 256) {
        std::vector<Byte> all(count);
        for (auto& byte : all)
            byte = static_cast<Byte>(below(end));
        return all;
    }
    template <class Range>
    void shuffle(Range& range) {
        for (auto left = std::size(range); left > 1; --left)
            std::swap(range[left - 1], range[below(left)]);
    }

  private:
    std::mt19937_64 engine_;
};

} // namespace histo_cl::test
