#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/device_profile.hpp"
#include "histo_cl/export.h"
#include "histo_cl/layout.hpp"
#include "histo_cl/options.hpp"
#include "histo_cl/problem.hpp"
#include "histo_cl/sample.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// Tables of measured knobs (see Knobs), which plans use for matching problems. docs/tuning.md describes the
// file format. All functions are safe to call from several threads at once.

namespace histo_cl::inline HISTO_CL_ABI {

/// The properties of a problem that decide which knobs are fast. Two problems match if all members except the
/// last two are equal, `counters` rounds up to the same power of two (e.g. any number from 129 to 256), and
/// `elements` differs by a factor of at most 16.
struct TuningKey {
    SampleType sample = SampleType::u8; ///< Problem::sample
    /// Kind of the bins of all axes; empty if the kinds differ.
    std::optional<BinningKind> binning = BinningKind::even;
    CounterType counter = CounterType::u32;     ///< Problem::counter
    std::uint32_t axes = 1;                     ///< number of axes
    bool joint = false;                         ///< Problem::joint
    std::uint32_t channels = 1;                 ///< samples per element
    Order order = Order::interleaved;           ///< Layout::order; interleaved for a single channel
    bool packed = true;                         ///< no gaps between the elements of a row
    bool rows = false;                          ///< Layout::rows
    bool mask = false;                          ///< Layout::mask
    Batch batch = Batch::one;                   ///< Problem::batch
    std::optional<SampleType> weights = {};     ///< Weights::type
    bool squared_weights = false;               ///< Weights::squares
    Accumulator accumulator = Accumulator::sum; ///< Weights::accumulator
    std::uint32_t counters = 256;               ///< number of counters of one histogram
    /// Number of elements of one enqueue; 0: unknown. 0 and values above 2^26 are treated as 2^26.
    std::uint64_t elements = 0;

    friend bool operator==(const TuningKey&, const TuningKey&) = default;
};

/// Knobs that were measured for problems like `key`.
struct TuningEntry {
    TuningKey key = {}; ///< the problems for which the knobs were measured
    Knobs knobs = {};   ///< the fastest knobs
    double speedup = 0; ///< how many times as fast as the library's own choice; 0: unknown

    friend bool operator==(const TuningEntry&, const TuningEntry&) = default;
};

/// The measurements on one device with one driver. `platform`, `name` and `driver` are as in DeviceProfile.
struct DeviceTuning {
    std::string platform;             ///< DeviceProfile::platform
    std::string name;                 ///< DeviceProfile::name
    std::string driver;               ///< DeviceProfile::driver
    std::vector<TuningEntry> entries; ///< the measurements
    /// Entries with members, names or knobs that this version does not know, as text without the word
    /// "entry". to_text() writes these entries unchanged; other functions ignore them.
    std::vector<std::string> unknown = {};

    friend bool operator==(const DeviceTuning&, const DeviceTuning&) = default;
};

/// The measurements on several devices, as a tuning file holds them.
struct TuningTable {
    std::vector<DeviceTuning> devices; ///< one per device and driver

    friend bool operator==(const TuningTable&, const TuningTable&) = default;
};

/// Maximum size of a table's text in bytes: 1 MiB.
inline constexpr std::size_t max_tuning_text = std::size_t{1} << 20U;

/// The key of a valid problem. Throws Error(unsupported) for problems that tables do not support: images,
/// separate arrays, planes of several channels, nibbles, indices, splitting, several weights per element,
/// Weights::counts, and narrow weights.
[[nodiscard]] HISTO_CL_API TuningKey tuning_key(const Problem& problem);

/// The entry that matches `key` best, or null if none matches. The best entry has the nearest number of
/// counters (if two are equally near, the larger). Among several such entries, it is the one with the nearest
/// number of elements, by ratio. Among several of these, it is the first in `entries`.
[[nodiscard]] HISTO_CL_API const TuningEntry* find(std::span<const TuningEntry> entries,
                                                   const TuningKey& key) noexcept;

/// The table's measurements for a device, or null if there are none. The platform, name and driver must equal
/// those of the profile.
[[nodiscard]] HISTO_CL_API const DeviceTuning* find(const TuningTable& table,
                                                    const DeviceProfile& profile) noexcept;

/// Parses the text of a table. Throws Error(invalid_argument) for text longer than max_tuning_text, and for
/// text that is not a table of this or a later minor version: unknown lines, missing or repeated members, and
/// invalid values. In the second case the message names the line. It is not checked whether a device supports
/// the knobs.
[[nodiscard]] HISTO_CL_API TuningTable parse_tuning_table(std::string_view text);

/// The text of a table, with a line for each entry. Throws Error(invalid_argument) if the name of a platform,
/// device or driver, or an unknown entry, contains a newline.
[[nodiscard]] HISTO_CL_API std::string to_text(const TuningTable& table);

/// Reads a table from a file, whose name is UTF-8 on Windows. Throws like parse_tuning_table(), and
/// Error(file_error) for a path that is not a regular file or a link to one, for a file longer than
/// max_tuning_text, and if reading fails. Does not block on FIFOs.
[[nodiscard]] HISTO_CL_API TuningTable read_tuning_table(const std::string& file);

/// The path $XDG_CONFIG_HOME/histo_cl/tuning.txt, else $HOME/.config/histo_cl/tuning.txt (on Windows
/// `%LOCALAPPDATA%\histo_cl\config\tuning.txt`). Empty if none of these variables is an absolute path.
[[nodiscard]] HISTO_CL_API std::string default_tuning_file();

/// A description, e.g. "u8 samples, 256 counters", followed by every other member that is not at its default.
[[nodiscard]] HISTO_CL_API std::string to_string(const TuningKey& key);

} // namespace histo_cl::inline HISTO_CL_ABI
