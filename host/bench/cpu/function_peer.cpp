#include "bench/cpu/peers.hpp"
#include "common/errors.hpp"

#include <dlfcn.h>

namespace bench_cpu {

NamedFunction load_function(const std::string& text) {
    const auto equals = text.find('=');
    const auto colon = text.rfind(':');
    if (equals == std::string::npos || equals == 0 || colon == std::string::npos || colon <= equals + 1 ||
        colon + 1 == text.size())
        throw common::UsageError("--peer: '" + text + "' is not NAME=LIBRARY:SYMBOL");
    NamedFunction named{.name = text.substr(0, equals),
                        .library = text.substr(equals + 1, colon - equals - 1),
                        .symbol = text.substr(colon + 1)};
    auto* const library = ::dlopen(named.library.c_str(), RTLD_NOW | RTLD_LOCAL); // never unloaded
    if (library == nullptr) throw common::UsageError("--peer " + named.name + ": " + ::dlerror());
    auto* const symbol = ::dlsym(library, named.symbol.c_str());
    if (symbol == nullptr) throw common::UsageError("--peer " + named.name + ": " + ::dlerror());
    named.function = reinterpret_cast<histo_cl_peer_function>(symbol);
    return named;
}

Count function_peer(const Task& task, ThreadPool& pool, histo_cl_peer_function function) {
    require_even_bins(task.state, {bench::Layout::single});
    const auto bins = task.state.bins;
    const auto upper = static_cast<double>(bench::upper_bound(task.state));
    const std::string sample(name(task.state.sample));
    const auto* const samples = static_cast<const std::byte*>(task.samples);
    std::vector<std::uint32_t> none(bins);
    if (function(sample.c_str(), samples, 0, bins, 0, upper, none.data()) != 0)
        refuse(sample + " into " + std::to_string(bins) + " bins, says the function");
    return
        [=, sample_bytes = histo_cl::bytes(task.state.sample),
         tables = PrivateCounts(pool, task.state.elements, bins)](std::span<std::uint32_t> counts) mutable {
            tables.run(counts, [&](std::uint64_t begin, std::uint64_t end, std::uint32_t* table) {
                function(sample.c_str(), samples + begin * sample_bytes, end - begin, bins, 0, upper, table);
            });
        };
}

} // namespace bench_cpu
