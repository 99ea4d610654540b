#pragma once

#include "histo_cl/options.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace histo_cl::detail {

/// The limits of a cache. When an entry is added, others go: first those that were not used for so many days,
/// then, least recently used first, those beyond so many bytes.
struct CacheLimits {
    std::uint64_t bytes = Options().cache_bytes;
    std::uint32_t days = Options().cache_days;
};

/// Built programs on disk, one file each. The file holds its whole key, so a program is only ever used for
/// the very problem, device, driver and library it was built for. Programs are code, so only a
/// PrivateFolder's are taken. Whatever is wrong with an entry, the folder or the disk means "not there".
class ProgramCache {
  public:
    using Binary = std::vector<unsigned char>;

    /// An empty directory: nothing is read or written. `shared`: whether plans that use the cache also share
    /// their programs.
    explicit ProgramCache(std::filesystem::path directory, const CacheLimits& limits = {}, bool shared = true)
        : directory_(std::move(directory)), limits_(limits), shared_(shared) {}

    [[nodiscard]] const std::filesystem::path& directory() const noexcept { return directory_; }
    [[nodiscard]] bool shared() const noexcept { return shared_; }

    [[nodiscard]] std::optional<Binary> load(std::string_view key) const noexcept;
    /// Then the cache is trimmed to its limits.
    void store(std::string_view key, const Binary& binary) const noexcept;

  private:
    std::filesystem::path directory_;
    CacheLimits limits_;
    bool shared_;
};

/// The cache for the options of a plan.
[[nodiscard]] ProgramCache cache_for(const Options& options);

/// $XDG_CACHE_HOME/histo_cl, else $HOME/.cache/histo_cl, else empty.
[[nodiscard]] std::filesystem::path default_cache_directory();

} // namespace histo_cl::detail
