#include "common/errors.hpp"
#include "common/file.hpp"
#include "common/text.hpp"
#include "common/timing.hpp"
#include "count/binning_args.hpp"
#include "count/counting.hpp"
#include "count/input.hpp"
#include "count/result.hpp"
#include "count/selection.hpp"
#include "files/input_file.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <span>
#include <type_traits>
#include <utility>

namespace count {

using common::plural;
using common::printable;
using common::UsageError;
using histo_cl::CounterType;
using histo_cl::Problem;
using histo_cl::SampleType;

namespace {

/// Intersects two masks; an empty mask includes all elements.
void intersect(Bytes& all, std::span<const std::byte> other) {
    if (all.empty()) all.resize(other.size(), std::byte{1});
    for (std::size_t i = 0; i < std::min(all.size(), other.size()); ++i)
        if (other[i] == std::byte{0}) all[i] = std::byte{0};
}

/// Returns the concatenated samples of resolved files. If missing elements are kept, `present` becomes 0 for
/// them.
Bytes samples_of(const Command& command, std::vector<files::InputFile> inputs, SampleType type,
                 const files::Elements& elements, Source& source, Bytes& present) {
    const auto sample_bytes = histo_cl::bytes(type);
    files::SampleReader reader(std::move(inputs), sample_bytes, command.reading.truncate, {}, elements);
    auto bytes = all_samples(reader);
    source = source_of(command, reader, sample_bytes * elements.samples, std::move(source));
    intersect(present, reader.present());
    return bytes;
}

/// How the elements of files follow one another in memory.
struct Arrangement {
    std::string name;                      ///< the first file's name
    std::string order;                     ///< "C" or "Fortran"; empty: unknown, as of bytes
    std::vector<std::uint64_t> shape = {}; ///< lengths of dimensions other than 1; empty: of several files
};

/// `channels`: the samples of an element, which are the last dimension if there are several.
Arrangement arrangement_of(std::span<const files::InputFile> inputs, std::uint32_t channels) {
    if (inputs.empty()) return {};
    Arrangement found{.name = printable(inputs.front().name), .order = "C"};
    for (const auto& input : inputs) {
        if (!input.array || input.max) return {};
        auto shape = input.array->shape;
        if (channels > 1) shape.pop_back();
        std::erase(shape, 1U);
        if (shape.size() > 1 && input.array->fortran_order) found.order = "Fortran";
        if (inputs.size() == 1) found.shape = std::move(shape);
    }
    return found;
}

/// Throws UsageError if the elements of files that are read side by side differ in order, or in a shape of
/// several dimensions. Elements of one dimension are in C order.
void require_same(const std::string& option, const Arrangement& one, const Arrangement& other) {
    if (one.order.empty() || other.order.empty()) return;
    const auto words = [](const Arrangement& arrangement) {
        std::vector<std::string> lengths;
        for (const auto length : arrangement.shape)
            lengths.push_back(std::to_string(length));
        return common::joined(lengths, " x ");
    };
    if (one.order != other.order)
        throw UsageError(option + ": " + one.name + " is in " + one.order + " order, but " + other.name +
                         " in " + other.order + " order");
    if (one.shape.size() > 1 && other.shape.size() > 1 && one.shape != other.shape)
        throw UsageError(option + ": " + one.name + " has " + words(one) + " elements, but " + other.name +
                         " has " + words(other));
}

/// Reads a separate file, which holds a mask or weights, with one sample per element. Returns the type of the
/// samples.
SampleType read_companion(const Command& command, const std::string& option, const std::string& path,
                          std::span<const SampleType> allowed, std::uint64_t elements,
                          const Arrangement& counted, Bytes& samples, Bytes& present) {
    files::Reading reading; // --nodata applies to samples only, but --no-nodata to all files
    if (command.reading.nodata && command.reading.nodata->empty()) reading.nodata.emplace();
    std::vector<files::InputFile> inputs;
    inputs.push_back(files::open_file(path));
    const auto type = files::resolve(inputs, reading);
    if (std::ranges::find(allowed, type) == allowed.end()) {
        throw UsageError(option + ": the samples of " + printable(path) + " are " + std::string(name(type)) +
                         ", not " + common::listed(allowed));
    }
    require_same(option, arrangement_of(inputs, 1), counted);
    Source ignored;
    samples = samples_of(command, std::move(inputs), type, {.keep_missing = true}, ignored, present);
    const auto count = samples.size() / histo_cl::bytes(type);
    if (count != elements)
        throw UsageError(option + ": " + printable(path) + " has " + plural(count, "sample") +
                         ", but there are " + plural(elements, "element"));
    return type;
}

constexpr std::array weight_types{SampleType::u8,  SampleType::i8,  SampleType::u16, SampleType::i16,
                                  SampleType::u32, SampleType::i32, SampleType::f16, SampleType::bf16,
                                  SampleType::f32, SampleType::f64};

/// Converts weights, other than floats of 16 bits, to doubles.
void to_doubles(InMemory& memory) {
    Bytes doubles;
    with_sample_type(*memory.weight_type, [&]<class T>(std::type_identity<T> /*weight*/) {
        if constexpr (std::is_arithmetic_v<T>) {
            const auto count = memory.weights.size() / sizeof(T);
            doubles.resize(count * sizeof(double));
            for (std::size_t i = 0; i < count; ++i) {
                T weight{};
                std::memcpy(&weight, memory.weights.data() + i * sizeof(T), sizeof(T));
                const auto value = static_cast<double>(weight);
                std::memcpy(doubles.data() + i * sizeof value, &value, sizeof value);
            }
        }
    });
    memory.weights = std::move(doubles);
    memory.weight_type = SampleType::f64;
}

/// Reads the weights from a separate file, or from the last of the columns. An element whose weight in the
/// column is missing counts as missing.
void read_weights(InMemory& memory, const Command& command, const Selection& selection, SampleType type,
                  const Arrangement& counted, Bytes& present) {
    const auto& args = command.selection;
    memory.source.weights = *args.weights;
    if (!args.weights_are_column) {
        if (selection.columns && !std::filesystem::exists(common::path_of(*args.weights)))
            throw UsageError("--weights: there is no file " + printable(*args.weights) +
                             "; with --column, which says what is counted, it is the name of a column");
        memory.weight_type = read_companion(command, "--weights", *args.weights, weight_types,
                                            memory.elements, counted, memory.weights, present);
        const bool is_whole = !histo_cl::is_float(*memory.weight_type);
        const auto bits = 16 * histo_cl::bytes(*memory.weight_type) +
                          static_cast<std::size_t>(std::bit_width(memory.elements));
        if (needs_squares(args) && is_whole && bits > 63) to_doubles(memory);
        return;
    }
    memory.weight_type = type;
    const auto column =
        channel_of(memory.samples, histo_cl::bytes(type), selection.channels, selection.weights.value());
    memory.weights.assign(column.begin(), column.end());
    to_doubles(memory);
    Bytes has_weight(memory.elements, std::byte{1});
    for (std::uint64_t element = 0; element < memory.elements; ++element) {
        double weight = 0;
        std::memcpy(&weight, memory.weights.data() + element * sizeof weight, sizeof weight);
        if (std::isnan(weight)) has_weight[element] = std::byte{0};
    }
    intersect(present, has_weight);
}

std::uint64_t selected_bytes(const Selection& selection, SampleType type) {
    return std::uint64_t{histo_cl::bytes(type)} * (selection.luma ? 1 : selection.channels);
}

void place(InMemory& memory, const SelectionArgs& args, const Selection& selection, SampleType type) {
    if (!args.region && !args.tile) return;
    const auto frame = selection.frame.value();
    auto& shape = memory.shape;
    shape.region = args.region.value_or(histo_cl::Region{.width = frame.width, .height = frame.height});
    shape.pitch = frame.width * selected_bytes(selection, type);
    if (!memory.mask.empty()) shape.mask_pitch = frame.width;
    if (memory.weight_type) shape.weight_pitch = frame.width * histo_cl::bytes(*memory.weight_type);
    if (!args.tile) return;
    shape.tile_width = args.tile->width;
    shape.tile_height = args.tile->height;
    memory.source.tile_columns = (shape.region.width - 1) / args.tile->width + 1;
}

void read_arrays(InMemory& memory, const Command& command, SampleType type, const files::Elements& elements,
                 std::vector<files::InputFile> inputs, Bytes& present) {
    const auto arranged = [](const files::InputFile& input) { return arrangement_of({&input, 1}, 1); };
    for (const auto& input : inputs)
        require_same("--joint", arranged(input), arranged(inputs.front()));
    for (auto& input : inputs) {
        std::vector<files::InputFile> one;
        one.push_back(std::move(input));
        memory.arrays.push_back(samples_of(command, std::move(one), type, elements, memory.source, present));
        if (memory.arrays.back().size() != memory.arrays.front().size())
            throw UsageError("--joint: " + printable(memory.source.names.back()) + " has " +
                             plural(memory.arrays.back().size() / histo_cl::bytes(type), "sample") +
                             ", but " + printable(memory.source.names.front()) + " has " +
                             common::grouped(memory.arrays.front().size() / histo_cl::bytes(type)));
    }
}

/// Calls `use` with the index of each element that the region and the mask include, in order.
template <class Use>
void for_each_counted(const InMemory& memory, const SelectionArgs& args, const Selection& selection,
                      const Use& use) {
    const auto unmasked = [&](std::uint64_t element) {
        if (memory.mask.empty() || memory.mask[element] != std::byte{0}) use(element);
    };
    if (!args.region) {
        for (std::uint64_t element = 0; element < memory.elements; ++element)
            unmasked(element);
        return;
    }
    const auto& region = *args.region;
    for (std::uint64_t y = region.y; y < region.y + region.height; ++y)
        for (std::uint64_t x = region.x; x < region.x + region.width; ++x)
            unmasked(y * selection.frame->width + x);
}

histo_cl::HostData data_of(const InMemory& memory, std::vector<histo_cl::HostArray>& arrays) {
    for (const auto& array : memory.arrays)
        arrays.emplace_back(array);
    return {.samples = memory.samples,
            .shape = memory.shape,
            .mask = memory.mask,
            .weights = memory.weights,
            .arrays = arrays};
}

/// Returns the bins that args.rule derives from the samples, within args.range if it is set.
histo_cl::Binning bins_by_rule(const BinningArgs& args, SampleType type, std::span<const std::byte> samples) {
    std::optional<histo_cl::SampleExtremes> range;
    if (args.range) range = {.minimum = args.range->first, .maximum = args.range->second};
    try {
        return histo_cl::default_problem({type, samples}, *args.rule, range).axes.front();
    } catch (const histo_cl::Error& error) {
        if (error.status() != histo_cl::Status::invalid_argument) throw;
        throw UsageError("--bins " + std::string(bin_rule_name(*args.rule)) + ": " + error.what() +
                         " (--range LO HI, or --bins N)");
    }
}

} // namespace

std::vector<std::byte> counted_samples(const InMemory& memory, const Selection& selection,
                                       const SelectionArgs& args, SampleType type, std::size_t axis) {
    const auto size = histo_cl::bytes(type);
    const auto channel = selection.active[axis];
    const bool separate = is_separate(selection);
    const auto& from = separate ? memory.arrays[channel] : memory.samples;
    const auto step = separate ? size : selected_bytes(selection, type);
    const auto first = separate || selection.luma ? 0 : channel * size;
    std::vector<std::byte> samples;
    samples.reserve(memory.source.elements * size);
    for_each_counted(memory, args, selection, [&](std::uint64_t element) {
        const auto* const sample = from.data() + element * step + first;
        samples.insert(samples.end(), sample, sample + size);
    });
    return samples;
}

bool has_partial(const Problem& problem) {
    return problem.batch == histo_cl::Batch::one &&
           (sum_of(problem) != CounterType::f64 || problem.weights.bound);
}

InMemory read_all(const Command& command, const Selection& selection, SampleType type,
                  std::vector<files::InputFile> inputs) {
    const auto& args = command.selection;
    InMemory memory;
    Bytes present;
    auto reads = elements_of(selection);
    reads.keep_missing = is_separate(selection) || places_elements(args) || command.binning.custom;
    const auto counted = is_separate(selection) ? arrangement_of(std::span(inputs).first(1), 1)
                                                : arrangement_of(inputs, selection.channels);
    if (is_separate(selection))
        read_arrays(memory, command, type, reads, std::move(inputs), present);
    else
        memory.samples = samples_of(command, std::move(inputs), type, reads, memory.source, present);
    if (selection.luma) memory.samples.resize(to_luma(type, selection.channels, memory.samples));
    if (!command.letters.empty()) select_letters(memory.samples, command.letters);

    memory.elements = is_separate(selection) ? memory.arrays.front().size() / histo_cl::bytes(type)
                                             : memory.samples.size() / selected_bytes(selection, type);
    if (args.mask)
        read_companion(command, "--mask", *args.mask, std::array{SampleType::u8}, memory.elements, counted,
                       memory.mask, present);
    if (args.weights) read_weights(memory, command, selection, type, counted, present);
    memory.source.axes = selection.names;
    for (std::size_t axis = 0; axis < selection.active.size(); ++axis)
        if (const auto* column = column_of(selection, axis)) memory.source.columns.push_back(*column);
    memory.source.leaves_out_alpha = selection.leaves_out_alpha;
    // Missing elements are counted below, if they are in the region and in the mask.
    if (reads.keep_missing) memory.source.missing = 0;
    memory.source.elements = memory.source.missing;
    for_each_counted(memory, args, selection, [&](std::uint64_t element) {
        ++memory.source.elements;
        if (!present.empty() && present[element] == std::byte{0}) ++memory.source.missing;
    });
    if (memory.source.missing > 0 && reads.keep_missing) {
        intersect(present, memory.mask);
        memory.mask = std::move(present);
    }
    place(memory, args, selection, type);
    return memory;
}

std::vector<histo_cl::Binning> bins_of(const InMemory& memory, const Selection& selection,
                                       const Command& command, SampleType type) {
    const auto& binning = command.binning;
    std::vector<histo_cl::Binning> bins;
    Extremes extremes;
    for (std::size_t axis = 0; axis < selection.active.size(); ++axis) {
        auto samples = counted_samples(memory, selection, command.selection, type, axis);
        if (binning.log_from_samples) samples = positive_samples(type, samples);
        const auto* column = column_of(selection, axis);
        if (binning.rule && column != nullptr && column->kind == files::ColumnKind::text)
            bins.push_back(column_bins(*column, {}, binning).value());
        else if (binning.rule)
            bins.push_back(bins_by_rule(binning, type, samples));
        else
            extremes.push_back(histo_cl::sample_extremes({type, samples}));
    }
    if (!binning.rule)
        return bins_between(type, std::move(extremes), selection, binning, command.pictures.look.together);
    if (!selection.joint && !selection.columns && bins.size() > 1)
        throw UsageError("--bins " + std::string(bin_rule_name(*binning.rule)) +
                         ": each channel would have bins of its own; --channels takes one, or --joint");
    return bins;
}

Counted count_in_memory(const Command& command, Problem problem, std::span<const histo_cl::Device> devices,
                        const InMemory& memory) {
    std::vector<histo_cl::HostArray> arrays;
    const auto data = data_of(memory, arrays);
    problem.layout.mask = !memory.mask.empty();
    const auto of = of_problem(problem);
    if (of == Of::mean && histo_cl::is_float(*problem.weights.type))
        problem.weights.bound = weight_bound(problem, data);
    const auto options = options_for(command, devices);
    Counted counted;
    auto& result = counted.result;
    result.problem = problem;
    auto shape = data.shape;
    if (!problem.layout.rows) shape.count = memory.elements;
    result.problem.max_samples = problem.layout.rows ? elements(problem, shape) : memory.elements;
    const bool is_small = may_need_no_plan(problem, shape, devices, options);
    if (!is_small) describe_plan(result, devices, options);
    if (!devices.empty()) result.shares = {{.device = devices.front(), .bytes = memory.source.bytes}};

    // Partials do not support custom bins whose expression uses the element's index. So custom bins are
    // counted as a partial only to be saved or added, and for means.
    const bool in_parts =
        has_partial(problem) && (saves(command) || of == Of::mean || !histo_cl::has_custom_bins(problem));
    auto& measured = result.measured;
    measured.repeats = command.repeat.value_or(1);
    histo_cl::Histogram counted_whole;
    const auto count = [&](const Problem& of, const histo_cl::HostData& from) {
        return devices.empty() ? histogram(of, from, options) : histogram(of, from, options, devices.front());
    };
    const bool warms_up = command.repeat || !devices.empty();
    for (std::uint32_t i = warms_up ? 0 : 1; i <= measured.repeats; ++i) { // run 0 warms up
        const common::Stopwatch stopwatch;
        if (in_parts)
            counted.partial = partial_histogram(problem, data, options, first_of(devices));
        else
            counted_whole = count(problem, data);
        const auto seconds = stopwatch.seconds();
        if (i == 1 || seconds < measured.whole_seconds) measured.whole_seconds = seconds;
    }
    if (of == Of::minimum || of == Of::maximum) {
        auto unweighted = problem;
        unweighted.weights = {};
        unweighted.counter = CounterType::u64;
        auto same = data;
        same.weights = {};
        same.shape.weight_pitch = 0;
        result.elements = count(unweighted, same).counts;
    }
    if (counted.partial) counted_whole = counted.partial->histogram();
    measured.counts = bits_of(counted_whole);
    if (!memory.source.columns.empty()) result.without = nans_of(problem, memory.samples, memory.mask);
    if (counted_whole.on_calling_thread && command.repeat) measured.untimed = "the calling thread counted";
    if (counted_whole.on_calling_thread)
        describe_calling_thread(result, shape, devices, options);
    else if (is_small)
        describe_plan(result, devices, options);
    if (command.verify) result.verified = measured.counts == bits_of(reference_histogram(problem, data));
    return counted;
}

} // namespace count
