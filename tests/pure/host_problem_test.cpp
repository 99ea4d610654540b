// The choice between the device and the calling thread for host data.

#include "choose/host_problem.hpp"
#include "data/profiles.hpp"
#include "histo_cl/histo_cl.hpp"
#include "support/error.hpp"
#include "support/problems.hpp"

#include <cmath>
#include <doctest/doctest.h>

using namespace histo_cl;
using test::check_error;
using test::check_invalid;
using test::contains;
using test::of_bytes;

namespace {

DeviceProfile cpu() {
    DeviceProfile profile;
    profile.name = "a CPU";
    profile.type = DeviceType::cpu;
    profile.compute_units = 2;
    profile.max_work_group_size = 4096;
    profile.local_memory_bytes = 1 << 20;
    profile.global_memory_bytes = std::uint64_t{8} << 30U;
    profile.max_allocation_bytes = std::uint64_t{2} << 30U;
    profile.int64_atomics = true;
    profile.fp64 = true;
    return profile;
}

Shape flat(std::uint64_t count) {
    return {.count = count};
}

bool on_calling_thread(const Problem& problem, std::uint64_t count, const Options& options = {},
                       const DeviceProfile& profile = cpu()) {
    return choose_for_host_data(profile, problem, flat(count), options).calling_thread;
}

} // namespace

TEST_CASE("little data for a CPU are counted on the calling thread, and the decision says why") {
    const auto little = choose_for_host_data(cpu(), of_bytes, flat(4096));
    CHECK(little.calling_thread);
    CHECK(contains(little.reason, "4096 elements: below "));
    CHECK(to_string(little) == "calling thread (" + little.reason + ")\n");
    CHECK(contains(choose_for_host_data(cpu(), of_bytes, flat(1)).reason, "1 element: "));

    const auto much = choose_for_host_data(cpu(), of_bytes, flat(1 << 28));
    CHECK(!much.calling_thread);
    CHECK(contains(much.reason, "; not on the calling thread: 268435456 elements: at least "));
    CHECK(contains(to_string(much), much.reason));
}

TEST_CASE("the decision for a device is that of the kept plan") {
    Problem problem{.axes = {identity_bins(256)}, .counter = CounterType::u64, .max_samples = 1 << 29};
    for (const auto count : {(1U << 28U) + 1, 1U << 29U}) {
        auto decision = choose_for_host_data(cpu(), of_bytes, flat(count));
        const auto planned = choose(cpu(), problem);
        CHECK(decision.reason.starts_with(planned.reason));
        decision.reason = planned.reason;
        CHECK(to_string(decision) == to_string(planned));
    }
    const auto for_plan = detail::max_samples_of_kept_plan;
    CHECK(for_plan(of_bytes, 0) == 65536U);
    CHECK(for_plan(of_bytes, 65537) == 131072U);
    CHECK(for_plan(of_bytes, ~std::uint64_t{0}) == std::uint64_t{1} << 63U);
    CHECK(for_plan({.axes = {identity_bins(256)}, .max_samples = 1000}, 10) == 1000U);
}

TEST_CASE("the more a sample costs, the fewer samples are left to the calling thread") {
    const auto few = [](const Problem& problem) {
        std::uint64_t count = 1;
        while (on_calling_thread(problem, count))
            count *= 2;
        return count;
    };
    const auto bytes = few(of_bytes);
    const auto floats = few({.sample = SampleType::f32, .axes = {even_bins(256, 0, 1)}});
    const auto logs = few({.sample = SampleType::f32, .axes = {log_bins(256, 1, 2)}});
    const auto angles = few({.sample = SampleType::f32, .axes = {circular_bins(256, 0, 360)}});
    const auto pixels = few({.axes = {identity_bins(256), identity_bins(256), identity_bins(256)}});
    CHECK(bytes > floats);
    CHECK(floats > logs);
    CHECK(logs > angles);
    CHECK(bytes > pixels);
    // Many counters make a launch more expensive.
    CHECK(few({.sample = SampleType::f32, .axes = {even_bins(65536, 0, 1)}}) > floats);
    CHECK(few({.sample = SampleType::u16, .axes = {edge_bins({1, 5, 6})}}) == logs);
    CHECK(few({.sample = SampleType::i32, .axes = {circular_bins(7, 0, 360)}}) == logs);
    CHECK(few({.sample = SampleType::f16, .axes = {even_bins(7, 0, 360)}}) < logs);
    CHECK(few({.sample = SampleType::bf16, .axes = {even_bins(7, 0, 360)}}) < logs);
    CHECK(few({.axes = {identity_bins(256), identity_bins(256)}, .joint = true}) < pixels * 2);
    CHECK(few({.sample = SampleType::f32,
               .axes = {even_bins(256, 0, 1)},
               .splitting = Splitting::linear,
               .counter = CounterType::f64}) < logs);
}

TEST_CASE("some problems and options leave the counting to the device, with a reason") {
    const auto reason = [](const Problem& problem, const Shape& shape, const Options& options = {},
                           const DeviceProfile& profile = cpu()) {
        const auto checked = detail::CheckedProblem::with_wide_counters(problem);
        const auto counter = detail::counter_of(profile, checked, elements(problem, shape), options);
        CHECK(!counter.is_calling_thread);
        return counter.reason;
    };
    CHECK(reason({.axes = {identity_bins(256)}, .layout = {.indices = SampleType::u32}},
                 {.count = 9, .source_count = 9}) == "only a device counts elements by their indices");
    CHECK(reason(of_bytes, flat(9), {.calling_thread = false}) == "calling_thread is off");

    auto limited = cpu();
    limited.fp64 = false;
    const auto custom = [](const char* expression) {
        return Problem{.sample = SampleType::f32,
                       .axes = {even_bins(2, 0, 1), custom_bins(2, expression)},
                       .layout = {.active = {0, 0}}};
    };
    check_error(Status::unsupported, {"the custom bins of axis 1", "0.5f", "a CPU", "cl_khr_fp64"},
                [&] { return choose(limited, custom("x * 0.5")); });
    CHECK_NOTHROW(static_cast<void>(choose(limited, custom("x * 0.5f"))));
    // The calling thread can compute with doubles.
    for (const auto type : {DeviceType::cpu, DeviceType::gpu}) {
        limited.type = type;
        const auto decision = choose_for_host_data(limited, custom("x * 0.5"), flat(1U << 30));
        CHECK(decision.calling_thread);
        CHECK(contains(decision.reason, "the custom bins of axis 1"));
    }
    check_error(Status::unsupported, {"the custom bins of axis 1"}, [&] {
        return choose_for_host_data(limited, custom("x * 0.5"), flat(9), {.calling_thread = false});
    });
    // Without a compiler, small inputs are not counted on the calling thread: they fail like large ones.
    limited.type = DeviceType::cpu;
    limited.compiler_available = false;
    CHECK(contains(reason(of_bytes, flat(9), {}, limited), "compiler"));
}

TEST_CASE("a kernel is built once the calling thread has counted for as long as a build takes") {
    const Problem floats{.sample = SampleType::f32, .axes = {even_bins(256, 0, 1)}};
    for (const double bad : {-1.0, -HUGE_VAL, HUGE_VAL, std::nan("")})
        check_invalid({"seconds_unbuilt", "0 and more"},
                      [&] { return choose_for_host_data(cpu(), of_bytes, flat(1 << 20), {}, bad); });
    CHECK(contains(choose_for_host_data(cpu(), of_bytes, flat(1 << 28), {}, 1e300).reason,
                   " ms for earlier calls"));
    const auto decide = [&](std::uint64_t count, std::optional<double> seconds_unbuilt,
                            const Options& options = {}) {
        return choose_for_host_data(cpu(), floats, flat(count), options, seconds_unbuilt);
    };
    CHECK(!decide(1 << 21U, {}).calling_thread);
    const auto first = decide(1 << 21U, 0.0);
    CHECK(first.calling_thread);
    CHECK(first.reason == "2097152 elements: they take 2 ms after 0 ms for earlier calls, and building the "
                          "kernel takes 1000 ms");
    CHECK(decide(1 << 21U, 0.99).calling_thread);
    const auto later = decide(1 << 21U, 0.9995);
    CHECK(!later.calling_thread);
    CHECK(contains(later.reason,
                   "; not on the calling thread: 2097152 elements: they take 2 ms after 1000 ms"));
    CHECK(!decide(std::uint64_t{1} << 31U, 0.0).calling_thread); // would take 2 s, longer than a build
    CHECK(!decide(1 << 21U, 0.0, {.calling_thread = false}).calling_thread);
    CHECK(!decide(1 << 21U, 0.0, {.knobs = {.work_groups = 2}}).calling_thread);
}

TEST_CASE("a GPU counts from fewer samples on than a CPU, and never waits for a build") {
    auto gpu = cpu();
    gpu.type = DeviceType::gpu;
    const auto on_thread = [&](std::uint64_t count, std::optional<double> seconds_unbuilt = {}) {
        return choose_for_host_data(gpu, of_bytes, flat(count), {}, seconds_unbuilt).calling_thread;
    };
    CHECK(on_thread(65'535));
    CHECK(!on_thread(65'536));
    CHECK(on_calling_thread(of_bytes, 65'536));
    CHECK(on_thread(65'535, 0.0));
    CHECK(!on_thread(65'536, 0.0));
}

TEST_CASE("a knob that shapes a launch leaves the counting to the device") {
    const auto check = [](const Options& options, std::string_view knob) {
        CAPTURE(knob);
        CHECK(detail::counter_of(cpu(), detail::CheckedProblem(of_bytes), 9, options).reason ==
              std::string(knob) + " is set");
        auto both = options;
        both.calling_thread = true;
        check_invalid({"calling_thread with", knob},
                      [&] { return choose_for_host_data(cpu(), of_bytes, flat(9), both); });
    };
    check({.knobs = {.variant = Variant::item_private}}, "variant");
    check({.knobs = {.work_groups = 2}}, "work_groups");
    check({.knobs = {.merge = Merge::host}}, "merge");
    check({.knobs = {.count_values = false}}, "count_values");
    check({.samples_per_launch = 7}, "samples_per_launch");
    // These options do not affect a launch.
    CHECK(on_calling_thread(of_bytes, 9, {.workspace_limit = 0, .program_cache = {.bytes = 0}}));
}

TEST_CASE("the calling thread can be forced") {
    auto gpu = cpu();
    gpu.type = DeviceType::gpu;
    gpu.fp64 = false;
    const Options forced{.calling_thread = true};
    for (const auto count : {std::uint64_t{0}, std::uint64_t{1} << 40U}) {
        const auto decision = choose_for_host_data(
            gpu, {.sample = SampleType::f64, .axes = {identity_bins(256)}}, flat(count), forced);
        CHECK(decision.calling_thread);
        CHECK(decision.reason == "forced");
    }
    const auto refuses = [&](Status status, std::initializer_list<std::string_view> words,
                             const Problem& problem, const Shape& shape) {
        check_error(status, words, [&] { return choose_for_host_data(cpu(), problem, shape, forced); });
    };
    refuses(Status::unsupported, {"calling_thread", "only a device counts elements by their indices"},
            {.axes = {identity_bins(256)}, .layout = {.indices = SampleType::u32}},
            {.count = 1, .source_count = 1});
    refuses(Status::invalid_argument, {"segment 0"}, {.axes = {identity_bins(256)}, .batch = Batch::segments},
            flat(4));
    refuses(Status::invalid_argument, {"empty"}, {.axes = {even_bins(2, 2, 0)}}, flat(4));
    check_invalid({"calling_thread", "only histogram()"}, [&] { return choose(cpu(), of_bytes, forced); });
}
