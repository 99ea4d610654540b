#include "mpi/ranks.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace histo_cl::detail {

void check_mpi(int code, const char* function) {
    if (code == MPI_SUCCESS) return;
    std::array<char, MPI_MAX_ERROR_STRING> text{};
    int length = 0;
    MPI_Error_string(code, text.data(), &length);
    throw Error(Status::mpi_error, std::string(function) + ": " + text.data());
}

namespace {

[[noreturn]] void refuse(const char* message) {
    throw Error(Status::invalid_argument, message);
}

/// Throws Error(invalid_argument) unless MPI is initialized and not finalized. MPI allows these two queries
/// at any time.
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

namespace {

/// The FNV-1a hash of Fowler, Noll and Vo.
std::uint64_t hash_of(std::string_view text) {
    std::uint64_t hash = 0xCBF29CE484222325U;
    for (const char each : text)
        hash = (hash ^ static_cast<unsigned char>(each)) * 0x100000001B3U;
    return hash;
}

/// The element-wise minimum of all ranks' values.
template <std::size_t size>
std::array<std::uint64_t, size> minimum(const Ranks& ranks, std::array<std::uint64_t, size> values) {
    check_mpi(
        MPI_Allreduce(MPI_IN_PLACE, values.data(), static_cast<int>(size), MPI_UINT64_T, MPI_MIN, ranks.comm),
        "MPI_Allreduce");
    return values;
}

void broadcast(const Ranks& ranks, int from, void* data, std::size_t bytes) {
    check_mpi(MPI_Bcast(data, static_cast<int>(bytes), MPI_BYTE, from, ranks.comm), "MPI_Bcast");
}

/// Broadcasts the text of rank `from`, truncated to 1 MiB, and returns the text.
std::string broadcast_text(const Ranks& ranks, int from, std::string text) {
    constexpr std::size_t max_bytes = 1U << 20U; // a build log may have any length
    std::uint64_t size = std::min(text.size(), max_bytes);
    broadcast(ranks, from, &size, sizeof size);
    text.resize(size);
    broadcast(ranks, from, text.data(), text.size());
    return text;
}

std::string name_of(int rank) {
    return "rank " + std::to_string(rank);
}

/// Throws the failure of rank `from` on all ranks. Failures of other ranks are not reported.
[[noreturn]] void fail(const Ranks& ranks, int from, const Failure* own) {
    if (ranks.rank != from) own = nullptr;
    std::array<int, 2> codes{};
    if (own != nullptr) codes = {static_cast<int>(own->status), own->opencl_code};
    broadcast(ranks, from, codes.data(), sizeof codes);
    const auto message = broadcast_text(ranks, from, own != nullptr ? own->message : "");
    const auto build_log = broadcast_text(ranks, from, own != nullptr ? own->build_log : "");
    throw Error(static_cast<Status>(codes[0]),
                name_of(from) + " of " + std::to_string(ranks.count) + ": " + message, codes[1], build_log);
}

/// Returns the lowest rank whose hash differs from the hash of rank 0. There must be such a rank.
int first_other(const Ranks& ranks, std::uint64_t hash) {
    auto of_first = hash;
    broadcast(ranks, 0, &of_first, sizeof of_first);
    const auto place = static_cast<std::uint64_t>(hash == of_first ? ranks.count : ranks.rank);
    return static_cast<int>(minimum<1>(ranks, {place})[0]);
}

[[noreturn]] void fail_as_different(const Ranks& ranks, const std::string& words, std::uint64_t hash) {
    const auto other = first_other(ranks, hash);
    const auto first = broadcast_text(ranks, 0, words);
    const auto second = broadcast_text(ranks, other, words);
    throw Error(Status::invalid_argument, "all ranks must ask for the same: " + name_of(0) + " asks for " +
                                              first + ", " + name_of(other) + " for " + second);
}

} // namespace

void agree(const Ranks& ranks, const Failure* failure, const CommonArguments& given) {
    const auto hash = hash_of(given.exact);
    const auto none = static_cast<std::uint64_t>(ranks.count);
    const auto failed = failure != nullptr ? static_cast<std::uint64_t>(ranks.rank) : none;
    const auto [first_failed, min_hash, inverted_max_hash] = minimum<3>(ranks, {failed, hash, ~hash});
    if (first_failed != none) fail(ranks, static_cast<int>(first_failed), failure);
    if (min_hash != ~inverted_max_hash) fail_as_different(ranks, given.words, hash);
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
