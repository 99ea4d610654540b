// Entries that the program cache does not trust, because another user could have written them, because they
// are not regular files, or because they were changed. The cache uses none of them, and does not wait for
// any.

#include "program/program_cache.hpp"
#include "support/folder.hpp"

#include <cerrno>
#include <chrono>
#include <doctest/doctest.h>
#include <fcntl.h>
#include <functional>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <unistd.h>

using histo_cl::detail::ProgramFolder;
using histo_cl::test::content;
using histo_cl::test::Folder;
using histo_cl::test::write;
namespace fs = std::filesystem;

namespace {

constexpr uid_t somebody_else = 64'321;

/// A cache with one valid entry.
class Cache {
  public:
    Cache() {
        cache_.store("key", binary_);
        REQUIRE(holds_program());
    }

    [[nodiscard]] fs::path folder() const { return outside_.path() / "cache"; }
    [[nodiscard]] fs::path outside() const { return outside_.path(); }
    [[nodiscard]] fs::path entry() const { return fs::directory_iterator(folder())->path(); }
    [[nodiscard]] std::size_t entries() const {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(folder()), fs::directory_iterator()));
    }
    [[nodiscard]] bool holds_program() const { return cache_.load("key") == binary_; }
    [[nodiscard]] bool holds_anything() const { return cache_.load("key").has_value(); }
    void store() const { cache_.store("key", binary_); }

  private:
    Folder outside_;
    ProgramFolder cache_{folder()};
    ProgramFolder::Binary binary_ = {'p', 'r', 'o', 'g', 'r', 'a', 'm', '\0', '\n', 0xff};
};

void make_socket(const fs::path& path) {
    const int made = ::socket(AF_UNIX, SOCK_STREAM, 0);
    REQUIRE(made >= 0);
    const Folder short_path; // short enough for a socket's address
    const auto name = short_path.path() / "s";
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    REQUIRE(name.string().size() < sizeof address.sun_path);
    name.string().copy(address.sun_path, sizeof address.sun_path - 1);
    REQUIRE(::bind(made, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
    ::close(made);
    fs::rename(name, path);
}

/// Replaces a valid entry by something that must not be loaded, and that must be overwritten when the entry
/// is stored again.
void check_refused(const std::string& what, const std::function<void(const fs::path& entry)>& put) {
    INFO(what);
    const Cache cache;
    const auto entry = cache.entry();
    put(entry);
    CHECK_FALSE(cache.holds_anything());
    cache.store();
    CHECK(cache.holds_program());
    CHECK(cache.entries() == 1);
}

/// Checks that the cache reads nothing from its folder and writes nothing there.
void check_folder_refused(const std::string& what,
                          const std::function<void(const fs::path& folder)>& change) {
    INFO(what);
    const Cache cache;
    change(cache.folder());
    CHECK_FALSE(cache.holds_anything());
    const auto entry = cache.entry();
    fs::remove(entry);
    cache.store();
    CHECK(cache.entries() == 0);
}

void mode(const fs::path& path, mode_t bits) {
    REQUIRE(::chmod(path.c_str(), bits) == 0);
}

mode_t mode_of(const fs::path& path) {
    struct stat status {};
    REQUIRE(::lstat(path.c_str(), &status) == 0);
    return status.st_mode & 07777U;
}

bool give_away(const fs::path& path) {
    if (::chown(path.c_str(), somebody_else, static_cast<gid_t>(-1)) == 0) return true;
    MESSAGE("not root: no file can be given to another user");
    return false;
}

} // namespace

TEST_CASE("program cache: an entry that is not a regular file is not loaded") {
    const auto instead = [](const auto& make) {
        return [&make](const fs::path& entry) {
            fs::remove(entry);
            make(entry);
        };
    };
    check_refused("FIFO",
                  instead([](const fs::path& entry) { REQUIRE(::mkfifo(entry.c_str(), 0600) == 0); }));
    check_refused("socket", instead(make_socket));
    check_refused("link to /dev/zero",
                  instead([](const fs::path& entry) { fs::create_symlink("/dev/zero", entry); }));
    check_refused("link to itself", instead([](const fs::path& entry) { fs::create_symlink(entry, entry); }));
    check_refused("device", instead([](const fs::path& entry) {
                      if (::mknod(entry.c_str(), S_IFCHR | 0600, makedev(1, 5)) != 0)
                          MESSAGE("not root: no device can be made");
                  }));
}

TEST_CASE("program cache: a folder where the entry should be is left alone") {
    const Cache cache;
    const auto entry = cache.entry();
    fs::remove(entry);
    fs::create_directory(entry);
    CHECK_FALSE(cache.holds_anything());
    cache.store();
    CHECK_FALSE(cache.holds_anything());
    CHECK(cache.entries() == 1); // no temporary file is left
}

TEST_CASE("program cache: a link to a good entry is not loaded") {
    const Folder other;
    check_refused("link", [&](const fs::path& entry) {
        const auto moved = other.path() / "entry";
        fs::rename(entry, moved);
        fs::create_symlink(moved, entry);
    });
    CHECK(fs::exists(other.path() / "entry"));
}

TEST_CASE("program cache: an entry that others may write or own is not loaded") {
    check_refused("group", [](const fs::path& entry) { mode(entry, 0620); });
    check_refused("others", [](const fs::path& entry) { mode(entry, 0602); });
    const Cache cache;
    mode(cache.entry(), 0644);
    CHECK(cache.holds_program()); // other users may read it
    if (!give_away(cache.entry())) return;
    CHECK_FALSE(cache.holds_anything());
    cache.store();
    CHECK(cache.holds_program());
}

TEST_CASE("program cache: an entry of 1 TiB is not loaded") {
    check_refused("1 TiB of zeros", [](const fs::path& entry) {
        std::error_code failed;
        fs::resize_file(entry, std::uintmax_t{1} << 40U, failed);
        if (failed) write(entry, ""); // if the file system has no sparse files
    });
}

TEST_CASE("program cache: an entry cut at any length, or made longer, is not loaded") {
    const Cache cache;
    const auto entry = cache.entry();
    const auto whole = content(entry);
    for (std::size_t size = 0; size < whole.size(); ++size) {
        INFO("size: ", size);
        write(entry, whole.substr(0, size));
        CHECK_FALSE(cache.holds_anything());
    }
    write(entry, whole + '\0');
    CHECK_FALSE(cache.holds_anything());
    write(entry, whole);
    CHECK(cache.holds_program());
}

TEST_CASE("program cache: an entry with any bit flipped is not loaded") {
    const Cache cache;
    const auto entry = cache.entry();
    const auto whole = content(entry);
    for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
        INFO("bit: ", bit);
        auto damaged = whole;
        damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ 1 << bit % 8);
        write(entry, damaged);
        CHECK_FALSE(cache.holds_anything());
    }
}

TEST_CASE("program cache: another key's entry is not loaded") {
    const Folder folder;
    const ProgramFolder cache(folder.path());
    cache.store("mine", {'m'});
    const auto mine = fs::directory_iterator(folder.path())->path();
    const auto whole = content(mine);
    cache.store("theirs", {'t'});
    for (const auto& entry : fs::directory_iterator(folder.path()))
        write(entry.path(), whole);
    CHECK(cache.load("mine") == ProgramFolder::Binary{'m'});
    CHECK_FALSE(cache.load("theirs"));
}

TEST_CASE("program cache: a folder that is a link, or that others may write or own, is not used") {
    check_folder_refused("group", [](const fs::path& folder) { mode(folder, 0770); });
    check_folder_refused("others", [](const fs::path& folder) { mode(folder, 0707); });
    check_folder_refused("like /tmp", [](const fs::path& folder) { mode(folder, 01777); });
    check_folder_refused("link", [](const fs::path& folder) {
        const auto moved = folder.parent_path() / "moved";
        fs::rename(folder, moved);
        fs::create_symlink(moved, folder);
    });
    if (::geteuid() != 0) return;
    check_folder_refused("owner", [](const fs::path& folder) { give_away(folder); });
}

TEST_CASE("program cache: folders above the cache may be links, and others may read the cache") {
    const Folder folder;
    fs::create_directory(folder.path() / "disk");
    fs::create_symlink(folder.path() / "disk", folder.path() / ".cache");
    const auto directory = folder.path() / ".cache" / "histo_cl";
    const ProgramFolder cache(directory);
    cache.store("key", {'k'});
    CHECK(cache.load("key") == ProgramFolder::Binary{'k'});
    CHECK(fs::exists(folder.path() / "disk" / "histo_cl"));
    mode(directory, 0755);
    CHECK(cache.load("key") == ProgramFolder::Binary{'k'});
}

TEST_CASE("program cache: files and folders are made with access for this user only") {
    const Folder folder;
    const auto before = ::umask(0);
    ProgramFolder(folder.path() / "above" / "cache").store("key", {'k'});
    ::umask(before);
    CHECK(mode_of(folder.path() / "above") == 0700);
    CHECK(mode_of(folder.path() / "above" / "cache") == 0700);
    CHECK(mode_of(fs::directory_iterator(folder.path() / "above" / "cache")->path()) == 0600);
}

TEST_CASE("program cache: trimming deletes only the cache's own files, and follows no link") {
    const Cache cache;
    const auto old = fs::file_time_type::clock::now() - std::chrono::hours(24 * 400);
    const std::string hex = "0123456789abcdef";
    const auto kept = [&](const std::string& name) { return cache.folder() / name; };
    const auto outside = cache.outside() / (hex + ".clbin");
    write(outside, "not in the cache");
    fs::last_write_time(outside, old);
    fs::create_symlink(outside, kept(hex + ".clbin"));
    fs::create_directory(kept("f00d.clbin"));
    for (const auto* const name :
         {"notes.clbin", ".clbin", "0123.clbin.txt", "0123.clbin.", "0123", "0123.CLBIN"}) {
        write(kept(name), "x");
        fs::last_write_time(kept(name), old);
    }
    const auto before = cache.entries();
    for (const auto* const name :
         {"fed0.clbin", "0123.clbin.4567"}) { // an entry, and a temporary file that a crash left
        write(kept(name), std::string(300, 'x'));
        fs::last_write_time(kept(name), old);
    }
    ProgramFolder(cache.folder(), 300).store("key", ProgramFolder::Binary(100)); // removes old files
    CHECK(cache.entries() == before);
    CHECK(content(outside) == "not in the cache");
}

TEST_CASE("program cache: entries with extreme times are loaded under the greatest limits") {
    const Folder folder;
    const ProgramFolder cache(folder.path(), ~std::uint64_t{0});
    for (const auto time : {std::int64_t{0}, std::int64_t{-1} << 40U, std::int64_t{1} << 62U}) {
        cache.store("key", {'k'});
        const auto entry = fs::directory_iterator(folder.path())->path();
        const timespec at{.tv_sec = time, .tv_nsec = 0};
        const timespec both[]{at, at};
        REQUIRE(::utimensat(AT_FDCWD, entry.c_str(), both, 0) == 0); // the file system may limit these times
        CHECK(cache.load("key"));
        cache.store("other", {'o'});
        CHECK(cache.load("key"));
        CHECK(cache.load("other"));
    }
}
