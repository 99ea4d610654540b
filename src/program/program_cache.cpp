#include "program/program_cache.hpp"

#include "core/text.hpp"
#include "core/user_folder.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <functional>
#include <random>

namespace histo_cl::inline HISTO_CL_ABI::detail {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view magic = "histo_cl program 2\n";

/// FNV-1a. It only names files and finds damage; equality of keys is checked on the keys themselves.
std::uint64_t hash(std::string_view bytes) noexcept {
    std::uint64_t h = 0xcbf29ce484222325U;
    for (const char c : bytes)
        h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
    return h;
}

std::string_view as_text(const ProgramCache::Binary& binary) noexcept {
    return {reinterpret_cast<const char*>(binary.data()), binary.size()};
}

std::string hex(std::uint64_t value) {
    std::array<char, 16> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value, 16).ptr;
    return {digits.data(), end};
}

/// The entry as text: magic, the key's and the binary's length and hash, key, binary.
std::string header(std::string_view key, const ProgramCache::Binary& binary) {
    return concat(magic, key.size(), " ", binary.size(), " ", hex(hash(as_text(binary))), "\n");
}

constexpr std::string_view extension = ".clbin";

/// Counts as used now. Once an hour is enough.
void mark_used(const fs::path& file) {
    std::error_code failed; // another process may have deleted it
    const auto now = fs::file_time_type::clock::now();
    const auto used = fs::last_write_time(file, failed);
    if (!failed && used < now - std::chrono::hours(1)) fs::last_write_time(file, now, failed);
}

std::string read_file(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

} // namespace

fs::path ProgramCache::file_of(std::string_view key) const {
    return directory_ / concat(hex(hash(key)), extension);
}

std::optional<ProgramCache::Binary> ProgramCache::load(std::string_view key) const noexcept try {
    if (directory_.empty()) return std::nullopt;
    const auto file = file_of(key);
    const std::string entry = read_file(file);
    const auto header_end = entry.find('\n', magic.size());
    if (!entry.starts_with(magic) || header_end == std::string::npos) return std::nullopt;
    const auto body = std::string_view(entry).substr(header_end + 1);
    if (!body.starts_with(key)) return std::nullopt;
    const auto rest = body.substr(key.size());
    Binary binary(rest.begin(), rest.end());
    // The header says all that there is to check, so the entry is whole exactly if its header is the one it
    // would get.
    if (entry.substr(0, header_end + 1) != header(key, binary)) return std::nullopt;
    mark_used(file);
    return binary;
} catch (...) {
    return std::nullopt;
}

void ProgramCache::store(std::string_view key, const Binary& binary) const noexcept try {
    if (directory_.empty()) return;
    fs::create_directories(directory_);
    const auto file = file_of(key);
    auto aside = file;
    aside += "." + hex(std::uint64_t{std::random_device{}()} << 32U | std::random_device{}());
    {
        std::ofstream out(aside, std::ios::binary);
        out << header(key, binary) << key << as_text(binary);
        out.close();
        std::error_code failed;
        if (out) fs::rename(aside, file, failed);
        if (out && !failed) return trim();
    }
    fs::remove(aside);
} catch (...) { // NOLINT(bugprone-empty-catch): a program that cannot be kept is only built again
}

void ProgramCache::trim() const {
    struct Entry {
        fs::file_time_type used;
        std::uint64_t bytes;
        fs::path file;
    };
    std::vector<Entry> entries;
    for (const auto& file : fs::directory_iterator(directory_)) // and what a crash left aside
        if (file.path().filename().string().find(extension) != std::string::npos && file.is_regular_file())
            entries.push_back({file.last_write_time(), file.file_size(), file.path()});
    std::ranges::sort(entries, std::greater{}, &Entry::used);
    const auto oldest = fs::file_time_type::clock::now() - std::chrono::hours(24) * limits_.days;
    std::uint64_t sum = 0;
    for (const auto& entry : entries) {
        sum += entry.bytes;
        std::error_code ignored; // another process may have been as quick
        if (sum > limits_.bytes || entry.used < oldest) fs::remove(entry.file, ignored);
    }
}

fs::path default_cache_directory() {
    return user_folder("XDG_CACHE_HOME", ".cache");
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
