#include "histo_cl/statistics.hpp"

#include "c_api/counts.hpp"
#include "histo_cl/layout.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <span>
#include <vector>

// Statistics of the bins of one axis, and of two histograms with the same bins. Also thresholds and maps.

using namespace histo_cl::c_api;

namespace {

std::array<double, 4> values_of(const histo_cl::Moments& moments) noexcept {
    return {moments.mean, moments.variance, moments.skewness, moments.kurtosis};
}

} // namespace

histo_cl_status histo_cl_total(histo_cl_counter_type type, const void* counts, std::size_t bins,
                               void* total) noexcept {
    return with_counts(type, counts, bins, [&](auto span) {
        using Total = histo_cl::Total<decltype(span)>;
        deref(static_cast<Total*>(total), "total") = histo_cl::total(span);
    });
}

histo_cl_status histo_cl_cumulative_sum(histo_cl_counter_type type, const void* counts, std::size_t bins,
                                        void* sums) noexcept {
    return with_counts(type, counts, bins, [&](auto span) {
        using Total = histo_cl::Total<decltype(span)>;
        give(histo_cl::cumulative_sum(span), static_cast<Total*>(sums), "sums");
    });
}

histo_cl_status histo_cl_density(histo_cl_counter_type type, const void* counts, std::size_t bins,
                                 const double* edges, double* density) noexcept {
    return with_counts(type, counts, bins, [&](auto span) {
        give(histo_cl::density(span, edges_of(edges, bins)), density, "density");
    });
}

histo_cl_status histo_cl_percentiles(histo_cl_counter_type type, const void* counts, std::size_t bins,
                                     const double* edges, const double* percents, std::size_t percent_count,
                                     double* values, double* lowers, double* uppers) noexcept {
    return with_counts(type, counts, bins, [&](auto span) {
        const auto asked = array(percents, percent_count, "percents", histo_cl::max_bins);
        const auto found = histo_cl::percentiles(span, edges_of(edges, bins), asked);
        const auto value_room = array(values, percent_count, "values");
        const auto lower_room = array(lowers, percent_count, "lowers");
        const auto upper_room = array(uppers, percent_count, "uppers");
        std::ranges::transform(found, value_room.begin(), &histo_cl::Percentile::value);
        std::ranges::transform(found, lower_room.begin(), &histo_cl::Percentile::lower);
        std::ranges::transform(found, upper_room.begin(), &histo_cl::Percentile::upper);
    });
}

histo_cl_status histo_cl_percentile_bins(histo_cl_counter_type type, const void* counts, std::size_t bins,
                                         const double* percents, std::size_t percent_count,
                                         std::size_t* found) noexcept {
    return with_counts(type, counts, bins, [&](auto span) {
        const auto asked = array(percents, percent_count, "percents", histo_cl::max_bins);
        const auto places = histo_cl::percentile_bins(span, asked);
        std::ranges::transform(places, array(found, percent_count, "found").begin(), bin_or_none);
    });
}

histo_cl_status histo_cl_mode(histo_cl_counter_type type, const void* counts, std::size_t bins,
                              std::size_t* bin) noexcept {
    return give_bin(type, counts, bins, bin, [](auto span) { return histo_cl::mode(span); });
}

histo_cl_status histo_cl_entropy(histo_cl_counter_type type, const void* counts, std::size_t bins,
                                 double* bits) noexcept {
    return with_counts(type, counts, bins, [&](auto span) { deref(bits, "bits") = histo_cl::entropy(span); });
}

histo_cl_status histo_cl_moments(histo_cl_counter_type type, const void* counts, std::size_t bins,
                                 const double* edges, double* moments) noexcept {
    return with_counts(type, counts, bins, [&](auto span) {
        give(values_of(histo_cl::moments(span, edges_of(edges, bins))), moments, "moments");
    });
}

histo_cl_status histo_cl_integer_moments(histo_cl_counter_type type, const void* counts, std::size_t bins,
                                         std::int64_t first, double* moments) noexcept {
    return with_counts(type, counts, bins, [&](auto span) {
        give(values_of(histo_cl::integer_moments(span, first)), moments, "moments");
    });
}

histo_cl_status histo_cl_standard_errors(histo_cl_counter_type type, const void* squares, std::size_t bins,
                                         double* errors) noexcept {
    return guarded([&] {
        with_counter_type(type, "type", [&]<class T>(const T*) {
            give(histo_cl::standard_errors(counts_of<T>(squares, bins, "squares")), errors, "errors");
        });
    });
}

histo_cl_status histo_cl_profile(histo_cl_counter_type count_type, const void* counts,
                                 histo_cl_counter_type sum_type, const void* sums, const void* squares,
                                 std::size_t bins, double* means, double* errors) noexcept {
    return guarded([&] {
        std::vector<histo_cl::ProfileBin> profile;
        with_counter_type(count_type, "count_type", [&]<class Count>(const Count*) {
            with_counter_type(sum_type, "sum_type", [&]<class Sum>(const Sum*) {
                const auto samples = counts_of<Count>(counts, bins);
                const auto weights = counts_of<Sum>(sums, bins, "sums");
                profile = histo_cl::profile(samples, weights, counts_of<Sum>(squares, bins, "squares"));
            });
        });
        give_profile(profile, means, errors);
    });
}

histo_cl_status histo_cl_weighted_profile(histo_cl_counter_type type, const void* weights,
                                          const void* squared_weights, const void* sums, const void* squares,
                                          std::size_t bins, std::uint64_t ddof,
                                          histo_cl_weighted_bin* found) noexcept {
    return guarded([&] {
        with_counter_type(type, "type", [&]<class T>(const T*) {
            const auto squared = counts_of<T>(squared_weights, bins, "squared_weights");
            give(to_c(histo_cl::weighted_profile(counts_of<T>(weights, bins, "weights"), squared,
                                                 counts_of<T>(sums, bins, "sums"),
                                                 counts_of<T>(squares, bins, "squares"), ddof)),
                 found, "found");
        });
    });
}

histo_cl_status histo_cl_weighted_values(const double* values, const double* weights, std::size_t count,
                                         std::int32_t exponent, double* vectors) noexcept {
    return guarded([&] {
        check_exponent(exponent);
        const auto y = array(values, count, "values");
        const auto w = array(weights, count, "weights");
        auto to = array(vectors, 4 * count, "vectors").begin();
        for (const auto& vector : histo_cl::weighted_values(y, w, exponent))
            to = std::ranges::copy(vector, to).out;
    });
}

histo_cl_status histo_cl_compare(histo_cl_counter_type type, const void* a, const void* b, std::size_t bins,
                                 histo_cl_metric metric, double* value) noexcept {
    return guarded([&] {
        const auto by = from_c<histo_cl::Metric>(metric, "metric");
        with_counter_type(type, "type", [&]<class T>(const T*) {
            const auto first = counts_of<T>(a, bins, "a");
            const auto second = counts_of<T>(b, bins, "b");
            deref(value, "value") = histo_cl::compare(first, second, by);
        });
    });
}

histo_cl_status histo_cl_earth_movers_distance(histo_cl_counter_type type, const void* a, const void* b,
                                               std::size_t bins, const double* edges,
                                               double* distance) noexcept {
    return guarded([&] {
        with_counter_type(type, "type", [&]<class T>(const T*) {
            const auto first = counts_of<T>(a, bins, "a");
            const auto second = counts_of<T>(b, bins, "b");
            deref(distance, "distance") =
                histo_cl::earth_movers_distance(first, second, edges_of(edges, bins));
        });
    });
}

histo_cl_status histo_cl_otsu_threshold(histo_cl_counter_type type, const void* counts, std::size_t bins,
                                        std::size_t* bin) noexcept {
    return give_bin(type, counts, bins, bin, [](auto span) { return histo_cl::otsu_threshold(span); });
}

histo_cl_status histo_cl_equalization_map(histo_cl_counter_type type, const void* counts, std::size_t bins,
                                          std::uint32_t levels, std::uint32_t* map) noexcept {
    return with_counts(type, counts, bins,
                       [&](auto span) { give(histo_cl::equalization_map(span, levels), map, "map"); });
}

histo_cl_status histo_cl_otsu_thresholds(histo_cl_counter_type type, const void* counts, std::size_t bins,
                                         std::size_t classes, std::size_t* thresholds) noexcept {
    return with_counts(type, counts, bins, [&](auto span) {
        auto found = histo_cl::otsu_thresholds(span, classes);
        found.resize(classes - 1, HISTO_CL_NO_BIN);
        give(found, thresholds, "thresholds");
    });
}

histo_cl_status histo_cl_triangle_threshold(histo_cl_counter_type type, const void* counts, std::size_t bins,
                                            std::size_t* bin) noexcept {
    return give_bin(type, counts, bins, bin, [](auto span) { return histo_cl::triangle_threshold(span); });
}

histo_cl_status histo_cl_li_threshold(histo_cl_counter_type type, const void* counts, std::size_t bins,
                                      std::size_t* bin) noexcept {
    return give_bin(type, counts, bins, bin, [](auto span) { return histo_cl::li_threshold(span); });
}

histo_cl_status histo_cl_isodata_threshold(histo_cl_counter_type type, const void* counts, std::size_t bins,
                                           std::size_t* bin) noexcept {
    return give_bin(type, counts, bins, bin, [](auto span) { return histo_cl::isodata_threshold(span); });
}

histo_cl_status histo_cl_minimum_error_threshold(histo_cl_counter_type type, const void* counts,
                                                 std::size_t bins, std::size_t* bin) noexcept {
    return give_bin(type, counts, bins, bin,
                    [](auto span) { return histo_cl::minimum_error_threshold(span); });
}

histo_cl_status histo_cl_matching_map(histo_cl_counter_type type, const void* counts, std::size_t bins,
                                      const void* reference, std::size_t reference_bins,
                                      std::uint32_t* map) noexcept {
    return with_counts(type, counts, bins, [&]<class T>(std::span<const T> span) {
        const auto wanted = counts_of<T>(reference, reference_bins, "reference");
        give(histo_cl::matching_map(span, wanted), map, "map");
    });
}

histo_cl_status histo_cl_clahe_maps(histo_cl_counter_type type, const void* counts, std::size_t bins,
                                    std::size_t tiles, double clip_limit, std::uint32_t* maps) noexcept {
    return guarded([&] {
        if (tiles > histo_cl::max_histograms)
            invalid("tiles is ", tiles, "; allowed are 0 to ", histo_cl::max_histograms);
        if (bins > histo_cl::max_bins) invalid("bins is ", bins, "; allowed are 1 to ", histo_cl::max_bins);
        with_counter_type(type, "type", [&]<class T>(const T*) {
            const auto all = array(static_cast<const T*>(counts), tiles * bins, "counts");
            if constexpr (std::unsigned_integral<T>)
                give(histo_cl::clahe_maps(all, bins, clip_limit), maps, "maps");
            else
                invalid("type is ", type, "; clipping supports counts of u32 and u64");
        });
    });
}

// Counts of several axes.

namespace {

/// Writes the result of reduce(counts) to `sums`, whose elements have the type of histo_cl::total(counts).
template <class Reduce>
histo_cl_status give_totals(histo_cl_counter_type type, const void* counts, std::size_t bins, void* sums,
                            const Reduce& reduce) noexcept {
    return with_counts(type, counts, bins, [&](auto span) {
        using Total = histo_cl::Total<decltype(span)>;
        give(reduce(span), static_cast<Total*>(sums), "sums");
    });
}

} // namespace

histo_cl_status histo_cl_project(histo_cl_counter_type type, const void* counts, std::size_t bins,
                                 const std::size_t* extents, std::size_t axis_count, const std::size_t* axes,
                                 std::size_t kept_count, void* sums) noexcept {
    return give_totals(type, counts, bins, sums, [&](auto span) {
        const auto shape = axes_of(extents, axis_count, "extents");
        return histo_cl::project(span, shape, axes_of(axes, kept_count, "axes"));
    });
}

histo_cl_status histo_cl_marginal(histo_cl_counter_type type, const void* counts, std::size_t bins,
                                  const std::size_t* extents, std::size_t axis_count, std::size_t axis,
                                  void* sums) noexcept {
    return histo_cl_project(type, counts, bins, extents, axis_count, &axis, 1, sums);
}

histo_cl_status histo_cl_slice(histo_cl_counter_type type, const void* counts, std::size_t bins,
                               const std::size_t* extents, std::size_t axis_count, std::size_t axis,
                               std::size_t bin, void* kept) noexcept {
    return with_counts(type, counts, bins, [&]<class T>(std::span<const T> span) {
        give(histo_cl::slice(span, axes_of(extents, axis_count, "extents"), axis, bin), static_cast<T*>(kept),
             "kept");
    });
}

histo_cl_status histo_cl_rebin(histo_cl_counter_type type, const void* counts, std::size_t bins,
                               const std::size_t* extents, std::size_t axis_count, const std::size_t* factors,
                               void* sums) noexcept {
    return give_totals(type, counts, bins, sums, [&](auto span) {
        const auto shape = axes_of(extents, axis_count, "extents");
        return histo_cl::rebin(span, shape, axes_of(factors, axis_count, "factors"));
    });
}

histo_cl_status histo_cl_rebin_by_edges(histo_cl_counter_type type, const void* counts, std::size_t bins,
                                        const double* edges, const double* new_edges,
                                        std::size_t new_edge_count, void* sums) noexcept {
    return give_totals(type, counts, bins, sums, [&](auto span) {
        const auto requested =
            array(new_edges, new_edge_count, "new_edges", histo_cl::max_bins + std::size_t{1});
        return histo_cl::rebin(span, edges_of(edges, bins), requested);
    });
}

histo_cl_status histo_cl_mutual_information(histo_cl_counter_type type, const void* counts, std::size_t bins,
                                            const std::size_t* extents, std::size_t axis_count,
                                            double* bits) noexcept {
    return with_counts(type, counts, bins, [&](auto span) {
        deref(bits, "bits") = histo_cl::mutual_information(span, axes_of(extents, axis_count, "extents"));
    });
}

histo_cl_status histo_cl_normalized_mutual_information(histo_cl_counter_type type, const void* counts,
                                                       std::size_t bins, const std::size_t* extents,
                                                       std::size_t axis_count, double* share) noexcept {
    return with_counts(type, counts, bins, [&](auto span) {
        deref(share, "share") =
            histo_cl::normalized_mutual_information(span, axes_of(extents, axis_count, "extents"));
    });
}

histo_cl_status histo_cl_conditional_entropy(histo_cl_counter_type type, const void* counts, std::size_t bins,
                                             const std::size_t* extents, std::size_t axis_count,
                                             std::size_t given, double* bits) noexcept {
    return with_counts(type, counts, bins, [&](auto span) {
        deref(bits, "bits") =
            histo_cl::conditional_entropy(span, axes_of(extents, axis_count, "extents"), given);
    });
}
