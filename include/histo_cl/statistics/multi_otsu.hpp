#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/error.hpp"
#include "histo_cl/statistics/counts.hpp"
#include "histo_cl/statistics/thresholds.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI {

/// Maximum number of classes of otsu_thresholds().
inline constexpr std::size_t max_otsu_classes = 256;

} // namespace histo_cl::inline HISTO_CL_ABI

namespace histo_cl::detail::inline HISTO_CL_ABI {

/// Divides filled bins into consecutive classes so that the variance between the classes is largest. That is
/// so if the sum of the gains of the classes is largest; the gain of a class is (sum of values)² / samples.
class ClassPartition {
  public:
    explicit ClassPartition(const std::vector<FilledBin>& filled) : counts_(1), sums_(1) {
        ClassSums all;
        for (const auto& each : filled)
            all.add(static_cast<double>(each.bin), each.count);
        for (const auto& each : filled) {
            counts_.push_back(counts_.back());
            counts_.back().add(each.count);
            // With values relative to the mean, the squares are most precise.
            sums_.push_back(sums_.back());
            sums_.back().add(each.count * (static_cast<double>(each.bin) - all.mean()));
        }
    }

    /// The index in `filled` of the first bin of each class except the first class. There must be at least as
    /// many filled bins as classes.
    [[nodiscard]] std::vector<std::size_t> begins(std::size_t classes) {
        const auto bins = counts_.size() - 1;
        best_.assign(bins + 1, 0);
        for (std::size_t end = 1; end <= bins; ++end)
            best_[end] = gain(0, end);
        std::vector<std::vector<std::uint32_t>> last_begins; // last_begin_ for 2, 3 ... classes
        for (std::size_t parted = 2; parted <= classes; ++parted) {
            next_.assign(bins + 1, 0);
            last_begin_.assign(bins + 1, 0);
            part({parted, bins}, {parted - 1, bins - 1});
            last_begins.push_back(last_begin_);
            best_ = next_;
        }
        std::vector<std::size_t> begins(classes - 1);
        auto end = bins;
        for (auto i = begins.size(); i-- > 0;)
            end = begins[i] = last_begins[i][end];
        return begins;
    }

  private:
    struct Bounds {
        std::size_t least, most;
    };

    [[nodiscard]] double gain(std::size_t begin, std::size_t end) const noexcept {
        const auto sum = sums_[end].since(sums_[begin]);
        const auto samples = counts_[end].since(counts_[begin]);
        return samples > 0 ? sum * sum / samples : 0;
    }

    /// Adds a last class to the best partitions of the bins before that class, for each end of the last class
    /// in `ends`. The best begin of the last class never decreases when its end increases (Knuth's
    /// monotonicity), so divide and conquer tries each begin about once per level of the recursion.
    void part(Bounds ends, Bounds begins) { // NOLINT(misc-no-recursion): as deep as log2 of the bins
        if (ends.least > ends.most) return;
        const auto end = ends.least + (ends.most - ends.least) / 2;
        auto best_begin = begins.least;
        double greatest = -1;
        for (auto begin = begins.least; begin <= begins.most && begin < end; ++begin)
            if (const auto sum = best_[begin] + gain(begin, end); sum > greatest) {
                greatest = sum;
                best_begin = begin;
            }
        next_[end] = greatest;
        last_begin_[end] = static_cast<std::uint32_t>(best_begin);
        part({ends.least, end - 1}, {begins.least, best_begin});
        part({end + 1, ends.most}, {best_begin, begins.most});
    }

    std::vector<CompensatedSum> counts_, sums_; // element i: the sum over the bins before bin i
    // Element i is about the best partitions of the bins before bin i. best_: the sum of gains with the
    // current number of classes. next_: the sum of gains with one more class. last_begin_: the first bin of
    // the last class, with one more class.
    std::vector<double> best_, next_;
    std::vector<std::uint32_t> last_begin_;
};

} // namespace histo_cl::detail::inline HISTO_CL_ABI

namespace histo_cl::inline HISTO_CL_ABI {

/// Otsu's thresholds between several classes, for bins of equal width (Otsu 1979; Liao, Chen and Chung 2001).
/// Returns the last bin of each class except the last class, t[0] < t[1] < …, so that the variance between
/// the classes is largest. Of several solutions, returns the lowest. For two classes the threshold is
/// otsu_threshold(). Each threshold is a bin that has samples. Empty if fewer bins than classes have samples.
/// Dynamic programming over the m bins with samples takes about classes · m · log m steps, in double.
///
/// Throws Error(invalid_argument) unless `classes` is 2 to max_otsu_classes, and for counts that are negative
/// or not finite.
template <CountRange Range>
[[nodiscard]] std::vector<std::size_t> otsu_thresholds(const Range& counts, std::size_t classes) {
    if (classes < 2 || classes > max_otsu_classes)
        throw Error(Status::invalid_argument, std::to_string(classes) +
                                                  (classes == 1 ? " class" : " classes") +
                                                  ": allowed are 2 to " + std::to_string(max_otsu_classes));
    detail::check_counts(counts);
    const auto filled = detail::filled_bins(counts);
    if (filled.size() < classes) return {};
    auto thresholds = detail::ClassPartition(filled).begins(classes);
    for (auto& threshold : thresholds)
        threshold = filled[threshold - 1].bin;
    return thresholds;
}

} // namespace histo_cl::inline HISTO_CL_ABI
