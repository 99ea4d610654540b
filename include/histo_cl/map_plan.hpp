#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/device_profile.hpp"
#include "histo_cl/export.hpp"
#include "histo_cl/image.hpp"
#include "histo_cl/memory.hpp"
#include "histo_cl/opencl.hpp"
#include "histo_cl/options.hpp"
#include "histo_cl/sample.hpp"

#include <cstdint>
#include <memory>
#include <span>

namespace histo_cl::detail {
struct MapPlanState;
} // namespace histo_cl::detail

namespace histo_cl::inline HISTO_CL_ABI {

/// What one MapPlan::enqueue reads and writes. The caller owns all of it; the library retains the objects
/// that its commands still use. Memory is a cl_mem or an address, see svm_pointer() and usm_pointer().
struct MapJob {
    Memory source = {};              ///< a buffer of samples, in rows; an image2d for a plan for images
    std::uint64_t source_offset = 0; ///< samples in the buffer before the first row
    std::uint64_t source_pitch = 0;  ///< bytes from one row to the next, whole samples; 0: packed
    /// A buffer that receives the level of each sample. It may be the source buffer, with the same type,
    /// offset and pitch. For images it is another image2d. Images have neither offsets nor pitches.
    Memory destination = {};
    std::uint64_t destination_offset = 0; ///< in samples
    /// In bytes, whole samples and at least those of a row; 0: packed.
    std::uint64_t destination_pitch = 0;
    std::uint64_t width = 0;  ///< samples of a row, or pixels from the image's first column on, up to 2^31
    std::uint64_t height = 1; ///< rows, up to 2^31
    /// Images: bit c is set if channel c of R, G, B and A is mapped. Other channels keep their values.
    std::uint32_t channels = 0b0111;

    /// Levels as u32, [map][value]: one map, or one for each tile, row by row.
    Memory maps = {};
    /// Number of levels of a map, 1 to 65536. Samples of `values` and above get the last level.
    std::uint32_t values = 256;
    /// The size of a tile, in samples. 0 and 0: one map for all samples. Otherwise each sample's level is
    /// interpolated between the maps of the four tiles whose centres are nearest.
    std::uint64_t tile_width = 0;
    std::uint64_t tile_height = 0;
    /// Tiles in x and in y, up to 2^24; 0: enough to cover the rows, like Batch::tiles.
    std::uint64_t tiles_across = 0;
    std::uint64_t tiles_down = 0;
};

/// Applies maps, such as those of equalization_map(), matching_map() and clahe_maps(), to samples on a
/// device. Compiled once, used many times. Immutable: copies share the compiled program, and every member
/// function is thread-safe.
///
/// With one map the level of a sample v is map[min(v, values − 1)]: a lookup table, as in OpenCV's
/// equalizeHist. With tiles the level is interpolated bilinearly, as OpenCV's createCLAHE does (Zuiderveld
/// 1994). For a sample in column x
///
///     place = x · (1 / tile_width) − 1/2,   left = floor(place),   share = place − left,
///
/// the tiles across are `left` and `left` + 1, or the nearest that exist; likewise down the rows, and
///
///     level = (a (1 − share_x) + b share_x) (1 − share_y) + (c (1 − share_x) + d share_x) share_y
///
/// with a and b of the upper tiles and c and d of the lower, all in float in this order without contraction,
/// then rounded to nearest, ties to even. Levels are therefore the same on every device. A level above the
/// largest value of the destination's type becomes that value.
class HISTO_CL_API MapPlan {
  public:
    /// For samples and levels of u8 or u16. Of `options`, only the members for the program cache are used.
    ///
    /// Throws Error: invalid_argument (type or handle), no_compiler, build_failed, opencl_error.
    MapPlan(cl_context context, cl_device_id device, SampleType source, SampleType destination,
            const Options& options = {});

    /// For images of two dimensions with channels of unorm_int8, unorm_int16, unsigned_int8 or
    /// unsigned_int16, of any order. Samples and levels are the stored integers.
    ///
    /// Throws Error: invalid_argument (type or handle), unsupported (a device without images), no_compiler,
    /// build_failed, opencl_error.
    MapPlan(cl_context context, cl_device_id device, ChannelType source, ChannelType destination,
            const Options& options = {});

    /// The types of the samples and of the levels: u8 or u16.
    [[nodiscard]] SampleType source() const noexcept;
    [[nodiscard]] SampleType destination() const noexcept;
    [[nodiscard]] const DeviceProfile& profile() const noexcept;

    /// Enqueues one kernel on the caller's queue, in-order or out-of-order, after `wait`; never blocks. If
    /// `event` is not null it receives an event that completes when the levels are written, and which the
    /// caller releases.
    ///
    /// Throws Error before anything is enqueued: invalid_argument (null or foreign handles, a buffer that is
    /// too small or cannot be read or written, a sub-buffer that is not aligned, a pitch that is not whole
    /// samples or makes rows of the destination overlap, 0 or more than 65536 values, a tile with a width but
    /// no height or the reverse, sizes beyond their limits, maps or an overlapping source in the
    /// destination's memory; an image of another kind, type or context, one that is too small or cannot be
    /// read or written, the same image twice, `channels` without any channel of the source); invalid_argument
    /// and unsupported like Plan::enqueue() for memory given by its address; opencl_error if the driver
    /// rejects a command.
    void enqueue(cl_command_queue queue, const MapJob& job, std::span<const cl_event> wait = {},
                 cl_event* event = nullptr) const;

  private:
    std::shared_ptr<const detail::MapPlanState> state_;
};

} // namespace histo_cl::inline HISTO_CL_ABI
