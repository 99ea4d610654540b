#pragma once

#include "core/text.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace histo_cl::detail {
namespace sha256_steps {

using Word = std::uint32_t;
using State = std::array<Word, 8>;

inline constexpr std::size_t block_bytes = 64;
inline constexpr std::size_t length_bytes = 8;

/// The first 32 bits of the fractional parts of the square roots of the first 8 primes.
inline constexpr State initial{0x6a09e667U, 0xbb67ae85U, 0x3c6ef372U, 0xa54ff53aU,
                               0x510e527fU, 0x9b05688cU, 0x1f83d9abU, 0x5be0cd19U};

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
inline constexpr std::array<Word, 64> round_constants{
    0x428a2f98U, 0x71374491U, 0xb5c0fbcfU, 0xe9b5dba5U, 0x3956c25bU, 0x59f111f1U, 0x923f82a4U, 0xab1c5ed5U,
    0xd807aa98U, 0x12835b01U, 0x243185beU, 0x550c7dc3U, 0x72be5d74U, 0x80deb1feU, 0x9bdc06a7U, 0xc19bf174U,
    0xe49b69c1U, 0xefbe4786U, 0x0fc19dc6U, 0x240ca1ccU, 0x2de92c6fU, 0x4a7484aaU, 0x5cb0a9dcU, 0x76f988daU,
    0x983e5152U, 0xa831c66dU, 0xb00327c8U, 0xbf597fc7U, 0xc6e00bf3U, 0xd5a79147U, 0x06ca6351U, 0x14292967U,
    0x27b70a85U, 0x2e1b2138U, 0x4d2c6dfcU, 0x53380d13U, 0x650a7354U, 0x766a0abbU, 0x81c2c92eU, 0x92722c85U,
    0xa2bfe8a1U, 0xa81a664bU, 0xc24b8b70U, 0xc76c51a3U, 0xd192e819U, 0xd6990624U, 0xf40e3585U, 0x106aa070U,
    0x19a4c116U, 0x1e376c08U, 0x2748774cU, 0x34b0bcb5U, 0x391c0cb3U, 0x4ed8aa4aU, 0x5b9cca4fU, 0x682e6ff3U,
    0x748f82eeU, 0x78a5636fU, 0x84c87814U, 0x8cc70208U, 0x90befffaU, 0xa4506cebU, 0xbef9a3f7U, 0xc67178f2U};

/// The message schedule: the block's 16 big-endian words, expanded to one word per round.
inline std::array<Word, 64> schedule(std::string_view block) noexcept {
    std::array<Word, 64> w{};
    for (std::size_t i = 0; i < block_bytes; ++i)
        w[i / 4] = w[i / 4] << 8U | static_cast<unsigned char>(block[i]);
    for (std::size_t t = 16; t < w.size(); ++t) {
        const auto s0 = std::rotr(w[t - 15], 7) ^ std::rotr(w[t - 15], 18) ^ w[t - 15] >> 3U;
        const auto s1 = std::rotr(w[t - 2], 17) ^ std::rotr(w[t - 2], 19) ^ w[t - 2] >> 10U;
        w[t] = s1 + w[t - 7] + s0 + w[t - 16];
    }
    return w;
}

inline void add_block(State& state, std::string_view block) noexcept {
    const auto w = schedule(block);
    auto [a, b, c, d, e, f, g, h] = state;
    for (std::size_t t = 0; t < w.size(); ++t) {
        const auto s1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
        const auto t1 = h + s1 + ((e & f) ^ (~e & g)) + round_constants[t] + w[t];
        const auto s0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
        const auto t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
        h = g;
        g = f;
        f = e;
        e = d + t1;
        d = c;
        c = b;
        b = a;
        a = t1 + t2;
    }
    const State rounds{a, b, c, d, e, f, g, h};
    std::ranges::transform(state, rounds, state.begin(), std::plus<>());
}

/// The padded end of a message, in whole blocks: the last bytes of the message, a one bit, zeros, and the
/// message's length in bits.
inline std::string padded(std::string_view tail, std::uint64_t message_bytes) {
    std::string text(tail);
    text += '\x80';
    while (text.size() % block_bytes != block_bytes - length_bytes)
        text += '\0';
    for (std::size_t i = length_bytes; i-- > 0;)
        text += static_cast<char>(message_bytes * 8 >> i * 8);
    return text;
}

} // namespace sha256_steps

/// The SHA-256 digest (FIPS 180-4) in 64 lower-case hexadecimal digits.
[[nodiscard]] inline std::string sha256(std::string_view bytes) {
    using namespace sha256_steps;
    auto state = initial;
    auto rest = bytes;
    for (; rest.size() >= block_bytes; rest.remove_prefix(block_bytes))
        add_block(state, rest.substr(0, block_bytes));
    const auto end = padded(rest, bytes.size());
    for (rest = end; !rest.empty(); rest.remove_prefix(block_bytes))
        add_block(state, rest.substr(0, block_bytes));
    std::string digest;
    for (const auto word : state)
        digest += hex(word, 8);
    return digest;
}

} // namespace histo_cl::detail
