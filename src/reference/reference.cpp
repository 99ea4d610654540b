#include "histo_cl/reference.hpp"

#include "problem/histogram.hpp"
#include "problem/split.hpp"
#include "problem/weights.hpp"
#include "reference/convert.hpp"
#include "reference/reference.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <string>

namespace histo_cl::inline HISTO_CL_ABI {
namespace {

using detail::CheckedData;
using detail::CheckedShape;

/// Consecutive elements of a row: `width` elements, the first of which is (x, y). Without rows, y is 0.
struct Run {
    std::uint64_t x;
    std::uint64_t y;
    std::uint64_t width;
};

/// Calls visit(run) for each row of elements that the shape counts.
template <class Visit>
void for_each_row(const Problem& problem, const CheckedShape& shape, const Visit& visit) {
    if (shape.elements == 0) return;
    if (!problem.layout.rows) return visit(Run{0, 0, shape.elements});
    const auto& region = shape.region;
    for (std::uint64_t row = 0; row < region.height; ++row)
        visit(Run{region.x, region.y + row, region.width});
}

/// Calls visit(histogram, run) for each part of a row that one histogram counts.
template <class Visit>
void for_each_run(const Problem& problem, const CheckedShape& shape, const Visit& visit) {
    const auto count = shape.histograms;
    switch (problem.batch) {
    case Batch::one: for_each_row(problem, shape, [&](const Run& run) { visit(0, run); }); break;
    case Batch::segments:
        for (std::uint64_t h = 0; h < count; ++h)
            visit(h, Run{h * shape.segment, 0, shape.segment});
        break;
    case Batch::ragged:
        for (std::uint64_t h = 0; h < count; ++h)
            visit(h, Run{shape.offsets[h], 0, shape.offsets[h + 1] - shape.offsets[h]});
        break;
    case Batch::tiles:
        for_each_row(problem, shape, [&](const Run& row) {
            const auto across = (row.width - 1) / shape.tile_width + 1;
            const auto first = (row.y - shape.region.y) / shape.tile_height * across;
            for (std::uint64_t tile = 0; tile < across; ++tile) {
                const auto x = tile * shape.tile_width;
                visit(first + tile, Run{row.x + x, row.y, std::min(shape.tile_width, row.width - x)});
            }
        });
        break;
    }
}

bool splits_elements(const Problem& problem) {
    return problem.splitting != Splitting::none;
}

/// Finds the counters in which each element of a run is counted, block by block.
class Counting {
  public:
    Counting(const Problem& problem, const CheckedData& data)
        : problem_(problem), data_(data), pitch_(data.shape.pitches) {
        for (std::size_t axis = 0; axis < problem.axes.size(); ++axis) {
            if (!splits_elements(problem)) finders_.push_back(reference::cell_finder(problem, axis));
            samples_.push_back(detail::samples_of(problem, data, problem.channel(axis)));
        }
        if (splits_elements(problem)) splitter_.emplace(problem);
    }

    /// Calls add(counters, weights) with the arguments of Sums::add().
    template <class Add>
    void count(std::uint64_t histogram, const Run& run, const Add& add) {
        for_each_block(histogram, run, [&](const Run& block) { count_block(block, add); });
    }

    /// If elements are split: calls add(first, parts, weight) for each element. `first` is the index of the
    /// counter of the histogram's cell 0.
    template <class Add>
    void split(std::uint64_t histogram, const Run& run, const Add& add) {
        for_each_block(histogram, run, [&](const Run& block) { split_block(block, add); });
    }

  private:
    static constexpr std::size_t block_size = 4096;

    /// Calls visit(block) for each block of the run. Before that, sets counters_ to the first counter of the
    /// histogram, or to no_counter for elements that the mask leaves out.
    template <class Visit>
    void for_each_block(std::uint64_t histogram, Run run, const Visit& visit) {
        while (run.width != 0) {
            const Run block{run.x, run.y, std::min<std::uint64_t>(run.width, block_size)};
            counters_.assign(block.width, histogram * problem_.counters());
            leave_out_masked(block);
            visit(block);
            run.x += block.width;
            run.width -= block.width;
        }
    }

    /// The weights of a run, one after the other; null without weights.
    [[nodiscard]] const std::byte* weights_at(const Run& run) {
        if (!problem_.weights.type) return nullptr;
        const auto per = problem_.weights.per;
        const auto& shape = data_.shape;
        const std::uint64_t size = bytes(*problem_.weights.type);
        const auto apart = problem_.weights.stride != 0 ? problem_.weights.stride : size;
        const auto in_row = per == WeightPer::row ? 1 : shape.region.x + shape.region.width;
        const auto row = shape.weight_pitch != 0 ? shape.weight_pitch : in_row * apart;
        weights_.resize(run.width * size);
        const auto before = per == WeightPer::column ? 0 : run.y * row;
        for (std::uint64_t i = 0; i < run.width; ++i) {
            const auto within = per == WeightPer::row ? 0 : (run.x + i) * apart;
            std::memcpy(weights_.data() + i * size, data_.weights.front().data() + before + within, size);
        }
        return weights_.data();
    }

    template <class Add>
    void count_block(const Run& run, const Add& add) {
        cells_.resize(run.width);
        if (problem_.joint) {
            join(run);
            add(std::span<const std::uint64_t>(counters_), weights_at(run));
            return;
        }
        const auto bases = counters_;
        std::uint64_t first = 0;
        for (std::size_t axis = 0; axis < problem_.axes.size(); ++axis) {
            find_cells(axis, run);
            for (std::size_t i = 0; i < run.width; ++i)
                counters_[i] = counter(bases[i], first, cells_[i]);
            add(std::span<const std::uint64_t>(counters_), weights_at(run));
            first += problem_.extent(axis);
        }
    }

    template <class Add>
    void split_block(const Run& run, const Add& add) {
        const auto* const weights = weights_at(run);
        const auto size = problem_.weights.type ? bytes(*problem_.weights.type) : 0;
        std::vector<reference::ExactValue> element(problem_.axes.size());
        for (std::size_t i = 0; i < run.width; ++i) {
            if (counters_[i] == reference::no_counter) continue;
            for (std::size_t axis = 0; axis < element.size(); ++axis)
                element[axis] = reference::value_at(detail::stored_type(problem_, axis),
                                                    samples_[axis].at(run.x + i, run.y));
            add(counters_[i], (*splitter_)(element), weights + i * size);
        }
    }

    /// The counter of a cell: the histogram's first counter, plus the axis's first cell, plus the cell.
    static std::uint64_t counter(std::uint64_t base, std::uint64_t first, std::uint32_t cell) {
        const bool counted = base != reference::no_counter && cell != reference::no_cell;
        return counted ? base + first + cell : reference::no_counter;
    }

    void leave_out_masked(const Run& run) {
        if (!problem_.layout.mask) return;
        const auto* mask = data_.mask.data() + run.y * pitch_.mask + run.x;
        for (std::size_t i = 0; i < run.width; ++i)
            if (mask[i] == std::byte{0}) counters_[i] = reference::no_counter;
    }

    /// Adds each element's cell in the joint histogram to its counter. The cells of the last axis are
    /// adjacent.
    void join(const Run& run) {
        std::uint64_t step = problem_.cells();
        for (std::size_t axis = 0; axis < problem_.axes.size(); ++axis) {
            step /= problem_.extent(axis);
            find_cells(axis, run);
            for (std::size_t i = 0; i < run.width; ++i) {
                const bool counted = counters_[i] != reference::no_counter && cells_[i] != reference::no_cell;
                counters_[i] = counted ? counters_[i] + step * cells_[i] : reference::no_counter;
            }
        }
    }

    /// The index of a run's first element in the job, row by row.
    [[nodiscard]] std::uint64_t index_of(const Run& run) const {
        const auto& region = data_.shape.region;
        return problem_.layout.rows ? (run.y - region.y) * region.width + (run.x - region.x) : run.x;
    }

    void find_cells(std::size_t axis, const Run& run) {
        const auto* const first = samples_[axis].at(run.x, run.y);
        const auto stride = samples_[axis].stride;
        const auto stored = detail::stored_type(problem_, axis);
        if (stored == problem_.sample) return finders_[axis](first, stride, index_of(run), cells_);
        const auto converted = reference::converted(stored, first, stride, run.width, problem_.sample);
        finders_[axis](converted.data(), bytes(problem_.sample), index_of(run), cells_);
    }

    const Problem& problem_;
    const CheckedData& data_;
    const detail::Pitches& pitch_;
    std::vector<reference::CellFinder> finders_; ///< one for each axis, unless elements are split
    std::optional<reference::Splitter> splitter_;
    std::vector<detail::ChannelSamples> samples_; ///< one for each axis
    std::vector<std::byte> weights_;
    std::vector<std::uint32_t> cells_;
    std::vector<std::uint64_t> counters_;
};

/// The bound that determines the unit of sums, if there is one. Elements that are split and have no weights
/// have weights of 1, and sums in units of 2^-49.
std::optional<WeightBound> bound_of(const Problem& problem) {
    if (splits_elements(problem) && !problem.weights.type)
        return WeightBound{1, (std::uint64_t{1} << 44U) - 1};
    return problem.weights.bound;
}

std::vector<std::uint64_t> count_once(const Problem& problem, const CheckedData& data) {
    Counting counting(problem, data);
    const auto for_each_block = [&](const auto& add) {
        for_each_run(problem, data.shape,
                     [&](std::uint64_t histogram, const Run& run) { counting.count(histogram, run, add); });
    };
    const auto for_each_split = [&](const auto& add) {
        for_each_run(problem, data.shape,
                     [&](std::uint64_t histogram, const Run& run) { counting.split(histogram, run, add); });
    };
    const auto bound = bound_of(problem);
    reference::MaxExponent max_exponent(problem.weights.type.value_or(SampleType::u32));
    if (bound)
        max_exponent.see(bound->maximum);
    else if (splits_elements(problem))
        for_each_split([&](std::uint64_t first, const reference::Parts& parts, const auto* weight) {
            if (parts.counted) max_exponent.see(std::span(&first, 1), weight);
        });
    else if (problem.weights.type && is_float(*problem.weights.type))
        for_each_block([&](auto counters, const auto* weights) { max_exponent.see(counters, weights); });
    const auto sums =
        reference::make_sums(problem, {.histograms = data.shape.histograms,
                                       .elements = bound ? bound->elements : data.shape.elements,
                                       .max_exponent = max_exponent.value()});
    if (splits_elements(problem))
        for_each_split([&](std::uint64_t first, const reference::Parts& parts, const auto* weight) {
            for (const auto& part : parts.parts)
                sums->add_fraction(first + part.cell, part.fraction, weight);
        });
    else
        for_each_block([&](auto counters, const auto* weights) { sums->add(counters, weights); });
    return sums->result();
}

/// One of several parts, e.g. sums and sums of squares, that were counted together. `counts` has the order
/// [histogram][part][cell].
struct Counted {
    const std::vector<std::uint64_t>& counts;
    std::size_t parts;
    std::size_t part;
};

/// Copies the part to its place in the problem's counters, which have the order [histogram][place][cell] or
/// [histogram][cell][place].
void put(std::vector<std::uint64_t>& all, const Problem& problem, const Counted& counted, std::size_t place) {
    const auto cells = static_cast<std::size_t>(problem.cells());
    const std::size_t places = problem.counters_per_cell();
    const bool by_cell = problem.weights.order == CounterOrder::by_cell;
    for (std::size_t histogram = 0; histogram < all.size() / (cells * places); ++histogram)
        for (std::size_t cell = 0; cell < cells; ++cell)
            all[histogram * places * cells + (by_cell ? cell * places + place : place * cells + cell)] =
                counted.counts[(histogram * counted.parts + counted.part) * cells + cell];
}

} // namespace

Histogram reference_histogram(const Problem& given, const HostData& all) {
    using namespace detail;
    const auto problem = CheckedProblem::with_wide_counters(given);
    const auto data = check_data(problem, all);
    return histogram_of(given, data.shape.elements, reference_counts(problem, data));
}

} // namespace histo_cl::inline HISTO_CL_ABI

namespace histo_cl::detail {

std::vector<std::uint64_t> reference_counts(const CheckedProblem& checked, const CheckedData& data) {
    const auto& problem = *checked;
    if (is_gathered(problem)) {
        const auto listed = detail::gathered(problem, data);
        return reference_counts(CheckedProblem::copy(listed.problem), listed.data(data));
    }
    if (problem.counters_per_cell() == 1) {
        auto counts = saturated(problem.counter, count_once(problem, data));
        check_within_bound(problem, counts);
        return counts;
    }

    std::vector<std::uint64_t> all(data.shape.histograms * problem.counters());
    std::size_t place = 0;
    if (problem.weights.counts) {
        auto counting = problem;
        counting.weights.counts = counting.weights.squares = false;
        counting.weights.type = {};
        counting.weights.bound = {};
        counting.weights.vectors = 1;
        auto counts = count_once(counting, data);
        if (is_float(*problem.weights.type) && !splits_elements(problem))
            std::ranges::transform(counts, counts.begin(), [&](std::uint64_t count) {
                return problem.counter == CounterType::f32
                           ? std::bit_cast<std::uint32_t>(static_cast<float>(count))
                           : std::bit_cast<std::uint64_t>(static_cast<double>(count));
            });
        put(all, problem, {counts, 1, 0}, place++);
    }
    auto summing = problem;
    summing.weights.counts = false;
    summing.weights.vectors = 1;
    const std::size_t parts = problem.weights.squares ? 2 : 1;
    for (std::size_t vector = 0; vector < problem.weights.vectors; ++vector, ++place) {
        auto of_vector = data;
        of_vector.weights.front() = data.weights.at(vector);
        const auto sums = count_once(summing, of_vector);
        for (std::size_t part = 0; part < parts; ++part)
            put(all, problem, {sums, parts, part}, place + part * problem.weights.vectors);
    }
    check_within_bound(problem, all);
    return all;
}

} // namespace histo_cl::detail
