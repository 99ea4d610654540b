#pragma once

#include "covering.hpp"

#include <histo_cl/histo_cl.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// The factors of pairwise testing: each is a property of a problem or a plan in which cases differ.

namespace histo_cl::test {

enum class Place : std::uint8_t { flat, strided, rows, strided_rows };

/// The bins of the first axis.
enum class Bins : std::uint8_t {
    powers,   ///< even, of a width of 2^n
    even,     ///< even, of any width; may exceed the type's range
    fine,     ///< even, many bins over few values
    edges,    ///< explicit
    log,      ///< logarithmic
    circular, ///< circular, of any period
    identity, ///< one bin per value
    custom,   ///< an expression with the bins of an even, circular or explicit binning
};
inline constexpr auto all_bins = detail::values_up_to<Bins::custom>();

/// The properties that the levels of a case set.
struct Traits {
    Place place = Place::flat;
    std::uint32_t joint = 0; ///< axes of a joint histogram, or 0
    Bins bins = Bins::even;
    bool weight_gaps = false; ///< whether there are gaps between weights
    Problem problem;          ///< without axes; of its layout, only channels, order, mask and indices are set
    Options options;
};

struct Factor {
    std::string_view name;
    std::vector<std::string> levels;
};

const std::vector<Factor>& factors();
Traits traits(const Levels& levels);

std::string to_string(const Level& level);
std::string to_string(const Levels& levels);

/// A word of the message with which the level is always rejected on the device, or "" if the device supports
/// it.
std::string_view missing(const Level& level, const DeviceProfile& device);
/// Whether no valid problem has both levels.
bool impossible(const Level& a, const Level& b);
/// Whether the level needs all samples in one buffer: a list of indices, or more channels than there can be
/// arrays. Such samples are counted in passes, whose counters go through the library's memory.
bool is_of_one_buffer(const Level& level);
/// Whether a third factor decides if the two levels are compatible. Cases leave such pairs out.
bool depends_on_third(const Level& a, const Level& b);
/// Whether the two levels need counters for all values of 16 bits, which take up to 256 KiB per axis.
bool is_large_by_value(const Level& a, const Level& b);
/// Whether the two levels may need more than counters of 16 bits hold: large work-groups, as on GPUs, may
/// load too many samples at once. Whether they do depends on the levels of further factors.
bool may_overflow_packed(const Level& a, const Level& b);
/// Whether the two levels need atomics of 64 bits: minima and maxima of f64 weights.
bool is_wide_extreme(const Level& a, const Level& b);
/// Whether the two levels put weights into queues.
bool queues_weights(const Level& a, const Level& b);
/// A word of the reason for which the two levels are rejected together, or "" if they are not.
std::string_view rejection(const Level& a, const Level& b);

} // namespace histo_cl::test
