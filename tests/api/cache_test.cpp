// Plans and the program cache on disk: what is stored, and that faults of the cache never change counts.

#include "api/fixture.hpp"
#include "core/files.hpp"
#include "program/program_cache.hpp"
#include "support/folder.hpp"

#include <algorithm>
#include <iterator>
#include <vector>
#ifndef _WIN32
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>
#endif

using namespace histo_cl;
using namespace histo_cl::test;
using detail::text_of_path;
namespace fs = std::filesystem;

namespace {

Plan plan_with(const fs::path& directory, const Problem& its_problem = problem()) {
    auto knobs = options(Merge::atomic);
    knobs.cache_directory = text_of_path(directory);
    return test_device().plan(its_problem, knobs);
}

std::vector<fs::path> entries(const fs::path& directory) {
    std::vector<fs::path> found;
    if (fs::exists(directory))
        for (const auto& entry : fs::directory_iterator(directory))
            found.push_back(entry.path());
    return found;
}

/// Where an entry's key starts, or where the line after the first `lines` lines does. An entry is a line that
/// names the format, a line with the digest, a line with the key's length, the key, and the binary.
std::size_t key_start(const std::string& entry, int lines = 3) {
    std::size_t at = 0;
    while (lines-- > 0)
        at = entry.find('\n', at) + 1;
    return at;
}
std::size_t key_size(const std::string& entry) {
    return std::stoull(entry.substr(key_start(entry, 2)));
}

} // namespace

TEST_CASE("the first plan keeps its program, and the second uses it") {
    const Folder folder;
    const auto directory = folder.path() / "not" / "there" / "yet";
    const auto first = plan_with(directory);
    CHECK_FALSE(first.built_from_cache());
    CHECK(counts_right(first));
    CHECK(entries(directory).size() == 1);

    const auto second = plan_with(directory);
    CHECK(second.built_from_cache());
    CHECK(counts_right(second));
    CHECK(entries(directory).size() == 1);

    // Bounds and numbers of bins are not part of the program; the type of the samples is.
    auto other = problem();
    other.axes[0] = even_bins(problem_bins + 1, 0, 240);
    CHECK(plan_with(directory, other).built_from_cache());
    other.sample = SampleType::u16;
    CHECK_FALSE(plan_with(directory, other).built_from_cache());
    CHECK(entries(directory).size() == 2);
}

TEST_CASE("without the cache nothing is written") {
    const Folder folder;
    auto knobs = options(Merge::atomic);
    knobs.cache_directory = text_of_path(folder.path());
    knobs.program_cache = false;
    CHECK_FALSE(test_device().plan(problem(), knobs).built_from_cache());
    CHECK_FALSE(test_device().plan(problem(), knobs).built_from_cache());
    CHECK(entries(folder.path()).empty());
}

// tests/pure/posix/program_cache_trust_test.cpp tests other kinds of damage.
TEST_CASE("a damaged entry leads to a normal build, which replaces it") {
    const Folder folder;
    CHECK_FALSE(plan_with(folder.path()).built_from_cache());
    REQUIRE(entries(folder.path()).size() == 1);
    const auto file = entries(folder.path()).front();
    const auto whole = content(file);
    auto flipped = whole;
    flipped.back() = static_cast<char>(flipped.back() ^ 0x10);
    const std::vector<std::pair<const char*, std::string>> damages{
        {"empty", ""},
        {"cut by one byte", whole.substr(0, whole.size() - 1)},
        {"a bit of the binary", flipped}};
    for (const auto& damage : damages) {
        INFO(damage.first);
        write(file, damage.second);
        const auto plan = plan_with(folder.path());
        CHECK_FALSE(plan.built_from_cache());
        CHECK(counts_right(plan));
        CHECK(entries(folder.path()).size() == 1);
        CHECK(plan_with(folder.path()).built_from_cache());
    }
}

TEST_CASE("a binary that the driver rejects leads to a normal build") {
    if (test_device().profile().platform == "rusticl") {
        MESSAGE("Rusticl of Mesa 22.3 aborts on a binary that is not its own");
        return;
    }
    const Folder folder;
    static_cast<void>(plan_with(folder.path()));
    const auto file = entries(folder.path()).at(0);
    const auto whole = content(file);
    const detail::ProgramCache cache(folder.path());
    const auto key = whole.substr(key_start(whole), key_size(whole));
    const detail::ProgramCache::Binary garbage{'n', 'o', ' ', 'p', 'r', 'o', 'g', 'r', 'a', 'm'};
    cache.store(key, garbage);
    REQUIRE(cache.load(key) == garbage);
    REQUIRE(entries(folder.path()).size() == 1);
    const auto plan = plan_with(folder.path());
    CHECK_FALSE(plan.built_from_cache());
    CHECK(counts_right(plan));
    CHECK(cache.load(key) != garbage);
}

#ifndef _WIN32
namespace {

/// While this object exists, the process can open only two more files.
class FewDescriptors {
  public:
    FewDescriptors() {
        ::getrlimit(RLIMIT_NOFILE, &before_);
        auto lower = before_;
        lower.rlim_cur = std::min<rlim_t>(lower.rlim_cur, 256);
        ::setrlimit(RLIMIT_NOFILE, &lower);
        for (int opened = 0; opened >= 0;) {
            opened = ::open("/", O_RDONLY | O_CLOEXEC);
            if (opened >= 0) opened_.push_back(opened);
        }
        for (int spare = 0; spare < 2 && !opened_.empty(); ++spare) {
            ::close(opened_.back());
            opened_.pop_back();
        }
    }
    FewDescriptors(const FewDescriptors&) = delete;
    FewDescriptors& operator=(const FewDescriptors&) = delete;
    ~FewDescriptors() {
        for (const int opened : opened_)
            ::close(opened);
        ::setrlimit(RLIMIT_NOFILE, &before_);
    }

  private:
    rlimit before_{};
    std::vector<int> opened_;
};

} // namespace

// If PoCL cannot open a file while it makes a binary, it leaves the file out and reports success. A process
// that loads such a binary aborts.
TEST_CASE(
    "no binary is kept that the driver may have read in part, and none that is whole is replaced by it") {
    const Folder folder;
    const auto warm = plan_with(folder.path() / "warm"); // also fills the driver's own cache
    const auto file = entries(folder.path() / "warm").at(0);
    const auto whole = content(file);
    for (const auto* const name : {"cold", "warm"}) {
        try {
            const FewDescriptors few;
            CHECK(counts_right(plan_with(folder.path() / name)));
        } catch (const Error&) { // the driver may also report an error
        }
    }
    CHECK(entries(folder.path() / "cold").empty());
    CHECK(content(file) == whole);
    CHECK(counts_right(plan_with(folder.path() / "cold")));
    CHECK(entries(folder.path() / "cold").size() == 1);
}
#endif
