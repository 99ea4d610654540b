#include "mpi/ranks.hpp"

#include <array>
#include <string>

namespace histo_cl::detail {

void check_mpi(int code, const char* function) {
    if (code == MPI_SUCCESS) return;
    std::array<char, MPI_MAX_ERROR_STRING> text{};
    int length = 0;
    MPI_Error_string(code, text.data(), &length);
    throw Error(Status::unsupported, std::string(function) + ": " + text.data());
}

namespace {

[[noreturn]] void refuse(const char* message) {
    throw Error(Status::invalid_argument, message);
}

/// These functions may be called at any time.
void require_mpi() {
    int is = 0;
    check_mpi(MPI_Initialized(&is), "MPI_Initialized");
    if (is == 0) refuse("MPI is not initialized: MPI_Init or MPI_Init_thread comes first");
    check_mpi(MPI_Finalized(&is), "MPI_Finalized");
    if (is != 0) refuse("MPI is finalized: no call with a communicator can follow");
}

void require_thread() {
    int level = 0;
    int is_main = 0;
    check_mpi(MPI_Query_thread(&level), "MPI_Query_thread");
    check_mpi(MPI_Is_thread_main(&is_main), "MPI_Is_thread_main");
    if (level < MPI_THREAD_SERIALIZED && is_main == 0)
        refuse("MPI was initialized for calls of one thread, and this is another: MPI_THREAD_SERIALIZED or "
               "MPI_THREAD_MULTIPLE is needed");
}

} // namespace

Ranks ranks_of(MPI_Comm comm) {
    require_mpi();
    require_thread();
    if (comm == MPI_COMM_NULL) refuse("the communicator is MPI_COMM_NULL");
    int joins_two = 0;
    check_mpi(MPI_Comm_test_inter(comm, &joins_two), "MPI_Comm_test_inter");
    if (joins_two != 0) refuse("the communicator joins two groups of ranks: one of a single group is needed");
    Ranks ranks{comm, 0, 0};
    check_mpi(MPI_Comm_rank(comm, &ranks.rank), "MPI_Comm_rank");
    check_mpi(MPI_Comm_size(comm, &ranks.count), "MPI_Comm_size");
    return ranks;
}

int rank_on_machine(const Ranks& ranks) {
    MPI_Comm machine = MPI_COMM_NULL;
    check_mpi(MPI_Comm_split_type(ranks.comm, MPI_COMM_TYPE_SHARED, ranks.rank, MPI_INFO_NULL, &machine),
              "MPI_Comm_split_type");
    int rank = 0;
    check_mpi(MPI_Comm_rank(machine, &rank), "MPI_Comm_rank");
    check_mpi(MPI_Comm_free(&machine), "MPI_Comm_free");
    return rank;
}

bool on_any(const Ranks& ranks, bool here) {
    int any = here ? 1 : 0;
    check_mpi(MPI_Allreduce(MPI_IN_PLACE, &any, 1, MPI_INT, MPI_LOR, ranks.comm), "MPI_Allreduce");
    return any != 0;
}

std::vector<Device> devices_like_default() {
    const auto type = default_device().profile.type;
    auto all = devices();
    std::erase_if(all, [&](const Device& device) {
        return device.profile.type != type || !device.profile.compiler_available;
    });
    return all;
}

Device device_for(int rank_on_machine, std::span<const Device> devices) {
    if (devices.empty()) throw Error(Status::invalid_argument, "no devices are given to choose from");
    return devices[static_cast<std::size_t>(rank_on_machine) % devices.size()];
}

} // namespace histo_cl::detail

namespace histo_cl::inline HISTO_CL_ABI {

Device device_for_rank(MPI_Comm comm, std::span<const Device> devices) {
    const auto rank = rank_on_machine(detail::ranks_of(comm));
    return detail::device_for(rank, devices);
}

Device device_for_rank(MPI_Comm comm) {
    const auto rank = rank_on_machine(detail::ranks_of(comm));
    return detail::device_for(rank, detail::devices_like_default());
}

} // namespace histo_cl::inline HISTO_CL_ABI
