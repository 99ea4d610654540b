// The tuner adds to a table on a failing disk: the table keeps its old content.

#include "common/errors.hpp"
#include "faults/files/each_operation.hpp"
#include "support/folder.hpp"
#include "tune/tuner.hpp"

#include <histo_cl/histo_cl.hpp>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

const TuningTable before{{{"Platform", "Other", "Driver", {TuningEntry{}}}}};
const DeviceProfile device{.name = "Name", .platform = "Platform", .version = {}, .driver = "Driver"};
const tune::Finding finding{.entry = {.key = {.sample = SampleType::f32}}, .better = true};

struct Tuning {
    Tuning() { write(file(), to_text(before)); }
    [[nodiscard]] std::filesystem::path file() const { return folder.path() / "tuning.txt"; }

    void act() try {
        auto table = tune::read_if_there(file());
        put(table, device, finding);
        tune::write_table(file(), table);
    } catch (const common::UsageError& error) {
        complaint = error.what();
    }

    void check(const Course& course) const {
        const auto table = read_tuning_table(file().string());
        REQUIRE_FALSE(table.devices.empty());
        CHECK(table.devices[0] == before.devices[0]);
        const bool added = find(table, device) != nullptr;
        if (course.acts_here()) CHECK(added == complaint.empty());
        if (course.acts_here() && course.harmless()) CHECK(added);
    }

    Folder folder;
    std::string complaint;
};

} // namespace

TEST_CASE("files of the programs: tuning keeps the old entries of a table, whichever operation fails") {
    CHECK(fail_each_operation<Tuning>(By::streams).contains("stat"));
}
