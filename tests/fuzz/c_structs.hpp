#pragma once

#include "c_api/sized.hpp"
#include "fuzz/input.hpp"
#include "histo_cl/histo_cl.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

// The C API's structs from the bytes of an input, with any value in any member. Only what a caller could do
// is tested: a pointer is NULL or points to memory that ends with its array, and the count of an array is its
// length or beyond the member's limit.

namespace histo_cl::fuzz {

/// A caller's memory. Each block ends exactly at its size, so sanitizers notice reads beyond it.
class Memory {
  public:
    /// A copy of some elements; NULL if there are none.
    template <class T>
    T* copy_of(const std::vector<T>& elements) {
        if (elements.empty()) return nullptr;
        auto* const block = allocate(elements.size() * sizeof(T));
        std::memcpy(block, elements.data(), elements.size() * sizeof(T));
        return reinterpret_cast<T*>(block);
    }
    std::byte* allocate(std::size_t size) {
        return blocks_.emplace_back(std::make_unique<std::byte[]>(size)).get();
    }

  private:
    std::vector<std::unique_ptr<std::byte[]>> blocks_;
};

/// A value for a member of an enumeration type, mostly a valid one.
inline std::int32_t enumerator(Input& input, std::uint32_t values) {
    return input.below(32) == 0 ? input.take<std::int32_t>() : static_cast<std::int32_t>(input.below(values));
}

/// The number of an array's elements, or a number beyond the limit.
inline std::size_t count_of(Input& input, std::size_t elements, std::uint64_t limit) {
    if (input.below(16) != 0) return elements;
    return std::max<std::uint64_t>(limit + 1, input.size());
}

/// A struct_size: mostly the struct's own, sometimes a smaller or larger one, or one beyond the limit.
template <class C>
std::size_t some_struct_size(Input& input) {
    switch (input.below(32)) {
    case 0: return input.below(sizeof(C));
    case 1: return sizeof(C) + 8 * input.below(8);
    case 2: return c_api::largest_struct + 1 + input.size() % PTRDIFF_MAX;
    default: return sizeof(C);
    }
}

/// A copy of the struct with some struct_size, or NULL. Its memory has exactly struct_size bytes, or the
/// struct's own size if struct_size is smaller or beyond the limit.
template <class C>
C* placed(Input& input, Memory& memory, C value) {
    if (input.below(64) == 0) return nullptr;
    value.struct_size = some_struct_size<C>(input);
    auto size = value.struct_size;
    if (size < sizeof value || size > c_api::largest_struct) size = sizeof value;
    auto* const block = memory.allocate(size);
    std::memcpy(block, &value, sizeof value);
    if (size > sizeof value && input.flag()) block[size - 1] = std::byte{1};
    return reinterpret_cast<C*>(block);
}

inline histo_cl_number some_c_number(Input& input) {
    const auto number = input.number();
    auto in_c = histo_cl_f64(number.f64());
    if (number.kind() == Number::Kind::i64) in_c = histo_cl_i64(number.i64());
    if (number.kind() == Number::Kind::u64) in_c = histo_cl_u64(number.u64());
    if (input.below(64) == 0) in_c.kind = input.take<std::int32_t>();
    return in_c;
}

inline histo_cl_binning some_c_binning(Input& input, Memory& memory) {
    const auto kind = enumerator(input, all_binning_kinds.size());
    auto binning = histo_cl_binning_of(kind, 0);
    const auto has = [&](bool used) { return used ? input.below(32) != 0 : input.below(64) == 0; };
    if (has(kind != HISTO_CL_BINS_EDGES)) binning.count = static_cast<std::uint32_t>(input.size() % 5000);
    if (has(kind == HISTO_CL_BINS_EVEN || kind == HISTO_CL_BINS_LOG || kind == HISTO_CL_BINS_CIRCULAR))
        binning.lower = some_c_number(input);
    if (has(kind == HISTO_CL_BINS_EVEN || kind == HISTO_CL_BINS_LOG)) binning.upper = some_c_number(input);
    if (has(kind == HISTO_CL_BINS_CIRCULAR)) binning.period = some_c_number(input);
    if (has(kind == HISTO_CL_BINS_CUSTOM)) binning.expression = input.one_of(std::array{"x", "i", "", "x %"});
    if (has(kind == HISTO_CL_BINS_EDGES)) {
        const auto edges = input.below(12);
        double next = input.take<std::int8_t>();
        std::vector<double> doubles;
        std::vector<histo_cl_number> numbers;
        for (std::uint32_t i = 0; i < edges; ++i) {
            doubles.push_back(input.below(16) == 0 ? input.take<double>() : next++);
            numbers.push_back(input.below(16) == 0 ? some_c_number(input) : histo_cl_f64(doubles.back()));
        }
        const bool both = input.below(32) == 0;
        const bool as_numbers = input.flag();
        if (as_numbers || both) binning.edges = memory.copy_of(numbers);
        if (!as_numbers || both) binning.edges_f64 = memory.copy_of(doubles);
        binning.edge_count = count_of(input, edges, std::uint64_t{max_bins} + 1);
    }
    return binning;
}

/// Binnings in an array. The distance between them is the first one's struct_size.
inline const histo_cl_binning* some_c_axes(Input& input, Memory& memory, std::uint32_t count) {
    const auto size =
        input.below(32) == 0 ? some_struct_size<histo_cl_binning>(input) : sizeof(histo_cl_binning);
    const bool fits = size >= sizeof(histo_cl_binning) && size <= c_api::largest_struct;
    const auto step = fits ? size : sizeof(histo_cl_binning);
    auto* const block = memory.allocate(count * step);
    for (std::uint32_t axis = 0; axis < count; ++axis) {
        auto binning = some_c_binning(input, memory);
        binning.struct_size = input.below(64) == 0 ? some_struct_size<histo_cl_binning>(input) : size;
        if (axis == 0) binning.struct_size = size;
        std::memcpy(block + axis * step, &binning, sizeof binning);
    }
    return reinterpret_cast<const histo_cl_binning*>(block);
}

inline histo_cl_problem* some_c_problem(Input& input, Memory& memory) {
    histo_cl_problem problem = histo_cl_problem_init();
    if (const auto axes = input.below(6); axes != 0) {
        problem.axes = some_c_axes(input, memory, axes);
        problem.axis_count = count_of(input, axes, max_channels);
    } else if (input.below(16) == 0) {
        problem.axis_count = 1;
    }
    problem.sample = enumerator(input, all_sample_types.size() + 1);
    problem.counter = enumerator(input, 7);
    problem.joint = enumerator(input, 2);
    problem.last_edge = enumerator(input, 2);
    problem.out_of_range = enumerator(input, 3);
    problem.batch = enumerator(input, 4);
    if (input.flag()) problem.weights = enumerator(input, all_sample_types.size() + 1);
    if (input.flag()) problem.squared_weights = 1;
    if (input.flag()) problem.channels = input.below(8);
    problem.order = enumerator(input, 3);
    if (problem.order == HISTO_CL_ORDER_SEPARATE || input.below(32) == 0) {
        std::vector<histo_cl_array> arrays;
        for (auto n = input.below(6); n > 0; --n)
            arrays.push_back(
                {enumerator(input, all_sample_types.size() + 1), 0, input.flag() ? input.size() : 0});
        problem.arrays = memory.copy_of(arrays);
        problem.array_count = count_of(input, arrays.size(), max_arrays);
    }
    problem.rows = enumerator(input, 2);
    problem.mask = enumerator(input, 2);
    if (input.flag()) {
        std::vector<std::uint32_t> active;
        for (auto n = input.below(6); n > 0; --n)
            active.push_back(input.below(5));
        problem.active = memory.copy_of(active);
        problem.active_count = count_of(input, active.size(), max_channels);
    }
    if (input.flag()) problem.stride = input.size();
    if (input.flag()) problem.max_samples = input.size();
    if (input.below(8) == 0) {
        problem.image_kind = enumerator(input, 9);
        problem.channel_type = enumerator(input, 16);
    }
    if (input.below(8) == 0) {
        problem.weight_bound_maximum = input.take<double>();
        problem.weight_bound_elements = input.size();
    }
    if (input.below(4) == 0)
        problem.weight_vector_count = input.below(16) == 0 ? input.size() : input.below(6);
    if (input.below(4) == 0) problem.element_counts = 1;
    if (input.below(8) == 0) problem.narrow_weights = 1;
    if (input.below(4) == 0) problem.accumulator = enumerator(input, 4);
    if (input.below(4) == 0) problem.indices = enumerator(input, all_sample_types.size() + 1);
    if (input.below(8) == 0) problem.listed_weights = 1;
    if (input.below(8) == 0) problem.nibbles = enumerator(input, 3);
    if (input.below(8) == 0) problem.plane_channels = input.below(6);
    if (input.below(8) == 0) problem.weight_stride = input.size();
    if (input.below(8) == 0) problem.weights_per = enumerator(input, 3);
    if (input.below(8) == 0) problem.counter_order = enumerator(input, 2);
    return placed(input, memory, problem);
}

inline histo_cl_shape* some_c_shape(Input& input, Memory& memory) {
    auto shape = histo_cl_shape_init();
    if (input.flag()) shape.count = input.size();
    for (auto* const member : {&shape.x, &shape.y, &shape.width, &shape.height})
        if (shape.count == HISTO_CL_COUNT_UNSET || input.below(32) == 0) *member = input.size();
    for (auto* const member : {&shape.pitch, &shape.mask_pitch, &shape.weight_pitch, &shape.plane_pitch,
                               &shape.segment, &shape.tile_width, &shape.tile_height})
        if (input.below(4) == 0) *member = input.size();
    for (auto* const member : {&shape.z, &shape.depth, &shape.source_count})
        if (input.below(32) == 0) *member = input.size();
    if (input.below(4) == 0) {
        std::vector<std::uint64_t> offsets;
        for (auto n = input.below(9); n > 0; --n)
            offsets.push_back(offsets.empty() ? 0 : offsets.back() + input.below(3));
        shape.offsets = memory.copy_of(offsets);
        shape.offset_count = count_of(input, offsets.size(), max_histograms + 1);
    }
    return placed(input, memory, shape);
}

inline histo_cl_options* some_c_options(Input& input, Memory& memory) {
    auto options = histo_cl_options_init();
    options.variant = enumerator(input, all_variants.size() + 1);
    if (input.flag()) {
        options.partition = enumerator(input, 3);
        options.merge = enumerator(input, 5);
        options.count_values = enumerator(input, 3);
        options.calling_thread = enumerator(input, 3);
        for (auto* const member : {&options.work_group_size, &options.work_groups, &options.replicas,
                                   &options.coarsening, &options.load_bytes, &options.loads_in_flight})
            if (input.below(4) == 0) *member = static_cast<std::uint32_t>(input.size());
        for (auto* const member :
             {&options.workspace_limit, &options.samples_per_launch, &options.cache_bytes})
            if (input.below(4) == 0) *member = input.size();
    }
    return placed(input, memory, options);
}

inline histo_cl_device_profile* some_c_profile(Input& input, Memory& memory) {
    auto profile = histo_cl_device_profile_init();
    if (input.flag()) profile.name = "device";
    profile.vendor = enumerator(input, 7);
    profile.type = enumerator(input, 3);
    for (auto* const member : {&profile.compute_units, &profile.max_work_group_size, &profile.wave_width,
                               &profile.base_address_align_bytes, &profile.loop_limit})
        if (input.flag()) *member = static_cast<std::uint32_t>(input.size());
    for (auto* const member : {&profile.local_memory_bytes, &profile.local_memory_reach_bytes,
                               &profile.global_memory_bytes, &profile.max_allocation_bytes})
        *member = input.size();
    for (auto* const member :
         {&profile.local_memory_dedicated, &profile.int64_atomics, &profile.fp64, &profile.little_endian,
          &profile.understates_kernels, &profile.reports_races, &profile.images, &profile.depth_images})
        *member = enumerator(input, 2);
    return placed(input, memory, profile);
}

/// Host data with up to 255 bytes in each array. These may be many elements, because rows may overlap.
inline histo_cl_host_data* some_c_data(Input& input, Memory& memory) {
    histo_cl_host_data data = histo_cl_samples(nullptr, 0);
    const auto bytes_of = [&](const void*& bytes, std::size_t& size) {
        size = count_of(input, input.take<std::uint8_t>(), PTRDIFF_MAX);
        if (size != 0) bytes = memory.allocate(size <= 256 ? size : 1);
    };
    if (input.flag()) data.shape = some_c_shape(input, memory);
    bytes_of(data.samples, data.samples_bytes);
    if (input.flag()) bytes_of(data.mask, data.mask_bytes);
    if (input.flag()) bytes_of(data.weights, data.weights_bytes);
    if (input.below(4) == 0) {
        std::vector<histo_cl_array_data> arrays(input.below(6));
        for (auto& [samples, bytes] : arrays)
            bytes_of(samples, bytes);
        data.arrays = memory.copy_of(arrays);
        data.array_count = count_of(input, arrays.size(), max_arrays);
    }
    if (input.below(4) == 0) {
        std::vector<histo_cl_weight_data> vectors(input.below(6));
        for (auto& [weights, bytes] : vectors)
            bytes_of(weights, bytes);
        data.weight_vectors = memory.copy_of(vectors);
        data.weight_vector_count = count_of(input, vectors.size(), max_weight_vectors);
    }
    if (input.below(4) == 0) bytes_of(data.indices, data.indices_bytes);
    return placed(input, memory, data);
}

} // namespace histo_cl::fuzz
