// Plans that read a tuning table: its knobs are taken where they can be had, and whatever it says the counts
// are right.

#include "api/fixture.hpp"
#include "support/environment.hpp"
#include "support/folder.hpp"

#include <fstream>
#include <initializer_list>
#include <string>
#include <string_view>

using namespace histo_cl;
using namespace histo_cl::test;
namespace fs = std::filesystem;

namespace {

const Bytes& samples() {
    static const auto bytes = random_bytes(3000);
    return bytes;
}

bool counts_right(const Plan& plan) {
    const auto& device = test_device();
    const auto sample_buffer = device.make_buffer(samples());
    const auto counts = device.make_buffer(rubbish());
    plan.enqueue(device.queue()(),
                 {.samples = sample_buffer(), .shape = {.count = samples().size()}, .counts = counts()});
    return counts_in(counts) == expected_counts(samples());
}

/// A table of this device whose one entry is for problem().
std::string table_with(const Knobs& knobs) {
    const auto& profile = test_device().profile();
    return to_json({{{profile.platform,
                      profile.name,
                      profile.driver,
                      {{.key = tuning_key(problem()), .knobs = knobs, .speedup = 2}}}}});
}

void write(const fs::path& file, const std::string& text) {
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
}

/// A plan for problem() with a table of this text, after its counts were checked.
Plan plan_with(const std::string& text, Options options = {}) {
    const Folder folder;
    const auto file = folder.path() / "tuning.json";
    write(file, text);
    options.tuning_file = file.string();
    auto plan = test_device().plan(problem(), options);
    CHECK(counts_right(plan));
    return plan;
}

void check_says(const Plan& plan, std::initializer_list<std::string_view> words) {
    INFO("tuning: ", plan.decision().tuning);
    for (const auto word : words)
        CHECK_MESSAGE(plan.decision().tuning.find(word) != std::string::npos, "it lacks: ", word);
}

/// As if there were no table.
void check_default(const Plan& plan) {
    const auto by_rule = test_device().plan(problem());
    CHECK(name(plan.decision().variant) == name(by_rule.decision().variant));
    CHECK(plan.decision().work_group_size == by_rule.decision().work_group_size);
    CHECK(plan.decision().replicas == by_rule.decision().replicas);
    CHECK(plan.decision().reason == by_rule.decision().reason);
}

constexpr Knobs own{.variant = Variant::local_atomic, .work_group_size = 16, .replicas = 2, .coarsening = 5};

} // namespace

TEST_CASE("a plan takes the knobs of its table") {
    const auto plan = plan_with(table_with(own));
    CHECK(plan.decision().variant == Variant::local_atomic);
    CHECK(plan.decision().work_group_size == 16);
    CHECK(plan.decision().replicas == 2);
    CHECK(plan.decision().coarsening == 5);
    CHECK(plan.decision().reason.starts_with("tuned; "));
    check_says(plan,
               {"tuning.json: variant local_atomic, work_group_size 16, replicas 2", "2 times as fast"});
    CHECK(to_string(plan.decision()).find("tuning:    tuning table ") != std::string::npos);
}

TEST_CASE("the caller's own knobs win over the table's") {
    const auto plan = plan_with(table_with(own), {.variant = Variant::local_atomic, .replicas = 1});
    CHECK(plan.decision().replicas == 1);
    CHECK(plan.decision().work_group_size == 16);
    CHECK(plan.decision().reason.starts_with("forced; "));

    const auto other = plan_with(table_with(own), {.variant = Variant::global_atomic});
    CHECK(other.decision().variant == Variant::global_atomic);
    check_says(other, {"an entry for local_atomic, but global_atomic is forced"});
}

TEST_CASE("a plan reads no table that it was not asked to") {
    const Folder folder;
    const Environment config("XDG_CONFIG_HOME", folder.path().c_str());
    write(folder.path() / "histo_cl" / "tuning.json", table_with(own));
    const auto untold = test_device().plan(problem());
    CHECK(untold.decision().tuning.empty());
    CHECK_FALSE(untold.decision().reason.starts_with("tuned"));

    const auto told = test_device().plan(problem(), {.tuning_file = ""});
    CHECK(told.decision().reason.starts_with("tuned; "));
    CHECK(told.decision().coarsening == 5);
    CHECK(counts_right(told));
}

TEST_CASE("a table that has nothing for the plan") {
    const auto& profile = test_device().profile();
    const auto nothing = plan_with(to_json(TuningTable{}));
    check_default(nothing);
    check_says(nothing, {"has nothing for " + profile.name + " with driver " + profile.driver});

    const auto other_problem = plan_with(to_json({{{profile.platform,
                                                    profile.name,
                                                    profile.driver,
                                                    {{.key = {.sample = SampleType::f64}, .knobs = own}}}}}));
    check_default(other_problem);
    check_says(other_problem, {"has no entry for this problem"});
}

TEST_CASE("a broken table is told and ignored") {
    const auto whole = table_with(own);
    auto damaged = whole;
    damaged.replace(damaged.find("local_atomic"), 12, "locally_best");
    for (const auto& [text, word] : {std::pair<std::string, std::string_view>{"", "line 1"},
                                     {"no JSON", "line 1: this is not JSON"},
                                     {whole.substr(0, whole.size() / 2), "line 5"},
                                     {damaged, "line 5: variant \"locally_best\""},
                                     {std::string(max_tuning_text + 1, ' '), "1048577 B"}}) {
        const auto plan = plan_with(text);
        check_default(plan);
        check_says(plan, {"tuning.json ignored: ", word});
    }
    const auto missing = test_device().plan(problem(), {.tuning_file = "/nowhere/tuning.json"});
    check_default(missing);
    check_says(missing, {"tuning table /nowhere/tuning.json ignored: there is no such file"});
}

TEST_CASE("knobs that cannot be had: the plan is made without them") {
    const std::vector<Knobs> impossible{
        {.variant = Variant::local_atomic, .work_group_size = 1U << 20U}, // beyond any device
        {.variant = Variant::local_atomic, .replicas = 4000},             // beyond its local memory, perhaps
        {.replicas = 4294967295},                                         // beyond what choose allows
        {.load_bytes = 5},
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

TEST_CASE("the counts are right under any table") {
    for (const auto variant : all_variants)
        for (const std::uint32_t number : {3U, 4294967295U}) {
            const Knobs knobs{.variant = variant,
                              .work_group_size = number,
                              .work_groups = number,
                              .replicas = number,
                              .coarsening = number,
                              .load_bytes = number == 3 ? 4U : 0U};
            INFO("knobs: ", to_string(knobs));
            static_cast<void>(plan_with(table_with(knobs)));
        }
}

TEST_CASE("a bad problem or knob of the caller's is refused with a table as without") {
    auto bad = problem();
    bad.axes.clear();
    check_error(Status::invalid_argument, {"axes"},
                [&] { static_cast<void>(test_device().plan(bad, {.tuning_file = ""})); });
    check_error(Status::invalid_argument, {"load_bytes 5"},
                [] { static_cast<void>(plan_with(table_with(own), {.load_bytes = 5})); });
}
