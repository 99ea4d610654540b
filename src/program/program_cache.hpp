#pragma once

#include "histo_cl/options.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace histo_cl::detail {

/// Built programs on disk, one file each. The file contains the full key, so a program is used only for the
/// source, build options, device, driver and library version that it was built for. Programs are code, so
/// they are loaded only from a PrivateFolder. Any error in an entry, the folder or the disk means "not
/// found".
class ProgramFolder {
  public:
    using Binary = std::vector<unsigned char>;

    /// `directory`: the cache's folder; if it is empty, nothing is read or written.
    explicit ProgramFolder(std::filesystem::path directory,
                           std::uint64_t max_bytes = histo_cl::ProgramCache().bytes)
        : directory_(std::move(directory)), max_bytes_(max_bytes) {}

    [[nodiscard]] const std::filesystem::path& directory() const noexcept { return directory_; }
    /// Whether plans that use the cache also share their programs.
    [[nodiscard]] bool shared() const noexcept { return max_bytes_ != 0; }

    /// Returns the binary of an entry, which may be empty (see keep_program()); std::nullopt if the entry is
    /// not found.
    [[nodiscard]] std::optional<Binary> load(std::string_view key) const noexcept;
    /// Stores an entry, then deletes the least recently used ones until the remaining entries have at most
    /// the maximum number of bytes.
    void store(std::string_view key, const Binary& binary) const noexcept;

  private:
    std::filesystem::path directory_;
    std::uint64_t max_bytes_;
};

/// The cache for the options of a plan, by default in user_folder(UserFolder::cache).
[[nodiscard]] ProgramFolder cache_for(const Options& options);

} // namespace histo_cl::detail
