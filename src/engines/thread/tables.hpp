#pragma once

#include "problem/rule/cells.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

// Counters of the calling thread. A counter that is incremented twice in a row costs the time of a store and
// a load, so neighbouring samples go to different tables where these fit the first cache.

namespace histo_cl::detail {

inline constexpr std::size_t tables_at_once = 4;

/// Counts cells; what is no_cell goes to a counter past the last.
class CellTables {
  public:
    static constexpr std::uint64_t max_in_several = 1024; ///< counters: 4 tables of 8 KiB

    CellTables(std::uint64_t counters, std::uint64_t elements)
        : counters_(counters), step_(counters + 1),
          several_(counters <= max_in_several && counters <= elements),
          counts_((several_ ? tables_at_once : 1) * step_) {}

    /// `first` is the first counter that the cells are of.
    void add(std::span<const std::uint32_t> cells, std::uint64_t first) noexcept {
        const auto trash = counters_ - first;
        const auto step = several_ ? step_ : 0;
        auto* const counts = counts_.data() + first;
        const auto add = [&](std::size_t i, std::size_t table) {
            ++counts[table * step + std::min<std::uint64_t>(cells[i], trash)];
        };
        const auto whole = cells.size() - cells.size() % tables_at_once;
        for (std::size_t i = 0; i < whole; i += tables_at_once) {
            add(i, 0);
            add(i + 1, 1);
            add(i + 2, 2);
            add(i + 3, 3);
        }
        for (auto i = whole; i < cells.size(); ++i)
            add(i, 0);
    }

    [[nodiscard]] std::vector<std::uint64_t> result() && {
        if (several_) {
            for (std::size_t table = 1; table < tables_at_once; ++table)
                for (std::size_t i = 0; i < counters_; ++i)
                    counts_[i] += counts_[table * step_ + i];
            return {counts_.begin(), counts_.begin() + static_cast<std::ptrdiff_t>(counters_)};
        }
        counts_.resize(counters_);
        return std::move(counts_);
    }

  private:
    std::uint64_t counters_;
    std::uint64_t step_;
    bool several_;
    std::vector<std::uint64_t> counts_;
};

/// Counts bytes by their value.
class ByteTables {
  public:
    /// Those that lie `stride` apart, of which a mask (if not null) may leave some out.
    void add(const std::byte* first, std::uint64_t stride, std::uint64_t count,
             const std::byte* mask) noexcept {
        if (mask != nullptr) {
            for (std::uint64_t i = 0; i < count; ++i)
                values_[i % tables_at_once][at(first[i * stride])] += mask[i] != std::byte{0} ? 1U : 0U;
        } else if (stride == 1) {
            add_packed(first, count);
        } else {
            for (std::uint64_t i = 0; i < count; ++i)
                ++values_[i % tables_at_once][at(first[i * stride])];
        }
    }

    /// Adds each value's count to its cell's.
    void add_to(std::span<std::uint64_t> counts, const AxisCells& cells) const {
        const auto cell = cells_of_bytes(cells);
        for (std::size_t value = 0; value < cell.size(); ++value)
            if (cell[value] != no_cell)
                for (const auto& table : values_)
                    counts[cell[value]] += table[value];
    }

  private:
    static std::size_t at(std::byte value) noexcept { return std::to_integer<std::size_t>(value); }

    void add_packed(const std::byte* first, std::uint64_t count) noexcept {
        const auto whole = count - count % sizeof(std::uint64_t);
        for (std::uint64_t i = 0; i < whole; i += sizeof(std::uint64_t)) {
            std::uint64_t word = 0;
            std::memcpy(&word, first + i, sizeof word);
            for (std::size_t byte = 0; byte < sizeof word; ++byte)
                ++values_[byte % tables_at_once][(word >> (8 * byte)) & 0xFFU];
        }
        for (auto i = whole; i < count; ++i)
            ++values_[0][at(first[i])];
    }

    std::array<std::array<std::uint64_t, 256>, tables_at_once> values_{};
};

} // namespace histo_cl::detail
