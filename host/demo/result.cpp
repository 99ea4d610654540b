#include "result.hpp"

#include <numeric>

namespace demo {

std::uint64_t counted(const Result& result) {
    const auto& counts = result.measured.counts;
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

double sample_rate(const Source& source, double seconds) {
    return static_cast<double>(source.samples) / seconds;
}

double byte_rate(const Source& source, double seconds) {
    return static_cast<double>(source.bytes) / seconds;
}

} // namespace demo
