#include "mpi/histogram.hpp"

#include "mpi/device_for_rank.hpp"
#include "mpi/merge.hpp"
#include "mpi/whole_bound.hpp"

namespace histo_cl::inline HISTO_CL_ABI {
namespace {

using namespace detail;

/// Throws Error(invalid_argument) if sums of the problem's weights are of another type.
void check_sum(const Problem& problem, CounterType sum) {
    const Partial none(
        {.axes = {identity_bins(1)}, .weights = problem.weights, .weight_bound = problem.weight_bound});
    switch (sum) {
    case CounterType::f64: static_cast<void>(none.sums<double>()); break;
    case CounterType::i64: static_cast<void>(none.sums<std::int64_t>()); break;
    default: static_cast<void>(none.sums());
    }
}

bool chooses_device(const MpiOptions& options) {
    return !options.device && !options.options.calling_thread.value_or(false);
}

/// Null where there is none, or only some that could not count.
std::optional<Device> device_of(int rank_on_machine) try {
    return device_for(rank_on_machine, devices_like_default());
} catch (const Error&) {
    return std::nullopt;
}

/// This rank's device, if it does not say which. Collective.
std::optional<Device> chosen_device(const Ranks& ranks, const MpiOptions& options) {
    const bool chooses = chooses_device(options);
    if (!on_any(ranks, chooses)) return options.device;
    const int place = rank_on_machine(ranks);
    return chooses ? device_of(place) : options.device;
}

} // namespace

Partial detail::agreed_histogram(const Ranks& ranks, CounterType sum, const Problem& problem,
                                 const HostData& local, const MpiOptions& options) {
    const auto whole = with_whole_bound(ranks, problem, local, [&](const Problem& bounded) {
        check_sum(bounded, sum);
        return given_to_merge(ranks, problem, Partial(bounded).fingerprint(), options.root);
    });
    const auto device = chosen_device(ranks, options);
    return agreed(
        ranks, [] { return Given(); },
        [&] { return partial_histogram(whole, local, options.options, device ? &*device : nullptr); });
}

std::optional<Partial> detail::merged_histogram(CounterType sum, MPI_Comm comm, const Problem& problem,
                                                const HostData& local, const MpiOptions& options) {
    const auto ranks = ranks_of(comm);
    return merge_agreed(ranks, agreed_histogram(ranks, sum, problem, local, options), options.root);
}

} // namespace histo_cl::inline HISTO_CL_ABI
