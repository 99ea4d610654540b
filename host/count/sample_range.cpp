#include "common/errors.hpp"
#include "common/number.hpp"
#include "common/text.hpp"
#include "count/input.hpp"
#include "count/result.hpp"
#include "count/selection.hpp"
#include "files/sample_reader.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <span>
#include <utility>

namespace count {

using histo_cl::Number;
using histo_cl::SampleExtremes;
using histo_cl::SampleType;

namespace {

constexpr std::size_t piece_bytes = std::size_t{1} << 20U;
constexpr std::uint64_t bins_of_values = 256;

void widen(std::optional<SampleExtremes>& all, const std::optional<SampleExtremes>& other) {
    if (!other) return;
    if (!all) {
        all = other;
        return;
    }
    if (other->minimum < all->minimum) all->minimum = other->minimum;
    if (other->maximum > all->maximum) all->maximum = other->maximum;
}

/// For integer types of up to 16 bits, returns i32, which can hold all their values. Returns other types
/// unchanged.
SampleType widened(SampleType type) {
    return histo_cl::is_float(type) || histo_cl::bytes(type) > 2 ? type : SampleType::i32;
}

/// Returns the integer plus one. 2^64 is returned as a double, because it does not fit in 64 bits.
Number after(const Number& integer) {
    if (integer < 0) return integer.i64() + 1;
    const auto value =
        integer.kind() == Number::Kind::u64 ? integer.u64() : static_cast<std::uint64_t>(integer.i64());
    return value < std::numeric_limits<std::uint64_t>::max() ? Number(value + 1) : Number(0x1p64);
}

} // namespace

std::vector<std::byte> positive_samples(SampleType type, std::span<const std::byte> samples) {
    std::vector<std::byte> kept;
    const auto size = histo_cl::bytes(type);
    auto next = samples.begin();
    for_each_sample(type, samples, [&](auto value) {
        const auto sample = std::exchange(next, next + static_cast<std::ptrdiff_t>(size));
        if (value > 0 && std::isfinite(static_cast<double>(value))) kept.insert(kept.end(), sample, next);
    });
    return kept;
}

Extremes extremes_of(SampleType type, const Selection& selection, std::span<const std::byte> elements,
                     bool positive) {
    Extremes all;
    for (const auto channel : selection.active) {
        std::vector<std::byte> copy;
        auto samples = elements;
        if (selection.channels > 1)
            samples = copy = channel_of(elements, histo_cl::bytes(type), selection.channels, channel);
        if (positive) samples = copy = positive_samples(type, samples);
        all.push_back(histo_cl::sample_extremes({type, samples}));
    }
    return all;
}

void widen(Extremes& all, const Extremes& other) {
    all.resize(std::max(all.size(), other.size()));
    for (std::size_t axis = 0; axis < other.size(); ++axis)
        widen(all[axis], other[axis]);
}

Extremes find_extremes(files::SampleReader& reader, SampleType type, const Selection& selection,
                       const std::stop_source& stop, bool positive) {
    std::mutex mutex;
    Extremes all(selection.active.size());
    const auto push = [&](const files::Fill& fill) {
        Bytes piece(std::max(piece_bytes, reader.element_bytes()));
        const auto bytes = static_cast<std::size_t>(fill(piece));
        const auto here = extremes_of(type, selection, std::span(piece).first(bytes), positive);
        const std::lock_guard lock(mutex);
        widen(all, here);
        return std::uint64_t{bytes};
    };
    read_by_threads(reader, {.threads = files::suitable_threads()}, push, stop);
    return all;
}

histo_cl::Binning bins_between(SampleType type, const std::optional<SampleExtremes>& extremes,
                               std::optional<std::uint32_t> bins) {
    const auto found =
        std::get<histo_cl::EvenBins>(histo_cl::default_problem(widened(type), extremes).axes.front());
    if (bins) return histo_cl::even_bins(*bins, found.lower, found.upper);
    if (extremes && !histo_cl::is_float(type)) {
        const auto distance = common::whole_distance(extremes->minimum, extremes->maximum);
        if (distance && *distance < bins_of_values)
            return histo_cl::even_bins(static_cast<std::uint32_t>(*distance + 1), extremes->minimum,
                                       after(extremes->maximum));
    }
    return found;
}

const files::Column* column_of(const Selection& selection, std::size_t axis) {
    return selection.columns ? &(*selection.columns)[selection.active[axis]] : nullptr;
}

bool follow_samples(SampleType type, const BinningArgs& args, const Selection& selection) {
    if (follow_samples(type, args)) return true;
    for (std::size_t axis = 0; axis < selection.active.size(); ++axis)
        if (const auto* column = column_of(selection, axis);
            column != nullptr && column->kind == files::ColumnKind::text)
            return true;
    return false;
}

namespace {

/// Returns the bins of one axis. Without positive samples, logarithmic bins cover 1 to 10.
histo_cl::Binning bins_of_axis(SampleType type, const std::optional<SampleExtremes>& extremes,
                               const BinningArgs& args) {
    if (!follow_samples(type, args)) return binning_from(type, args);
    if (!args.log_from_samples) return bins_between(type, extremes, args.bins);
    constexpr std::uint32_t log_bins = 32;
    const auto minimum = extremes ? extremes->minimum : Number(1);
    const auto maximum = extremes ? extremes->maximum : Number(10);
    return histo_cl::log_bins(args.bins.value_or(log_bins), minimum,
                              minimum < maximum ? maximum : Number(minimum.to_double() * 10));
}

} // namespace

bool fit_one_axis(const Extremes& extremes, const Selection& selection) {
    constexpr double max_ratio = 16;
    if (!selection.columns) return true;
    std::optional<SampleExtremes> all;
    for (std::size_t axis = 0; axis < extremes.size(); ++axis) {
        if (column_of(selection, axis)->kind != column_of(selection, 0)->kind) return false;
        widen(all, extremes[axis]);
    }
    return std::ranges::all_of(extremes, [&](const auto& one) {
        if (!one || one->minimum == one->maximum) return true;
        return histo_cl::distance(all->minimum, all->maximum) <=
               max_ratio * histo_cl::distance(one->minimum, one->maximum);
    });
}

std::vector<histo_cl::Binning> bins_between(SampleType type, Extremes extremes, const Selection& selection,
                                            const BinningArgs& args, bool is_shared) {
    const auto has_texts = [&](std::uint32_t channel) {
        return selection.columns && (*selection.columns)[channel].kind == files::ColumnKind::text;
    };
    if ((args.range || !has_default_count(args)) && !selection.active.empty() &&
        std::ranges::all_of(selection.active, has_texts))
        throw common::UsageError(
            "column " + common::printable((*selection.columns)[selection.active.front()].name) +
            " has texts, each of which is a bin; --range, --edges and --bins are for numbers and dates");
    const auto bins_of = [&](const files::Column* column, const auto& range) {
        auto bins = column != nullptr ? column_bins(*column, range, args) : std::nullopt;
        return bins ? *std::move(bins) : bins_of_axis(type, range, args);
    };
    std::vector<histo_cl::Binning> all;
    if (selection.joint || (selection.columns && !is_shared) || !fit_one_axis(extremes, selection)) {
        for (std::size_t axis = 0; axis < extremes.size(); ++axis)
            all.push_back(bins_of(column_of(selection, axis), extremes[axis]));
        return all;
    }
    std::optional<files::Column> common;
    for (std::size_t axis = 0; axis < extremes.size(); ++axis) {
        widen(extremes.front(), extremes[axis]);
        if (const auto* column = column_of(selection, axis)) {
            const bool whole = column->whole && (!common || common->whole);
            common = files::Column{.name = {}, .kind = column->kind, .whole = whole};
        }
    }
    all.assign(extremes.size(), bins_of(common ? &*common : nullptr, extremes.front()));
    return all;
}

} // namespace count
