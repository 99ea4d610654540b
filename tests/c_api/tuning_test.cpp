// Tuning tables through the C API.

#include "c_api/fixture.hpp"
#include "support/folder.hpp"

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

/// Makes a plan with this table, and returns the fields of its decision.
histo_cl_decision_fields fields_with(PlanHandle& plan, const char* tuning_file) {
    const auto its_problem = problem();
    auto options = histo_cl_options_init();
    options.tuning_file = tuning_file;
    plan = made<PlanHandle>(histo_cl_plan_create, test_device().context()(), test_device().id(), &its_problem,
                            &options);
    return fields_of(decision_of(plan));
}

} // namespace

TEST_CASE("a plan takes the knobs of a tuning table, or its decision says why not") {
    const Folder folder;
    const auto file = (folder.path() / "tuning.txt").string();
    PlanHandle plan;

    CHECK(std::string(fields_with(plan, nullptr).tuning).empty());
    CHECK(std::string(fields_with(plan, file.c_str()).tuning) ==
          "tuning table " + file + " ignored: there is no such file");

    const auto& profile = test_device().profile();
    const TuningEntry entry{.key = {.counters = 10},
                            .knobs = {.variant = Variant::local_atomic, .work_group_size = 16}};
    write(file, to_text({{{profile.platform, profile.name, profile.driver, {entry}}}}));
    const auto fields = fields_with(plan, file.c_str());
    CHECK(fields.variant == HISTO_CL_VARIANT_LOCAL_ATOMIC);
    CHECK(fields.work_group_size == 16);
    CHECK(std::string(fields.tuning).starts_with("tuning table " + file + ": variant local_atomic"));
}
