// The rules for sized structs, enumerations and pointers, which apply to all functions.

#include "c_api/enums.hpp"
#include "c_api/fixture.hpp"
#include "c_api/sized.hpp"

#include <array>
#include <vector>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

/// A struct that got its second member in a later version.
struct Grown {
    std::size_t struct_size;
    std::uint64_t first;
    std::uint64_t second;
};

} // namespace

template <>
inline constexpr c_api::Growing c_api::growing<Grown>{"Grown", 16};

namespace {

/// Calls a function that reads a problem and writes a footprint.
histo_cl_status footprint_of(const histo_cl_problem* problem, histo_cl_footprint_bytes* bytes) {
    const auto shape = histo_cl_flat(10);
    return histo_cl_footprint(problem, &shape, bytes);
}

/// Whether no struct has padding after its last member, so that a member added in the next version begins at
/// the struct's end.
template <class... C>
constexpr bool end_with_last_members = ((c_api::growing<C>.first_size == sizeof(C)) && ...);

static_assert(end_with_last_members<
              histo_cl_binning, histo_cl_problem, histo_cl_shape, histo_cl_footprint_bytes, histo_cl_options,
              histo_cl_device_handles, histo_cl_device_profile, histo_cl_decision_fields, histo_cl_job,
              histo_cl_host_data, histo_cl_sample_summary, histo_cl_equalization_job,
              histo_cl_subtraction_job, histo_cl_map_job, histo_cl_summary_job, histo_cl_stream_options>);

} // namespace

TEST_CASE("a struct of a later version is read if its unknown members are 0") {
    Later<histo_cl_problem> later{.known = byte_problem()};
    later.known.struct_size = sizeof later;
    later.known.sample = HISTO_CL_SAMPLE_I32;
    CHECK(text_of(histo_cl_problem_text, &later.known) ==
          to_string(Problem{.sample = SampleType::i32, .axes = {identity_bins(256)}}));
    later.member = 1;
    check_refused(histo_cl_problem_validate(&later.known), {"problem sets members of a later version"});
}

TEST_CASE("a struct of a later version is written, with 0 in its unknown members") {
    const auto problem = byte_problem();
    Later<histo_cl_footprint_bytes> later{.known = histo_cl_footprint_bytes_init(), .member = 7};
    later.known.struct_size = sizeof later;
    check_ok(footprint_of(&problem, &later.known));
    CHECK(later.known.struct_size == sizeof later);
    CHECK(later.known.samples == 10);
    CHECK(later.member == 0);
}

TEST_CASE("a struct of an earlier version is read and written only up to its size") {
    std::array<std::uint64_t, 3> memory{16, 1, 2};
    auto* const given = reinterpret_cast<Grown*>(memory.data());
    const auto known = c_api::read<Grown>(given, "given");
    CHECK(known.first == 1);
    CHECK(known.second == 0);
    c_api::write<Grown>({.struct_size = sizeof(Grown), .first = 5, .second = 6}, given, "given");
    CHECK(memory == std::array<std::uint64_t, 3>{16, 5, 2});
}

TEST_CASE("sizes that no version has are refused") {
    for (const std::size_t size : {std::size_t{0}, sizeof(histo_cl_problem) - 1, std::size_t{1} << 40}) {
        auto problem = histo_cl_problem_init();
        problem.struct_size = size;
        check_refused(histo_cl_problem_validate(&problem),
                      {"problem.struct_size is " + std::to_string(size), "histo_cl_problem"});
    }
}

TEST_CASE("axes lie as far apart as their struct_size says") {
    std::array<Later<histo_cl_binning>, 2> axes{};
    axes[0].known = even_axis(3, 0, 30);
    axes[1].known = even_axis(5, 0, 50);
    auto problem = histo_cl_problem_init();
    problem.axes = &axes[0].known;
    problem.axis_count = 2;
    for (auto& axis : axes)
        axis.known.struct_size = sizeof axis;
    std::uint64_t extent = 0;
    check_ok(histo_cl_problem_extent(&problem, 1, &extent));
    CHECK(extent == 5);

    auto second = histo_cl_binning_of(HISTO_CL_BINS_EVEN, 0);
    check_ok(histo_cl_problem_axis(&problem, 1, &second));
    CHECK(second.struct_size == sizeof second);
    CHECK(second.count == 5);
    check_refused(histo_cl_problem_axis(&problem, 2, &second), {"axis is 2, the problem has 2"});
    check_refused(histo_cl_problem_axis(&problem, 1, nullptr), {"binning is NULL"});

    axes[1].known.struct_size = sizeof(histo_cl_binning);
    check_refused(histo_cl_problem_validate(&problem),
                  {"problem.axes[1].struct_size is " + std::to_string(sizeof(histo_cl_binning)),
                   std::to_string(sizeof axes[0])});
    axes[0].known.struct_size = sizeof(histo_cl_binning) + 1;
    check_refused(histo_cl_problem_validate(&problem), {"problem.axes[0].struct_size", "multiple of 8"});
}

namespace {

/// The last value as messages show it, such as "12 (f64)". In C, the numbers of the values start at `first`.
template <class Values>
std::string last_of(const Values& values, std::size_t first) {
    return std::to_string(first + values.size() - 1) + " (" + std::string(name(values.back())) + ")";
}

} // namespace

TEST_CASE("values that an enumeration does not have are refused by name") {
    const auto last_sample = last_of(all_sample_types, 1);
    const auto last_variant = last_of(all_variants, 1);
    const auto last_binning = last_of(all_binning_kinds, 0);
    const auto refused = [](std::int32_t histo_cl_problem::*member, std::int32_t value,
                            std::initializer_list<std::string_view> words) {
        auto problem = histo_cl_problem_init();
        problem.*member = value;
        check_refused(histo_cl_problem_validate(&problem), words);
    };
    for (const std::int32_t value : {-1, static_cast<std::int32_t>(all_sample_types.size()) + 1, 1 << 30}) {
        INFO("value: ", value);
        const auto given = std::to_string(value);
        refused(&histo_cl_problem::sample, value,
                {"problem.sample is " + given, "0 (unset)", "1 (u8)", last_sample});
        refused(&histo_cl_problem::weights, value, {"problem.weights is " + given, last_sample});
        refused(&histo_cl_problem::counter, value, {"problem.counter is " + given, "0 (u32)", "3 (f64)"});
        refused(&histo_cl_problem::last_edge, value, {"problem.last_edge is " + given, "1 (inclusive)"});
        refused(&histo_cl_problem::out_of_range, value, {"problem.out_of_range is " + given, "2 (counted)"});
        refused(&histo_cl_problem::order, value, {"problem.order is " + given, "1 (planar)"});
        refused(&histo_cl_problem::weights_per, value, {"problem.weights_per is " + given, "2 (column)"});
        refused(&histo_cl_problem::batch, value, {"problem.batch is " + given, "3 (tiles)"});
        refused(&histo_cl_problem::accumulator, value, {"problem.accumulator is " + given, "2 (maximum)"});
    }

    const auto knob = [](std::int32_t histo_cl_options::*member,
                         std::initializer_list<std::string_view> words) {
        const auto profile = histo_cl_device_profile_init();
        const auto problem = byte_problem();
        auto options = histo_cl_options_init();
        options.*member = 99;
        histo_cl_decision* decision = nullptr;
        check_refused(histo_cl_choose(&profile, &problem, &options, nullptr, 0, &decision), words);
        CHECK(decision == nullptr);
    };
    knob(&histo_cl_options::variant, {"options.variant is 99", "1 (global_atomic)", last_variant});
    knob(&histo_cl_options::partition, {"options.partition is 99", "2 (interleaved)"});
    knob(&histo_cl_options::merge, {"options.merge is 99", "2 (last_group)", "4 (host)"});
    knob(&histo_cl_options::count_values, {"options.count_values is 99", "1 (off)", "2 (on)"});
    knob(&histo_cl_options::calling_thread, {"options.calling_thread is 99", "1 (off)", "2 (on)"});

    auto profile = histo_cl_device_profile_init();
    profile.vendor = 7;
    check_refused(histo_cl_device_profile_text(&profile, nullptr, 0, nullptr),
                  {"profile.vendor is 7", "0 (AMD)", "6 (other)"});
    profile = histo_cl_device_profile_init();
    profile.type = -1;
    check_refused(histo_cl_device_profile_text(&profile, nullptr, 0, nullptr),
                  {"profile.type is -1", "2 (accelerator)"});

    auto binning = even_axis(4, 0, 4);
    binning.kind = 99;
    std::uint64_t count = 0;
    check_refused(histo_cl_bin_count(&binning, &count), {"binning.kind is 99", "0 (even)", last_binning});
    binning = even_axis(4, 0, 4);
    binning.upper.kind = 3;
    check_refused(histo_cl_bin_count(&binning, &count), {"binning.upper.kind is 3", "2 (f64)"});
}

// Static checks in c_api/enums.cpp compare every value and name with the C++ API's.
TEST_CASE("a value of each enumeration has its name, and the name has the value") {
    const struct {
        histo_cl_enumeration of;
        std::int32_t value;
        std::string_view name;
    } rows[]{{HISTO_CL_ENUM_SAMPLE_TYPE, HISTO_CL_SAMPLE_BF16, "bf16"},
             {HISTO_CL_ENUM_COUNTER_TYPE, HISTO_CL_COUNTER_U16, "u16"},
             {HISTO_CL_ENUM_COUNTER_ORDER, HISTO_CL_COUNTER_ORDER_BY_CELL, "by_cell"},
             {HISTO_CL_ENUM_LAST_EDGE, HISTO_CL_LAST_EDGE_INCLUSIVE, "inclusive"},
             {HISTO_CL_ENUM_OUT_OF_RANGE, HISTO_CL_OUT_OF_RANGE_CLAMPED, "clamped"},
             {HISTO_CL_ENUM_SPLITTING, HISTO_CL_SPLITTING_LINEAR, "linear"},
             {HISTO_CL_ENUM_ACCUMULATOR, HISTO_CL_ACCUMULATOR_MAXIMUM, "maximum"},
             {HISTO_CL_ENUM_ORDER, HISTO_CL_ORDER_SEPARATE, "separate"},
             {HISTO_CL_ENUM_BATCH, HISTO_CL_BATCH_ONE, "one"},
             {HISTO_CL_ENUM_NIBBLES, HISTO_CL_NIBBLES_HIGH_FIRST, "high_first"},
             {HISTO_CL_ENUM_WEIGHT_PER, HISTO_CL_WEIGHT_PER_COLUMN, "column"},
             {HISTO_CL_ENUM_IMAGE_KIND, HISTO_CL_IMAGE3D, "image3d"},
             {HISTO_CL_ENUM_CHANNEL_TYPE, HISTO_CL_CHANNEL_FLOAT32, "float32"},
             {HISTO_CL_ENUM_VARIANT, HISTO_CL_VARIANT_UNSET, "unset"},
             {HISTO_CL_ENUM_VARIANT, HISTO_CL_VARIANT_HOT_BIN_CACHE, "hot_bin_cache"},
             {HISTO_CL_ENUM_PARTITION, HISTO_CL_PARTITION_CONTIGUOUS, "contiguous"},
             {HISTO_CL_ENUM_MERGE, HISTO_CL_MERGE_LAST_GROUP, "last_group"},
             {HISTO_CL_ENUM_SWITCH, HISTO_CL_SWITCH_ON, "on"},
             {HISTO_CL_ENUM_DEVICE_TYPE, HISTO_CL_DEVICE_GPU, "gpu"},
             {HISTO_CL_ENUM_VENDOR, HISTO_CL_VENDOR_QUALCOMM, "Qualcomm"},
             {HISTO_CL_ENUM_NUMBER_KIND, HISTO_CL_NUMBER_U64, "u64"},
             {HISTO_CL_ENUM_BIN_RULE, HISTO_CL_BIN_RULE_SQRT, "sqrt"},
             {HISTO_CL_ENUM_MAP_RULE, HISTO_CL_MAP_RULE_CLAHE, "clahe"},
             {HISTO_CL_ENUM_METRIC, HISTO_CL_METRIC_EARTH_MOVERS, "earth_movers"},
             {HISTO_CL_ENUM_MEMORY_KIND, HISTO_CL_MEMORY_SVM, "svm"},
             {HISTO_CL_ENUM_BINNING_KIND, HISTO_CL_BINS_LOG, "log"},
             {99, 0, "unknown"},
             {HISTO_CL_ENUM_VARIANT, 99, "unknown"},
             {HISTO_CL_ENUM_COUNTER_TYPE, -1, "unknown"}};
    for (const auto& row : rows) {
        INFO("enumeration ", row.of, ", value ", row.value);
        CHECK(histo_cl_name(row.of, row.value) == row.name);
        const bool has_value = row.name != "unknown";
        CHECK(histo_cl_named(row.of, std::string(row.name).c_str()) == (has_value ? row.value : -1));
    }
    CHECK(histo_cl_named(HISTO_CL_ENUM_MERGE, nullptr) == -1);
}

TEST_CASE("types have sizes, statuses and errors of OpenCL have names, and small floats have values") {
    using namespace std::string_view_literals;
    for (const auto type : all_sample_types)
        CHECK(histo_cl_sample_type_bytes(c_api::to_c(type)) == bytes(type));
    CHECK(histo_cl_sample_type_bytes(HISTO_CL_SAMPLE_UNSET) == 0);
    CHECK(histo_cl_counter_type_bytes(HISTO_CL_COUNTER_U8) == 1);
    CHECK(histo_cl_counter_type_bytes(HISTO_CL_COUNTER_F64) == 8);
    CHECK(histo_cl_counter_type_bytes(7) == 0);
    CHECK(histo_cl_status_name(HISTO_CL_BUILD_FAILED) == "build_failed"sv);
    CHECK(histo_cl_status_name(99) == "unknown"sv);
    CHECK(histo_cl_opencl_error_name(-38) == "CL_INVALID_MEM_OBJECT"sv);
    CHECK(histo_cl_half_to_float(0x3C00) == 1.0F);
    CHECK(histo_cl_bfloat16_to_float(0x3F80) == 1.0F);
    CHECK(histo_cl_version() == std::string_view(HISTO_CL_VERSION));
}

TEST_CASE("text is cut to the capacity") {
    const auto binning = even_axis(256, 0, 256);
    const std::string whole = "256 even bins over [0, 256)";
    std::string text(12, '#');
    std::size_t length = 0;
    check_ok(histo_cl_binning_text(&binning, text.data(), 8, &length));
    CHECK(text == whole.substr(0, 7) + std::string("\0####", 5));
    CHECK(length == whole.size());
    CHECK(text_of(histo_cl_binning_text, &binning) == whole);
    check_refused(histo_cl_binning_text(&binning, nullptr, 8, &length), {"text is NULL"});
}

TEST_CASE("NULL is refused with the name of its argument") {
    const auto problem = byte_problem();
    const auto shape = histo_cl_flat(1);
    std::uint64_t number = 42;
    check_refused(histo_cl_problem_validate(nullptr), {"problem is NULL"});
    check_refused(histo_cl_problem_text(nullptr, nullptr, 0, nullptr), {"problem is NULL"});
    check_refused(histo_cl_problem_cells(&problem, nullptr), {"cells is NULL"});
    check_refused(histo_cl_problem_edges(&problem, 0, nullptr, 300, nullptr), {"edges is NULL"});
    check_refused(histo_cl_bin_count(nullptr, &number), {"binning is NULL"});
    check_refused(histo_cl_elements(&problem, nullptr, &number), {"shape is NULL"});
    check_refused(histo_cl_histograms(nullptr, &shape, &number), {"problem is NULL"});
    check_refused(histo_cl_footprint(&problem, &shape, nullptr), {"bytes is NULL"});
    check_refused(histo_cl_devices(nullptr), {"list is NULL"});
    check_refused(histo_cl_device_list_size(nullptr, nullptr), {"is NULL"});
    check_refused(histo_cl_device_list_at(nullptr, 0, nullptr), {"list is NULL"});
    check_refused(histo_cl_default_device(nullptr), {"device is NULL"});
    check_refused(histo_cl_find_device("x", nullptr), {"device is NULL"});
    check_refused(histo_cl_device_get_handles(nullptr, nullptr), {"device is NULL"});
    check_refused(histo_cl_device_get_profile(nullptr, nullptr), {"device is NULL"});
    check_refused(histo_cl_device_profile_text(nullptr, nullptr, 0, nullptr), {"profile is NULL"});
    check_refused(histo_cl_choose(nullptr, &problem, nullptr, nullptr, 0, nullptr), {"decision is NULL"});
    check_refused(histo_cl_decision_get_fields(nullptr, nullptr), {"decision is NULL"});
    check_refused(histo_cl_decision_text(nullptr, nullptr, 0, nullptr), {"decision is NULL"});
    check_refused(histo_cl_launched_groups(nullptr, 0, nullptr), {"is NULL"});
    check_refused(histo_cl_kernel_source(&problem, nullptr, nullptr, 0, nullptr), {"decision is NULL"});
    check_refused(histo_cl_plan_create(nullptr, nullptr, &problem, nullptr, nullptr), {"plan is NULL"});
    check_refused(histo_cl_plan_retain(nullptr), {"plan is NULL"});
    check_refused(histo_cl_plan_get_problem(nullptr, nullptr), {"plan is NULL"});
    check_refused(histo_cl_plan_get_decision(nullptr, nullptr), {"is NULL"});
    check_refused(histo_cl_plan_get_profile(nullptr, nullptr), {"plan is NULL"});
    check_refused(histo_cl_plan_workspace_bytes(nullptr, 1, &number), {"plan is NULL"});
    check_refused(histo_cl_plan_threshold_bytes(nullptr, &number), {"plan is NULL"});
    check_refused(histo_cl_plan_count_bytes(nullptr, 1, &number), {"plan is NULL"});
    check_refused(histo_cl_plan_built_from_cache(nullptr, nullptr), {"is NULL"});
    check_refused(histo_cl_plan_enqueue(nullptr, nullptr, nullptr, 0, nullptr, nullptr), {"plan is NULL"});
    check_refused(histo_cl_histogram(&problem, nullptr, nullptr, nullptr, nullptr, 0), {"data is NULL"});
    check_refused(histo_cl_histogram_on_device(nullptr, &problem, nullptr, 0, nullptr, nullptr, nullptr, 0),
                  {"job is NULL"});
    check_refused(histo_cl_reference_histogram(nullptr, nullptr, nullptr, 0), {"problem is NULL"});
    CHECK(number == 42);

    histo_cl_plan_release(nullptr);
    histo_cl_decision_release(nullptr);
    histo_cl_device_release(nullptr);
    histo_cl_device_list_release(nullptr);
}
