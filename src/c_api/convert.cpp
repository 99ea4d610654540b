#include "c_api/convert.hpp"

#include "c_api/enums.hpp"
#include "c_api/sized.hpp"
#include "core/text.hpp"
#include "device/commands.hpp"

#include <concepts>
#include <cstring>

namespace histo_cl::c_api {
namespace {

/// Returns the value, or empty for 0, which means "unset" in C.
template <std::unsigned_integral T>
std::optional<T> unless_zero(T value) noexcept {
    return value == 0 ? std::nullopt : std::optional(value);
}

std::string to_text(const char* text) {
    return text == nullptr ? std::string() : std::string(text);
}

std::span<const std::byte> to_bytes(const void* bytes, std::size_t size, std::string_view what) {
    return array(static_cast<const std::byte*>(bytes), size, what);
}

constexpr auto members_of_profile = [](auto& c, auto& profile, const auto& pass) {
    pass(c.name, profile.name);
    pass(c.platform, profile.platform);
    pass(c.version, profile.version);
    pass(c.driver, profile.driver);
    pass(c.vendor, profile.vendor, "profile.vendor");
    pass(c.type, profile.type, "profile.type");
    pass(c.compute_units, profile.compute_units);
    pass(c.max_work_group_size, profile.max_work_group_size);
    pass(c.wave_width, profile.wave_width);
    pass(c.local_memory_bytes, profile.local_memory_bytes);
    pass(c.local_memory_reach_bytes, profile.local_memory_reach_bytes);
    pass(c.local_memory_dedicated, profile.local_memory_dedicated);
    pass(c.global_memory_bytes, profile.global_memory_bytes);
    pass(c.max_allocation_bytes, profile.max_allocation_bytes);
    pass(c.base_address_align_bytes, profile.base_address_align_bytes);
    pass(c.int64_atomics, profile.int64_atomics);
    pass(c.fp64, profile.fp64);
    pass(c.little_endian, profile.little_endian);
    pass(c.compiler_available, profile.compiler_available);
    pass(c.images, profile.images);
    pass(c.depth_images, profile.depth_images);
    pass(c.command_buffer_version, profile.command_buffer_version);
    pass(c.svm_capabilities, profile.svm_capabilities);
    pass(c.usm_device_capabilities, profile.usm_device_capabilities);
    pass(c.usm_host_capabilities, profile.usm_host_capabilities);
    pass(c.usm_shared_capabilities, profile.usm_shared_capabilities);
    pass(c.usm_cross_device_capabilities, profile.usm_cross_device_capabilities);
    pass(c.usm_system_capabilities, profile.usm_system_capabilities);
    pass(c.loop_limit, profile.loop_limit);
    pass(c.understates_kernels, profile.understates_kernels);
    pass(c.misreads_single_halves, profile.misreads_single_halves);
    pass(c.reports_races, profile.reports_races);
};

constexpr auto members_of_summary = [](auto& c, auto& summary, const auto& pass) {
    pass(c.count, summary.count);
    pass(c.minimum, summary.minimum);
    pass(c.maximum, summary.maximum);
    pass(c.standard_deviation, summary.standard_deviation);
    pass(c.skewness, summary.skewness);
    pass(c.interquartile_range, summary.interquartile_range);
    pass(c.min_width, summary.min_width);
};

} // namespace

Options to_options(const histo_cl_options* pointer) {
    if (pointer == nullptr) return {};
    const auto given = read(pointer, "options");
    Options options{.knobs = {.variant = optional_from_c<Variant>(given.variant, "options.variant"),
                              .work_group_size = unless_zero(given.work_group_size),
                              .work_groups = unless_zero(given.work_groups),
                              .replicas = unless_zero(given.replicas),
                              .coarsening = unless_zero(given.coarsening),
                              .load_bytes = unless_zero(given.load_bytes),
                              .loads_in_flight = unless_zero(given.loads_in_flight),
                              .partition = optional_from_c<Partition>(given.partition, "options.partition"),
                              .merge = optional_from_c<Merge>(given.merge, "options.merge"),
                              .count_values = switch_from_c(given.count_values, "options.count_values")},
                    .calling_thread = switch_from_c(given.calling_thread, "options.calling_thread"),
                    .samples_per_launch = unless_zero(given.samples_per_launch),
                    .program_cache = {.directory = to_text(given.cache_directory)}};
    if (given.tuning_file != nullptr) options.tuning_file = given.tuning_file;
    if (given.workspace_limit != 0) options.workspace_limit = given.workspace_limit;
    if (given.cache_bytes != 0) options.program_cache.bytes = given.cache_bytes;
    if (given.no_program_cache != 0) options.program_cache.bytes = 0;
    return options;
}

DeviceProfile to_profile(const histo_cl_device_profile* pointer) {
    const auto given = read(pointer, "profile");
    DeviceProfile profile;
    members_of_profile(given, profile, from_c_member);
    return profile;
}

SampleSummary to_summary(const histo_cl_sample_summary* pointer) {
    const auto given = read(pointer, "summary");
    SampleSummary summary;
    members_of_summary(given, summary, from_c_member);
    return summary;
}

std::vector<Rejection> to_rejections(const histo_cl_rejection* given, std::size_t count) {
    std::vector<Rejection> rejections;
    for (const auto& [variant, reason] : array(given, count, "refused", all_variants.size())) {
        const auto what = concat("refused[", rejections.size(), "]");
        rejections.push_back({from_c<Variant>(variant, what + ".variant"), &deref(reason, what + ".reason")});
    }
    return rejections;
}

Memory to_memory(cl_mem object, const histo_cl_pointer& pointer, std::string_view what) {
    if (pointer.address == nullptr && pointer.kind == HISTO_CL_MEMORY_OBJECT && pointer.reserved == 0)
        return object;
    const auto kind = from_c<MemoryKind>(pointer.kind, concat(what, "_pointer.kind"));
    if (pointer.reserved != 0) invalid(what, "_pointer.reserved is ", pointer.reserved, "; it must be 0");
    if (kind == MemoryKind::object)
        invalid(what, "_pointer.kind is 0 (object); for an address it is 1 (svm) or 2 (usm)");
    if (object != nullptr) invalid(what, " and ", what, "_pointer are both given: one of them is allowed");
    return {kind, pointer.address};
}

std::span<const cl_event> to_wait_list(const cl_event* wait, std::size_t count) {
    return array(wait, count, "wait", detail::max_wait_events);
}

Job to_job(const histo_cl_job* pointer, JobParts& parts) {
    const auto given = read(pointer, "job");
    for (const auto& from : array(given.arrays, given.array_count, "job.arrays", max_arrays)) {
        const auto what = concat("job.arrays[", parts.arrays.size(), "].samples");
        parts.arrays.push_back({to_memory(from.samples, from.samples_pointer, what), from.sample_offset});
    }
    for (const auto& from :
         array(given.weight_vectors, given.weight_vector_count, "job.weight_vectors", max_weight_vectors)) {
        const auto what = concat("job.weight_vectors[", parts.weight_vectors.size(), "].weights");
        parts.weight_vectors.push_back(
            {to_memory(from.weights, from.weights_pointer, what), from.weight_offset});
    }
    return {
        .samples = to_memory(given.samples, given.samples_pointer, "job.samples"),
        .sample_offset = given.sample_offset,
        .shape = to_shape(given.shape, "job.shape"),
        .mask = to_memory(given.mask, given.mask_pointer, "job.mask"),
        .mask_offset = given.mask_offset,
        .weights = to_memory(given.weights, given.weights_pointer, "job.weights"),
        .weight_offset = given.weight_offset,
        .counts = to_memory(given.counts, given.counts_pointer, "job.counts"),
        .accumulate = given.accumulate != 0,
        .workspace = to_memory(given.workspace, given.workspace_pointer, "job.workspace"),
        .arrays = parts.arrays,
        .weight_vectors = parts.weight_vectors,
        .indices = to_memory(given.indices, given.indices_pointer, "job.indices"),
        .index_offset = given.index_offset,
        .skipped = to_memory(given.skipped, given.skipped_pointer, "job.skipped"),
        .axes = array(given.axes, given.axis_count, "job.axes", max_channels),
    };
}

HostData to_host_data(const histo_cl_host_data* pointer, const Problem& problem, DataParts& parts) {
    const auto given = read(pointer, "data");
    if (given.shape == nullptr && problem.layout.rows)
        invalid("data.shape is NULL, but a layout in rows needs a shape with a region");
    auto& [arrays, vectors] = parts;
    for (const auto& [samples, bytes] : array(given.arrays, given.array_count, "data.arrays", max_arrays))
        arrays.emplace_back(to_bytes(samples, bytes, concat("data.arrays[", arrays.size(), "].samples")));
    for (const auto& [weights, bytes] :
         array(given.weight_vectors, given.weight_vector_count, "data.weight_vectors", max_weight_vectors))
        vectors.emplace_back(
            to_bytes(weights, bytes, concat("data.weight_vectors[", vectors.size(), "].weights")));
    return {
        .samples = to_bytes(given.samples, given.samples_bytes, "data.samples"),
        .shape = given.shape == nullptr ? Shape{} : to_shape(given.shape, "data.shape"),
        .mask = to_bytes(given.mask, given.mask_bytes, "data.mask"),
        .weights = to_bytes(given.weights, given.weights_bytes, "data.weights"),
        .weight_vectors = vectors,
        .indices = to_bytes(given.indices, given.indices_bytes, "data.indices"),
        .arrays = arrays,
    };
}

histo_cl_device_profile to_c(const DeviceProfile& profile) noexcept {
    auto converted = histo_cl_device_profile_init();
    members_of_profile(converted, profile, to_c_member);
    return converted;
}

histo_cl_sample_summary to_c(const SampleSummary& summary) noexcept {
    auto converted = histo_cl_sample_summary_init();
    members_of_summary(converted, summary, to_c_member);
    return converted;
}

std::vector<histo_cl_rejection> to_c(const std::vector<Rejection>& rejections) {
    std::vector<histo_cl_rejection> converted;
    for (const auto& rejection : rejections)
        converted.push_back({to_c(rejection.variant), rejection.reason.c_str()});
    return converted;
}

histo_cl_decision_fields to_c(const Decision& decision,
                              const std::vector<histo_cl_rejection>& rejections) noexcept {
    return {
        .struct_size = sizeof(histo_cl_decision_fields),
        .variant = to_c(decision.variant),
        .work_group_size = decision.work_group_size,
        .work_groups = decision.work_groups,
        .replicas = decision.replicas,
        .coarsening = decision.coarsening,
        .load_bytes = decision.load_bytes,
        .loads_in_flight = decision.loads_in_flight,
        .block_elements = decision.block_elements,
        .partition = to_c(decision.partition),
        .merge = to_c(decision.merge),
        .count_values = decision.count_values,
        .window_bins = decision.window_bins,
        .windows = decision.windows,
        .passes = decision.passes,
        .columns = decision.columns,
        .axes = decision.axes,
        .teams = decision.teams,
        .slots = decision.slots,
        .paired = decision.paired,
        .partitions = decision.partitions,
        .min_samples = decision.min_samples,
        .local_bytes = decision.local_bytes,
        .declares_local_memory = decision.declares_local_memory,
        .workspace_bytes = decision.workspace_bytes,
        .samples_per_launch = decision.samples_per_launch,
        .atomic_reads = decision.atomic_reads,
        .branches = decision.branches,
        .native_atomic64 = decision.native_atomic64,
        .doubles = decision.doubles,
        .calling_thread = decision.calling_thread,
        .reason = decision.reason.c_str(),
        .rejections = rejections.data(),
        .rejection_count = rejections.size(),
        .tuning = decision.tuning.c_str(),
    };
}

void write_text(std::string_view text, char* out, std::size_t capacity, std::size_t* length) {
    if (capacity != 0) {
        auto& first = deref(out, "text");
        const auto fits = std::min(text.size(), capacity - 1);
        std::memcpy(&first, text.data(), fits);
        out[fits] = '\0';
    }
    if (length != nullptr) *length = text.size();
}

} // namespace histo_cl::c_api
