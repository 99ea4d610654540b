// Devices, decisions, plans, and the calls that count on a device.

#include "c_api/convert.hpp"
#include "c_api/fixture.hpp"
#include "support/command_buffer.hpp"
#include "support/folder.hpp"

#include <cstdint>
#include <string>
#include <vector>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

std::vector<std::uint8_t> bytes(std::size_t count) {
    std::vector<std::uint8_t> made(count);
    for (std::size_t i = 0; i < count; ++i)
        made[i] = static_cast<std::uint8_t>(i * i + 7 * i);
    return made;
}

/// The fixture's problem().
const Problem problem_in_cpp{.axes = {even_bins(bins, 0, 250)}};

template <class Counter>
std::vector<Counter> expected(const std::vector<std::uint8_t>& samples) {
    return test::counters_in<Counter>(reference_histogram(problem_in_cpp, samples));
}

histo_cl_job job_of(const histo_cl_shape& shape, const cl::Buffer& samples) {
    auto job = histo_cl_job_init();
    job.shape = &shape;
    job.samples = samples();
    return job;
}

/// Returns the text, or "" for NULL.
std::string_view text(const char* given) {
    return given == nullptr ? std::string_view() : given;
}

void check_same_profile(const histo_cl_device_profile& in_c, const DeviceProfile& profile) {
    CHECK(text(in_c.name) == profile.name);
    CHECK(text(in_c.platform) == profile.platform);
    CHECK(text(in_c.version) == profile.version);
    CHECK(text(in_c.driver) == profile.driver);
    CHECK(in_c.vendor == static_cast<int>(profile.vendor));
    CHECK(in_c.type == static_cast<int>(profile.type));
    CHECK(in_c.compute_units == profile.compute_units);
    CHECK(in_c.max_work_group_size == profile.max_work_group_size);
    CHECK(in_c.wave_width == profile.wave_width);
    CHECK(in_c.base_address_align_bytes == profile.base_address_align_bytes);
    CHECK((in_c.local_memory_dedicated != 0) == profile.local_memory_dedicated);
    CHECK(in_c.local_memory_bytes == profile.local_memory_bytes);
    CHECK(in_c.global_memory_bytes == profile.global_memory_bytes);
    CHECK(in_c.max_allocation_bytes == profile.max_allocation_bytes);
    CHECK((in_c.int64_atomics != 0) == profile.int64_atomics);
    CHECK((in_c.fp64 != 0) == profile.fp64);
    CHECK((in_c.little_endian != 0) == profile.little_endian);
    CHECK((in_c.compiler_available != 0) == profile.compiler_available);
    CHECK(in_c.loop_limit == profile.loop_limit);
    CHECK(in_c.local_memory_reach_bytes == profile.local_memory_reach_bytes);
    CHECK((in_c.understates_kernels != 0) == profile.understates_kernels);
    CHECK((in_c.reports_races != 0) == profile.reports_races);
    CHECK((in_c.images != 0) == profile.images);
    CHECK((in_c.depth_images != 0) == profile.depth_images);
    CHECK(in_c.command_buffer_version == profile.command_buffer_version);
    CHECK(in_c.svm_capabilities == profile.svm_capabilities);
    CHECK(in_c.usm_device_capabilities == profile.usm_device_capabilities);
    CHECK(in_c.usm_host_capabilities == profile.usm_host_capabilities);
    CHECK(in_c.usm_shared_capabilities == profile.usm_shared_capabilities);
    CHECK(in_c.usm_cross_device_capabilities == profile.usm_cross_device_capabilities);
    CHECK(in_c.usm_system_capabilities == profile.usm_system_capabilities);
    CHECK((in_c.misreads_single_halves != 0) == profile.misreads_single_halves);
    CHECK(text_of(histo_cl_device_profile_text, &in_c) == to_string(profile));
}

void check_same_decision(const histo_cl_decision* in_c, const Decision& decision) {
    const auto fields = fields_of(in_c);
    CHECK((fields.variant != HISTO_CL_VARIANT_UNSET) == decision.variant.has_value());
    if (decision.variant)
        CHECK(histo_cl_name(HISTO_CL_ENUM_VARIANT, fields.variant) == name(*decision.variant));
    CHECK(histo_cl_name(HISTO_CL_ENUM_PARTITION, fields.partition) == name(decision.partition));
    CHECK(histo_cl_name(HISTO_CL_ENUM_MERGE, fields.merge) == name(decision.merge));
    CHECK(fields.work_group_size == decision.work_group_size);
    CHECK(fields.work_groups == decision.work_groups);
    CHECK(fields.replicas == decision.replicas);
    CHECK(fields.coarsening == decision.coarsening);
    CHECK(fields.load_bytes == decision.load_bytes);
    CHECK(fields.loads_in_flight == decision.loads_in_flight);
    CHECK(fields.block_elements == decision.block_elements);
    CHECK((fields.count_values != 0) == decision.count_values);
    CHECK(fields.slots == decision.slots);
    CHECK(fields.window_bins == decision.window_bins);
    CHECK(fields.windows == decision.windows);
    CHECK(fields.local_bytes == decision.local_bytes);
    CHECK(fields.workspace_bytes == decision.workspace_bytes);
    CHECK(fields.samples_per_launch == decision.samples_per_launch);
    CHECK(fields.passes == decision.passes);
    CHECK((fields.columns != 0) == decision.columns);
    CHECK(fields.axes == decision.axes);
    CHECK((fields.teams != 0) == decision.teams);
    CHECK((fields.paired != 0) == decision.paired);
    CHECK(fields.partitions == decision.partitions);
    CHECK(fields.min_samples == decision.min_samples);
    CHECK((fields.declares_local_memory != 0) == decision.declares_local_memory);
    CHECK((fields.atomic_reads != 0) == decision.atomic_reads);
    CHECK((fields.branches != 0) == decision.branches);
    CHECK((fields.native_atomic64 != 0) == decision.native_atomic64);
    CHECK((fields.doubles != 0) == decision.doubles);
    CHECK((fields.calling_thread != 0) == decision.calling_thread);
    CHECK(fields.reason == decision.reason);
    REQUIRE(fields.rejection_count == decision.rejections.size());
    for (std::size_t i = 0; i < fields.rejection_count; ++i) {
        CHECK(histo_cl_name(HISTO_CL_ENUM_VARIANT, fields.rejections[i].variant) ==
              name(decision.rejections[i].variant));
        CHECK(fields.rejections[i].reason == decision.rejections[i].reason);
    }
    CHECK(text_of(histo_cl_decision_text, in_c) == to_string(decision));
    for (const std::uint64_t samples : {0U, 1U, 100'000U})
        CHECK(got(std::uint32_t{}, histo_cl_launched_groups, in_c, samples) ==
              launched_groups(decision, samples));
}

} // namespace

TEST_CASE("the list of devices is that of the C++ API") {
    const auto all = devices();
    const auto list = made<DeviceListHandle>(histo_cl_devices);
    const auto size = got(std::size_t{}, histo_cl_device_list_size, list.get());
    REQUIRE(size == all.size());
    for (std::size_t i = 0; i < size; ++i) {
        const auto* const one = got<const histo_cl_device*>(nullptr, histo_cl_device_list_at, list.get(), i);
        const auto handles = got(histo_cl_device_handles_init(), histo_cl_device_get_handles, one);
        CHECK(handles.platform == all[i].platform);
        CHECK(handles.id == all[i].id);
        CHECK(handles.platform_index == all[i].platform_index);
        CHECK(handles.device_index == all[i].device_index);
        check_same_profile(got(histo_cl_device_profile_init(), histo_cl_device_get_profile, one),
                           all[i].profile);
    }
    const histo_cl_device* none = nullptr;
    check_refused(histo_cl_device_list_at(list.get(), size, &none), {"index is " + std::to_string(size)});

    const auto id_of = [](const histo_cl_device* one) {
        return got(histo_cl_device_handles_init(), histo_cl_device_get_handles, one).id;
    };
    CHECK(id_of(made<DeviceHandle>(histo_cl_default_device).get()) == default_device().id);
    const auto name = test_device().profile().name;
    CHECK(id_of(made<DeviceHandle>(histo_cl_find_device, name.c_str()).get()) == find_device(name).id);
    CHECK(id_of(device()) == test_device().id());

    histo_cl_device* absent = nullptr;
    check_failed(histo_cl_find_device("no such device", &absent), HISTO_CL_NO_DEVICE, {name});
    check_refused(histo_cl_find_device(nullptr, &absent), {"text is NULL"});
    check_refused(histo_cl_device_from_id(nullptr, &absent), {"null"});
    CHECK(absent == nullptr);
}

TEST_CASE("a decision for a described device is that of the C++ API") {
    auto profile = histo_cl_device_profile_init();
    check_same_profile(profile, DeviceProfile{});
    profile.name = "a small GPU";
    profile.compute_units = 8;
    profile.max_work_group_size = 256;
    profile.wave_width = 32;
    profile.local_memory_bytes = 32 << 10;
    profile.local_memory_dedicated = 1;
    profile.max_allocation_bytes = 256 << 20;
    DeviceProfile in_cpp;
    in_cpp.name = "a small GPU";
    in_cpp.compute_units = 8;
    in_cpp.max_work_group_size = 256;
    in_cpp.wave_width = 32;
    in_cpp.local_memory_bytes = 32 << 10;
    in_cpp.local_memory_dedicated = true;
    in_cpp.max_allocation_bytes = 256 << 20;
    check_same_profile(profile, in_cpp);

    auto options = histo_cl_options_init();
    options.work_group_size = 64;
    const histo_cl_rejection refused{HISTO_CL_VARIANT_LOCAL_ATOMIC, "the driver said no"};
    const auto one = problem();
    const auto decision =
        made<DecisionHandle>(histo_cl_choose, &profile, &one, &options, &refused, std::size_t{1});
    const std::vector<Rejection> refused_in_cpp{{Variant::local_atomic, "the driver said no"}};
    const auto expected =
        choose(in_cpp, problem_in_cpp, Options{.knobs = {.work_group_size = 64}}, refused_in_cpp);
    check_same_decision(decision.get(), expected);

    const auto source = kernel_source(problem_in_cpp, expected);
    CHECK(text_of(histo_cl_kernel_source, &one, decision.get()) == source.source);
    CHECK(text_of(histo_cl_kernel_build_options, &one, decision.get()) == source.build_options);

    histo_cl_decision* none = nullptr;
    const histo_cl_rejection bad{0, "why"};
    check_refused(histo_cl_choose(&profile, &one, nullptr, &bad, 1, &none), {"refused[0].variant is 0"});
    const histo_cl_rejection mute{HISTO_CL_VARIANT_LOCAL_ATOMIC, nullptr};
    check_refused(histo_cl_choose(&profile, &one, nullptr, &mute, 1, &none), {"refused[0].reason is NULL"});
    options.variant = HISTO_CL_VARIANT_LOCAL_ATOMIC;
    profile.local_memory_bytes = 16;
    check_failed(histo_cl_choose(&profile, &one, &options, nullptr, 0, &none), HISTO_CL_UNSUPPORTED,
                 {"local memory"});
    CHECK(none == nullptr);
}

TEST_CASE("the choice between device and calling thread is that of the C++ API") {
    const auto profile = got(histo_cl_device_profile_init(), histo_cl_device_get_profile, device());
    const auto one = problem();
    auto in_cpp = Problem{.axes = {even_bins(bins, 0, 250)}, .counter = CounterType::u64};
    const auto decide = [&](const histo_cl_shape& shape, const histo_cl_options* options) {
        return made<DecisionHandle>(histo_cl_choose_for_host_data, &profile, &one, &shape, options, nullptr);
    };
    for (const std::uint64_t count : {1'000ULL, 1ULL << 30U}) {
        const auto decision = decide(histo_cl_flat(count), nullptr);
        check_same_decision(decision.get(),
                            choose_for_host_data(test_device().profile(), in_cpp, {.count = count}));
    }
    auto options = histo_cl_options_init();
    options.calling_thread = HISTO_CL_SWITCH_ON;
    const auto forced = decide(histo_cl_flat(1ULL << 40U), &options);
    const auto fields = fields_of(forced.get());
    CHECK(fields.calling_thread == 1);
    CHECK(std::string_view(fields.reason) == "forced");

    histo_cl_decision* none = nullptr;
    const auto shape = histo_cl_flat(10);
    options.work_groups = 2;
    check_refused(histo_cl_choose_for_host_data(&profile, &one, &shape, &options, nullptr, &none),
                  {"calling_thread with work_groups"});
    check_refused(histo_cl_choose_for_host_data(&profile, &one, nullptr, nullptr, nullptr, &none),
                  {"shape is NULL"});
    CHECK(none == nullptr);
}

TEST_CASE("every member of the options is converted") {
    auto options = histo_cl_options_init();
    CHECK(c_api::to_options(&options) == Options{});
    options.variant = HISTO_CL_VARIANT_LOCAL_ATOMIC;
    options.partition = HISTO_CL_PARTITION_CONTIGUOUS;
    options.merge = HISTO_CL_MERGE_DEVICE;
    options.work_group_size = 16;
    options.work_groups = 3;
    options.replicas = 2;
    options.coarsening = 32;
    options.load_bytes = 4;
    options.loads_in_flight = 8;
    options.count_values = HISTO_CL_SWITCH_OFF;
    options.samples_per_launch = 1 << 20;
    options.workspace_limit = 5;
    options.cache_directory = "folder";
    options.cache_bytes = 6;
    options.calling_thread = HISTO_CL_SWITCH_ON;
    options.tuning_file = "file";
    CHECK(c_api::to_options(&options) == Options{.knobs = {.variant = Variant::local_atomic,
                                                           .work_group_size = 16,
                                                           .work_groups = 3,
                                                           .replicas = 2,
                                                           .coarsening = 32,
                                                           .load_bytes = 4,
                                                           .loads_in_flight = 8,
                                                           .partition = Partition::contiguous,
                                                           .merge = Merge::device,
                                                           .count_values = false},
                                                 .calling_thread = true,
                                                 .workspace_limit = 5,
                                                 .samples_per_launch = 1 << 20,
                                                 .tuning_file = "file",
                                                 .program_cache = {.directory = "folder", .bytes = 6}});
    options.no_program_cache = 1;
    CHECK(c_api::to_options(&options).program_cache.bytes == 0);
}

TEST_CASE("a plan uses the program cache and the tuning table of the options") {
    const Folder cache;
    const auto folder = cache.path().string();
    const Folder small_cache;
    const auto small_folder = small_cache.path().string();
    const auto table = (cache.path() / "tuning.txt").string();
    const auto one = problem();
    auto options = histo_cl_options_init();
    options.cache_directory = folder.c_str();
    options.tuning_file = table.c_str();
    const auto built_from_cache = [&] {
        const auto plan = plan_for(one, &options);
        CHECK(fields_of(decision_of(plan)).tuning ==
              "tuning table " + table + " ignored: there is no such file");
        return got(std::int32_t{-1}, histo_cl_plan_built_from_cache, plan.get());
    };
    CHECK(built_from_cache() == 0);
    CHECK(!std::filesystem::is_empty(cache.path()));
    CHECK(built_from_cache() == 1);
    options.no_program_cache = 1;
    CHECK(built_from_cache() == 0);
    options.no_program_cache = 0;
    options.cache_directory = small_folder.c_str();
    options.cache_bytes = 1; // too small for any entry
    CHECK(built_from_cache() == 0);
    CHECK(std::filesystem::is_empty(small_cache.path()));
}

TEST_CASE("a plan counts on the caller's queue, and is valid until its second release") {
    const auto& on = test_device();
    const auto samples = bytes(10'000);
    auto wide = problem();
    wide.counter = HISTO_CL_COUNTER_U64;
    auto options = histo_cl_options_init();
    options.merge = HISTO_CL_MERGE_DEVICE;
    auto plan = plan_for(wide, &options);

    CHECK(got(std::uint64_t{}, histo_cl_plan_count_bytes, plan.get(), 3U) ==
          3 * bins * sizeof(std::uint64_t));
    const auto workspace_bytes = got(std::uint64_t{}, histo_cl_plan_workspace_bytes, plan.get(), 1U);
    const auto in_cpp = on.plan({.axes = {even_bins(bins, 0, 250)}, .counter = CounterType::u64},
                                {.knobs = {.merge = Merge::device}});
    CHECK(workspace_bytes == in_cpp.workspace_bytes());
    CHECK(workspace_bytes > 0);
    CHECK(got(std::uint64_t{}, histo_cl_plan_threshold_bytes, plan.get()) == in_cpp.threshold_bytes());
    check_same_profile(got(histo_cl_device_profile_init(), histo_cl_plan_get_profile, plan.get()),
                       in_cpp.profile());
    check_same_decision(decision_of(plan), in_cpp.decision());
    const auto given = got(histo_cl_problem_init(), histo_cl_plan_get_problem, plan.get());
    CHECK(text_of(histo_cl_problem_text, &given) == text_of(histo_cl_problem_text, &wide));

    const auto sample_buffer = on.make_buffer(samples);
    const auto counts = on.make_buffer(std::vector<std::uint64_t>(bins, 1000));
    const auto workspace = on.make_buffer(workspace_bytes);
    const auto shape = histo_cl_flat(9'000);
    auto job = job_of(shape, sample_buffer);
    job.sample_offset = 1'000;
    job.counts = counts();
    job.workspace = workspace();
    job.accumulate = 1;
    const auto queue = on.make_queue(CL_QUEUE_PROFILING_ENABLE);
    cl_event begin = nullptr;
    cl_event end = nullptr;
    check_ok(histo_cl_plan_enqueue_with_events(plan.get(), queue(), &job, 0, nullptr, &end, &begin));
    REQUIRE(begin != nullptr);
    REQUIRE(end != nullptr);
    const cl::Event first(begin);
    const cl::Event last(end);
    last.wait();
    CHECK(first.getProfilingInfo<CL_PROFILING_COMMAND_START>() <
          last.getProfilingInfo<CL_PROFILING_COMMAND_END>());

    const cl::UserEvent gate(on.context());
    const cl_event wait = gate();
    cl_event event = nullptr;
    check_ok(histo_cl_plan_retain(plan.get()));
    const PlanHandle second(plan.get());
    check_ok(histo_cl_plan_enqueue(plan.get(), on.queue()(), &job, 1, &wait, &event));
    REQUIRE(event != nullptr);
    const cl::Event done(event);
    plan.reset();
    CHECK(got(std::uint64_t{}, histo_cl_plan_workspace_bytes, second.get(), 1U) == workspace_bytes);
    CHECK(done.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>() > CL_COMPLETE);
    cl::UserEvent(gate).setStatus(CL_COMPLETE);
    done.wait();

    auto sums = expected<std::uint64_t>({samples.begin() + 1'000, samples.end()});
    for (auto& sum : sums)
        sum = 2 * sum + 1000;
    CHECK(on.read_back<std::uint64_t>(counts, bins) == sums);
}

TEST_CASE("a plan records into a command buffer") {
    const auto& on = test_device();
    const auto one = problem();
    const auto plan = plan_for(one);
    const auto samples = bytes(5'000);
    const auto sample_buffer = on.make_buffer(samples);
    const auto counts = on.make_buffer(std::vector<std::uint32_t>(bins));
    const auto shape = histo_cl_flat(5'000);
    auto job = job_of(shape, sample_buffer);
    job.counts = counts();
    cl_sync_point_khr done = 0;
    if (!has_command_buffers()) {
        check_failed(histo_cl_plan_record(plan.get(), nullptr, on.queue()(), &job, 0, nullptr, &done),
                     HISTO_CL_UNSUPPORTED, {"command buffers"});
        return;
    }
    const CommandBuffer commands(on.queue());
    check_ok(histo_cl_plan_record(plan.get(), commands(), on.queue()(), &job, 0, nullptr, &done));
    job.accumulate = 1;
    check_ok(histo_cl_plan_record(plan.get(), commands(), on.queue()(), &job, 1, &done, nullptr));
    check_refused(histo_cl_plan_record(plan.get(), commands(), on.queue()(), &job, 1, nullptr, nullptr),
                  {"wait is NULL"});
    check_refused(histo_cl_plan_record(plan.get(), commands(), on.queue()(), nullptr, 0, nullptr, nullptr),
                  {"job is NULL"});
    commands.finalize();
    auto twice = expected<std::uint32_t>(samples);
    for (auto& count : twice)
        count *= 2;
    commands.enqueue().wait();
    CHECK(on.read_back<std::uint32_t>(counts, bins) == twice);
}

TEST_CASE("a plan returns counts of 64 bits") {
    const auto& on = test_device();
    const auto samples = bytes(10'000);
    const auto sample_buffer = on.make_buffer(samples);
    const auto shape = histo_cl_flat(9'000);
    auto job = job_of(shape, sample_buffer);
    job.sample_offset = 1'000;
    const auto one = problem();
    const auto plan = plan_for(one);
    cl::UserEvent gate(on.context());
    gate.setStatus(CL_COMPLETE);
    const cl_event wait = gate();
    std::vector<std::uint64_t> counts(bins + 1, 5);
    check_ok(histo_cl_plan_count(plan.get(), on.queue()(), &job, 1, &wait, counts.data(), bins));
    CHECK(std::vector(counts.begin(), counts.end() - 1) ==
          expected<std::uint64_t>({samples.begin() + 1'000, samples.end()}));
    CHECK(counts.back() == 5);

    const auto before = counts;
    const auto count = [&](const histo_cl_job* its_job, void* out, std::size_t capacity) {
        return histo_cl_plan_count(plan.get(), on.queue()(), its_job, 0, nullptr, out, capacity);
    };
    check_refused(count(&job, counts.data(), bins - 1), {"room for 9 counters", "1 histogram of 10"});
    check_refused(count(&job, nullptr, bins), {"counts is NULL"});
    check_refused(count(nullptr, counts.data(), bins), {"job is NULL"});
    const auto all = histo_cl_shape_init();
    auto bad = job;
    bad.shape = &all;
    check_refused(count(&bad, counts.data(), bins), {"shape.count is not set"});
    CHECK(counts == before);
    check_refused(histo_cl_plan_count(nullptr, on.queue()(), &job, 0, nullptr, nullptr, 0), {"plan is NULL"});
}

TEST_CASE("an enqueue without a shape, events or a job is refused") {
    const auto& on = test_device();
    const auto one = problem();
    const auto plan = plan_for(one);
    const auto shape = histo_cl_flat(100);
    auto job = histo_cl_job_init();
    const auto enqueue = [&](const histo_cl_job* given, std::size_t waits = 0) {
        return histo_cl_plan_enqueue(plan.get(), on.queue()(), given, waits, nullptr, nullptr);
    };
    check_refused(enqueue(&job), {"job.shape is NULL"});
    job.shape = &shape;
    check_refused(enqueue(&job, 1), {"wait is NULL"});
    check_refused(enqueue(nullptr), {"job is NULL"});
    histo_cl_plan* none = nullptr;
    check_refused(histo_cl_plan_create(nullptr, on.id(), &one, nullptr, &none), {"context"});
    CHECK(none == nullptr);
}

TEST_CASE("one call counts host data") {
    const auto samples = bytes(5'000);
    const auto data = histo_cl_samples(samples.data(), samples.size());
    const auto one = problem();
    const auto wide = expected<std::uint64_t>(samples);
    std::vector<std::uint64_t> counts(bins + 1, 5);
    for (const auto calling_thread : {HISTO_CL_SWITCH_OFF, HISTO_CL_SWITCH_ON}) {
        auto options = histo_cl_options_init();
        options.calling_thread = calling_thread;
        std::ranges::fill(counts, 5);
        check_ok(histo_cl_histogram(&one, &data, &options, device(), counts.data(), bins));
        CHECK(std::vector(counts.begin(), counts.end() - 1) == wide);
        CHECK(counts.back() == 5);
        histo_cl_release_kept_plans();
    }
    std::ranges::fill(counts, 5);
    check_ok(histo_cl_reference_histogram(&one, &data, counts.data(), bins));
    CHECK(std::vector(counts.begin(), counts.end() - 1) == wide);

    std::ranges::fill(counts, 5);
    check_refused(histo_cl_histogram(&one, &data, nullptr, device(), counts.data(), bins - 1),
                  {"room for 9 counters", "1 histogram of 10"});
    check_refused(histo_cl_reference_histogram(&one, &data, nullptr, bins), {"counts is NULL"});
    const auto unset = histo_cl_shape_init(); // counts all samples, as without a shape
    auto shaped = data;
    shaped.shape = &unset;
    check_ok(histo_cl_reference_histogram(&one, &shaped, counts.data(), bins));
    CHECK(std::vector(counts.begin(), counts.end() - 1) == wide);
    std::ranges::fill(counts, 5);
    auto none = data;
    none.samples = nullptr;
    check_refused(histo_cl_histogram(&one, &none, nullptr, device(), counts.data(), bins),
                  {"data.samples is NULL"});
    auto rows = one;
    rows.rows = 1;
    check_refused(histo_cl_reference_histogram(&rows, &data, counts.data(), bins), {"data.shape is NULL"});
    CHECK(counts == std::vector<std::uint64_t>(bins + 1, 5));
}

TEST_CASE("one call counts weighted, masked tiles of an image") {
    constexpr std::uint64_t width = 13;
    constexpr std::uint64_t height = 9;
    const auto samples = bytes(width * height);
    std::vector<std::uint8_t> mask(samples.size());
    std::vector<float> weights(samples.size());
    for (std::size_t i = 0; i < samples.size(); ++i) {
        mask[i] = static_cast<std::uint8_t>(i % 3);
        weights[i] = 0.1F * static_cast<float>(i);
    }
    auto one = problem();
    one.rows = 1;
    one.mask = 1;
    one.batch = HISTO_CL_BATCH_TILES;
    one.weights = HISTO_CL_SAMPLE_F32;
    one.squared_weights = 1;
    auto shape = histo_cl_region(0, 0, width, height);
    shape.tile_width = 5;
    shape.tile_height = 4;
    auto data = histo_cl_samples(samples.data(), samples.size());
    data.shape = &shape;
    data.mask = mask.data();
    data.mask_bytes = mask.size();
    data.weights = weights.data();
    data.weights_bytes = weights.size() * sizeof(float);

    constexpr std::size_t counters = 9 * 2 * bins; // 3 x 3 tiles
    const Problem in_cpp{.axes = {even_bins(bins, 0, 250)},
                         .layout = {.rows = true, .mask = true},
                         .batch = Batch::tiles,
                         .weights = {.type = SampleType::f32, .squares = true},
                         .counter = CounterType::f64};
    const auto sums = reference_histogram(
        in_cpp, HostData{.samples = std::as_bytes(std::span(samples)),
                         .shape = {.region = {0, 0, width, height}, .tile_width = 5, .tile_height = 4},
                         .mask = std::as_bytes(std::span(mask)),
                         .weights = std::as_bytes(std::span(weights))});
    std::vector<double> counts(counters);
    check_ok(histo_cl_reference_histogram(&one, &data, counts.data(), counts.size()));
    CHECK(sums == counts);
    std::ranges::fill(counts, -1);
    check_ok(histo_cl_histogram(&one, &data, nullptr, device(), counts.data(), counts.size()));
    CHECK(sums == counts);
    check_refused(histo_cl_histogram(&one, &data, nullptr, device(), counts.data(), counters - 1),
                  {"room for 179 counters", "9 histograms of 20"});
}
