// On a failing or full disk a partial is saved completely, or the file keeps its content. A saved partial is
// loaded unchanged, or rejected.

#include "faults/files/each_operation.hpp"
#include "support/error.hpp"
#include "support/folder.hpp"

#include <histo_cl/partial.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

const Problem problem{.axes = {identity_bins(300)}};

Partial partial(std::uint64_t count) {
    const std::vector<std::uint64_t> words(300, count);
    return Partial::from_words(problem, words, 300 * count);
}

/// The partial in the file, and the one to replace it.
const Partial before = partial(1);
const Partial after = partial(2);

struct Saving {
    Saving() { save(before, file().string()); }

    [[nodiscard]] std::filesystem::path file() const { return folder.path() / "partial"; }

    void act() try {
        save(after, file().string());
        saved = true;
    } catch (const Error& error) {
        status = error.status();
        message = error.what();
    }

    void check(const Course& course) const {
        const auto left = load(problem, file().string());
        CHECK((left == before || left == after));
        if (!course.acts_here()) return;
        CHECK(saved == (left == after));
        CHECK(saved != status.has_value());
        if (course.harmless()) CHECK(saved);
        if (!status) return;
        CHECK(name(*status) == name(Status::file_error));
        CHECK(message.starts_with(file().string() + ": it cannot be written: "));
        if (course.fault.code == ENOSPC) CHECK(message.ends_with("No space left on device"));
        // No temporary file is left, unless it could not be removed.
        const auto files = std::distance(std::filesystem::directory_iterator(folder.path()),
                                         std::filesystem::directory_iterator());
        if (course.fault.calls == 1) CHECK(files == 1);
    }

    Folder folder;
    bool saved = false;
    std::optional<Status> status;
    std::string message;
};

struct LoadingPartial {
    LoadingPartial() { save(after, file().string()); }

    [[nodiscard]] std::filesystem::path file() const { return folder.path() / "partial"; }

    void act() {
        outcome.of([&] { return load(problem, file().string()); });
    }
    void check(const Course& course) const {
        outcome.check(course, file().string() + ": ");
        if (outcome.found) CHECK(*outcome.found == after);
        CHECK(load(problem, file().string()) == after);
    }

    Folder folder;
    Outcome<Partial, Error> outcome;
};

} // namespace

TEST_CASE("partial: saving that fails leaves the old file or the new one") {
    CHECK(fail_each_operation<Saving>() ==
          std::set<std::string>{"close", "fsync", "openat", "renameat", "stat", "write"});
}

TEST_CASE("partial: loading that fails throws an error that names the file") {
    CHECK(fail_each_operation<LoadingPartial>() == std::set<std::string>{"close", "fstat", "openat", "read"});
}
