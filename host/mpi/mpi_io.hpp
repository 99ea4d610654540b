#pragma once

#include "files/input_file.hpp"
#include "files/range_reader.hpp"

#include <memory>
#include <span>

namespace mpi {

/// Reads ranges of these files by MPI-IO, for one thread, which calls MPI. They must live as long. Throws
/// UsageError that names a file which MPI cannot open.
[[nodiscard]] std::unique_ptr<files::RangeReader> mpi_io_reader(std::span<const files::InputFile> files);

} // namespace mpi
