#include "mpi/device_for_rank.hpp"

#include "mpi/ranks.hpp"

namespace histo_cl::inline HISTO_CL_ABI {

std::vector<Device> detail::devices_like_default() {
    const auto type = default_device().profile.type;
    auto all = devices();
    std::erase_if(all, [&](const Device& device) {
        return device.profile.type != type || !device.profile.compiler_available;
    });
    return all;
}

Device detail::device_for(int rank_on_machine, std::span<const Device> devices) {
    if (devices.empty()) throw Error(Status::invalid_argument, "no devices are given to choose from");
    return devices[static_cast<std::size_t>(rank_on_machine) % devices.size()];
}

Device device_for_rank(MPI_Comm comm, std::span<const Device> devices) {
    const auto rank = rank_on_machine(detail::ranks_of(comm));
    return detail::device_for(rank, devices);
}

Device device_for_rank(MPI_Comm comm) {
    const auto rank = rank_on_machine(detail::ranks_of(comm));
    return detail::device_for(rank, detail::devices_like_default());
}

} // namespace histo_cl::inline HISTO_CL_ABI
