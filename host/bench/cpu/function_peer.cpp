#include "bench/cpu/trials.hpp"
#include "common/errors.hpp"

#include <dlfcn.h>

namespace bench_cpu {

namespace {

class FunctionTrial : public HostTrial {
  public:
    FunctionTrial(const Task& task, ThreadPool& pool, histo_cl_peer_function function)
        : HostTrial(task.counters()), function_(function), sample_(name(task.state.sample)),
          sample_bytes_(histo_cl::bytes(task.state.sample)),
          samples_(static_cast<const std::byte*>(task.samples)), bins_(task.state.bins),
          upper_(static_cast<double>(bench::upper_bound(task.state))),
          rounds_(histo_cl::is_float(task.state.sample)),
          tables_(pool, task.state.elements, task.counters()) {
        std::vector<std::uint32_t> none(bins_);
        if (function_(sample_.c_str(), samples_, 0, bins_, 0, upper_, none.data()) != 0)
            refuse(sample_ + " into " + std::to_string(bins_) + " bins, says the function");
    }

    [[nodiscard]] bool rounds_edges() const override { return rounds_; }

  private:
    void count(std::span<std::uint32_t> counts) override {
        tables_.run(counts, [&](std::uint64_t begin, std::uint64_t end, std::uint32_t* table) {
            function_(sample_.c_str(), samples_ + begin * sample_bytes_, end - begin, bins_, 0, upper_,
                      table);
        });
    }

    histo_cl_peer_function function_;
    std::string sample_;
    std::size_t sample_bytes_;
    const std::byte* samples_;
    std::uint32_t bins_;
    double upper_;
    bool rounds_;
    PrivateCounts tables_;
};

} // namespace

NamedFunction load_function(const std::string& text) {
    const auto equals = text.find('=');
    const auto colon = text.rfind(':');
    if (equals == std::string::npos || equals == 0 || colon == std::string::npos || colon <= equals + 1 ||
        colon + 1 == text.size())
        throw common::UsageError("--peer: '" + text + "' is not NAME=LIBRARY:SYMBOL");
    NamedFunction named{.name = text.substr(0, equals),
                        .library = text.substr(equals + 1, colon - equals - 1),
                        .symbol = text.substr(colon + 1)};
    auto* const library = ::dlopen(named.library.c_str(), RTLD_NOW | RTLD_LOCAL); // until the program ends
    if (library == nullptr) throw common::UsageError("--peer " + named.name + ": " + ::dlerror());
    auto* const symbol = ::dlsym(library, named.symbol.c_str());
    if (symbol == nullptr) throw common::UsageError("--peer " + named.name + ": " + ::dlerror());
    named.function = reinterpret_cast<histo_cl_peer_function>(symbol);
    return named;
}

std::unique_ptr<bench::Trial> function_trial(const Task& task, ThreadPool& pool,
                                             histo_cl_peer_function function) {
    take_even_bins_in(task.state, {bench::Layout::single});
    return std::make_unique<FunctionTrial>(task, pool, function);
}

} // namespace bench_cpu
