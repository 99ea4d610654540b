#pragma once

#include "histo_cl/abi.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <windows.h>

namespace histo_cl::detail {

struct CloseFile {
    void operator()(HANDLE file) const noexcept { ::CloseHandle(file); }
};
using ReadableFile = std::unique_ptr<void, CloseFile>;

// What fails returns null or nothing, and GetLastError() says why.

/// To read it, while others may replace it.
[[nodiscard]] ReadableFile open_file(const std::filesystem::path& path) noexcept;

[[nodiscard]] std::optional<std::uint64_t> size_of(const ReadableFile& file) noexcept;

/// The next so many bytes, or all that are left.
[[nodiscard]] std::optional<std::string> read_bytes(const ReadableFile& file, std::uint64_t bytes);

} // namespace histo_cl::detail
