#include "guarded_counts.hpp"

#include "support/counters.hpp"

#include <bit>
#include <cstring>

namespace histo_cl::test {
namespace {

constexpr std::uint32_t guard_word = 0xdeadbeef;
constexpr std::size_t guard_words_after = 16;

std::string text(std::uint64_t count, CounterType counter) {
    switch (counter) {
    case CounterType::i64: return std::to_string(static_cast<std::int64_t>(count));
    case CounterType::f64: return Number(std::bit_cast<double>(count)).to_string();
    case CounterType::f32: return Number(std::bit_cast<float>(static_cast<std::uint32_t>(count))).to_string();
    default: return std::to_string(count);
    }
}

/// Packs 64-bit counts into words, as counters of type T.
template <class T>
void pack(std::span<const std::uint64_t> counts, std::span<std::uint32_t> words) {
    std::vector<T> narrow(counts.size());
    std::ranges::transform(counts, narrow.begin(), [](auto count) { return static_cast<T>(count); });
    if (!narrow.empty()) std::memcpy(words.data(), narrow.data(), narrow.size() * sizeof(T));
}

/// Unpacks counters of type T to 64 bits each.
template <class T>
std::vector<std::uint64_t> unpacked(std::span<const std::uint32_t> words, std::size_t counters) {
    std::vector<T> narrow(counters);
    if (counters != 0) std::memcpy(narrow.data(), words.data(), counters * sizeof(T));
    return {narrow.begin(), narrow.end()};
}

} // namespace

bool under_oclgrind() {
    return test_device().profile().platform == "Oclgrind";
}

cl_mem given_workspace(const Plan& plan, const cl::Buffer& workspace) {
    return under_oclgrind() && plan.decision().merge == Merge::last_group ? nullptr : workspace();
}

GuardedCounts::GuardedCounts(const Plan& plan, std::uint64_t histograms)
    : counter_(plan.problem().counter), counters_(histograms * plan.problem().counters()),
      adds_to_zeros_(under_oclgrind() && plan.problem().weights.accumulator == Accumulator::sum),
      before_(test_device().profile().base_address_align_bytes / sizeof(std::uint32_t)),
      words_(plan.count_bytes(histograms) / sizeof(std::uint32_t)),
      whole_(test_device().make_buffer((before_ + words_ + guard_words_after) * sizeof(std::uint32_t))) {
    const cl_buffer_region region{before_ * sizeof(std::uint32_t),
                                  (words_ + guard_words_after) * sizeof(std::uint32_t)};
    cl::Buffer whole = whole_; // CLHPP's call is not const
    counts_ = whole.createSubBuffer(CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region);
    keep_until_exit(counts_);
}

void GuardedCounts::write(std::span<const std::uint32_t> words) const {
    std::vector<std::uint32_t> all(before_ + words_ + guard_words_after, guard_word);
    std::ranges::copy(words, all.begin() + static_cast<std::ptrdiff_t>(before_));
    test_device().write(whole_, all);
}

void GuardedCounts::prepare(Job& job) const {
    job.counts = counts_();
    job.accumulate = adds_to_zeros_;
    write(job.accumulate ? std::vector<std::uint32_t>(words_) : std::vector<std::uint32_t>());
}

void GuardedCounts::prepare(Job& job, std::span<const std::uint64_t> before) const {
    job.counts = counts_();
    job.accumulate = true;
    std::vector<std::uint32_t> words(words_);
    switch (counter_) {
    case CounterType::u8: pack<std::uint8_t>(before, words); break;
    case CounterType::u16: pack<std::uint16_t>(before, words); break;
    case CounterType::f32:
    case CounterType::u32: pack<std::uint32_t>(before, words); break;
    default: pack<std::uint64_t>(before, words);
    }
    write(words);
}

std::optional<std::vector<std::uint64_t>> GuardedCounts::read() const {
    const auto words = test_device().read_back<std::uint32_t>(whole_, before_ + words_ + guard_words_after);
    const auto counters = std::span(words).subspan(before_, words_);
    const auto untouched = [](std::uint32_t word) { return word == guard_word; };
    if (!std::ranges::all_of(std::span(words).first(before_), untouched) ||
        !std::ranges::all_of(std::span(words).last(guard_words_after), untouched))
        return std::nullopt;
    switch (counter_) {
    case CounterType::u8: return unpacked<std::uint8_t>(counters, counters_);
    case CounterType::u16: return unpacked<std::uint16_t>(counters, counters_);
    case CounterType::f32:
    case CounterType::u32: return unpacked<std::uint32_t>(counters, counters_);
    default: return unpacked<std::uint64_t>(counters, counters_);
    }
}

std::optional<std::vector<std::uint64_t>> GuardedCounts::count(const Plan& plan, Job job) const {
    const auto& device = test_device();
    if (plan.decision().merge != Merge::host) {
        prepare(job);
        plan.enqueue(device.queue()(), job);
        return read();
    }
    const auto used = plan.workspace_bytes() / sizeof guard_word;
    const auto workspace =
        device.make_buffer(std::vector<std::uint32_t>(used + guard_words_after, guard_word));
    keep_until_exit(workspace);
    if (job.workspace != nullptr) job.workspace = workspace();
    auto counts = bits_of(plan.count(device.queue()(), job));
    const auto after = device.read_back<std::uint32_t>(workspace, guard_words_after, used);
    if (after != std::vector<std::uint32_t>(guard_words_after, guard_word)) return std::nullopt;
    return counts;
}

std::string difference(const std::optional<std::vector<std::uint64_t>>& got,
                       std::span<const std::uint64_t> want, CounterType counter, std::uint64_t counters) {
    if (!got) return "wrote beside the counters";
    if (got->size() != want.size())
        return std::to_string(got->size()) + " counters, the reference has " + std::to_string(want.size());
    for (std::size_t i = 0; i < want.size(); ++i)
        if ((*got)[i] != want[i])
            return "counter " + std::to_string(i % counters) + " of histogram " +
                   std::to_string(i / counters) + " has " + text((*got)[i], counter) + ", the reference " +
                   text(want[i], counter);
    return "";
}

} // namespace histo_cl::test
