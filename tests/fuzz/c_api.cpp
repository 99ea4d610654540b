// The C API's pure functions with structs of any content: each returns a value, or reports an error and
// leaves the caller's memory unchanged.

#include "c_api/convert.hpp"
#include "fuzz/c_structs.hpp"
#include "fuzz/harness.hpp"

#include <limits>

namespace histo_cl::fuzz {
namespace {

/// Whether a call succeeded. Otherwise the error must say that an argument is invalid or unsupported.
bool ok(histo_cl_status status) {
    if (status == HISTO_CL_OK) return true;
    require(status == HISTO_CL_INVALID_ARGUMENT || status == HISTO_CL_UNSUPPORTED,
            "bad input is refused as such");
    require(histo_cl_last_error() == status && *histo_cl_last_error_message() != '\0',
            "an error has a message");
    return false;
}

/// Calls a function with its arguments followed by an output, which must be unchanged if the call fails.
template <class T, class Function, class... Arguments>
std::optional<T> value_of(Function function, T before, Arguments... arguments) {
    T value = before;
    if (ok(function(arguments..., &value))) return value;
    require(std::memcmp(&value, &before, sizeof value) == 0, "a failed call writes nothing");
    return std::nullopt;
}

/// Checks a function that writes a text, which ends with a zero byte, to memory of limited size.
template <class Function, class... Arguments>
void check_text(Input& input, Function function, Arguments... arguments) {
    const std::size_t capacity = input.take<std::uint8_t>();
    std::size_t length = 0;
    std::vector<char> text(capacity, '#');
    if (!ok(function(arguments..., text.data(), capacity, &length))) return;
    require(length != 0, "there is a text");
    if (capacity != 0)
        require(std::strlen(text.data()) == std::min(length, capacity - 1), "it is cut to its room");
}

void check_problem(Input& input, const histo_cl_problem* problem) {
    const bool valid = ok(histo_cl_problem_validate(problem));
    const auto axis = input.size();
    constexpr std::uint64_t unset = 77;
    const auto cells = value_of(histo_cl_problem_cells, unset, problem);
    const auto counters = value_of(histo_cl_problem_counters, std::uint64_t{77}, problem);
    require(valid == cells.has_value() && valid == counters.has_value(), "valid is valid for all functions");
    require(value_of(histo_cl_problem_channels, std::uint32_t{77}, problem).has_value() == valid,
            "so are channels");
    value_of(histo_cl_problem_channel, std::uint32_t{77}, problem, axis);
    const auto extent = value_of(histo_cl_problem_extent, unset, problem, axis);
    require(!extent || (valid && *extent <= *cells), "an axis has no more counters than all");
    check_text(input, histo_cl_problem_text, problem);
    std::size_t count = 0;
    if (ok(histo_cl_problem_edges(problem, axis, nullptr, 0, &count))) {
        std::vector<double> edges(count);
        require(ok(histo_cl_problem_edges(problem, axis, edges.data(), count, nullptr)), "all edges fit");
        require(!ok(histo_cl_problem_edges(problem, axis, edges.data(), count - 1, nullptr)),
                "one less does not");
    }
    if (!valid) return;
    require(1 <= *counters && *counters <= max_bins, "a histogram keeps to its limit");
    const auto in_cpp = c_api::to_problem(problem);
    const c_api::ProblemView view(in_cpp);
    require(c_api::to_problem(&view.get()) == in_cpp, "a problem is the same there and back");
}

void check_binning(Input& input, Memory& memory) {
    const auto* const binning = placed(input, memory, some_c_binning(input, memory));
    value_of(histo_cl_bin_count, std::uint64_t{77}, binning);
    check_text(input, histo_cl_binning_text, binning);
}

void check_shape(const histo_cl_problem* problem, const histo_cl_shape* shape) {
    value_of(histo_cl_elements, std::uint64_t{77}, problem, shape);
    const auto histograms = value_of(histo_cl_histograms, std::uint64_t{77}, problem, shape);
    const auto bytes = value_of(histo_cl_footprint, histo_cl_footprint_bytes_init(), problem, shape);
    require(!bytes || *histograms <= max_histograms, "a shape keeps to its limits");
}

void check_decision(Input& input, Memory& memory, const histo_cl_problem* problem,
                    const histo_cl_shape* shape) {
    const auto* const profile = some_c_profile(input, memory);
    const auto* const options = some_c_options(input, memory);
    check_text(input, histo_cl_device_profile_text, profile);
    std::vector<histo_cl_rejection> refused;
    for (auto n = input.below(8); n > 5; --n)
        refused.push_back({enumerator(input, 12), input.below(16) == 0 ? nullptr : "refused"});
    const double seconds = input.take<double>();
    histo_cl_decision* decision = nullptr;
    if (input.flag()) {
        if (!ok(histo_cl_choose_for_host_data(profile, problem, shape, options,
                                              input.flag() ? &seconds : nullptr, &decision)))
            return;
    } else if (!ok(histo_cl_choose(profile, problem, options, memory.copy_of(refused),
                                   count_of(input, refused.size(), all_variants.size()), &decision))) {
        return require(decision == nullptr, "a failed call gives no decision");
    }
    const auto fields = value_of(histo_cl_decision_get_fields, histo_cl_decision_fields_init(), decision);
    require(fields && fields->rejection_count < all_variants.size(), "a decision has fields");
    check_text(input, histo_cl_decision_text, decision);
    const auto groups = value_of(histo_cl_launched_groups, std::uint32_t{77}, decision, input.size());
    require(groups && *groups >= 1 && *groups <= fields->work_groups, "work-groups are launched");
    if (fields->calling_thread == 0) {
        check_text(input, histo_cl_kernel_source, problem, decision);
        check_text(input, histo_cl_kernel_build_options, problem, decision);
    }
    histo_cl_decision_release(decision);
}

/// Checks the counts of the reference and of the calling thread, without a device.
void check_counts(Input& input, Memory& memory, const histo_cl_problem* problem) {
    const auto* const data = some_c_data(input, memory);
    auto options = histo_cl_options_init();
    options.calling_thread = HISTO_CL_SWITCH_ON;
    std::vector<std::uint64_t> counts(input.below(4) == 0 ? input.size() % 100 : 20000, 77);
    const auto before = counts;
    const bool counted = ok(histo_cl_reference_histogram(problem, data, counts.data(), counts.size()));
    if (!counted) require(counts == before, "a failed call writes nothing");
    auto others = before;
    if (ok(histo_cl_histogram(problem, data, &options, nullptr, others.data(), others.size())))
        require(counted && counts == others, "the calling thread counts what the reference counts");
    else
        require(others == before, "a failed call writes nothing");
}

void check_default_problem(Input& input, Memory& memory) {
    auto* const binning = placed(input, memory, histo_cl_binning_of(0, 0));
    auto* const problem = placed(input, memory, histo_cl_problem_init());
    const auto given = input.take_bytes(64);
    const std::vector<std::byte> samples(given.begin(), given.end());
    const auto size = count_of(input, samples.size(), PTRDIFF_MAX);
    if (ok(histo_cl_default_problem(enumerator(input, 13), memory.copy_of(samples), size, binning, problem)))
        ok(histo_cl_problem_validate(problem));
}

template <class T>
void check_statistics(Input& input, Memory& memory, histo_cl_counter_type type) {
    std::vector<T> counts;
    std::vector<double> edges{0};
    for (auto n = input.below(9); n > 0; --n) {
        counts.push_back(input.flag() ? static_cast<T>(input.below(100)) : input.take<T>());
        edges.push_back(edges.back() + 1);
    }
    if (input.below(16) == 0) edges.back() = input.take<double>();
    const auto room = counts.size();
    const auto* const given = memory.copy_of(counts);
    const auto bins = count_of(input, room, max_bins);
    const std::vector<double> percents{50, input.take<double>()};
    const auto percent_count = count_of(input, percents.size(), max_bins);
    std::vector<std::uint64_t> sums(room);
    std::vector<double> values(room + percents.size());
    std::vector<std::uint32_t> map(room);
    std::vector<double> errors(room);
    std::size_t bin = 0;
    std::uint64_t total = 0;
    double bits = 0;
    ok(histo_cl_total(type, given, bins, &total));
    ok(histo_cl_cumulative_sum(type, given, bins, sums.data()));
    ok(histo_cl_density(type, given, bins, edges.data(), values.data()));
    ok(histo_cl_percentiles(type, given, bins, edges.data(), percents.data(), percent_count, values.data(),
                            values.data(), values.data()));
    std::array<std::size_t, 2> places{};
    if (ok(histo_cl_percentile_bins(type, given, bins, percents.data(), percent_count, places.data())))
        for (const auto place : places)
            require(place < std::max<std::size_t>(room, 1) || place == HISTO_CL_NO_BIN,
                    "a percentile's bin is a bin");
    if (ok(histo_cl_mode(type, given, bins, &bin)))
        require(bin < room || bin == HISTO_CL_NO_BIN, "a mode is a bin");
    if (ok(histo_cl_otsu_threshold(type, given, bins, &bin)))
        require(bin < room || bin == HISTO_CL_NO_BIN, "a threshold is a bin");
    ok(histo_cl_entropy(type, given, bins, &bits));
    const auto levels = static_cast<std::uint32_t>(input.size());
    if (ok(histo_cl_equalization_map(type, given, bins, levels, map.data())))
        for (const auto level : map)
            require(level < levels, "a level is one of all");
    std::array<double, 4> moments{};
    ok(histo_cl_moments(type, given, bins, edges.data(), moments.data()));
    ok(histo_cl_integer_moments(type, given, bins, input.take<std::int64_t>(), moments.data()));
    ok(histo_cl_standard_errors(type, given, bins, values.data()));
    ok(histo_cl_profile(type, given, type, given, given, bins, values.data(), errors.data()));
    std::vector<histo_cl_weighted_bin> weighted(room);
    ok(histo_cl_weighted_profile(type, given, given, given, given, bins, levels, weighted.data()));
    const auto metric = enumerator(input, 9);
    ok(histo_cl_compare(type, given, given, bins, metric, moments.data()));
    ok(histo_cl_earth_movers_distance(type, given, given, bins, edges.data(), moments.data()));
    for (const auto threshold : {histo_cl_triangle_threshold, histo_cl_li_threshold,
                                 histo_cl_isodata_threshold, histo_cl_minimum_error_threshold})
        if (ok(threshold(type, given, bins, &bin)))
            require(bin < room || bin == HISTO_CL_NO_BIN, "a threshold is a bin");
    std::array<std::size_t, 3> thresholds{};
    if (ok(histo_cl_otsu_thresholds(type, given, bins, input.below(5), thresholds.data())))
        for (const auto threshold : thresholds)
            require(threshold <= room || threshold == HISTO_CL_NO_BIN, "a threshold is a bin");
    if (ok(histo_cl_matching_map(type, given, bins, given, bins, map.data())))
        for (const auto level : map)
            require(level < room, "a level is a bin of the reference");
    if (ok(histo_cl_clahe_maps(type, given, bins, 1, input.take<double>(), map.data())))
        for (const auto level : map)
            require(level < room, "a level is a bin");
    const std::array<std::size_t, 2> extents{input.below(9), input.below(9)};
    const std::array<std::size_t, 2> numbers{input.below(4), input.below(4)};
    const auto axis_count = input.below(4);
    const auto axes = count_of(input, std::min<std::size_t>(axis_count, 2), 4);
    ok(histo_cl_project(type, given, bins, extents.data(), axes, numbers.data(), axes, sums.data()));
    ok(histo_cl_rebin(type, given, bins, extents.data(), axes, numbers.data(), sums.data()));
    ok(histo_cl_slice(type, given, bins, extents.data(), axes, numbers[0], numbers[1], sums.data()));
    if (room > 0) ok(histo_cl_rebin_by_edges(type, given, bins, edges.data(), edges.data(), 2, sums.data()));
    ok(histo_cl_mutual_information(type, given, bins, extents.data(), axes, &bits));
    ok(histo_cl_conditional_entropy(type, given, bins, extents.data(), axes, numbers[0], &bits));
}

void check_names(Input& input) {
    const auto value = input.take<std::int32_t>();
    const auto of = static_cast<histo_cl_enumeration>(input.below(30));
    const auto* const name = histo_cl_name(of, value);
    for (const auto* const text : {name, histo_cl_status_name(value), histo_cl_opencl_error_name(value)})
        require(*text != '\0', "every value has a name, if only unknown");
    const auto found = histo_cl_named(of, name);
    require(found == value ||
                (found == -1 && (name == std::string_view("unset") || name == std::string_view("unknown"))),
            "a name is one value's");
}

} // namespace

void fuzz(std::span<const std::byte> bytes) {
    Input input(bytes);
    Memory memory;
    switch (input.below(16)) {
    case 0: return check_binning(input, memory);
    case 1: return check_default_problem(input, memory);
    case 2: return check_names(input);
    case 3: return check_statistics<std::uint32_t>(input, memory, HISTO_CL_COUNTER_U32);
    case 4: return check_statistics<std::uint64_t>(input, memory, HISTO_CL_COUNTER_U64);
    case 5: return check_statistics<std::int64_t>(input, memory, HISTO_CL_COUNTER_I64);
    case 6: return check_statistics<double>(input, memory, HISTO_CL_COUNTER_F64);
    default: break;
    }
    const auto* const problem = some_c_problem(input, memory);
    check_problem(input, problem);
    const auto* const shape = some_c_shape(input, memory);
    check_shape(problem, shape);
    check_counts(input, memory, problem);
    check_decision(input, memory, problem, shape);
}

} // namespace histo_cl::fuzz
