#pragma once

#include "files/input_file.hpp"
#include "files/range_reader.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace mpi {

/// A range of a file's samples.
struct Part {
    std::uint64_t first;
    std::uint64_t count;
};

/// Returns a rank's part of `samples` samples. The parts of all ranks are consecutive, and their lengths
/// differ by at most one.
[[nodiscard]] Part part_of(std::uint64_t samples, int rank, int ranks);

/// A rank's part of resolved files: a part of each file that can be read at any offset. Rank 0 alone reads
/// the files that are read in order, which are small or decoded.
[[nodiscard]] std::vector<files::InputFile> split(std::vector<files::InputFile> files,
                                                  std::size_t sample_bytes, int rank, int ranks);

/// Returns a reader of ranges of these files by MPI-IO, for the one thread that calls MPI. The files must
/// outlive the reader. Throws UsageError that names a file which MPI cannot open.
[[nodiscard]] std::unique_ptr<files::RangeReader> mpi_io_reader(std::span<const files::InputFile> files);

} // namespace mpi
