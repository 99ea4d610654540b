#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/device.hpp"
#include "histo_cl/export.hpp"
#include "histo_cl/layout.hpp"
#include "histo_cl/options.hpp"
#include "histo_cl/problem.hpp"
#include "histo_cl/sample.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI {

/// Counts or sums of a part of the data, which can be merged with those of other parts, exactly and in any
/// order. The result has the bits of one call with all data, regardless of the split and of the devices. See
/// docs/scale.md.
///
/// Const member functions may be called by several threads at once.
class HISTO_CL_API Partial {
  public:
    /// A partial of 0 elements. Problem::counter does not matter. Throws like Problem::validate(), and
    /// Error(invalid_argument) for problems whose parts do not add up: batches, float weights without
    /// Problem::weight_bound, custom bins whose expression uses the index `i`.
    explicit Partial(Problem problem);

    [[nodiscard]] const Problem& problem() const noexcept { return problem_; }
    /// Number of elements counted, including those in no bin.
    [[nodiscard]] std::uint64_t elements() const noexcept { return elements_; }

    /// Adds another part. Error(invalid_argument), with nothing changed, if its problem is another (see
    /// fingerprint()), or if the two together have more elements than the weight bound or 2^64 − 1.
    void merge(const Partial& other);

    /// [counter], as histogram<T>() returns them: T is std::uint64_t for counts and sums of unsigned weights,
    /// std::int64_t for weights of signed integers, double (rounded once) for float weights. Another T is
    /// Error(invalid_argument).
    template <Sum T = std::uint64_t>
    [[nodiscard]] std::vector<T> sums() const {
        return detail::sums_from<T>(bits_of_sums(counter_type_of<T>()));
    }

    /// The sums in words of 64 bits. The words of up to 2^20 parts may be added, word by word and modulo 2^64
    /// (MPI_SUM of MPI_UINT64_T), and passed to from_words(). All parts of a problem have the same number of
    /// words.
    [[nodiscard]] std::span<const std::uint64_t> words() const noexcept { return words_; }
    /// A partial from the words of one, or from the sums of the words of several, and the total of their
    /// elements. Throws like the constructor, and Error(invalid_argument) for a wrong number of words, for
    /// words that this number of elements cannot have, and for more elements than the weight bound.
    [[nodiscard]] static Partial from_words(const Problem& problem, std::span<const std::uint64_t> words,
                                            std::uint64_t elements);

    /// The SHA-256, in hexadecimal digits, of everything that decides what is counted: the sample type, the
    /// axes, joint, last_edge, out_of_range, the type and number of weights, narrow_weights, squared_weights,
    /// counts_too, and the weight bound's exponent and elements. Layout, counter and max_samples are left
    /// out, so parts may differ in them.
    [[nodiscard]] const std::string& fingerprint() const noexcept { return fingerprint_; }

    /// A partial as bytes, the same on every machine: with a version, the fingerprint and a checksum. See
    /// docs/scale.md for the format.
    [[nodiscard]] std::vector<std::byte> save() const;
    /// Reads what save() returned. Throws like the constructor, and Error(invalid_argument) for bytes that
    /// are not a saved partial, a later version of the format, missing or extra bytes, a wrong checksum, and
    /// a partial of another problem.
    [[nodiscard]] static Partial load(const Problem& problem, std::span<const std::byte> saved);

    /// Equal if the fingerprints, the numbers of elements and the sums are equal.
    friend bool operator==(const Partial& a, const Partial& b) noexcept {
        return a.fingerprint_ == b.fingerprint_ && a.elements_ == b.elements_ && a.words_ == b.words_;
    }

  private:
    friend HISTO_CL_API Partial partial_histogram(const Problem&, const HostData&, const Options&,
                                                  const Device*, bool*);

    [[nodiscard]] std::vector<std::uint64_t> bits_of_sums(CounterType type) const;

    Problem problem_;
    std::string fingerprint_;
    std::vector<std::uint64_t> words_; ///< normalized
    std::uint64_t elements_ = 0;
};

/// Writes Partial::save() to a file, atomically: to a temporary file that is flushed to disk and then
/// renamed. Throws Error(file_error) with the name of the file and the reason, such as a full disk; an
/// existing file is then unchanged.
HISTO_CL_API void save(const Partial& partial, const std::filesystem::path& file);
/// Reads a partial from a file. Throws like Partial::load(), and Error(file_error) if the file does not exist
/// or cannot be read; messages name the file.
[[nodiscard]] HISTO_CL_API Partial load(const Problem& problem, const std::filesystem::path& file);

/// Counts host data like histogram(), into a partial, on the device given; null: on default_device(). If
/// `on_calling_thread` is not null it receives whether the calling thread counted. Throws like histogram(),
/// and like Partial's constructor. Thread-safe.
[[nodiscard]] HISTO_CL_API Partial partial_histogram(const Problem& problem, const HostData& data,
                                                     const Options& options, const Device* device,
                                                     bool* on_calling_thread = nullptr);
[[nodiscard]] inline Partial partial_histogram(const Problem& problem, const HostData& data,
                                               const Options& options = {}) {
    return partial_histogram(problem, data, options, nullptr);
}
[[nodiscard]] inline Partial partial_histogram(const Problem& problem, const HostData& data,
                                               const Options& options, const Device& device) {
    return partial_histogram(problem, data, options, &device);
}

} // namespace histo_cl::inline HISTO_CL_ABI
