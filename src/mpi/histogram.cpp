#include "histo_cl/mpi.hpp"
#include "histo_cl/weight_bound.hpp"
#include "mpi/merge.hpp"
#include "mpi/ranks.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <utility>

namespace histo_cl::detail {
namespace {

bool lacks_bound(const Problem& problem) {
    return problem.weights.type && is_float(*problem.weights.type) && !problem.weights.bound &&
           problem.weights.accumulator == Accumulator::sum;
}

/// This rank's number of elements. `bound`: the result of weight_bound(), whose `elements` is at least 1 even
/// if there are no elements.
std::uint64_t elements_of(const Problem& problem, const HostData& data, const WeightBound& bound) {
    if (problem.layout.rows || data.shape.count) return elements(problem, data.shape);
    const auto has_data = [](const HostArray& array) { return !array.bytes.empty(); };
    const auto channel_has_data = [&](std::uint32_t channel) {
        return channel < data.arrays.size() && has_data(data.arrays[channel]);
    };
    const auto& layout = problem.layout;
    const bool any = layout.indices                    ? has_data(data.indices)
                     : layout.order != Order::separate ? has_data(data.samples)
                     : layout.active.empty()           ? std::ranges::any_of(data.arrays, has_data)
                                                       : std::ranges::any_of(layout.active, channel_has_data);
    return any ? bound.elements : 0;
}

/// The bound of this rank's weights. Its `elements` is 0 if the rank has no elements.
WeightBound local_bound(const Problem& problem, const HostData& local) {
    auto bound = weight_bound(problem, local);
    bound.elements = elements_of(problem, local, bound);
    return bound;
}

WeightBound whole_bound(const Ranks& ranks, WeightBound bound) {
    check_mpi(MPI_Allreduce(MPI_IN_PLACE, &bound.maximum, 1, MPI_DOUBLE, MPI_MAX, ranks.comm),
              "MPI_Allreduce");
    check_mpi(MPI_Allreduce(MPI_IN_PLACE, &bound.elements, 1, MPI_UINT64_T, MPI_SUM, ranks.comm),
              "MPI_Allreduce");
    bound.elements = std::max<std::uint64_t>(bound.elements, 1);
    return bound;
}

/// Returns the problem. If the problem has float weights without a bound, the returned problem has the bound
/// for the data of all ranks. First checks that given(problem) is equal on all ranks. given() returns the
/// arguments that must be equal to merge partials. Collective.
Problem with_whole_bound(const Ranks& ranks, const Problem& problem, const HostData& local,
                         const std::function<CommonArguments(const Problem&)>& given) {
    auto bounded = problem;
    const bool lacks = lacks_bound(problem);
    const auto bound = agreed(
        ranks,
        [&] {
            if (lacks) bounded.weights.bound = {.maximum = 1, .elements = 1}; // a Partial requires a bound
            auto asked = given(bounded);
            if (lacks) asked.exact += ", no bound";
            return asked;
        },
        [&] { return lacks ? local_bound(problem, local) : WeightBound(); });
    if (lacks) bounded.weights.bound = whole_bound(ranks, bound);
    return bounded;
}

} // namespace

} // namespace histo_cl::detail

namespace histo_cl::inline HISTO_CL_ABI {
namespace {

using namespace detail;

bool chooses_device(const MpiOptions& options) {
    return !options.device && !options.options.calling_thread.value_or(false);
}

/// The device of the rank with this number on its machine. Empty if there is no such device or finding it
/// fails. Then partial_histogram() counts without a device, or throws an error that agreed() reports to the
/// other ranks.
std::optional<Device> device_of(int rank_on_machine) try {
    return device_for(rank_on_machine, devices_like_default());
} catch (const Error&) {
    return std::nullopt;
}

/// Returns this rank's device: the device in the options if there is one, otherwise one of the devices of its
/// machine. Empty if partial_histogram() decides. Collective.
std::optional<Device> chosen_device(const Ranks& ranks, const MpiOptions& options) {
    const bool chooses = chooses_device(options);
    if (!on_any(ranks, chooses)) return options.device;
    const int place = rank_on_machine(ranks);
    return chooses ? device_of(place) : options.device;
}

} // namespace

} // namespace histo_cl::inline HISTO_CL_ABI

namespace histo_cl::detail {
namespace {

/// The partial of this rank, after all ranks have agreed on the problem and have counted. Collective.
Partial agreed_histogram(const Ranks& ranks, const Problem& problem, const HostData& local,
                         const MpiOptions& options) {
    const auto whole = with_whole_bound(ranks, problem, local, [&](const Problem& bounded) {
        return given_to_merge(ranks, problem, Partial(bounded).fingerprint(), options.root);
    });
    const auto device = chosen_device(ranks, options);
    return agreed(
        ranks, [] { return CommonArguments(); },
        [&] { return partial_histogram(whole, local, options.options, device ? &*device : nullptr); });
}

Histogram histogram_or_none(const std::optional<Partial>& whole) {
    return whole ? whole->histogram() : Histogram();
}

} // namespace

/// A merge in progress. MPI accesses the words of the merge until the requests have completed.
struct MergeInFlight {
    Merging merge;
    std::vector<MPI_Request> requests;

    MergeInFlight(const Ranks& ranks, Merging begun, std::optional<int> root) : merge(std::move(begun)) {
        for (auto [words, op] : merging_of(merge.problem, merge.words)) {
            const auto begun_now = begin_reduction(ranks, op, words, root);
            requests.insert(requests.end(), begun_now.begin(), begun_now.end());
        }
    }
    MergeInFlight(const MergeInFlight&) = delete;
    MergeInFlight& operator=(const MergeInFlight&) = delete;
    ~MergeInFlight() {
        int is_finalized = 0;
        MPI_Finalized(&is_finalized);
        if (is_finalized == 0) wait();
    }

    int wait() {
        return MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
    }
};

} // namespace histo_cl::detail

namespace histo_cl::inline HISTO_CL_ABI {

Histogram histogram(MPI_Comm comm, const Problem& problem, const HostData& local, const MpiOptions& options) {
    const auto ranks = ranks_of(comm);
    return histogram_or_none(
        merge_agreed(ranks, agreed_histogram(ranks, problem, local, options), options.root));
}

HistogramRequest::HistogramRequest(MPI_Comm comm, const Problem& problem, const HostData& local,
                                   const MpiOptions& options) {
    const auto ranks = ranks_of(comm);
    const auto counted = agreed_histogram(ranks, problem, local, options);
    in_flight_ = std::make_unique<MergeInFlight>(ranks, merge_of(ranks, counted, options.root), options.root);
}

HistogramRequest::HistogramRequest(HistogramRequest&&) noexcept = default;
HistogramRequest& HistogramRequest::operator=(HistogramRequest&&) noexcept = default;
HistogramRequest::~HistogramRequest() = default;

MergeInFlight& HistogramRequest::in_flight() const {
    if (!in_flight_)
        throw Error(Status::invalid_argument, "the counts of this request have been returned or moved");
    return *in_flight_;
}

bool HistogramRequest::test() {
    auto& requests = in_flight().requests;
    int is_done = 0;
    check_mpi(MPI_Testall(static_cast<int>(requests.size()), requests.data(), &is_done, MPI_STATUSES_IGNORE),
              "MPI_Testall");
    return is_done != 0;
}

Histogram HistogramRequest::wait() {
    check_mpi(in_flight().wait(), "MPI_Waitall");
    const auto done = std::move(in_flight_);
    return histogram_or_none(whole_of(done->merge));
}

namespace {

using namespace detail;

constexpr std::uint64_t top = std::uint64_t{1} << 63U;

// Conversions between numbers and unsigned integers. The integers have the same order as numbers of one kind,
// so one reduction works for all types. Negative floats become their inverted bits.

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

/// The integer of the minimum, and the inverted bits of the integer of the maximum. So MPI_MIN reduces both.
using Places = std::array<std::uint64_t, 2>;

/// The places of a rank without samples. No samples have these places, because their minimum would be above
/// their maximum.
constexpr Places none{~std::uint64_t{0}, ~std::uint64_t{0}};

Places places_of(const std::optional<SampleExtremes>& extremes) {
    return extremes ? Places{place_of(extremes->minimum), ~place_of(extremes->maximum)} : none;
}

std::optional<SampleExtremes> extremes_at(const Places& places, SampleType type) {
    if (places == none) return std::nullopt;
    return SampleExtremes{number_at(places[0], type), number_at(~places[1], type)};
}

} // namespace

Problem default_problem(MPI_Comm comm, const HostArray& local) {
    const auto ranks = ranks_of(comm);
    const auto type = local.type.value_or(SampleType::u8);
    const auto given = [&] {
        const std::string samples(name(type));
        return CommonArguments{"the bins of " + samples + " samples", samples};
    };
    auto places = agreed(ranks, given, [&] { return places_of(sample_extremes(local)); });
    check_mpi(MPI_Allreduce(MPI_IN_PLACE, places.data(), static_cast<int>(places.size()), MPI_UINT64_T,
                            MPI_MIN, comm),
              "MPI_Allreduce");
    return default_problem(type, extremes_at(places, type));
}

} // namespace histo_cl::inline HISTO_CL_ABI
