// Plans and the program cache on disk: what is stored, and that faults of the cache never change counts.

#include "api/fixture.hpp"
#include "core/files.hpp"
#include "program/program_cache.hpp"
#include "support/folder.hpp"

#include <vector>

using namespace histo_cl;
using namespace histo_cl::test;
using detail::text_of_path;
namespace fs = std::filesystem;

namespace {

Plan plan_with(const fs::path& directory, const Problem& its_problem = problem()) {
    auto knobs = options(Merge::atomic);
    knobs.program_cache.directory = text_of_path(directory);
    return test_device().plan(its_problem, knobs);
}

std::vector<fs::path> entries(const fs::path& directory) {
    std::vector<fs::path> found;
    if (fs::exists(directory))
        for (const auto& entry : fs::directory_iterator(directory))
            found.push_back(entry.path());
    return found;
}

/// Returns the offset of the line after the first `lines` lines of an entry, by default the offset of its
/// key. An entry is a line that names the format, a line with the digest, a line with the key's length, the
/// key, and the binary.
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
    knobs.program_cache.directory = text_of_path(folder.path());
    knobs.program_cache.bytes = false;
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
        {"empty", ""}, {"cut by one byte", whole.substr(0, whole.size() - 1)}, {"its last bit", flipped}};
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
    const detail::ProgramFolder cache(folder.path());
    const auto key = whole.substr(key_start(whole), key_size(whole));
    const detail::ProgramFolder::Binary garbage{'n', 'o', ' ', 'p', 'r', 'o', 'g', 'r', 'a', 'm'};
    cache.store(key, garbage);
    REQUIRE(cache.load(key) == garbage);
    REQUIRE(entries(folder.path()).size() == 1);
    const auto plan = plan_with(folder.path());
    CHECK_FALSE(plan.built_from_cache());
    CHECK(counts_right(plan));
    CHECK(cache.load(key) != garbage);
}
