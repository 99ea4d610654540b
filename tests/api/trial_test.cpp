// How plans react to a driver that reports less local memory than the device has, or that rejects launches
// and builds.

#include "api/fixture.hpp"
#include "api/made_up_driver.hpp"
#include "core/files.hpp"
#include "support/folder.hpp"

#include <algorithm>

using namespace histo_cl;
using namespace histo_cl::test;
using detail::text_of_path;

namespace {

constexpr std::uint64_t reported = 48 * 1024;
constexpr std::uint32_t many_bins = 30'000; // 117 KiB of counters

Problem large_problem() {
    return {.sample = SampleType::u16, .axes = {even_bins(many_bins, 0, 60'000)}};
}

/// Whether the device has as much local memory as the simulated NVIDIA GPU can use. That is more than this
/// GPU reports.
bool has_the_reach() {
    if (test_device().profile().local_memory_bytes >= 227 * 1024) return true;
    MESSAGE("the device has less local memory than it would have to pretend");
    return false;
}

/// Makes a plan with the simulated driver and checks its counts.
Decision decision_that_counts(const Options& options) {
    const auto& device = test_device();
    const auto problem = large_problem();
    const auto plan = device.plan(problem, options);
    std::vector<std::uint16_t> samples(20'000);
    for (std::size_t i = 0; i < samples.size(); ++i)
        samples[i] = static_cast<std::uint16_t>(i * i * 31);
    const auto sample_buffer = device.make_buffer(samples);
    const auto counts = device.make_buffer(rubbish(many_bins));
    plan.enqueue(device.queue()(),
                 {.samples = sample_buffer(), .shape = {.count = samples.size()}, .counts = counts()});
    std::vector<std::uint32_t> want;
    for (const auto count : reference_histogram(problem, bytes_of(samples)))
        want.push_back(static_cast<std::uint32_t>(count));
    CHECK(device.read_back<std::uint32_t>(counts, many_bins) == want);
    return plan.decision();
}

} // namespace

TEST_CASE("local memory beyond what the device reports is used if a trial launch succeeds") {
    if (!has_the_reach()) return;
    const Pretence pretence({.nvidia = true});
    const auto decision = decision_that_counts({.program_cache = {.bytes = 0}});
    CAPTURE(to_string(decision));
    CHECK(decision.variant == Variant::local_atomic);
    CHECK(decision.local_bytes > reported);
    CHECK_FALSE(contains(decision.reason, "trial"));
}

TEST_CASE("if the trial launch fails, only the reported local memory is used, and the cache remembers that") {
    if (!has_the_reach()) return;
    const Folder cache;
    const Options cached{.program_cache = {.directory = text_of_path(cache.path())}};
    const auto check = [&](const Options& options, int launches_to_fail, const char* words) {
        const Pretence pretence({.nvidia = true, .launches = {.calls = launches_to_fail}});
        const auto decision = decision_that_counts(options);
        CAPTURE(to_string(decision));
        CHECK(decision.variant != Variant::local_atomic);
        CHECK(decision.local_bytes > 0);
        CHECK(decision.local_bytes <= reported);
        CHECK(contains(decision.reason, words));
    };
    constexpr auto failed = "a trial launch with undeclared local memory failed";
    check(cached, 2, failed);
    check(cached, 0, ""); // a launch would succeed now, but none is tried
    check({.program_cache = {.bytes = 0}}, 2, failed);
    // If local_atomic is forced, it is rejected, and the message states the reported local memory.
    const Pretence pretence({.nvidia = true});
    auto forced = cached;
    forced.knobs.variant = Variant::local_atomic;
    check_error(Status::unsupported, {"local_atomic", "B of local memory", std::to_string(reported) + " B"},
                [&] { return decision_that_counts(forced); });
}

TEST_CASE("if the build for the trial fails, only the reported local memory is used, too") {
    if (!has_the_reach()) return;
    const Folder cache;
    for (const bool remembered : {false, true}) {
        const Pretence pretence({.nvidia = true, .builds = {.calls = remembered ? 0 : 1}});
        const auto decision =
            decision_that_counts({.program_cache = {.directory = text_of_path(cache.path())}});
        CAPTURE(to_string(decision));
        CHECK(decision.local_bytes <= reported);
        CHECK(contains(decision.reason, "a trial launch") == !remembered);
    }
}

TEST_CASE("if the driver refuses a variant's launch, another variant counts") {
    const Options options{.program_cache = {.bytes = 0}};
    const auto usual = test_device().plan(large_problem(), options).decision().variant;
    const Pretence pretence({.launches = {.calls = 2}});
    const auto decision = decision_that_counts(options);
    CAPTURE(to_string(decision));
    CHECK(decision.variant != usual);
    const auto refused = std::ranges::find(decision.rejections, usual, &Rejection::variant);
    REQUIRE(refused != decision.rejections.end());
    // If a plan uses more local memory than the device reports, it first falls back to the reported size,
    // which is too small for the variant.
    CHECK((contains(refused->reason, "rejected by the driver") ||
           contains(decision.reason, "a trial launch with undeclared local memory failed")));
}

TEST_CASE("a launch that fails once is tried again, and the failure is not remembered") {
    const Folder cache;
    const Options options{.program_cache = {.directory = text_of_path(cache.path())}};
    const auto usual =
        test_device().plan(large_problem(), {.program_cache = {.bytes = 0}}).decision().variant;
    {
        const Pretence pretence({.launches = {.calls = 1}});
        CHECK(decision_that_counts(options).variant == usual);
    }
    if (!has_the_reach()) return;
    const auto with_reach = [&](int launches_to_fail) {
        const Pretence pretence({.nvidia = true, .launches = {.calls = launches_to_fail}});
        return decision_that_counts(options);
    };
    for (const int launches_to_fail : {1, 0}) {
        const auto decision = with_reach(launches_to_fail);
        CHECK(decision.variant == Variant::local_atomic);
        CHECK(decision.local_bytes > reported);
    }
}

TEST_CASE("work-groups shrink to the size that a built kernel reports, unless the driver understates it") {
    constexpr std::uint32_t asked = 64;
    const Options options{.knobs = {.variant = Variant::local_windowed}, .program_cache = {.bytes = 0}};
    if (!test_device().profile().understates_kernels) {
        const Pretence pretence({.reported_work_group_size = asked});
        const auto decision = decision_that_counts(options);
        CHECK(decision.work_group_size <= asked);
        CHECK(contains(decision.reason, "the built kernel allows work-groups of 64"));
    }
    if (!has_the_reach()) return;
    const Pretence pretence({.nvidia = true, .reported_work_group_size = asked});
    CHECK(decision_that_counts(options).work_group_size > asked);
}
