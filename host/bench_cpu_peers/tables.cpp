#include "tables.hpp"

#include "instructions.hpp"

namespace bench_cpu_peers {

std::unique_ptr<bench::Trial> tables_trial(const Task& task, ThreadPool& pool) {
    const auto best = available_instructions().front();
    take_even_bins_in(task.state, {bench::Layout::single});
    if (task.state.sample == histo_cl::SampleType::f32) return tables_f32_trial(task, pool, best);
    if (task.state.sample == histo_cl::SampleType::u8 && task.state.bins == 256)
        return tables_u8_trial(task, pool, best);
    refuse("samples of " + std::string(name(task.state.sample)) + " into " + std::to_string(task.state.bins) +
           " bins");
}

} // namespace bench_cpu_peers
