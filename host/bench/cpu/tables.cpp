#include "bench/cpu/peers.hpp"

#include <array>

namespace bench_cpu {

namespace {

constexpr std::array all{Instructions::avx512, Instructions::avx2, Instructions::plain};

Instructions best() {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq"))
        return Instructions::avx512;
    if (__builtin_cpu_supports("avx2")) return Instructions::avx2;
#endif
    return Instructions::plain;
}

} // namespace

std::string_view name(Instructions instructions) noexcept {
    constexpr std::array<std::string_view, 3> names{"AVX-512", "AVX2", "plain C++"};
    return names.at(static_cast<std::size_t>(instructions));
}

std::span<const Instructions> available_instructions() {
    return std::span(all).subspan(static_cast<std::size_t>(best()));
}

Count tables_peer(const Task& task, ThreadPool& pool, Instructions instructions) {
    require_even_bins(task.state, {bench::Layout::single});
    if (task.state.sample == histo_cl::SampleType::f32) return count_f32(task, pool, instructions);
    if (task.state.sample == histo_cl::SampleType::u8 && task.state.bins == 256)
        return count_u8(task, pool, instructions);
    refuse("samples of " + std::string(name(task.state.sample)) + " into " + std::to_string(task.state.bins) +
           " bins");
}

} // namespace bench_cpu
