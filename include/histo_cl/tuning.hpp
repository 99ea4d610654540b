#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/device_profile.hpp"
#include "histo_cl/export.hpp"
#include "histo_cl/layout.hpp"
#include "histo_cl/options.hpp"
#include "histo_cl/problem.hpp"
#include "histo_cl/sample.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// Tables of measured knobs, which plans use for matching problems. docs/tuning.md has the file format. All
// functions are safe to call from several threads at once.

namespace histo_cl::inline HISTO_CL_ABI {

/// The properties of a problem that decide which knobs are fast. Two problems match if all members are equal
/// except the last two, which may differ: counters within the same power of two (129 to 256, 257 to 512 …),
/// and elements by a factor of at most 16.
struct TuningKey {
    SampleType sample = SampleType::u8;
    std::optional<BinningKind> binning = BinningKind::even; ///< of all axes; nothing if they differ
    CounterType counter = CounterType::u32;
    std::uint32_t axes = 1;
    bool joint = false;
    std::uint32_t channels = 1;
    Order order = Order::interleaved; ///< interleaved also for a single channel
    bool packed = true;               ///< no gaps between the elements of a row
    bool rows = false;
    bool mask = false;
    Batch batch = Batch::one;
    std::optional<SampleType> weights = {};
    bool squared_weights = false;
    std::uint32_t counters = 256; ///< of one histogram
    /// Elements of one enqueue; 0 if unknown. 0 and values above 2^26 are treated as 2^26.
    std::uint64_t elements = 0;

    friend bool operator==(const TuningKey&, const TuningKey&) = default;
};

/// Knobs that were measured for problems like `key`.
struct TuningEntry {
    TuningKey key = {};
    Options knobs = {}; ///< the knobs that are set; other options are ignored
    double speedup = 0; ///< how many times faster than the library's own choice; 0 if unknown

    friend bool operator==(const TuningEntry&, const TuningEntry&) = default;
};

/// The measurements on one device with one driver; the three names are those of DeviceProfile.
struct DeviceTuning {
    std::string platform;
    std::string name;
    std::string driver;
    std::vector<TuningEntry> entries;

    friend bool operator==(const DeviceTuning&, const DeviceTuning&) = default;
};

struct TuningTable {
    std::vector<DeviceTuning> devices;

    friend bool operator==(const TuningTable&, const TuningTable&) = default;
};

/// Maximum size of a table's text in bytes: 1 MiB.
inline constexpr std::size_t max_tuning_text = std::size_t{1} << 20U;

/// The key of a valid problem.
[[nodiscard]] HISTO_CL_API TuningKey tuning_key(const Problem& problem);

/// The best entry that matches `key`: with the nearest number of counters (of two equally near the larger),
/// then the nearest number of elements (by ratio), then the first. Null if none matches.
[[nodiscard]] HISTO_CL_API const TuningEntry* find(std::span<const TuningEntry> entries,
                                                   const TuningKey& key) noexcept;

/// The table's entries for a device: platform, name and driver must equal the profile's. Null if there are
/// none.
[[nodiscard]] HISTO_CL_API const DeviceTuning* find(const TuningTable& table,
                                                    const DeviceProfile& profile) noexcept;

/// Reads a table's text. Throws Error(invalid_argument), e.g. "line 3: variant "fast"; allowed are …", for
/// text that is not exactly a table of this version: unknown lines; unknown, missing or repeated members;
/// values that are not allowed; text longer than max_tuning_text. Whether a device supports the knobs is not
/// checked.
[[nodiscard]] HISTO_CL_API TuningTable parse_tuning_table(std::string_view text);

/// The table's text, with a line for each entry. Throws Error(invalid_argument) if the name of a platform,
/// device or driver has a newline.
[[nodiscard]] HISTO_CL_API std::string to_text(const TuningTable& table);

/// Reads a table from a file. Throws like parse_tuning_table(), and Error(invalid_argument) for a file that
/// is not a regular file or a link to one, or cannot be read. Does not block on FIFOs.
[[nodiscard]] HISTO_CL_API TuningTable read_tuning_table(const std::filesystem::path& file);

/// $XDG_CONFIG_HOME/histo_cl/tuning.txt, else $HOME/.config/histo_cl/tuning.txt, else empty.
[[nodiscard]] HISTO_CL_API std::filesystem::path default_tuning_file();

/// E.g. "u8 samples, 256 counters", and then every other member that is not at its default.
[[nodiscard]] HISTO_CL_API std::string to_string(const TuningKey& key);

} // namespace histo_cl::inline HISTO_CL_ABI
