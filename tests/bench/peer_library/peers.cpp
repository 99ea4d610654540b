// Functions for --peer: one counts bytes, one counts bytes but skips a sample, and one counts floats.

#include "bench/cpu/peer_function.h"

#include <string_view>

extern "C" {

int count_bytes(const char* sample, const void* samples, size_t count, uint32_t bins, double lower,
                double upper, uint32_t* counts) {
    const auto* const bytes = static_cast<const uint8_t*>(samples);
    if (std::string_view(sample) != "u8" || lower != 0 || upper != bins) return 1;
    for (size_t i = 0; i < count; ++i)
        if (bytes[i] < bins) ++counts[bytes[i]];
    return 0;
}

int forget_one(const char* sample, const void* samples, size_t count, uint32_t bins, double lower,
               double upper, uint32_t* counts) {
    return count_bytes(sample, samples, count > 0 ? count - 1 : 0, bins, lower, upper, counts);
}

int count_floats(const char* sample, const void* samples, size_t count, uint32_t bins, double lower,
                 double upper, uint32_t* counts) {
    const auto* const floats = static_cast<const float*>(samples);
    if (std::string_view(sample) != "f32") return 1;
    for (size_t i = 0; i < count; ++i)
        if (floats[i] >= lower && floats[i] < upper)
            ++counts[static_cast<uint32_t>((floats[i] - lower) * (bins / (upper - lower)))];
    return 0;
}
}
