#pragma once

#include "histo_cl/options.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace histo_cl::detail {

/// The limits of a cache. When an entry is added, entries that have not been used for `days` are deleted, and
/// then the least recently used ones beyond `bytes`.
struct CacheLimits {
    std::uint64_t bytes = Options().cache_bytes;
    std::uint32_t days = Options().cache_days;
};

/// Built programs on disk, one file each. The file contains the full key, so a program is used only for the
/// source, build options, device, driver and library version that it was built for. Programs are code, so
/// they are loaded only from a PrivateFolder. Any error in an entry, the folder or the disk means "not
/// found".
class ProgramCache {
  public:
    using Binary = std::vector<unsigned char>;

    /// With an empty directory nothing is read or written. `shared`: whether plans that use the cache also
    /// share their programs.
    explicit ProgramCache(std::filesystem::path directory, const CacheLimits& limits = {}, bool shared = true)
        : directory_(std::move(directory)), limits_(limits), shared_(shared) {}

    [[nodiscard]] const std::filesystem::path& directory() const noexcept { return directory_; }
    [[nodiscard]] bool shared() const noexcept { return shared_; }

    /// The binary of an entry, which may be empty, see keep_program().
    [[nodiscard]] std::optional<Binary> load(std::string_view key) const noexcept;
    /// Stores an entry, then trims the cache to its limits.
    void store(std::string_view key, const Binary& binary) const noexcept;

  private:
    std::filesystem::path directory_;
    CacheLimits limits_;
    bool shared_;
};

/// The cache for the options of a plan, by default in user_folder(UserFolder::cache).
[[nodiscard]] ProgramCache cache_for(const Options& options);

} // namespace histo_cl::detail
