#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/device_profile.hpp"
#include "histo_cl/export.h"
#include "histo_cl/image.hpp"
#include "histo_cl/memory.hpp"
#include "histo_cl/opencl.h"
#include "histo_cl/options.hpp"
#include "histo_cl/sample.hpp"
#include "histo_cl/shared.hpp"

#include <cstdint>
#include <span>

namespace histo_cl::detail {
struct MapPlanState;
} // namespace histo_cl::detail

namespace histo_cl::inline HISTO_CL_ABI {

/// The memory that one MapPlan::enqueue reads and writes, owned and retained like the memory of a Job.
struct MapJob {
    Memory source = {};              ///< a buffer with rows of samples; if the plan is for images, an image2d
    std::uint64_t source_offset = 0; ///< position of the first row in the buffer, in samples
    /// Bytes from one row to the next, a multiple of the sample's size; 0: packed.
    std::uint64_t source_pitch = 0;
    /// A buffer that receives the level of each sample. It may be the source buffer, with the same type,
    /// offset and pitch. If the plan is for images, it is another image2d, and offsets and pitches must be 0.
    Memory destination = {};
    std::uint64_t destination_offset = 0; ///< position of the first row in the buffer, in samples
    /// Bytes from one row to the next: a multiple of the sample's size, and at least the size of a row; 0:
    /// packed.
    std::uint64_t destination_pitch = 0;
    /// Samples per row, up to 2^31. For an image: pixels per row, from the first column on.
    std::uint64_t width = 0;
    std::uint64_t height = 1; ///< number of rows, up to 2^31; for an image, from the first row on
    /// Images: bit c is set if channel c of R, G, B and A is mapped. Other channels are copied; values above
    /// the largest value of the destination's type become that largest value.
    std::uint32_t channels = 0b0111;

    /// Levels as u32, [map][value]: one map, or a map for each tile, row by row.
    Memory maps = {};
    /// Number of levels of a map, 1 to 65536. Samples that are `values` or more get the last level of the
    /// map.
    std::uint32_t values = 256;
    /// Width of a tile, in samples, up to 2^31. If the width and the height are 0, there is one map for all
    /// samples. Otherwise each sample's level is interpolated between the maps of the four tiles whose
    /// centres are nearest.
    std::uint64_t tile_width = 0;
    std::uint64_t tile_height = 0; ///< height of a tile, in samples, up to 2^31
    /// Number of tiles in x, up to 2^24; 0: enough to cover all samples, as for Batch::tiles.
    std::uint64_t tiles_across = 0;
    std::uint64_t tiles_down = 0; ///< number of tiles in y, up to 2^24; 0: enough to cover all samples
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
/// the two tiles in x have the numbers `left` and `left` + 1, or are the nearest ones that exist. The two
/// tiles in y follow in the same way from the sample's row. Then
///
///     level = (a (1 − share_x) + b share_x) (1 − share_y) + (c (1 − share_x) + d share_x) share_y
///
/// with the levels a and b from the maps of the upper two tiles, c and d from the lower two. The expression
/// is computed in float, in this order and without contraction, and then rounded to nearest, ties to even.
/// Levels are therefore the same on every device. A level above the largest value of the destination's type
/// becomes that largest value.
class HISTO_CL_API MapPlan {
  public:
    /// Makes a plan for samples and levels of u8 or u16. Uses only the member `program_cache` of `options`.
    ///
    /// Throws the same errors as Plan. Also throws Error(invalid_argument) for a source or destination of
    /// another type, and Error(unsupported) for a byte order other than the host's.
    MapPlan(cl_context context, cl_device_id device, SampleType source, SampleType destination,
            const Options& options = {});

    /// Makes a plan for images of two dimensions with channels of unorm_int8, unorm_int16, unsigned_int8 or
    /// unsigned_int16, in any channel order of OpenCL 1.2. Samples and levels are the stored integers.
    ///
    /// Throws Error: invalid_argument (type or handle), unsupported (a device without images, or with a byte
    /// order other than the host's), no_compiler, build_failed, opencl_error.
    MapPlan(cl_context context, cl_device_id device, ChannelType source, ChannelType destination,
            const Options& options = {});

    /// The type of the samples: u8 or u16.
    [[nodiscard]] SampleType source() const noexcept;
    /// The type of the levels: u8 or u16.
    [[nodiscard]] SampleType destination() const noexcept;
    /// The properties of the device.
    [[nodiscard]] const DeviceProfile& profile() const noexcept;

    /// Enqueues one kernel. `queue`, `wait` and `event` are as in Plan::enqueue(); `event` completes when the
    /// levels are written.
    ///
    /// Before anything is enqueued, throws Error(invalid_argument) for:
    ///
    /// - null handles, and handles of another context or device than the plan's;
    /// - a buffer or an image that is too small or cannot be read or written, and a misaligned sub-buffer;
    /// - a pitch that is not a multiple of the sample's size or makes rows of the destination overlap;
    /// - 0 or more than 65536 values, and sizes beyond their limits;
    /// - a tile of which only the width or only the height is set, and numbers of tiles without a tile size;
    /// - a destination that overlaps the maps, or that overlaps the source unless both have the same rows;
    /// - an image of another kind or type, and the same image as source and destination;
    /// - `channels` without any channel of the source.
    ///
    /// Throws Error(invalid_argument) and Error(unsupported) like Plan::enqueue() for memory given by its
    /// address, and Error(opencl_error) if the driver rejects a command.
    void enqueue(cl_command_queue queue, const MapJob& job, std::span<const cl_event> wait = {},
                 cl_event* event = nullptr) const;

  private:
    Shared<detail::MapPlanState> state_;
};

} // namespace histo_cl::inline HISTO_CL_ABI
