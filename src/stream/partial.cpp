#include "histo_cl/partial.hpp"

#include "call/histogram.hpp"
#include "core/files.hpp"
#include "core/text.hpp"
#include "histo_cl/error.hpp"
#include "plan/partial_sums.hpp"
#include "problem/checked.hpp"
#include "problem/weights.hpp"
#include "stream/partial_bytes.hpp"

#include <limits>
#include <utility>

namespace histo_cl::inline HISTO_CL_ABI {
namespace {

using namespace detail;

/// Throws Error(invalid_argument) for more elements than the weight bound allows for all parts together.
void check_elements(const Problem& problem, std::uint64_t elements) {
    if (problem.weight_bound && elements > problem.weight_bound->elements)
        invalid(elements, " elements: the weights' bound allows at most ", problem.weight_bound->elements,
                " in all (weight_bound.elements)");
}

} // namespace

Partial::Partial(Problem problem) : problem_(std::move(problem)) {
    static_cast<void>(CheckedProblem::with_wide_counters(problem_));
    check_mergeable(problem_);
    fingerprint_ = detail::fingerprint(problem_);
    words_.resize(partial_words(problem_));
}

void Partial::merge(const Partial& other) {
    if (fingerprint_ != other.fingerprint_)
        invalid("a partial of ", to_string(other.problem_), " cannot be merged with one of ",
                to_string(problem_));
    if (other.elements_ > std::numeric_limits<std::uint64_t>::max() - elements_)
        invalid(elements_, " and ", other.elements_, " elements are more than 2^64 - 1");
    check_elements(problem_, elements_ + other.elements_);
    merge_words(problem_, words_, other.words_);
    elements_ += other.elements_;
}

std::vector<std::uint64_t> Partial::bits_of_sums(CounterType type) const {
    check_sum_type(problem_, type, "sums");
    return saturated(problem_.counter, sums_of_words(problem_, words_));
}

Partial Partial::from_words(const Problem& problem, std::span<const std::uint64_t> words,
                            std::uint64_t elements) {
    Partial made(problem);
    check_elements(problem, elements);
    check_words(problem, words, elements);
    made.words_.assign(words.begin(), words.end());
    normalize_words(problem, made.words_);
    made.elements_ = elements;
    return made;
}

Partial partial_histogram(const Problem& problem, const HostData& data, const Options& options,
                          const Device* device, bool* on_calling_thread) {
    Partial counted(problem);
    const auto checked = CheckedProblem::with_wide_counters(counted.problem_);
    const auto all = check_data(checked, data);
    auto words = words_of_histogram(checked, all, options, device);
    if (on_calling_thread != nullptr) *on_calling_thread = words.on_calling_thread;
    counted.words_ = std::move(words.values);
    counted.elements_ = all.shape.elements;
    return counted;
}

namespace {

using namespace detail;

[[noreturn]] void fail(const std::filesystem::path& file, const FileRefusal& refusal) {
    throw Error(Status::file_error, concat(text_of_path(file), ": ", refusal.reason));
}

} // namespace

void save(const Partial& partial, const std::filesystem::path& file) {
    const auto bytes = partial.save();
    if (const auto refusal = write_file(file, {reinterpret_cast<const char*>(bytes.data()), bytes.size()}))
        fail(file, *refusal);
}

Partial load(const Problem& problem, const std::filesystem::path& file) {
    static_cast<void>(Partial(problem)); // throws for an invalid problem; the errors below name the file
    const auto read = read_file(file, partial_bytes(max_words_per_partial(problem)));
    if (const auto* const refusal = std::get_if<FileRefusal>(&read)) fail(file, *refusal);
    try {
        return Partial::load(problem, std::as_bytes(std::span(std::get<std::string>(read))));
    } catch (const Error& error) {
        throw Error(error.status(), concat(text_of_path(file), ": ", error.what()));
    }
}

} // namespace histo_cl::inline HISTO_CL_ABI
