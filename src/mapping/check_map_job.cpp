#include "mapping/check_map_job.hpp"

#include "core/invalid.hpp"
#include "core/saturating.hpp"

#include <algorithm>

namespace histo_cl::detail {
namespace {

constexpr std::uint64_t max_samples_per_side = std::uint64_t{1} << 31U;
constexpr std::uint64_t max_tiles_per_side = std::uint64_t{1} << 24U; ///< floats count so far
constexpr std::uint32_t max_values = 1U << 16U;

void check_side(const char* which, std::uint64_t samples) {
    if (samples > max_samples_per_side)
        invalid("the ", which, " is ", samples, ": allowed are 0 to ", max_samples_per_side);
}

/// Rows of samples in a buffer.
struct Rows {
    const char* which;
    SampleType type;
    std::uint64_t offset;
    std::uint64_t pitch;
};

/// The samples from one row to the next.
std::uint64_t row_of(const Rows& rows, const MapJob& job) {
    if (rows.pitch == 0) return job.width;
    if (rows.pitch % bytes(rows.type) != 0)
        invalid("the ", rows.which, " pitch is ", rows.pitch, " B: it must be a multiple of the ",
                bytes(rows.type), " B of a ", rows.type, " sample");
    return rows.pitch / bytes(rows.type);
}

/// The bytes that the buffer must have.
std::uint64_t bytes_of(const Rows& rows, const MapJob& job, std::uint64_t row) {
    if (job.width == 0 || job.height == 0) return 0;
    const auto samples = saturating_add(saturating_multiply(job.height - 1, row), job.width);
    return end_of(rows.which, rows.offset, bytes(rows.type), saturating_multiply(samples, bytes(rows.type)));
}

/// Of one side: as many as given, or as it takes to cover the samples.
std::uint32_t tiles_of(const char* which, std::uint64_t tiles, std::uint64_t size, std::uint64_t samples) {
    if (size == 0 && tiles != 0) invalid(tiles, " ", which, " are given, but no tile_width and tile_height");
    if (size == 0) return 1;
    const auto count =
        tiles != 0 ? tiles : std::max<std::uint64_t>(1, samples / size + (samples % size != 0));
    if (count > max_tiles_per_side) invalid(count, " ", which, ": allowed are 1 to ", max_tiles_per_side);
    return static_cast<std::uint32_t>(count);
}

/// Each sample is read and written by one work-item, so its level may take its place.
bool is_in_place(const MapPlanState& plan, const MapJob& job, const CheckedMapJob& checked) {
    return job.source == job.destination && plan.source == plan.destination &&
           job.source_offset == job.destination_offset &&
           (checked.source_row == checked.destination_row || job.height <= 1);
}

/// Of buffers, with their rows in samples; `levels`: where the maps lie.
void check_rows(const MapPlanState& plan, const MapJob& job, CheckedMapJob& checked,
                const MemoryRange& levels) {
    const auto made_for = plan.made_for();
    const Rows source{"source", plan.source, job.source_offset, job.source_pitch};
    const Rows destination{"destination", plan.destination, job.destination_offset, job.destination_pitch};
    checked.source_row = row_of(source, job);
    checked.destination_row = row_of(destination, job);
    if (checked.destination_row < job.width && job.height > 1)
        invalid("the destination pitch is ", job.destination_pitch, " B: rows of ", job.width,
                " samples would overlap");

    const auto read =
        check_readable(made_for, "source", job.source,
                       {.bytes = bytes_of(source, job, checked.source_row), .align = bytes(plan.source)});
    const auto written = check_writable(
        made_for, "destination", job.destination,
        {.bytes = bytes_of(destination, job, checked.destination_row), .align = bytes(plan.destination)});
    check_apart("destination", written.range, "maps", levels);
    if (overlap(written.range, read.range) && !is_in_place(plan, job, checked))
        invalid("the source and the destination are in the same memory: their types, offsets and pitches "
                "must be the same");
}

} // namespace

CheckedMapJob check_map_job(const MapPlanState& plan, const MapJob& job, std::span<const cl_event> wait) {
    const auto made_for = plan.made_for();
    check_side("width", job.width);
    check_side("height", job.height);
    if (job.values == 0 || job.values > max_values)
        invalid("maps of ", job.values, " values: allowed are 1 to ", max_values);
    if ((job.tile_width == 0) != (job.tile_height == 0))
        invalid("tiles of ", job.tile_width, " x ", job.tile_height,
                " samples: give both sides, or neither for one map");
    check_side("tile_width", job.tile_width);
    check_side("tile_height", job.tile_height);

    CheckedMapJob checked{.tiles_across =
                              tiles_of("tiles_across", job.tiles_across, job.tile_width, job.width),
                          .tiles_down = tiles_of("tiles_down", job.tiles_down, job.tile_height, job.height)};
    const auto maps = std::uint64_t{checked.tiles_across} * checked.tiles_down;
    const auto levels = check_readable(
        made_for, "maps", job.maps,
        {.bytes = saturating_multiply(maps, job.values * sizeof(cl_uint)), .align = sizeof(cl_uint)});
    check_events(made_for, wait);
    if (plan.images)
        check_map_images(plan, job);
    else
        check_rows(plan, job, checked, levels.range);
    return checked;
}

} // namespace histo_cl::detail
