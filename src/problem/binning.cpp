#include "histo_cl/binning.hpp"

#include "core/enum_table.hpp"
#include "problem/binnings.hpp"

namespace histo_cl::inline HISTO_CL_ABI {

namespace {

std::uint64_t count_of(const EdgeBins& bins) noexcept {
    return bins.edges.empty() ? 0 : bins.edges.size() - 1;
}

template <class Bins>
std::uint64_t count_of(const Bins& bins) noexcept {
    return bins.count;
}

/// Of the alternative that it has; std::visit() may throw.
template <class... Bins>
std::uint64_t count_of_any(const std::variant<Bins...>& binning) noexcept {
    std::uint64_t count = 0;
    const auto see = [&](const auto* bins) {
        if (bins != nullptr) count = count_of(*bins);
    };
    (see(std::get_if<Bins>(&binning)), ...);
    return count;
}

} // namespace

static_assert(all_binning_kinds.size() == detail::enum_table<BinningKind>.size());

std::string_view name(BinningKind kind) noexcept {
    return detail::name_of(kind);
}

std::uint64_t bin_count(const Binning& binning) noexcept {
    return count_of_any(binning);
}

std::string to_string(const Binning& binning) {
    return std::visit([](const auto& bins) { return detail::text(bins); }, binning);
}

} // namespace histo_cl::inline HISTO_CL_ABI
