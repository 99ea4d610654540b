#include "histo_cl/binning.hpp"

#include "core/names.hpp"
#include "problem/binnings.hpp"

namespace histo_cl {
namespace {

using detail::Named;

constexpr std::array kind_names{
    Named<BinningKind>{BinningKind::even, "even"},     Named<BinningKind>{BinningKind::edges, "edges"},
    Named<BinningKind>{BinningKind::log, "log"},       Named<BinningKind>{BinningKind::circular, "circular"},
    Named<BinningKind>{BinningKind::custom, "custom"},
};
static_assert(kind_names.size() == all_binning_kinds.size());

} // namespace

std::string_view name(BinningKind kind) noexcept {
    return detail::name_in(kind_names, kind);
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

} // namespace histo_cl
