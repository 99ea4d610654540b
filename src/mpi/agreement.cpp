#include "mpi/agreement.hpp"

#include "mpi/ranks.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace histo_cl::detail {

namespace {

/// FNV-1a of Fowler, Noll and Vo.
std::uint64_t hash_of(std::string_view text) {
    std::uint64_t hash = 0xCBF29CE484222325U;
    for (const char each : text)
        hash = (hash ^ static_cast<unsigned char>(each)) * 0x100000001B3U;
    return hash;
}

/// The least of all ranks' values, one by one.
template <std::size_t size>
std::array<std::uint64_t, size> least(const Ranks& ranks, std::array<std::uint64_t, size> values) {
    check_mpi(
        MPI_Allreduce(MPI_IN_PLACE, values.data(), static_cast<int>(size), MPI_UINT64_T, MPI_MIN, ranks.comm),
        "MPI_Allreduce");
    return values;
}

void tell(const Ranks& ranks, int from, void* data, std::size_t bytes) {
    check_mpi(MPI_Bcast(data, static_cast<int>(bytes), MPI_BYTE, from, ranks.comm), "MPI_Bcast");
}

/// One rank's text, on all.
std::string told(const Ranks& ranks, int from, std::string text) {
    constexpr std::size_t most = 1U << 20U; // a build log has no bound
    std::uint64_t size = std::min(text.size(), most);
    tell(ranks, from, &size, sizeof size);
    text.resize(size);
    tell(ranks, from, text.data(), text.size());
    return text;
}

std::string name_of(int rank) {
    return "rank " + std::to_string(rank);
}

/// The failure of one rank; the others have none, or one that is not told.
[[noreturn]] void fail(const Ranks& ranks, int from, const Failure* own) {
    if (ranks.rank != from) own = nullptr;
    std::array<int, 2> codes{};
    if (own != nullptr) codes = {static_cast<int>(own->status), own->opencl_code};
    tell(ranks, from, codes.data(), sizeof codes);
    const auto message = told(ranks, from, own != nullptr ? own->message : "");
    const auto build_log = told(ranks, from, own != nullptr ? own->build_log : "");
    throw Error(static_cast<Status>(codes[0]),
                name_of(from) + " of " + std::to_string(ranks.count) + ": " + message, codes[1], build_log);
}

/// The lowest rank that does not have the hash of rank 0.
int first_other(const Ranks& ranks, std::uint64_t hash) {
    auto of_first = hash;
    tell(ranks, 0, &of_first, sizeof of_first);
    const auto place = static_cast<std::uint64_t>(hash == of_first ? ranks.count : ranks.rank);
    return static_cast<int>(least<1>(ranks, {place})[0]);
}

[[noreturn]] void fail_as_different(const Ranks& ranks, const std::string& words, std::uint64_t hash) {
    const auto other = first_other(ranks, hash);
    const auto first = told(ranks, 0, words);
    const auto second = told(ranks, other, words);
    throw Error(Status::invalid_argument, "all ranks must ask for the same: " + name_of(0) + " asks for " +
                                              first + ", " + name_of(other) + " for " + second);
}

} // namespace

void agree(const Ranks& ranks, const Failure* failure, const Given& given) {
    const auto hash = hash_of(given.exact);
    const auto none = static_cast<std::uint64_t>(ranks.count);
    const auto failed = failure != nullptr ? static_cast<std::uint64_t>(ranks.rank) : none;
    const auto [first_failed, min_hash, rest_of_greatest] = least<3>(ranks, {failed, hash, ~hash});
    if (first_failed != none) fail(ranks, static_cast<int>(first_failed), failure);
    if (min_hash != ~rest_of_greatest) fail_as_different(ranks, given.words, hash);
}

} // namespace histo_cl::detail
