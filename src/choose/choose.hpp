#pragma once

#include "histo_cl/decision.hpp"
#include "histo_cl/options.hpp"
#include "histo_cl/tuning.hpp"
#include "problem/checked.hpp"
#include "problem/split.hpp"
#include "variants/variant.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace histo_cl::detail {

/// Calls each(name, Knobs::*) for every knob, in the order of Knobs. This is the only list of knobs.
template <class Each>
void for_each_knob(const Each& each) {
    each("variant", &Knobs::variant);
    each("work_group_size", &Knobs::work_group_size);
    each("work_groups", &Knobs::work_groups);
    each("replicas", &Knobs::replicas);
    each("coarsening", &Knobs::coarsening);
    each("load_bytes", &Knobs::load_bytes);
    each("loads_in_flight", &Knobs::loads_in_flight);
    each("partition", &Knobs::partition);
    each("merge", &Knobs::merge);
    each("count_values", &Knobs::count_values);
}

/// Describes a value of a knob or of samples_per_launch that is invalid on every device, e.g. "load_bytes 3:
/// allowed are 1, 4 and 16". Empty if there is no such value.
[[nodiscard]] std::string fault_of_knobs(const Options& options);

/// The knobs that are set in `knobs`, with their origins. Knobs that are also set in `callers` were set by
/// the caller, and the other knobs by a tuning table.
[[nodiscard]] std::vector<SetKnob> set_knobs(const Knobs& knobs, const Knobs& callers);

/// Like propose(), but for counting by one variant in one pass.
[[nodiscard]] Proposal propose_variant(const DeviceProfile& profile, const CheckedProblem& problem,
                                       const Options& options, std::span<const Rejection> refused = {});

/// Like choose(), but returns a refusal instead of throwing Error(unsupported). The options must have passed
/// check_knobs(). If the problem takes several passes, returns the decision for the first pass; the other
/// passes choose their own variants.
[[nodiscard]] Proposal propose(const DeviceProfile& profile, const CheckedProblem& problem,
                               const Options& options, std::span<const Rejection> refused = {});

/// Throws Error(invalid_argument) if a knob has a value that no device supports, or if calling_thread is
/// true, which only histogram() on host data supports.
void check_knobs(const Options& options);

/// Sets the number of passes, and the number of axes of the largest pass, in the decision for the first pass.
void set_passes(Decision& decision, const Passes& all);

/// The options for a plan: the caller's options, in which knobs that the caller has not set come from a
/// tuning table.
struct Tuned {
    Options options;
    Options callers;
    bool taken = false; ///< whether `options` has the knobs of the table
    /// The text for Decision::tuning: the table and its knobs, or why none of its knobs are used.
    std::string note;
};

/// Why tuning tables have no entries for a valid problem. Empty if they may have entries.
[[nodiscard]] std::string why_untuned(const Problem& problem);

/// Options tuned by a table. `source`: the table's name in the note. The problem must be valid, and
/// why_untuned() must be empty for it.
[[nodiscard]] Tuned tuned_by(const TuningTable& table, const std::string& source,
                             const DeviceProfile& profile, const Problem& problem, const Options& options);

/// Options tuned by the table in Options::tuning_file. If the file cannot be used, ignores it and says why in
/// the note. The problem must be valid.
[[nodiscard]] Tuned tuned(const DeviceProfile& profile, const Problem& problem, const Options& options);

/// Restores the caller's options, because no variant can run with the table's knobs.
void drop_table(Tuned& tuned, const std::string& why);

/// Sets Decision::tuning and Decision::set_knobs of a decision that was made with `tuned.options`.
void note_tuning(Decision& decision, const Tuned& tuned);

// Batches of small histograms, which kernels/engines/histogram_of_teams.cl counts.

/// Whether teams of work-items can count the small histograms of a batch. `shared`: the decision for
/// work-groups that share a histogram. This decision must be to count in local memory by atomics, and no knob
/// other than the variant may be set. A table of all bins must take at most half of local memory. There must
/// be no sums of floats.
[[nodiscard]] bool counts_by_teams(const Request& request, const Decision& shared) noexcept;

[[nodiscard]] Decision team_decision(const DeviceProfile& device, const Problem& problem,
                                     const Decision& shared);

/// Histograms with more elements are never counted by teams.
inline constexpr std::uint64_t max_team_elements = std::uint64_t{1} << 22U;

/// Whether teams count a batch of this number of histograms faster than the alternative, in which one or
/// several work-groups with replicas of the table count each histogram. `elements`: mean number of elements
/// per histogram.
[[nodiscard]] bool teams_pay(const DeviceProfile& device, Batch batch, std::uint64_t histograms,
                             std::uint64_t elements) noexcept;

/// The number of work-items of a team, depending on the number of elements of its histogram.
class TeamSizes {
  public:
    TeamSizes(const Problem& problem, const Decision& team) noexcept;

    /// The base-2 logarithm of the number of work-items of a team for `elements` elements. A team has at most
    /// all work-items of its work-group. It has at least the number of work-items with which the tables of
    /// all teams of a work-group fit in local memory.
    [[nodiscard]] unsigned log2_items(std::uint64_t elements) const noexcept;
    /// Number of teams in a work-group.
    [[nodiscard]] std::uint32_t teams(unsigned log2_items) const noexcept {
        return std::uint32_t{1} << (max_log2_ - log2_items);
    }
    /// Bytes of local memory for the teams of a work-group.
    [[nodiscard]] std::uint64_t local_bytes(unsigned log2_items) const noexcept {
        return teams(log2_items) * table_bytes_;
    }

  private:
    std::uint64_t table_bytes_;
    unsigned log2_elements_;       ///< logarithm of the number of elements per work-item
    unsigned max_log2_, min_log2_; ///< limits of log2_items()
};

} // namespace histo_cl::detail
