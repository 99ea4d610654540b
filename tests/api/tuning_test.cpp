// Plans that read a tuning table. They use its knobs where possible. Otherwise, they are made without them.

#include "api/fixture.hpp"
#include "api/made_up_driver.hpp"
#include "support/environment.hpp"
#include "support/folder.hpp"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>

using namespace histo_cl;
using namespace histo_cl::test;
namespace fs = std::filesystem;

namespace {

/// The text of a table that has one entry, for this device and problem().
std::string table_with(const Knobs& knobs) {
    const auto& profile = test_device().profile();
    return to_text({{{profile.platform,
                      profile.name,
                      profile.driver,
                      {{.key = tuning_key(problem()), .knobs = knobs, .speedup = 2}}}}});
}

/// Returns a plan for problem() with a table of this text. Checks that the plan counts correctly.
Plan plan_with(const std::string& text, Options options = {}) {
    const Folder folder;
    const auto file = folder.path() / "tuning.txt";
    write(file, text);
    options.tuning_file = file.string();
    auto plan = test_device().plan(problem(), options);
    CHECK(counts_right(plan));
    return plan;
}

void check_says(const Plan& plan, std::initializer_list<std::string_view> words) {
    check_has(plan.decision().tuning, words);
}

/// Checks that a plan has the same decision as without a table.
void check_default(const Plan& plan) {
    const auto by_rule = test_device().plan(problem());
    CHECK(method_name(plan.decision()) == method_name(by_rule.decision()));
    CHECK(plan.decision().work_group_size == by_rule.decision().work_group_size);
    CHECK(plan.decision().replicas == by_rule.decision().replicas);
    CHECK(plan.decision().reason == by_rule.decision().reason);
    CHECK(plan.decision().set_knobs.empty());
}

const Knobs own{.variant = Variant::local_atomic, .work_group_size = 16, .replicas = 2, .coarsening = 5};

} // namespace

TEST_CASE("a plan takes the knobs of its table") {
    const auto plan = plan_with(table_with(own));
    CHECK(plan.decision().variant == Variant::local_atomic);
    CHECK(plan.decision().work_group_size == 16);
    CHECK(plan.decision().replicas == 2);
    CHECK(plan.decision().coarsening == 5);
    for (const auto* const knob : {"variant", "work_group_size", "replicas", "coarsening"})
        CHECK(origin(plan.decision(), knob) == KnobOrigin::tuning);
    CHECK(origin(plan.decision(), "merge") == KnobOrigin::chosen);
    check_says(plan, {"tuning.txt: variant local_atomic, work_group_size 16, replicas 2", "2 times as fast"});
    const auto words = to_string(plan.decision());
    check_has(words, {"tuning:    tuning table ", "knobs:     variant (tuning), work_group_size (tuning), "});
}

TEST_CASE("a plan reads a table only if the options name one") {
    const Folder folder;
    const Environment config("XDG_CONFIG_HOME", folder.path().string().c_str());
    fs::create_directory(folder.path() / "histo_cl");
    write(folder.path() / "histo_cl" / "tuning.txt", table_with(own));
    const auto untuned = test_device().plan(problem());
    CHECK(untuned.decision().tuning.empty());
    CHECK(untuned.decision().set_knobs.empty());

    const auto tuned = test_device().plan(problem(), {.tuning_file = ""});
    CHECK(origin(tuned.decision(), "variant") == KnobOrigin::tuning);
    CHECK(tuned.decision().coarsening == 5);
    CHECK(counts_right(tuned));
}

TEST_CASE("a table that is damaged, missing or for another device is not used, and the decision says why") {
    const auto whole = table_with(own);
    for (const auto& [text, word] :
         {std::pair<std::string, std::string_view>{"{}\n", "line 1: \"{}\""},
          {whole.substr(0, whole.size() - 1), "line 6: it does not end in a newline"},
          {std::string(max_tuning_text + 1, ' '), "1048577 B"}}) {
        const auto plan = plan_with(text);
        check_default(plan);
        check_says(plan, {"tuning.txt ignored: ", word});
    }
    const auto missing = test_device().plan(problem(), {.tuning_file = "/nowhere/tuning.txt"});
    check_default(missing);
    check_says(missing, {"tuning table /nowhere/tuning.txt ignored: there is no such file"});
    const auto nothing = plan_with(to_text(TuningTable{}));
    check_default(nothing);
    check_says(nothing, {"has nothing for " + test_device().profile().name});
}

TEST_CASE("knobs that cannot be used: the plan is made without them") {
    const std::vector<Knobs> impossible{
        {.variant = Variant::local_atomic, .work_group_size = 1U << 20U}, // beyond any device
        {.variant = Variant::local_atomic, .replicas = 4000}, // may not fit in the device's local memory
        {.variant = Variant::global_atomic, .merge = Merge::device},
    };
    std::size_t not_taken = 0;
    for (const auto& knobs : impossible) {
        INFO("knobs: ", to_string(knobs));
        const auto plan = plan_with(table_with(knobs));
        if (plan.decision().tuning.find("; not taken: ") == std::string::npos) continue;
        check_default(plan);
        ++not_taken;
    }
    CHECK(not_taken >= impossible.size() - 1);
}

TEST_CASE("knobs that the driver refuses: the plan is made without them") {
    for (const auto& [driver, word] :
         {std::pair<MadeUpDriver, std::string_view>{{.launches = {.calls = 2}}, "rejected by the driver"},
          {{.builds = {.calls = 1}}, "does not compile"}}) {
        const Pretence pretence(driver);
        const auto plan = plan_with(table_with(own), {.program_cache = {.bytes = 0}});
        check_default(plan);
        check_says(plan, {"tuning.txt: variant local_atomic", "; not taken: the forced variant cannot run",
                          "local_atomic: ", word});
    }
}

TEST_CASE("an invalid problem or knob of the caller is refused with a table as without one") {
    auto bad = problem();
    bad.axes.clear();
    check_invalid({"axes"}, [&] { return test_device().plan(bad, {.tuning_file = ""}); });
    check_invalid({"load_bytes 5"}, [] { return plan_with(table_with(own), {.knobs = {.load_bytes = 5}}); });
}
