#include "histo_cl/mpi.hpp"
#include "mpi/agreement.hpp"
#include "mpi/call.hpp"
#include "mpi/device_for_rank.hpp"
#include "mpi/ranks.hpp"
#include "mpi/sum_words.hpp"

namespace histo_cl::inline HISTO_CL_ABI {
namespace {

using namespace detail;

/// All edges: in words there are few.
std::string edges_text(const Problem& problem) {
    std::string text;
    for (const auto& axis : problem.axes)
        if (const auto* const bins = std::get_if<EdgeBins>(&axis))
            for (const auto& edge : bins->edges)
                text += edge.to_string() + ' ';
    return text;
}

Given given_by(const Problem& problem, CounterType sum, std::optional<int> root) {
    return {to_string(problem) + ", " + std::string(name(sum)) + " sums on " +
                (root ? "rank " + std::to_string(*root) : "all ranks"),
            edges_text(problem)};
}

void check_root(const Ranks& ranks, std::optional<int> root) {
    if (root && (*root < 0 || *root >= ranks.count))
        throw Error(Status::invalid_argument, "root " + std::to_string(*root) + ": there are ranks 0 to " +
                                                  std::to_string(ranks.count - 1));
}

/// Null where there is none, or only some that could not count.
std::optional<Device> device_of_rank(int rank_on_machine) try {
    return device_for(rank_on_machine, devices_like_default());
} catch (const Error&) {
    return std::nullopt;
}

std::vector<std::uint64_t> count_here(CounterType sum, const Problem& problem, const HostData& local,
                                      const MpiOptions& options, int rank_on_machine) {
    auto device = options.device;
    if (!device && !options.options.calling_thread.value_or(false)) device = device_of_rank(rank_on_machine);
    return untyped::histogram(sum, problem, local, options.options, device ? &*device : nullptr);
}

/// This rank's counts, when all ranks have theirs.
std::vector<std::uint64_t> local_counts(const Ranks& ranks, CounterType sum, const Problem& problem,
                                        const HostData& local, const MpiOptions& options) {
    const auto given = [&] { return given_by(problem, sum, options.root); };
    const bool chooses = agreed(ranks, given, [&] {
        problem.validate();
        check_root(ranks, options.root);
        return !options.device && !options.options.calling_thread.value_or(false);
    });
    const int place = on_any(ranks, chooses) ? rank_on_machine(ranks) : 0;
    return agreed(ranks, given, [&] { return count_here(sum, problem, local, options, place); });
}

bool receives(const Ranks& ranks, std::optional<int> root) {
    return !root || *root == ranks.rank;
}

} // namespace

/// The words that a reduction reads and writes until its requests have completed.
struct detail::HistogramInFlight {
    bool has_counts;
    std::vector<std::uint64_t> words;
    std::vector<MPI_Request> requests;

    HistogramInFlight(const Ranks& ranks, std::vector<std::uint64_t> local, std::optional<int> root)
        : has_counts(receives(ranks, root)), words(std::move(local)),
          requests(begin_sum_of_words(ranks, words, root)) {}
    HistogramInFlight(const HistogramInFlight&) = delete;
    HistogramInFlight& operator=(const HistogramInFlight&) = delete;
    ~HistogramInFlight() {
        int finalized = 0;
        MPI_Finalized(&finalized);
        if (finalized == 0) static_cast<void>(completed());
    }

    [[nodiscard]] int completed() {
        return MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
    }
};

std::vector<std::uint64_t> untyped::histogram(CounterType sum, MPI_Comm comm, const Problem& problem,
                                              const HostData& local, const MpiOptions& options) {
    const auto ranks = ranks_of(comm);
    auto words = local_counts(ranks, sum, problem, local, options);
    sum_words(ranks, words, options.root);
    if (!receives(ranks, options.root)) return {};
    return words;
}

untyped::HistogramRequest::HistogramRequest(CounterType sum, MPI_Comm comm, const Problem& problem,
                                            const HostData& local, const MpiOptions& options) {
    const auto ranks = ranks_of(comm);
    in_flight_ = std::make_unique<HistogramInFlight>(ranks, local_counts(ranks, sum, problem, local, options),
                                                     options.root);
}

untyped::HistogramRequest::HistogramRequest(HistogramRequest&&) noexcept = default;
untyped::HistogramRequest& untyped::HistogramRequest::operator=(HistogramRequest&&) noexcept = default;
untyped::HistogramRequest::~HistogramRequest() = default;

detail::HistogramInFlight& untyped::HistogramRequest::in_flight() const {
    if (!in_flight_)
        throw Error(Status::invalid_argument, "the counts of this request have been returned or moved");
    return *in_flight_;
}

bool untyped::HistogramRequest::test() {
    auto& requests = in_flight().requests;
    int done = 0;
    check_mpi(MPI_Testall(static_cast<int>(requests.size()), requests.data(), &done, MPI_STATUSES_IGNORE),
              "MPI_Testall");
    return done != 0;
}

std::vector<std::uint64_t> untyped::HistogramRequest::wait() {
    check_mpi(in_flight().completed(), "MPI_Waitall");
    const auto done = std::move(in_flight_);
    if (!done->has_counts) return {};
    return std::move(done->words);
}

} // namespace histo_cl::inline HISTO_CL_ABI
