#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

// The tables that floats are counted in. Each ends in a spare bin for samples out of range.

namespace bench_cpu {

/// From one table to the next, with the spare bin: not a multiple of 4 KiB, where loads would wait for
/// stores.
constexpr std::size_t stride_of(std::uint32_t bins) {
    return (std::size_t{bins} + 1 + 15) / 16 * 16 + 16;
}

template <std::size_t Tables>
struct Words {
    using Index = std::uint16_t;

    explicit Words(std::uint32_t bins) : stride(stride_of(bins)), words(Tables * stride) {}

    /// 16 samples, in one table or in all.
    template <bool Spread>
    void add(const Index* indices, std::uint32_t*) {
        auto* const table = words.data();
        for (std::size_t i = 0; i < 16; ++i)
            ++table[(Spread ? i % Tables * stride : 0) + indices[i]];
    }
    void add_same(std::size_t bin, std::uint32_t samples, std::uint32_t*) { words[bin] += samples; }
    void add_one(std::size_t bin, std::uint32_t*) { ++words[bin]; }
    [[nodiscard]] std::uint32_t sum(std::size_t bin) const {
        std::uint32_t sum = 0;
        for (std::size_t table = 0; table < Tables; ++table)
            sum += words[table * stride + bin];
        return sum;
    }
    void clear() { std::ranges::fill(words, 0U); }

    std::size_t stride;
    std::vector<std::uint32_t> words;
    bool spread = true; ///< neighbours are often equal, and would wait for each other in one table
};

struct Bytes {
    using Index = std::uint32_t;

    explicit Bytes(std::uint32_t bins) : bytes(std::size_t{bins} + 1), bins_(bins) {}

    /// 16 samples.
    template <bool>
    void add(const Index* indices, std::uint32_t* counts) {
        auto* const table = bytes.data(); // bytes may alias anything, so the compiler would reload
        for (std::size_t i = 0; i < 16; ++i)
            if (++table[indices[i]] == 0) [[unlikely]]
                carry(indices[i], 256, counts);
    }
    void add_same(std::size_t bin, std::uint32_t samples, std::uint32_t* counts) {
        carry(bin, samples, counts);
    }
    void add_one(std::size_t bin, std::uint32_t* counts) {
        if (++bytes[bin] == 0) [[unlikely]]
            carry(bin, 256, counts);
    }
    [[nodiscard]] std::uint32_t sum(std::size_t bin) const { return bytes[bin]; }
    void clear() { std::ranges::fill(bytes, std::uint8_t{0}); }

    std::vector<std::uint8_t> bytes;
    bool spread = false; ///< not used

  private:
    void carry(std::size_t bin, std::uint32_t amount, std::uint32_t* counts) const {
        if (bin < bins_) std::atomic_ref(counts[bin]).fetch_add(amount, std::memory_order_relaxed);
    }

    std::size_t bins_;
};

} // namespace bench_cpu
