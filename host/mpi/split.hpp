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

/// What a rank counts of so many samples: the parts of all ranks follow one another, and their lengths differ
/// by one at most.
[[nodiscard]] Part part_of(std::uint64_t samples, int rank, int ranks);

/// What a rank reads of resolved files: its part of each file that can be read at any offset; of those that
/// are read in order, which are small, rank 0 reads all.
[[nodiscard]] std::vector<files::InputFile> split(std::vector<files::InputFile> files,
                                                  std::size_t sample_bytes, int rank, int ranks);

/// Reads ranges of these files by MPI-IO, for one thread, which calls MPI. They must live as long. Throws
/// UsageError that names a file which MPI cannot open.
[[nodiscard]] std::unique_ptr<files::RangeReader> mpi_io_reader(std::span<const files::InputFile> files);

} // namespace mpi
