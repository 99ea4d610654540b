#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/device.hpp"
#include "histo_cl/export.h"
#include "histo_cl/host_data.hpp"
#include "histo_cl/options.hpp"
#include "histo_cl/problem.hpp"
#include "histo_cl/result.hpp"
#include "histo_cl/sample.hpp"
#include "histo_cl/statistics/profile_bin.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI {

/// Counts or sums of a part of the data. Partials can be merged exactly and in any order: the result has the
/// bits of one call with all data, regardless of the devices and of how the data was split. See
/// docs/scale.md.
///
/// Const member functions may be called by several threads at once.
class HISTO_CL_API Partial {
  public:
    /// A partial of 0 elements. Problem::counter matters only to histogram(). Throws like
    /// Problem::validate(), and Error(invalid_argument) for problems whose parts do not add up: batches,
    /// float weights without Weights::bound, custom bins whose expression uses the index `i`.
    explicit Partial(Problem problem);

    /// What the part counts.
    [[nodiscard]] const Problem& problem() const noexcept { return problem_; }
    /// Number of counted elements, including elements in no bin.
    [[nodiscard]] std::uint64_t elements() const noexcept { return elements_; }

    /// Adds another part. Throws Error(invalid_argument), with nothing changed, if the fingerprints differ,
    /// or if both parts together have more elements than the weight bound allows, or 2^64 or more.
    void merge(const Partial& other);

    /// The result of one call of histogram() with all parts. Only this result has saturated counts (with u8
    /// and u16 counters) and rounded sums of float weights; the partial itself stays exact.
    [[nodiscard]] Histogram histogram() const;

    /// The counts or sums as words of 64 bits, [sum][cell]. The words of up to 2^20 parts may be added, word
    /// by word and modulo 2^64 (MPI_SUM of MPI_UINT64_T), and the result passed to from_words(). For minima
    /// and maxima, take the greatest words instead of their sums (MPI_MAX). If there are also counts of
    /// elements, these are the first words, and must be added. All parts of a problem have the same number of
    /// words. The span is valid until the partial is changed or destroyed.
    [[nodiscard]] std::span<const std::uint64_t> words() const noexcept { return words_; }
    /// A partial from the words of one part, or from the combined words of several parts, see words().
    /// `elements` is the number of elements of all these parts. Throws like the constructor, and
    /// Error(invalid_argument) for a wrong number of words, for words that this number of elements cannot
    /// have, and for more elements than the weight bound allows.
    [[nodiscard]] static Partial from_words(const Problem& problem, std::span<const std::uint64_t> words,
                                            std::uint64_t elements);

    /// A SHA-256 digest, in hexadecimal digits, of the members of the problem that all parts must share: the
    /// sample type, the axes, joint, last_edge, out_of_range and splitting; of Weights the type, counts,
    /// squares, accumulator, vectors and narrow; and the exponent and elements of Weights::bound. All other
    /// members may differ.
    [[nodiscard]] const std::string& fingerprint() const noexcept { return fingerprint_; }

    /// The partial as bytes, in a format that is the same on every machine and contains a version, the
    /// fingerprint, to_string() of the problem and a checksum. docs/notes/scale.md describes the format.
    [[nodiscard]] std::vector<std::byte> to_bytes() const;
    /// Reads what to_bytes() returned. Throws like the constructor, and Error(invalid_argument) for bytes
    /// that are not a saved partial, another version of the format, missing or extra bytes, a wrong checksum,
    /// and a partial of another problem.
    [[nodiscard]] static Partial from_bytes(const Problem& problem, std::span<const std::byte> saved);

    /// Equal if the fingerprints, the numbers of elements and the sums are equal.
    friend bool operator==(const Partial& a, const Partial& b) noexcept {
        return a.fingerprint_ == b.fingerprint_ && a.elements_ == b.elements_ && a.words_ == b.words_;
    }

  private:
    friend HISTO_CL_API Partial partial_histogram(const Problem&, const HostData&, const Options&,
                                                  const Device*);

    Problem problem_;
    std::string fingerprint_;
    std::vector<std::uint64_t> words_; ///< normalized (src/plan/partial_sums.hpp)
    std::uint64_t elements_ = 0;
    bool on_calling_thread_ = false; ///< see Histogram::on_calling_thread
};

/// Writes Partial::to_bytes() to a file, whose name is UTF-8 on Windows, atomically: the bytes go to a
/// temporary file, which is flushed to disk and then renamed. Throws Error(file_error) with the name of the
/// file and the reason, such as a full disk; an existing file is then unchanged.
HISTO_CL_API void save(const Partial& partial, const std::string& file);
/// Reads a partial from a file. Throws like Partial::from_bytes(), and Error(file_error) if the file does not
/// exist or cannot be read; messages name the file.
[[nodiscard]] HISTO_CL_API Partial load(const Problem& problem, const std::string& file);

// Statistics of the weights in each cell, as arrays [cell]. For each cell, n is the count, S the exact sum of
// the weights, and Q the exact sum of their squares. Each result is computed exactly and rounded once, so no
// digits are lost by cancellation. The only other error is the rounding of each weight and square to the
// units of the sums (docs/weights.md). `vector` is the index of the weight within an element, 0 for the
// first. Results are NaN for a cell without elements, or with a NaN. With Problem::splitting, n is the sum of
// fractions, and only means() is possible.
//
// These functions throw Error(invalid_argument) unless the problem has sums of weights, Weights::counts and
// that vector, and if the sums of integer weights in a cell could have wrapped: use float weights then.

/// The mean weight in each cell: the double nearest to S / n. With infinite weights it is infinite, or NaN if
/// both infinities occur, as in IEEE arithmetic.
[[nodiscard]] HISTO_CL_API std::vector<double> means(const Partial& partial, std::uint32_t vector = 0);

/// The variance of the weights in each cell: the double nearest to (Q − S² / n) / (n − ddof), like numpy.var.
/// With ddof 0 it is the variance of all weights, with 1 the unbiased estimate. Never negative: for weights
/// that are nearly equal, rounding to units can result in a small negative value, which is returned as 0. NaN
/// for n <= ddof, and with an infinite weight.
///
/// Throws like means(), and Error(invalid_argument) unless the problem has squared weights, and for u32 and
/// i32 weights.
[[nodiscard]] HISTO_CL_API std::vector<double> variances(const Partial& partial, std::uint32_t vector = 0,
                                                         std::uint64_t ddof = 0);

/// The mean weight in each cell, and its standard error √((Q − S² / n) / (n − 1) / n), within 1 unit in its
/// last place. Unlike profile() of counts and sums it loses no digits by cancellation. Throws like
/// variances().
[[nodiscard]] HISTO_CL_API std::vector<ProfileBin> profile(const Partial& partial, std::uint32_t vector = 0);

/// The weighted mean, variance, standard error and effective count of the values in each cell, from the sums
/// of the four vectors of weighted_values(). `exponent` is the one that was passed to weighted_values().
/// Computed like the statistics above: exactly, and rounded once (the error: within 1 unit in its last
/// place). A variance is NaN unless the effective count exceeds ddof by more than the rounding to units can
/// explain. An error is NaN unless the effective count exceeds 1 by more than that. Both are NaN with an
/// infinite value. Negative weights can make a variance negative; its error is then NaN. A negative variance
/// that rounding can explain is returned as 0.
///
/// Throws Error(invalid_argument) unless the problem has four f64 weights with counts and squares,
/// and for an exponent beyond ±1100.
[[nodiscard]] HISTO_CL_API std::vector<WeightedBin> weighted_profile(const Partial& partial, int exponent = 0,
                                                                     std::uint64_t ddof = 0);

/// Counts host data like histogram(), but returns a partial. A null `device` is default_device(). Throws like
/// histogram() and like Partial's constructor. Thread-safe.
[[nodiscard]] HISTO_CL_API Partial partial_histogram(const Problem& problem, const HostData& data,
                                                     const Options& options, const Device* device);
/// Like the function above, on the default device.
[[nodiscard]] inline Partial partial_histogram(const Problem& problem, const HostData& data,
                                               const Options& options = {}) {
    return partial_histogram(problem, data, options, nullptr);
}
/// Like the function above, for flat samples of a problem without mask, weights and indices.
[[nodiscard]] inline Partial partial_histogram(const Problem& problem, const HostArray& samples,
                                               const Options& options = {}) {
    return partial_histogram(problem, HostData{.samples = samples}, options);
}
/// Like the function above, but counts on this device.
[[nodiscard]] inline Partial partial_histogram(const Problem& problem, const HostData& data,
                                               const Options& options, const Device& device) {
    return partial_histogram(problem, data, options, &device);
}

} // namespace histo_cl::inline HISTO_CL_ABI
