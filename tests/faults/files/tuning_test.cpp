// A tuning table on a failing disk is read correctly, or rejected.

#include "faults/files/each_operation.hpp"
#include "support/error.hpp"
#include "support/folder.hpp"

#include <histo_cl/tuning.hpp>

#include <optional>
#include <set>
#include <string>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

const TuningTable table{{{"Platform", "Name", "Driver", {TuningEntry{}, TuningEntry{.speedup = 2}}}}};

struct Reading {
    Reading() { write(file(), to_text(table)); }

    [[nodiscard]] std::filesystem::path file() const { return folder.path() / "tuning.txt"; }

    void act() try { found = read_tuning_table(file().string()); } catch (const Error& error) {
        status = error.status();
    }

    void check(const Course& course) const {
        if (course.acts_here()) CHECK(found.has_value() != status.has_value());
        if (found) CHECK(*found == table);
        if (status) CHECK(name(*status) == name(Status::file_error));
        if (course.acts_here() && course.harmless()) CHECK(found.has_value());
        CHECK(read_tuning_table(file().string()) == table);
    }

    Folder folder;
    std::optional<TuningTable> found;
    std::optional<Status> status;
};

} // namespace

TEST_CASE("tuning table: a table is read correctly or rejected") {
    CHECK(fail_each_operation<Reading>() == std::set<std::string>{"close", "fstat", "openat", "read"});
}
