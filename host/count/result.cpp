#include "count/result.hpp"

#include "common/errors.hpp"
#include "common/opencl.hpp"
#include "common/text.hpp"
#include "common/timing.hpp"
#include "count/input.hpp"
#include "count/selection.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <numeric>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

namespace count {

std::string names_text(std::span<const std::string> names) {
    if (names.empty()) return "none";
    const std::string first = common::printable(names.front());
    return names.size() == 1 ? first : first + " and " + common::plural(names.size() - 1, "other");
}

std::uint64_t element_bytes(const histo_cl::Problem& problem) {
    return std::uint64_t{histo_cl::bytes(problem.sample)} * problem.channels();
}

histo_cl::CounterType sum_of(const histo_cl::Problem& problem) {
    using histo_cl::CounterType;
    using histo_cl::SampleType;
    if (!problem.weights.type) return CounterType::u64;
    if (histo_cl::is_float(*problem.weights.type)) return CounterType::f64;
    return histo_cl::is_signed(*problem.weights.type) ? CounterType::i64 : CounterType::u64;
}

void keep(histo_cl::Problem& problem, const SelectionArgs& args) {
    if (!problem.weights.type) return;
    problem.weights.counts = args.of == Of::mean;
    problem.weights.squares = needs_squares(args);
    if (args.of == Of::minimum) problem.weights.accumulator = histo_cl::Accumulator::minimum;
    if (args.of == Of::maximum) problem.weights.accumulator = histo_cl::Accumulator::maximum;
}

Of of_problem(const histo_cl::Problem& problem) {
    if (!problem.weights.type) return Of::count;
    if (problem.weights.counts) return Of::mean;
    if (problem.weights.accumulator == histo_cl::Accumulator::sum) return Of::sum;
    return problem.weights.accumulator == histo_cl::Accumulator::minimum ? Of::minimum : Of::maximum;
}

std::vector<std::uint64_t> bits_of(const histo_cl::Histogram& histogram) {
    if (!histogram.problem.weights.type) return histogram.counts;
    const bool is_float = sum_of(histogram.problem) == histo_cl::CounterType::f64;
    std::vector<std::uint64_t> bits;
    for (const auto count : histogram.counts)
        bits.push_back(is_float ? std::bit_cast<std::uint64_t>(static_cast<double>(count)) : count);
    const auto add = [&](const std::vector<double>& sums, const std::vector<std::int64_t>& integers) {
        for (const auto sum : sums)
            if (is_float) bits.push_back(std::bit_cast<std::uint64_t>(sum));
        bits.insert(bits.end(), integers.begin(), integers.end());
    };
    add(histogram.sums, histogram.integer_sums);
    add(histogram.squares, histogram.integer_squares);
    return bits;
}

double element_rate(const Source& source, double seconds) {
    return static_cast<double>(source.elements) / seconds;
}

double byte_rate(const Source& source, const histo_cl::Problem& problem, double seconds) {
    return element_rate(source, seconds) * static_cast<double>(element_bytes(problem));
}

void describe(Result& result, const histo_cl::Plan& plan, double build_seconds) {
    result.decision = plan.decision();
    result.launched_work_groups = common::launched_work_groups(plan, result.problem.max_samples);
    result.build_options = histo_cl::kernel_source(result.problem, result.decision).build_options;
    result.build_seconds = build_seconds;
    result.built_from_cache = plan.built_from_cache();
}

void describe_plan(Result& result, std::span<const histo_cl::Device> devices,
                   const histo_cl::Options& options) try {
    const common::Stopwatch stopwatch;
    const cl::Device handle(devices.front().id, true);
    const cl::Context context(handle);
    const histo_cl::Plan plan(context(), handle(), result.problem, options);
    describe(result, plan, stopwatch.seconds());
} catch (const histo_cl::Error&) {
    if (devices.size() == 1) throw;
    describe_plan(result, devices.subspan(1), options);
}

namespace {

/// Returns the decision for data of the given shape, if the kernel for an unknown number of samples is not
/// built yet. (If it is built, a plan takes no time.)
histo_cl::Decision decision_for_data(histo_cl::Problem problem, const histo_cl::Shape& shape,
                                     const histo_cl::Device& device, const histo_cl::Options& options) {
    problem.max_samples = 0;
    return choose_for_host_data(device.profile, problem, shape, options, 0.0);
}

} // namespace

bool may_need_no_plan(const histo_cl::Problem& problem, const histo_cl::Shape& shape,
                      std::span<const histo_cl::Device> devices, const histo_cl::Options& options) {
    if (devices.size() != 1) return devices.empty();
    return devices.front().profile.type == histo_cl::DeviceType::cpu &&
           decision_for_data(problem, shape, devices.front(), options).calling_thread;
}

void describe_calling_thread(Result& result, const histo_cl::Shape& shape,
                             std::span<const histo_cl::Device> devices, const histo_cl::Options& options) {
    auto& decision = result.decision;
    if (!devices.empty()) decision = decision_for_data(result.problem, shape, devices.front(), options);
    if (decision.calling_thread) return;
    decision = {}; // there is no device, or no part was large enough to be worth building the kernel
    decision.calling_thread = true;
    const bool is_small = shape.count && *shape.count * element_bytes(result.problem) <= small_input;
    decision.reason = is_small          ? "a small input needs no device"
                      : devices.empty() ? "no usable OpenCL device: --list-devices says why"
                                        : "until building the kernel costs less";
}

namespace {

constexpr std::array<double, 3> rec_601{0.299, 0.587, 0.114};

template <class T>
inline constexpr bool has_luma = std::is_floating_point_v<T> || (std::is_integral_v<T> && sizeof(T) <= 4);

template <class T>
T luma(const std::array<T, 3>& colour) {
    double sum = 0;
    for (std::size_t i = 0; i < colour.size(); ++i)
        sum += rec_601[i] * static_cast<double>(colour[i]);
    return static_cast<T>(std::is_integral_v<T> ? std::floor(sum + 0.5) : sum);
}

} // namespace

std::vector<std::byte> channel_of(std::span<const std::byte> elements, std::size_t sample_bytes,
                                  std::uint32_t channels, std::uint32_t channel) {
    const auto count = elements.size() / (sample_bytes * channels);
    std::vector<std::byte> samples(count * sample_bytes);
    for (std::size_t i = 0; i < count; ++i)
        std::memcpy(samples.data() + i * sample_bytes,
                    elements.data() + (i * channels + channel) * sample_bytes, sample_bytes);
    return samples;
}

std::vector<std::uint64_t> nans_of(const histo_cl::Problem& problem, std::span<const std::byte> elements,
                                   std::span<const std::byte> mask) {
    std::vector<std::uint64_t> nans(problem.channels());
    std::size_t sample = 0;
    for_each_sample(problem.sample, elements, [&](auto value) {
        if constexpr (std::is_floating_point_v<decltype(value)>) {
            const bool is_counted = mask.empty() || mask[sample / nans.size()] != std::byte{0};
            if (std::isnan(value) && is_counted) ++nans[sample % nans.size()];
            ++sample;
        }
    });
    std::vector<std::uint64_t> of_axes;
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis)
        of_axes.push_back(nans[problem.channel(axis)]);
    return of_axes;
}

std::size_t to_luma(histo_cl::SampleType type, std::uint32_t channels, std::span<std::byte> elements) {
    return with_sample_type(type, [&]<class T>(std::type_identity<T> /*sample*/) {
        const auto count = elements.size() / (sizeof(T) * channels);
        if constexpr (!has_luma<T>)
            throw common::UsageError(
                "--channels luma: it takes integers of up to 32 bits, f32 and f64, not " +
                std::string(name(type)));
        else
            for (std::size_t i = 0; i < count; ++i) {
                std::array<T, 3> colour;
                std::memcpy(colour.data(), elements.data() + i * channels * sizeof(T), sizeof colour);
                const T value = luma(colour);
                std::memcpy(elements.data() + i * sizeof(T), &value, sizeof value);
            }
        return count * sizeof(T);
    });
}

using histo_cl::CounterType;
using histo_cl::Number;
using histo_cl::Problem;

namespace {

Number number(std::uint64_t bits, CounterType type) {
    switch (type) {
    case CounterType::i64: return std::bit_cast<std::int64_t>(bits);
    case CounterType::f64: return std::bit_cast<double>(bits);
    default: return bits;
    }
}

bool is_counted_apart(const Problem& problem) {
    return problem.out_of_range == histo_cl::OutOfRange::counted;
}

/// Returns the counters of the bins, without those of samples out of range, of which each axis may have
/// three.
template <class Counter>
std::vector<Counter> joint_bins(const std::vector<Counter>& counters, const Problem& problem) {
    std::vector<Counter> bins;
    const auto axes = problem.axes.size();
    std::vector<std::uint64_t> at(axes, 0);
    for (const auto& counter : counters) {
        const auto inside = [&](std::size_t axis) { return at[axis] < bin_count(problem.axes[axis]); };
        bool in_all = true;
        for (std::size_t axis = 0; axis < axes; ++axis)
            in_all = in_all && inside(axis);
        if (in_all) bins.push_back(counter);
        for (auto axis = axes; axis-- > 0;) {
            if (++at[axis] < problem.extent(axis)) break;
            at[axis] = 0;
        }
    }
    return bins;
}

/// Computes the standard errors from the sums of squares, which follow all sums in `bits`, and removes the
/// squares.
void move_squares(Histogram& all) {
    const auto sums = all.bits.size() / 2;
    for (const auto bits : std::span(all.bits).subspan(sums))
        all.errors.push_back(std::sqrt(number(bits, all.sum).to_double()));
    all.bits.resize(sums);
}

/// All cells of the result, as if they were bins.
Histogram cells_of(const Result& result) {
    const auto& problem = result.problem;
    Histogram all{.name = {},
                  .axes = {},
                  .bits = result.measured.counts,
                  .sum = sum_of(problem),
                  .apart = {},
                  .of = of_problem(problem),
                  .counts = result.elements};
    if (all.of == Of::sum && problem.weights.squares) move_squares(all);
    if (all.of != Of::mean) return all;
    all.bits.resize(result.profile.size()); // removes the sums of weights and of squares
    for (const auto bits : all.bits)
        all.counts.push_back(
            all.sum == CounterType::f64 ? static_cast<std::uint64_t>(std::bit_cast<double>(bits)) : bits);
    for (std::size_t cell = 0; cell < all.bits.size(); ++cell) {
        all.bits[cell] = std::bit_cast<std::uint64_t>(result.profile[cell].mean);
        all.errors.push_back(result.profile[cell].error);
    }
    all.sum = CounterType::f64;
    return all;
}

/// The histogram of one axis, whose first cell is at `first`.
Histogram axis_of(const Histogram& cells, std::size_t first, const Problem& problem, std::size_t axis) {
    const auto bins = bin_count(problem.axes[axis]);
    const auto slice = [&]<class T>(const std::vector<T>& values) {
        const auto from = std::span(values).subspan(values.empty() ? 0 : first, values.empty() ? 0 : bins);
        return std::vector<T>(from.begin(), from.end());
    };
    Histogram one{.name = {},
                  .axes = {axis},
                  .bits = slice(cells.bits),
                  .sum = cells.sum,
                  .apart = {},
                  .of = cells.of,
                  .errors = slice(cells.errors),
                  .counts = slice(cells.counts)};
    if (is_counted_apart(problem))
        one.apart = OutOfRangeValues{.underflow = value(cells, first + bins),
                                     .overflow = value(cells, first + bins + 1),
                                     .nan = value(cells, first + bins + 2)};
    return one;
}

/// Sorts the bins of texts by their values, the largest first; bins without a value are the last. The bin
/// after the bins of all texts counts the other texts.
void sort_texts(Histogram& histogram, const std::vector<std::string>& texts) {
    std::vector<std::size_t> order(histogram.bits.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto has_value = [&](std::size_t bin) {
        return !number(histogram.bits[bin], histogram.sum).is_nan() &&
               (histogram.counts.empty() || histogram.counts[bin] > 0);
    };
    const auto end = std::stable_partition(order.begin(), order.end(), has_value);
    std::stable_sort(order.begin(), end, [&](std::size_t a, std::size_t b) {
        return number(histogram.bits[b], histogram.sum) < number(histogram.bits[a], histogram.sum);
    });
    const auto sorted = [&]<class T>(const std::vector<T>& values) {
        std::vector<T> result;
        if (!values.empty())
            for (const auto bin : order)
                result.push_back(values[bin]);
        return result;
    };
    histogram.bits = sorted(histogram.bits);
    histogram.errors = sorted(histogram.errors);
    histogram.counts = sorted(histogram.counts);
    for (const auto bin : order)
        histogram.texts.push_back(bin < texts.size() ? texts[bin] : texts.empty() ? "(none)" : "(others)");
}

std::string tile_name(const Source& source, std::size_t tile) {
    return std::to_string(tile % source.tile_columns) + "," + std::to_string(tile / source.tile_columns);
}

} // namespace

std::vector<Histogram> histograms(const Source& source, const Result& result) {
    const auto& problem = result.problem;
    auto cells = cells_of(result);
    if (problem.joint) {
        cells.axes.resize(problem.axes.size());
        std::iota(cells.axes.begin(), cells.axes.end(), std::size_t{0});
        cells.bits = joint_bins(cells.bits, problem);
        cells.errors = joint_bins(cells.errors, problem);
        cells.counts = joint_bins(cells.counts, problem);
        return {std::move(cells)};
    }
    std::vector<Histogram> all;
    for (std::size_t first = 0; first < cells.bits.size();) {
        const auto part = all.size() / problem.axes.size();
        for (std::size_t axis = 0; axis < problem.axes.size(); ++axis) {
            all.push_back(axis_of(cells, first, problem, axis));
            first += static_cast<std::size_t>(problem.extent(axis));
            auto& name = all.back().name;
            name = source.axes.at(axis);
            if (source.tile_columns > 0) name += (name.empty() ? "" : " ") + tile_name(source, part);
            if (!source.parts.empty()) name += " " + source.parts[part].name;
            all.back().part = part;
            if (const auto* column = column_of(source, all.back()); column != nullptr)
                if (column->kind == files::ColumnKind::text) sort_texts(all.back(), column->texts);
        }
    }
    return all;
}

namespace {

Number sum_of_bins(std::span<const std::uint64_t> bits, CounterType type) {
    if (type == CounterType::f64)
        return std::transform_reduce(bits.begin(), bits.end(), 0.0, std::plus{},
                                     [](std::uint64_t one) { return std::bit_cast<double>(one); });
    return number(std::reduce(bits.begin(), bits.end()), type); // modulo 2^64, also if signed
}

/// Returns the extreme of the bins that have elements. A NaN is more extreme than all numbers.
std::optional<Value> extreme_of(const Histogram& histogram, std::size_t first, std::size_t bins) {
    std::optional<Value> extreme;
    for (auto bin = first; bin < first + bins; ++bin) {
        if (histogram.counts[bin] == 0) continue;
        const auto each = number(histogram.bits[bin], histogram.sum);
        if (!extreme) extreme = Value{each};
        const bool is_more = histogram.of == Of::minimum ? each < extreme->number : each > extreme->number;
        if (each.is_nan() || is_more) extreme->number = each;
        extreme->count += histogram.counts[bin];
    }
    return extreme;
}

/// Returns the mean of all elements of the bins, and its standard error, computed from the means and errors
/// of the bins.
std::optional<Value> mean_of(const Histogram& histogram, std::size_t first, std::size_t bins) {
    const auto mean = [&](std::size_t bin) { return std::bit_cast<double>(histogram.bits[bin]); };
    std::uint64_t count = 0;
    std::size_t last = first;
    double sum = 0;
    for (auto bin = first; bin < first + bins; ++bin) {
        if (histogram.counts[bin] == 0) continue;
        count += histogram.counts[bin];
        sum += static_cast<double>(histogram.counts[bin]) * mean(bin);
        last = bin;
    }
    if (count == 0) return std::nullopt;
    if (count == histogram.counts[last]) return Value{mean(last), histogram.errors[last], count};
    const double all = sum / static_cast<double>(count);
    double squares = 0; // sum of the squared distances from the mean
    for (auto bin = first; bin < first + bins; ++bin) {
        const auto n = static_cast<double>(histogram.counts[bin]);
        if (n > 0) squares += n * (mean(bin) - all) * (mean(bin) - all);
        if (n > 1) squares += n * (n - 1) * histogram.errors[bin] * histogram.errors[bin];
    }
    const auto n = static_cast<double>(count);
    return Value{all, std::sqrt(squares / (n - 1) / n), count};
}

} // namespace

std::optional<Value> value(const Histogram& histogram, std::size_t first, std::size_t bins) {
    if (adds_up(histogram.of)) {
        Value sum{sum_of_bins(std::span(histogram.bits).subspan(first, bins), histogram.sum)};
        if (!histogram.errors.empty()) {
            const auto errors = std::span(histogram.errors).subspan(first, bins);
            sum.error = std::accumulate(errors.begin(), errors.end(), 0.0,
                                        [](double a, double b) { return std::hypot(a, b); });
        }
        return sum;
    }
    return histogram.of == Of::mean ? mean_of(histogram, first, bins) : extreme_of(histogram, first, bins);
}

Number counted(const Histogram& histogram) {
    return sum_of_bins(histogram.bits, histogram.sum);
}

namespace {

/// Number of elements whose field is missing or bad in the column of a histogram.
std::uint64_t without_value(const Result& result, const Histogram& histogram) {
    return result.without[histogram.part * result.problem.axes.size() + histogram.axes.front()];
}

} // namespace

std::optional<std::uint64_t> out_of_range(const Source& source, const Result& result,
                                          const Histogram& histogram) {
    if (result.problem.weights.type || result.problem.batch != histo_cl::Batch::one) return std::nullopt;
    const bool is_column = column_of(source, histogram) != nullptr;
    if (const auto& apart = histogram.apart) {
        // The NaN of a column are its missing and bad fields.
        const auto outside = apart->underflow->number.u64() + apart->overflow->number.u64();
        return is_column ? outside : outside + apart->nan->number.u64();
    }
    if (!source.added_names.empty()) return std::nullopt;
    const auto& own = own_source(source, histogram);
    const auto elements = own.parts.empty() ? own.elements - own.missing : own.parts[histogram.part].elements;
    return elements - (is_column ? without_value(result, histogram) : 0) - counted(histogram).u64();
}

NoValue no_value(const Source& source, const Result& result, const Histogram& histogram) {
    const auto* const column = column_of(source, histogram);
    const auto marked = own_source(source, histogram).missing;
    if (column == nullptr) return {.missing = marked};
    const auto without = without_value(result, histogram);
    // The column's numbers include fields of other groups, and of rows that a mask leaves out.
    const bool has_all = source.parts.empty() && column->missing + column->bad <= marked + without;
    const auto bad = has_all && column->bad <= without ? column->bad : 0;
    return {.missing = without - bad, .bad = bad};
}

const files::Column* column_of(const Source& source, const Histogram& histogram) {
    const auto& columns = own_source(source, histogram).columns;
    return columns.empty() || histogram.axes.size() != 1 ? nullptr : &columns[histogram.axes.front()];
}

Number plus(const Number& a, const Number& b) {
    switch (a.kind()) {
    case Number::Kind::i64: return a.i64() + b.i64();
    case Number::Kind::u64: return a.u64() + b.u64();
    case Number::Kind::f64: break;
    }
    return a.f64() + b.f64();
}

histo_cl::Extents extents(const Histogram& histogram, const Problem& problem) {
    histo_cl::Extents bins;
    for (const auto axis : histogram.axes)
        bins.push_back(bin_count(problem.axes[axis]));
    return bins;
}

} // namespace count
