#include "mpi/call.hpp"
#include "mpi/histogram.hpp"
#include "mpi/merge.hpp"
#include "mpi/sum_words.hpp"

#include <utility>

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// A merge whose words MPI reads and writes until the requests have completed.
struct MergeInFlight {
    Merging merge;
    std::vector<MPI_Request> requests;

    MergeInFlight(const Ranks& ranks, Merging begun, std::optional<int> root)
        : merge(std::move(begun)), requests(begin_sum_of_words(ranks, merge.words, root)) {}
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

MergeRequest::MergeRequest(CounterType sum, MPI_Comm comm, const Problem& problem, const HostData& local,
                           const MpiOptions& options) {
    const auto ranks = ranks_of(comm);
    const auto counted = agreed_histogram(ranks, sum, problem, local, options);
    in_flight_ = std::make_unique<MergeInFlight>(ranks, merge_of(ranks, counted, options.root), options.root);
}

MergeRequest::MergeRequest(MergeRequest&&) noexcept = default;
MergeRequest& MergeRequest::operator=(MergeRequest&&) noexcept = default;
MergeRequest::~MergeRequest() = default;

MergeInFlight& MergeRequest::in_flight() const {
    if (!in_flight_)
        throw Error(Status::invalid_argument, "the counts of this request have been returned or moved");
    return *in_flight_;
}

bool MergeRequest::test() {
    auto& requests = in_flight().requests;
    int is_done = 0;
    check_mpi(MPI_Testall(static_cast<int>(requests.size()), requests.data(), &is_done, MPI_STATUSES_IGNORE),
              "MPI_Testall");
    return is_done != 0;
}

std::optional<Partial> MergeRequest::wait() {
    check_mpi(in_flight().wait(), "MPI_Waitall");
    const auto done = std::move(in_flight_);
    return whole_of(done->merge);
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail
