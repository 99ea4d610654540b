#include "core/posix/open_file.hpp"

#include <cerrno>
#include <cstddef>

namespace histo_cl::inline HISTO_CL_ABI::detail {
namespace {

/// The result of a call that no signal interrupted.
template <class Call>
auto uninterrupted(const Call& call) noexcept {
    for (;;) {
        const auto result = call();
        if (result >= 0 || errno != EINTR) return result;
    }
}

} // namespace

Descriptor open_at(int folder, const char* name, int flags, mode_t mode) noexcept {
    return Descriptor(uninterrupted(
        [&] { return ::openat(folder, name, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, mode); }));
}

std::optional<OpenFile> open_to_read(int folder, const char* name, int more_flags) noexcept {
    OpenFile file{open_at(folder, name, O_RDONLY | more_flags), {}};
    if (!file.descriptor || ::fstat(file.descriptor.get(), &file.status) != 0) return std::nullopt;
    return file;
}

std::optional<std::string> read_all(const OpenFile& file) {
    std::string bytes(file.size() + 1, '\0');
    for (std::size_t used = 0; used < bytes.size();) {
        const auto got = uninterrupted(
            [&] { return ::read(file.descriptor.get(), bytes.data() + used, bytes.size() - used); });
        if (got < 0) return std::nullopt;
        used += static_cast<std::size_t>(got);
        if (got == 0) bytes.resize(used);
    }
    return bytes;
}

bool write_all(const Descriptor& file, std::string_view bytes) noexcept {
    while (!bytes.empty()) {
        const auto taken = uninterrupted([&] { return ::write(file.get(), bytes.data(), bytes.size()); });
        if (taken <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(taken));
    }
    return true;
}

bool sync(const Descriptor& file) noexcept {
    return uninterrupted([&] { return ::fsync(file.get()); }) == 0;
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
