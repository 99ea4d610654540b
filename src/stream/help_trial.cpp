#include "stream/help_trial.hpp"

namespace histo_cl::detail {
namespace {

// The numbers of the chunks that end the stages.
constexpr auto without_from = HelpTrial::warm_up_chunks;
constexpr auto with_from = without_from + HelpTrial::chunks_per_way;
constexpr auto end = with_from + HelpTrial::chunks_per_way;

} // namespace

double HelpTrial::Way::rate() const noexcept {
    return end > start ? static_cast<double>(bytes) / (end - start) : 0;
}

bool HelpTrial::helps() const noexcept {
    if (chunks_ < with_from) return false;
    return chunks_ < end || with_.rate() > without_.rate();
}

void HelpTrial::counted(std::uint64_t bytes, double now) noexcept {
    if (chunks_ >= end) return;
    ++chunks_;
    if (chunks_ <= without_from) {
        without_.start = now;
    } else if (chunks_ <= with_from) {
        without_.bytes += bytes;
        without_.end = with_.start = now;
    } else {
        with_.bytes += bytes;
        with_.end = now;
    }
}

std::optional<HelpTrial::Rates> HelpTrial::rates() const noexcept {
    if (chunks_ < end) return std::nullopt;
    return Rates{without_.rate(), with_.rate()};
}

} // namespace histo_cl::detail
