// The program cache on a failing disk. It returns no wrong program, stores no partial entry, and works again
// as soon as the disk does.

#include "faults/files/each_operation.hpp"
#include "program/program_cache.hpp"
#include "support/folder.hpp"

#include <chrono>
#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <string_view>

using histo_cl::detail::ProgramFolder;
using namespace histo_cl::test;
namespace fs = std::filesystem;

namespace {

using Binary = ProgramFolder::Binary;
using Calls = std::set<std::string>;

const Binary old_program(300, 'o');
const Binary new_program(500, 'n');
const Binary last_program(400, 'l');

void make_older(const fs::path& file, int hours) {
    fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(hours));
}

class CacheFolder {
  public:
    explicit CacheFolder(std::uint64_t max_bytes = histo_cl::ProgramCache().bytes)
        : cache(path(), max_bytes) {}

    [[nodiscard]] fs::path path() const { return folder_.path() / "not" / "there" / "yet"; }

    /// The files that are named like entries.
    [[nodiscard]] std::vector<fs::path> entries() const { return files(true); }
    /// All other files, which are temporary.
    [[nodiscard]] std::vector<fs::path> asides() const { return files(false); }

    /// Checks that each entry is a complete program of one of the keys.
    void check_whole(std::initializer_list<std::string_view> keys) const {
        const auto there = std::ranges::count_if(keys, [&](auto key) { return cache.load(key).has_value(); });
        CHECK(entries().size() == static_cast<std::size_t>(there));
    }

    /// Checks that no temporary file is left, unless it could not be removed.
    void check_asides(const Course& course) const {
        const bool once = !course.crashed() && course.fault.calls == 1;
        CHECK(asides().size() <= (once ? 0 : 1));
    }

    /// Checks that programs are kept on a healthy disk, and that old temporary files are removed.
    void check_recovers() const {
        for (const auto& file : asides())
            make_older(file, 24 * 31);
        cache.store("key", last_program);
        CHECK(cache.load("key") == last_program);
        CHECK(asides().empty());
    }

  private:
    [[nodiscard]] std::vector<fs::path> files(bool with_own_name) const {
        std::vector<fs::path> found;
        if (fs::exists(path()))
            for (const auto& file : fs::directory_iterator(path()))
                if ((file.path().extension() == ".clbin") == with_own_name) found.push_back(file.path());
        return found;
    }

    Folder folder_;

  protected:
    const ProgramFolder cache;
};

/// A store that replaces an entry, or a store into a folder that does not exist yet.
template <bool replaces>
struct Store : CacheFolder {
    Store() {
        if (replaces) cache.store("key", old_program);
    }
    void act() const { cache.store("key", new_program); }
    void check(const Course& course) const {
        const auto found = cache.load("key");
        CHECK((found == new_program || (replaces ? found == old_program : !found)));
        if (course.harmless()) CHECK(found == new_program);
        check_whole({"key"});
        check_asides(course);
        check_recovers();
    }
};

/// A store after which two of three older entries have to be removed.
struct Trimming : CacheFolder {
    Trimming() : CacheFolder(1300) {
        int hours = 1;
        for (const auto* const key : {"old", "older", "oldest"}) {
            cache.store(key, old_program);
            make_older(
                std::ranges::max(entries(), {}, [](const auto& file) { return fs::last_write_time(file); }),
                hours++);
        }
        REQUIRE(entries().size() == 3);
    }
    void act() const { cache.store("key", new_program); }
    void check(const Course& course) const {
        if (course.harmless()) {
            CHECK(cache.load("key") == new_program);
            CHECK(entries().size() == 2);
        }
        for (const auto* const key : {"old", "older", "oldest"}) {
            const auto found = cache.load(key);
            CHECK((!found || *found == old_program));
        }
        check_whole({"key", "old", "older", "oldest"});
        check_asides(course);
        check_recovers();
        CHECK(entries().size() <= 3);
    }
};

struct Loading : CacheFolder {
    Loading() {
        cache.store("key", old_program);
        make_older(entries().front(), 2); // so that loading the entry updates its time
    }
    void act() { found = cache.load("key"); }
    void check(const Course& course) const {
        CHECK((!found || *found == old_program));
        const bool late = course.call == "close" || course.call == "utimensat";
        if (course.acts_here() && (course.harmless() || late)) CHECK(found == old_program);
        CHECK(cache.load("key") == old_program);
        CHECK(entries().size() == 1);
    }
    std::optional<Binary> found;
};

} // namespace

TEST_CASE("program cache: a first store that fails leaves no partial entry") {
    CHECK(fail_each_operation<Store<false>>() == Calls{"close", "closedir", "fdopendir", "fstat", "fstatat",
                                                       "mkdir", "openat", "readdir", "renameat", "write"});
}

TEST_CASE("program cache: a replacement that fails leaves the old or the new program") {
    CHECK(fail_each_operation<Store<true>>() == Calls{"close", "closedir", "fdopendir", "fstat", "fstatat",
                                                      "openat", "readdir", "renameat", "write"});
}

TEST_CASE("program cache: trimming that fails leaves only complete entries") {
    CHECK(fail_each_operation<Trimming>() == Calls{"close", "closedir", "fdopendir", "fstat", "fstatat",
                                                   "openat", "readdir", "renameat", "unlinkat", "write"});
}

TEST_CASE("program cache: loading that fails returns the whole program or none") {
    CHECK(fail_each_operation<Loading>() == Calls{"close", "fstat", "openat", "read", "utimensat"});
}
