#pragma once

// What the peer `tables` computes with vector instructions: the bins of 16 floats, and the indices of 32
// pairs of bytes. There is one struct of functions per instruction set; the rest of `tables` is plain C++,
// into which these functions are inlined.

#include "bench/cpu/peers.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#if defined(__x86_64__)
// GCC 12 warns about undefined vectors in its own header (GCC bug 105593).
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#if !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <immintrin.h>
#pragma GCC diagnostic pop
#define AVX512 __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq")))
#define AVX2 __attribute__((target("avx2")))
#endif

namespace bench_cpu {

/// Even bins: bin = floor((x - lower) · scale); samples out of range are in bin `bins`.
struct Scale {
    float lower;
    float scale;
    std::uint32_t bins;
};

/// The number of unordered pairs of bytes, and the index of a pair.
constexpr std::size_t pair_count = 256 * 257 / 2;
[[nodiscard]] constexpr std::size_t pair_index(std::size_t greater, std::size_t less) noexcept {
    return greater * (greater + 1) / 2 + less;
}

/// The functions in plain C++. Each writes its results to `out`, and returns whether any of them differs from
/// `first`.
struct FindPlain {
    template <class Index>
    static bool bins(const float* samples, const Scale& scale, std::uint32_t first, Index* out) {
        bool differ = false;
        for (std::size_t i = 0; i < 16; ++i) {
            const float place = (samples[i] - scale.lower) * scale.scale;
            const bool inside = place >= 0 && place < static_cast<float>(scale.bins);
            const auto bin = inside ? static_cast<std::uint32_t>(place) : scale.bins;
            out[i] = static_cast<Index>(bin);
            differ = differ || bin != first;
        }
        return differ;
    }

    static bool pairs(const std::uint8_t* samples, std::uint16_t first, std::uint16_t* out) {
        bool differ = false;
        for (std::size_t i = 0; i < 32; ++i) {
            const auto [less, greater] = std::minmax(samples[2 * i], samples[2 * i + 1]);
            out[i] = static_cast<std::uint16_t>(pair_index(greater, less));
            differ = differ || out[i] != first;
        }
        return differ;
    }
};

#if defined(__x86_64__)

// Rounding down keeps negative places negative. Negative places and NaN become large unsigned integers, which
// are then limited to `bins`.

struct FindAvx512 {
    AVX512 static inline __m512i bins_of(const float* samples, const Scale& scale) {
        const __m512 place =
            _mm512_mul_ps(_mm512_sub_ps(_mm512_loadu_ps(samples), _mm512_set1_ps(scale.lower)),
                          _mm512_set1_ps(scale.scale));
        const __m512i bin = _mm512_cvt_roundps_epu32(place, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
        return _mm512_min_epu32(bin, _mm512_set1_epi32(static_cast<int>(scale.bins)));
    }
    AVX512 static inline bool any_differs(__m512i bins, std::uint32_t first) {
        return _mm512_cmpneq_epi32_mask(bins, _mm512_set1_epi32(static_cast<int>(first))) != 0;
    }

    AVX512 static inline bool bins(const float* samples, const Scale& scale, std::uint32_t first,
                                   std::uint16_t* out) {
        const __m512i found = bins_of(samples, scale);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), _mm512_cvtepi32_epi16(found));
        return any_differs(found, first);
    }
    AVX512 static inline bool bins(const float* samples, const Scale& scale, std::uint32_t first,
                                   std::uint32_t* out) {
        const __m512i found = bins_of(samples, scale);
        _mm512_storeu_si512(out, found);
        return any_differs(found, first);
    }

    AVX512 static inline bool pairs(const std::uint8_t* samples, std::uint16_t first, std::uint16_t* out) {
        const __m512i both = _mm512_loadu_si512(samples);
        const __m512i a = _mm512_and_si512(both, _mm512_set1_epi16(255));
        const __m512i b = _mm512_srli_epi16(both, 8);
        const __m512i greater = _mm512_max_epu16(a, b);
        const __m512i next = _mm512_add_epi16(greater, _mm512_set1_epi16(1));
        const __m512i triangle = _mm512_srli_epi16(_mm512_mullo_epi16(greater, next), 1);
        const __m512i found = _mm512_add_epi16(triangle, _mm512_min_epu16(a, b));
        _mm512_storeu_si512(out, found);
        return _mm512_cmpneq_epi16_mask(found, _mm512_set1_epi16(static_cast<short>(first))) != 0;
    }
};

struct FindAvx2 {
    AVX2 static inline __m256i bins_of(const float* samples, const Scale& scale) {
        const __m256 place =
            _mm256_mul_ps(_mm256_sub_ps(_mm256_loadu_ps(samples), _mm256_set1_ps(scale.lower)),
                          _mm256_set1_ps(scale.scale));
        const __m256i bin = _mm256_cvttps_epi32(_mm256_floor_ps(place));
        return _mm256_min_epu32(bin, _mm256_set1_epi32(static_cast<int>(scale.bins)));
    }
    AVX2 static inline bool any_differs(__m256i a, __m256i b, std::uint32_t first) {
        const __m256i all = _mm256_set1_epi32(static_cast<int>(first));
        const __m256i bits = _mm256_or_si256(_mm256_xor_si256(a, all), _mm256_xor_si256(b, all));
        return _mm256_testz_si256(bits, bits) == 0;
    }

    AVX2 static inline bool bins(const float* samples, const Scale& scale, std::uint32_t first,
                                 std::uint16_t* out) {
        const __m256i a = bins_of(samples, scale);
        const __m256i b = bins_of(samples + 8, scale);
        const __m256i packed = _mm256_permute4x64_epi64(_mm256_packus_epi32(a, b), 0xd8);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), packed);
        return any_differs(a, b, first);
    }
    AVX2 static inline bool bins(const float* samples, const Scale& scale, std::uint32_t first,
                                 std::uint32_t* out) {
        const __m256i a = bins_of(samples, scale);
        const __m256i b = bins_of(samples + 8, scale);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), a);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + 8), b);
        return any_differs(a, b, first);
    }

    AVX2 static inline bool pairs(const std::uint8_t* samples, std::uint16_t first, std::uint16_t* out) {
        bool differ = false;
        for (std::size_t i = 0; i < 32; i += 16) {
            const __m256i both = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(samples + 2 * i));
            const __m256i a = _mm256_and_si256(both, _mm256_set1_epi16(255));
            const __m256i b = _mm256_srli_epi16(both, 8);
            const __m256i greater = _mm256_max_epu16(a, b);
            const __m256i next = _mm256_add_epi16(greater, _mm256_set1_epi16(1));
            const __m256i triangle = _mm256_srli_epi16(_mm256_mullo_epi16(greater, next), 1);
            const __m256i found = _mm256_add_epi16(triangle, _mm256_min_epu16(a, b));
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + i), found);
            const __m256i bits = _mm256_xor_si256(found, _mm256_set1_epi16(static_cast<short>(first)));
            differ = differ || _mm256_testz_si256(bits, bits) == 0;
        }
        return differ;
    }
};

template <class Kernel, class... Arguments>
AVX512 void run_avx512(Arguments... arguments) {
    Kernel::template run<FindAvx512>(arguments...);
}
template <class Kernel, class... Arguments>
AVX2 void run_avx2(Arguments... arguments) {
    Kernel::template run<FindAvx2>(arguments...);
}

#endif

template <class Kernel, class... Arguments>
void run_plain(Arguments... arguments) {
    Kernel::template run<FindPlain>(arguments...);
}

/// Returns a function that calls Kernel::run<Find>(arguments...) and is compiled for the given instructions.
/// Kernel::run must always be inlined.
template <class Kernel, class... Arguments>
[[nodiscard]] auto kernel_with(Instructions instructions) -> void (*)(Arguments...) {
#if defined(__x86_64__)
    if (instructions == Instructions::avx512) return run_avx512<Kernel, Arguments...>;
    if (instructions == Instructions::avx2) return run_avx2<Kernel, Arguments...>;
#endif
    static_cast<void>(instructions);
    return run_plain<Kernel, Arguments...>;
}

} // namespace bench_cpu
