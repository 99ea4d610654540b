#include "mpi/split.hpp"

#include <algorithm>

namespace mpi {

Part part_of(std::uint64_t samples, int rank, int ranks) {
    const auto place = static_cast<std::uint64_t>(rank);
    const auto parts = static_cast<std::uint64_t>(ranks);
    const auto shorter = samples / parts;
    const auto longer = samples % parts; // number of parts that have one more sample
    return {place * shorter + std::min(place, longer), shorter + (place < longer ? 1 : 0)};
}

std::vector<files::InputFile> split(std::vector<files::InputFile> files, std::size_t sample_bytes, int rank,
                                    int ranks) {
    if (rank != 0) std::erase_if(files, [](const auto& file) { return file.in_order; });
    for (auto& file : files) {
        if (file.in_order) continue;
        const auto part = part_of(*file.bytes / sample_bytes, rank, ranks);
        file.begin += part.first * sample_bytes;
        file.bytes = part.count * sample_bytes;
    }
    return files;
}

} // namespace mpi
