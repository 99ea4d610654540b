#include "demo/count/result.hpp"

#include "common/format.hpp"

namespace demo {

std::string names_text(std::span<const std::string> names) {
    if (names.empty()) return "none";
    const std::string first = common::printable(names.front());
    return names.size() == 1 ? first : first + " and " + common::plural(names.size() - 1, "other");
}

std::span<const std::uint64_t> bin_counts(const Result& result) {
    return std::span(result.measured.counts).first(histo_cl::bin_count(result.problem.axes[0]));
}

std::uint64_t counted(const Result& result) {
    return histo_cl::total(bin_counts(result));
}

std::optional<OutOfRangeCounts> out_of_range_counts(const Result& result) {
    if (result.problem.out_of_range != histo_cl::OutOfRange::counted) return std::nullopt;
    const auto apart = std::span(result.measured.counts).last<3>();
    return OutOfRangeCounts{.underflow = apart[0], .overflow = apart[1], .nan = apart[2]};
}

std::uint64_t not_counted(const Source& source, const Result& result) {
    return source.samples + source.added_samples - counted(result);
}

double sample_rate(const Source& source, double seconds) {
    return static_cast<double>(source.samples) / seconds;
}

double byte_rate(const Source& source, double seconds) {
    return static_cast<double>(source.bytes) / seconds;
}

} // namespace demo
