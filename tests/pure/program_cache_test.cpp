// The program cache without a device: its folder, and its entries.

#include "core/files.hpp"
#include "program/program_cache.hpp"
#include "pure/user_folders.hpp"
#include "support/environment.hpp"
#include "support/folder.hpp"

#include <atomic>
#include <chrono>
#include <doctest/doctest.h>
#include <fstream>
#include <thread>

using histo_cl::detail::cache_for;
using histo_cl::detail::ProgramFolder;
using namespace histo_cl::test;
namespace fs = std::filesystem;

namespace {

fs::path default_for(const char* xdg_cache_home, const char* home) {
    const Environment xdg("XDG_CACHE_HOME", xdg_cache_home);
    const Environment own(home_variable, home);
    return cache_for({}).directory();
}

std::size_t files_in(const fs::path& folder) {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

} // namespace

TEST_CASE("program cache: the default folder is under XDG_CACHE_HOME, else under HOME, else none") {
    CHECK(default_for(xdg_folder, home_folder) == fs::path(xdg_folder) / "histo_cl");
    CHECK(default_for(nullptr, home_folder) == cache_folder);
    CHECK(default_for("", home_folder) == cache_folder);
    CHECK(default_for("not/absolute", home_folder) == cache_folder); // as the XDG rules require
    CHECK(default_for(nullptr, nullptr) == "");
    CHECK(default_for(nullptr, "") == "");
}

TEST_CASE("program cache: its folder may have any name") {
    const Folder folder;
    const auto path = folder.path() / fs::path(u8"Größe ヒスト");
    const ProgramFolder cache(histo_cl::detail::path_of_text(histo_cl::detail::text_of_path(path)));
    const ProgramFolder::Binary binary = {'p', '\r', '\n', '\x1A', '\0'};
    cache.store("key", binary);
    CHECK(cache.load("key") == binary);
    CHECK(fs::is_directory(path));
}

TEST_CASE("program cache: what was stored is loaded, byte for byte and by its key alone") {
    const Folder folder;
    const ProgramFolder cache(folder.path() / "new");
    CHECK_FALSE(cache.load("key"));
    ProgramFolder::Binary every_byte;
    for (int i = 0; i < 1024; ++i)
        every_byte.push_back(static_cast<unsigned char>(i));
    cache.store("key", every_byte);
    cache.store("key\n", {'b'});
    cache.store("", {'c'});
    CHECK(cache.load("key") == every_byte);
    CHECK(cache.load("key\n") == ProgramFolder::Binary{'b'});
    CHECK(cache.load("") == ProgramFolder::Binary{'c'});
    CHECK_FALSE(cache.load("ke"));
    CHECK_FALSE(cache.load("keys"));
    cache.store("key", {'d'});
    CHECK(cache.load("key") == ProgramFolder::Binary{'d'});
    CHECK(files_in(folder.path() / "new") == 3);
}

TEST_CASE("program cache: the least recently used entries go when there are too many bytes") {
    const Folder folder;
    const ProgramFolder::Binary kibibyte(1024);
    const auto at = [&](const fs::path& file, int hours_ago) {
        fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(hours_ago));
    };
    const ProgramFolder cache(folder.path(), 3500);
    for (const auto* const key : {"a", "b", "c"})
        cache.store(key, kibibyte);
    CHECK(files_in(folder.path()) == 3);
    int hours = 10;
    for (const auto& entry : fs::directory_iterator(folder.path()))
        at(entry.path(), hours++);
    CHECK(cache.load("a")); // a is now the most recently used entry
    cache.store("d", kibibyte);
    CHECK(files_in(folder.path()) == 3);
    CHECK(cache.load("a"));
    CHECK(cache.load("d"));
    cache.store("large", ProgramFolder::Binary(4000)); // more bytes than the limit
    CHECK_FALSE(cache.load("large"));
}

TEST_CASE("program cache: what a crash left is deleted; entries and files of others are not") {
    const Folder folder;
    const auto old = fs::file_time_type::clock::now() - std::chrono::hours(24 * 31);
    const ProgramFolder cache(folder.path());
    cache.store("old", {'o'});
    for (const auto& entry : fs::directory_iterator(folder.path()))
        fs::last_write_time(entry.path(), old);
    const auto aside = folder.path() / "0123.clbin.4567"; // left by a process that ended while it wrote
    const auto others = folder.path() / "notes.txt";
    for (const auto& file : {aside, others}) {
        std::ofstream(file) << "x";
        fs::last_write_time(file, old);
    }
    cache.store("new", {'n'});
    CHECK(cache.load("old"));
    CHECK(cache.load("new"));
    CHECK_FALSE(fs::exists(aside));
    CHECK(fs::exists(others));
}

TEST_CASE("program cache: without a folder, or if it cannot be made, nothing is kept") {
    const ProgramFolder nowhere({});
    nowhere.store("key", {'a'});
    CHECK_FALSE(nowhere.load("key"));
    const Folder folder;
    const ProgramFolder file_first(folder.path());
    file_first.store("key", {'a'});
    const auto file = fs::directory_iterator(folder.path())->path();
    const ProgramFolder under_file(file / "cache");
    under_file.store("key", {'b'});
    CHECK_FALSE(under_file.load("key"));
    CHECK(file_first.load("key") == ProgramFolder::Binary{'a'});
}

TEST_CASE("program cache: readers see whole entries while several store") {
    const Folder folder;
    const ProgramFolder cache(folder.path());
    constexpr std::size_t size = 20000;
    cache.store("key", ProgramFolder::Binary(size, 0));
    std::atomic<int> storing = 3;
    std::atomic<int> bad = 0;
    std::vector<std::thread> threads;
    for (unsigned char writer = 1; writer <= 3; ++writer)
        threads.emplace_back([&, writer] {
            for (int i = 0; i < 50; ++i)
                cache.store("key", ProgramFolder::Binary(size + writer, writer));
            --storing;
        });
    for (int reader = 0; reader < 2; ++reader)
        threads.emplace_back([&] {
            while (storing > 0) {
                const auto binary = cache.load("key");
                if (!binary || *binary != ProgramFolder::Binary(size + binary->back(), binary->back())) ++bad;
            }
        });
    for (auto& thread : threads)
        thread.join();
    CHECK(bad == 0);
    CHECK(files_in(folder.path()) == 1);
}
