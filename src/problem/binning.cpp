#include "histo_cl/binning.hpp"

#include "core/enum_table.hpp"
#include "problem/binnings.hpp"

namespace histo_cl::inline HISTO_CL_ABI {

static_assert(all_binning_kinds.size() == detail::enum_table<BinningKind>.size());

std::string_view name(BinningKind kind) noexcept {
    return detail::name_of(kind);
}

std::uint64_t bin_count(const Binning& binning) noexcept {
    return std::visit(
        [](const auto& bins) -> std::uint64_t {
            if constexpr (requires { bins.edges; })
                return bins.edges.empty() ? 0 : bins.edges.size() - 1;
            else
                return bins.count;
        },
        binning);
}

std::string to_string(const Binning& binning) {
    return std::visit([](const auto& bins) { return detail::text(bins); }, binning);
}

} // namespace histo_cl::inline HISTO_CL_ABI
