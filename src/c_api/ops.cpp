#include "c_api/convert.hpp"
#include "c_api/counts.hpp"
#include "c_api/enums.hpp"
#include "c_api/guard.hpp"
#include "c_api/sized.hpp"
#include "core/integers.hpp"
#include "device/commands.hpp"
#include "histo_cl/equalization_plan.hpp"
#include "histo_cl/layout.hpp"
#include "histo_cl/map_plan.hpp"
#include "histo_cl/statistics.hpp"

#include <concepts>
#include <span>

using namespace histo_cl::c_api;

namespace {

histo_cl::EqualizationJob to_equalization_job(const histo_cl_equalization_job* pointer) {
    const auto given = read(pointer, "job");
    const histo_cl::EqualizationJob unset;
    return {.counts = to_memory(given.counts, given.counts_pointer, "job.counts"),
            .bins = given.bins != 0 ? given.bins : unset.bins,
            .histograms = given.histograms != 0 ? given.histograms : unset.histograms,
            .maps = to_memory(given.maps, given.maps_pointer, "job.maps"),
            .rule = from_c<histo_cl::MapRule>(given.rule, "rule"),
            .levels = given.levels != 0 ? given.levels : unset.levels,
            .clip_limit = given.clip_limit,
            .reference = to_memory(given.reference, given.reference_pointer, "job.reference"),
            .reference_bins = given.reference_bins != 0 ? given.reference_bins : unset.reference_bins};
}

histo_cl::SampleType to_type(histo_cl_sample_type type, std::string_view what) {
    return optional_from_c<histo_cl::SampleType>(type, what).value_or(histo_cl::SampleType::u8);
}

/// The mask of channels; 0 means the default. Values beyond 32 bits become the largest 32-bit value, which a
/// plan for images rejects.
std::uint32_t channels_of(std::uint64_t given) {
    return given == 0 ? histo_cl::MapJob().channels : histo_cl::detail::saturating_u32(given);
}

histo_cl::MapJob to_map_job(const histo_cl_map_job* pointer) {
    const auto given = read(pointer, "job");
    return {.source = to_memory(given.source, given.source_pointer, "job.source"),
            .source_offset = given.source_offset,
            .source_pitch = given.source_pitch,
            .destination = to_memory(given.destination, given.destination_pointer, "job.destination"),
            .destination_offset = given.destination_offset,
            .destination_pitch = given.destination_pitch,
            .width = given.width,
            .height = given.height != 0 ? given.height : histo_cl::MapJob().height,
            .channels = channels_of(given.channels),
            .maps = to_memory(given.maps, given.maps_pointer, "job.maps"),
            .values = given.values != 0 ? given.values : histo_cl::MapJob().values,
            .tile_width = given.tile_width,
            .tile_height = given.tile_height,
            .tiles_across = given.tiles_across,
            .tiles_down = given.tiles_down};
}

} // namespace

histo_cl_status histo_cl_equalization_plan_create(cl_context context, cl_device_id device,
                                                  histo_cl_counter_type counter,
                                                  const histo_cl_options* options,
                                                  histo_cl_equalization_plan** plan) noexcept {
    return guarded([&] {
        give(plan, "plan", [&] {
            return histo_cl::EqualizationPlan(
                context, device, from_c<histo_cl::CounterType>(counter, "counter"), to_options(options));
        });
    });
}

void histo_cl_equalization_plan_release(histo_cl_equalization_plan* plan) noexcept {
    delete plan;
}

histo_cl_status histo_cl_equalization_plan_enqueue(const histo_cl_equalization_plan* plan,
                                                   cl_command_queue queue,
                                                   const histo_cl_equalization_job* job,
                                                   std::size_t wait_count, const cl_event* wait,
                                                   cl_event* event) noexcept {
    return guarded([&] {
        const auto events = array(wait, wait_count, "wait", histo_cl::detail::max_wait_events);
        deref(plan, "plan").plan.enqueue(queue, to_equalization_job(job), events, event);
    });
}

histo_cl_status histo_cl_map_plan_create(cl_context context, cl_device_id device, histo_cl_sample_type source,
                                         histo_cl_sample_type destination, const histo_cl_options* options,
                                         histo_cl_map_plan** plan) noexcept {
    return guarded([&] {
        give(plan, "plan", [&] {
            return histo_cl::MapPlan(context, device, to_type(source, "source"),
                                     to_type(destination, "destination"), to_options(options));
        });
    });
}

histo_cl_status histo_cl_map_plan_create_for_images(cl_context context, cl_device_id device,
                                                    histo_cl_channel_type source,
                                                    histo_cl_channel_type destination,
                                                    const histo_cl_options* options,
                                                    histo_cl_map_plan** plan) noexcept {
    return guarded([&] {
        give(plan, "plan", [&] {
            return histo_cl::MapPlan(context, device, from_c<histo_cl::ChannelType>(source, "source"),
                                     from_c<histo_cl::ChannelType>(destination, "destination"),
                                     to_options(options));
        });
    });
}

void histo_cl_map_plan_release(histo_cl_map_plan* plan) noexcept {
    delete plan;
}

histo_cl_status histo_cl_map_plan_enqueue(const histo_cl_map_plan* plan, cl_command_queue queue,
                                          const histo_cl_map_job* job, std::size_t wait_count,
                                          const cl_event* wait, cl_event* event) noexcept {
    return guarded([&] {
        const auto events = to_wait_list(wait, wait_count);
        deref(plan, "plan").plan.enqueue(queue, to_map_job(job), events, event);
    });
}

histo_cl_status histo_cl_otsu_threshold(histo_cl_counter_type type, const void* counts, std::size_t bins,
                                        std::size_t* bin) noexcept {
    return with_counts(type, counts, bins,
                       [&](auto span) { deref(bin, "bin") = bin_or_none(histo_cl::otsu_threshold(span)); });
}

histo_cl_status histo_cl_equalization_map(histo_cl_counter_type type, const void* counts, std::size_t bins,
                                          std::uint32_t levels, std::uint32_t* map) noexcept {
    return with_counts(type, counts, bins,
                       [&](auto span) { give(histo_cl::equalization_map(span, levels), map, "map"); });
}

histo_cl_status histo_cl_otsu_thresholds(histo_cl_counter_type type, const void* counts, std::size_t bins,
                                         std::size_t classes, std::size_t* thresholds) noexcept {
    return with_counts(type, counts, bins, [&](auto span) {
        auto found = histo_cl::otsu_thresholds(span, classes);
        found.resize(classes - 1, HISTO_CL_NO_BIN);
        give(found, thresholds, "thresholds");
    });
}

histo_cl_status histo_cl_triangle_threshold(histo_cl_counter_type type, const void* counts, std::size_t bins,
                                            std::size_t* bin) noexcept {
    return with_counts(type, counts, bins, [&](auto span) {
        deref(bin, "bin") = bin_or_none(histo_cl::triangle_threshold(span));
    });
}

histo_cl_status histo_cl_li_threshold(histo_cl_counter_type type, const void* counts, std::size_t bins,
                                      std::size_t* bin) noexcept {
    return with_counts(type, counts, bins,
                       [&](auto span) { deref(bin, "bin") = bin_or_none(histo_cl::li_threshold(span)); });
}

histo_cl_status histo_cl_isodata_threshold(histo_cl_counter_type type, const void* counts, std::size_t bins,
                                           std::size_t* bin) noexcept {
    return with_counts(type, counts, bins, [&](auto span) {
        deref(bin, "bin") = bin_or_none(histo_cl::isodata_threshold(span));
    });
}

histo_cl_status histo_cl_minimum_error_threshold(histo_cl_counter_type type, const void* counts,
                                                 std::size_t bins, std::size_t* bin) noexcept {
    return with_counts(type, counts, bins, [&](auto span) {
        deref(bin, "bin") = bin_or_none(histo_cl::minimum_error_threshold(span));
    });
}

histo_cl_status histo_cl_matching_map(histo_cl_counter_type type, const void* counts, std::size_t bins,
                                      const void* reference, std::size_t reference_bins,
                                      std::uint32_t* map) noexcept {
    return with_counts(type, counts, bins, [&]<class T>(std::span<const T> span) {
        const auto wanted = counts_of<T>(reference, reference_bins, "reference");
        give(histo_cl::matching_map(span, wanted), map, "map");
    });
}

histo_cl_status histo_cl_clahe_maps(histo_cl_counter_type type, const void* counts, std::size_t tiles,
                                    std::size_t bins, double clip_limit, std::uint32_t* maps) noexcept {
    return guarded([&] {
        if (tiles > histo_cl::max_histograms)
            invalid("tiles is ", tiles, "; allowed are 0 to ", histo_cl::max_histograms);
        if (bins > histo_cl::max_bins) invalid("bins is ", bins, "; allowed are 1 to ", histo_cl::max_bins);
        with_counter_type(type, "type", [&]<class T>(const T*) {
            const auto all = array(static_cast<const T*>(counts), tiles * bins, "counts");
            if constexpr (std::unsigned_integral<T>)
                give(histo_cl::clahe_maps(all, bins, clip_limit), maps, "maps");
            else
                invalid("type is ", type, "; clipping supports counts of u32 and u64");
        });
    });
}
