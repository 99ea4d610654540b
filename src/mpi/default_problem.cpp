#include "histo_cl/mpi.hpp"
#include "mpi/agreement.hpp"
#include "mpi/call.hpp"
#include "mpi/ranks.hpp"

#include <array>
#include <bit>

namespace histo_cl::inline HISTO_CL_ABI {
namespace {

using namespace detail;

constexpr std::uint64_t top = std::uint64_t{1} << 63U;

// An unsigned integer for each number, in the same order among numbers of one kind, so that a single
// reduction serves all types. Floats are ordered by their bits, those of negative ones inverted.

std::uint64_t place_of(const Number& number) {
    switch (number.kind()) {
    case Number::Kind::u64: return number.u64();
    case Number::Kind::i64: return static_cast<std::uint64_t>(number.i64()) ^ top;
    case Number::Kind::f64: break;
    }
    const auto bits = std::bit_cast<std::uint64_t>(number.f64());
    return bits >= top ? ~bits : bits ^ top;
}

Number number_at(std::uint64_t place, SampleType type) {
    if (is_float(type)) return std::bit_cast<double>(place >= top ? place ^ top : ~place);
    if (is_signed(type)) return static_cast<std::int64_t>(place ^ top);
    return place;
}

/// The places of the least, and of the greatest counted from the end: the least of both are those of all.
using Places = std::array<std::uint64_t, 2>;

/// Of no samples: the least is above the greatest, as it is of no others.
constexpr Places none{~std::uint64_t{0}, ~std::uint64_t{0}};

Places places_of(const std::optional<SampleExtremes>& extremes) {
    return extremes ? Places{place_of(extremes->least), ~place_of(extremes->greatest)} : none;
}

std::optional<SampleExtremes> extremes_at(const Places& places, SampleType type) {
    if (places == none) return std::nullopt;
    return SampleExtremes{number_at(places[0], type), number_at(~places[1], type)};
}

} // namespace

Problem default_problem(MPI_Comm comm, SampleType type, std::span<const std::byte> local) {
    const auto ranks = ranks_of(comm);
    const auto given = [&] {
        const std::string samples(name(type));
        return Given{"the bins of " + samples + " samples", samples};
    };
    auto places = agreed(ranks, given, [&] { return places_of(sample_extremes(type, local)); });
    check_mpi(MPI_Allreduce(MPI_IN_PLACE, places.data(), static_cast<int>(places.size()), MPI_UINT64_T,
                            MPI_MIN, comm),
              "MPI_Allreduce");
    return default_problem(type, extremes_at(places, type));
}

} // namespace histo_cl::inline HISTO_CL_ABI
