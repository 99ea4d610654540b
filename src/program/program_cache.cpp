#include "program/program_cache.hpp"

#include "core/files.hpp"
#include "core/sha256.hpp"
#include "core/text.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <functional>

namespace histo_cl::detail {
namespace {

constexpr std::string_view extension = ".clbin";

/// Maximum size of an entry. Most entries are about 100 KB.
constexpr std::size_t max_entry_bytes = std::size_t{64} << 20U;

std::string file_of(std::string_view key) {
    return concat(sha256(key), extension);
}

/// Whether a file has the name of an entry: hexadecimal digits and the extension.
bool is_entry(std::string_view file) noexcept {
    return file.ends_with(extension) && is_hex(file.substr(0, file.size() - extension.size()));
}

/// The header of an entry: a magic number, and the digest of the rest, which detects damage. The digest has
/// no secret, so it does not prevent forgery; the permissions that a PrivateFolder requires prevent it.
std::string header(std::string_view body) {
    return concat("histo_cl program 4\n", sha256(body), "\n");
}

/// The text between the header and the binary: the key's length and the key.
std::string preamble(std::string_view key) {
    return concat(key.size(), "\n", key);
}

std::string entry_of(std::string_view key, const ProgramFolder::Binary& binary) {
    const std::string_view bytes(reinterpret_cast<const char*>(binary.data()), binary.size());
    const auto body = concat(preamble(key), bytes);
    return concat(header(body), body);
}

/// The binary in an entry; empty unless the entry is intact and has this key.
std::optional<ProgramFolder::Binary> binary_in(std::string_view entry, std::string_view key) {
    const auto header_bytes = header({}).size();
    if (entry.size() < header_bytes) return std::nullopt;
    const auto body = entry.substr(header_bytes);
    const auto start = preamble(key);
    if (!body.starts_with(start) || !entry.starts_with(header(body))) return std::nullopt;
    const auto binary = body.substr(start.size());
    return ProgramFolder::Binary(binary.begin(), binary.end());
}

/// Deletes the least recently used entries until the others have at most `max_bytes`. Also deletes temporary
/// files of entries that a crash left behind. Other files are not touched.
void trim(const PrivateFolder& folder, std::uint64_t max_bytes) {
    auto entries = folder.files();
    std::erase_if(entries, [](const auto& file) { return !is_entry(name_without_aside(file.name)); });
    std::ranges::sort(entries, std::less{}, &PrivateFolder::File::age);
    std::uint64_t sum = 0;
    for (const auto& entry : entries) {
        sum += entry.bytes;
        const bool is_aside = entry.name != name_without_aside(entry.name);
        if (sum > max_bytes || (is_aside && entry.age > std::chrono::hours(1))) folder.remove(entry.name);
    }
}

} // namespace

std::optional<ProgramFolder::Binary> ProgramFolder::load(std::string_view key) const noexcept try {
    if (directory_.empty()) return std::nullopt;
    const auto folder = PrivateFolder::open(directory_);
    if (!folder) return std::nullopt;
    const auto file = file_of(key);
    const auto entry = folder->read(file, max_entry_bytes);
    if (!entry) return std::nullopt;
    auto binary = binary_in(entry->bytes, key);
    // Marks the entry as used; once an hour is enough.
    if (binary && entry->age > std::chrono::hours(1)) folder->touch(file);
    return binary;
} catch (...) {
    return std::nullopt;
}

void ProgramFolder::store(std::string_view key, const Binary& binary) const noexcept try {
    if (directory_.empty()) return;
    const auto entry = entry_of(key, binary);
    if (entry.size() > max_entry_bytes) return;
    const auto folder = PrivateFolder::open_or_make(directory_);
    if (folder && folder->replace(file_of(key), entry)) trim(*folder, max_bytes_);
} catch (...) { // NOLINT(bugprone-empty-catch): a program that cannot be stored is built again next time
}

ProgramFolder cache_for(const Options& options) {
    const auto& [directory, bytes] = options.program_cache;
    if (bytes == 0) return ProgramFolder({}, 0);
    return ProgramFolder(directory.empty() ? user_folder(UserFolder::cache) : path_of_text(directory), bytes);
}

} // namespace histo_cl::detail

namespace histo_cl::inline HISTO_CL_ABI {

std::string default_cache_directory() {
    return detail::text_of_path(detail::user_folder(detail::UserFolder::cache));
}

} // namespace histo_cl::inline HISTO_CL_ABI
