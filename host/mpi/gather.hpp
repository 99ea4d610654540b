#pragma once

#include "demo/count/result.hpp"
#include "mpi/job.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace mpi {

/// The texts of all ranks on rank 0, in their order; nothing on others. Collective.
[[nodiscard]] std::vector<std::string> gathered(const Job& job, const std::string& text);

/// Rank 0's numbers, on all ranks. Collective.
[[nodiscard]] std::vector<std::uint64_t> of_first(std::vector<std::uint64_t> numbers);

/// The sum on all ranks. Collective.
[[nodiscard]] std::uint64_t sum(std::uint64_t number);

/// What each rank's devices have counted, on rank 0. Collective.
[[nodiscard]] std::vector<demo::Share> gathered(const Job& job, const std::vector<demo::Share>& shares);

} // namespace mpi
