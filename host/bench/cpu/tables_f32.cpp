// Floats into even bins. Vector instructions find the bins of the next group of samples while scalar ones
// count the previous group, which takes most of the time. There are as many tables as fit the L1 cache,
// so that equal neighbours do not wait for each other; for more bins there are byte counters, which carry 256
// into the counts when they wrap to 0. A group in one bin is counted at once.

#include "bench/cpu/f32_tables.hpp"
#include "bench/cpu/find.hpp"
#include "bench/cpu/tables.hpp"
#include "bench/cpu/threads.hpp"

#include <array>

namespace bench_cpu {

namespace {

constexpr std::size_t group = 128;           ///< samples
constexpr std::size_t groups_of_a_look = 64; ///< between checks whether neighbours are equal

/// Whether so many samples fall into the bins of those just before that their counters would wait for each
/// other.
template <class Index>
bool are_alike(const Index* bins) {
    constexpr std::size_t near = 4;
    std::size_t repeated = 0;
    for (std::size_t i = near; i < 64; ++i)
        if (std::find(&bins[i - near], &bins[i], bins[i]) != &bins[i]) ++repeated;
    return repeated > 8;
}

/// Inlined into a function for the instructions of `Find`.
template <class Find, class Table>
[[gnu::always_inline]] inline void count_groups(std::span<const float> samples, const Scale& scale,
                                                Table& table, std::uint32_t* counts) {
    using Index = typename Table::Index;
    alignas(64) std::array<std::array<Index, group>, 2> bins;
    const auto* next = samples.data();
    const auto groups = samples.size() / group;
    bool differ = false;
    const auto find = [&](Index * found) __attribute__((always_inline)) {
        std::array<Index, 16> first;
        static_cast<void>(Find::bins(next, scale, 0, first.data()));
        differ = false;
        for (std::size_t i = 0; i < group; i += 16)
            differ = Find::bins(next + i, scale, first[0], found + i) || differ;
        next += group;
    };
    const auto find_and_count = [&]<bool Spread>(std::bool_constant<Spread>, const Index* current,
                                                 Index* found) __attribute__((always_inline)) {
        const std::uint32_t first = current[group - 1]; // likely, if the next group is in one bin
        differ = false;
        for (std::size_t i = 0; i < group; i += 16) {
            differ = Find::bins(next + i, scale, first, found + i) || differ;
            table.template add<Spread>(current + i, counts);
        }
        next += group;
    };
    if (groups > 0) find(bins[0].data());
    for (std::size_t done = 0; done < groups; ++done) {
        const auto* const current = bins[done % 2].data();
        auto* const found = bins[(done + 1) % 2].data();
        const bool last = done + 1 == groups;
        if (!differ) {
            table.add_same(current[0], group, counts);
            if (!last) find(found);
            continue;
        }
        if (done % groups_of_a_look == 0) table.spread = are_alike(current);
        if (last)
            for (std::size_t i = 0; i < group; i += 16)
                table.template add<false>(current + i, counts);
        else if (table.spread)
            find_and_count(std::true_type(), current, found);
        else
            find_and_count(std::false_type(), current, found);
    }
    for (auto i = groups * group; i < samples.size(); ++i) {
        const auto place = (samples[i] - scale.lower) * scale.scale;
        if (place >= 0 && place < static_cast<float>(scale.bins))
            table.add_one(static_cast<std::size_t>(place), counts);
    }
}

template <class Table>
using CountPartF32 = void (*)(std::span<const float>, const Scale&, Table&, std::uint32_t*);

template <class Table>
void count_plain(std::span<const float> samples, const Scale& scale, Table& table, std::uint32_t* counts) {
    count_groups<FindPlain>(samples, scale, table, counts);
}

#if defined(__x86_64__)
template <class Table>
AVX512 void count_avx512(std::span<const float> samples, const Scale& scale, Table& table,
                         std::uint32_t* counts) {
    count_groups<FindAvx512>(samples, scale, table, counts);
}
template <class Table>
AVX2 void count_avx2(std::span<const float> samples, const Scale& scale, Table& table,
                     std::uint32_t* counts) {
    count_groups<FindAvx2>(samples, scale, table, counts);
}
#endif

template <class Table>
CountPartF32<Table> count_part_with(Instructions instructions) {
#if defined(__x86_64__)
    if (instructions == Instructions::avx512) return count_avx512<Table>;
    if (instructions == Instructions::avx2) return count_avx2<Table>;
#endif
    static_cast<void>(instructions);
    return count_plain<Table>;
}

template <class Table>
class TablesF32Trial : public HostTrial {
  public:
    TablesF32Trial(const Task& task, ThreadPool& pool, Instructions instructions)
        : HostTrial(task.counters()), pool_(pool),
          samples_(task.samples_as<float>()), scale_{0,
                                                     static_cast<float>(task.state.bins) /
                                                         static_cast<float>(bench::upper_bound(task.state)),
                                                     task.state.bins},
          tables_(useful_parts(pool, samples_.size()), Table(task.state.bins)),
          count_part_(count_part_with<Table>(instructions)) {}

    [[nodiscard]] bool rounds_edges() const override { return true; }

  private:
    void count(std::span<std::uint32_t> counts) override {
        const auto parts = static_cast<unsigned>(tables_.size());
        for_slices(pool_, counts.size(), parts, [&](std::uint64_t begin, std::uint64_t end) {
            std::ranges::fill(counts.subspan(begin, end - begin), 0U);
        });
        pool_.run(parts, [&](unsigned part) {
            const auto begin = part_begin(samples_.size(), parts, part);
            tables_[part].clear();
            count_part_(samples_.subspan(begin, part_begin(samples_.size(), parts, part + 1) - begin), scale_,
                        tables_[part], counts.data());
        });
        for_slices(pool_, counts.size(), parts, [&](std::uint64_t begin, std::uint64_t end) {
            for (const auto& table : tables_)
                for (auto bin = begin; bin < end; ++bin)
                    counts[bin] += table.sum(bin);
        });
    }

    ThreadPool& pool_;
    std::span<const float> samples_;
    Scale scale_;
    std::vector<Table> tables_;
    CountPartF32<Table> count_part_;
};

template <class Table>
std::unique_ptr<bench::Trial> trial_with(const Task& task, ThreadPool& pool, Instructions instructions) {
    return std::make_unique<TablesF32Trial<Table>>(task, pool, instructions);
}

} // namespace

std::unique_ptr<bench::Trial> tables_f32_trial(const Task& task, ThreadPool& pool,
                                               Instructions instructions) {
    const auto bins = task.state.bins;
    if (bins <= 2048) return trial_with<Words<8>>(task, pool, instructions);
    if (bins <= 8192) return trial_with<Words<4>>(task, pool, instructions);
    return trial_with<Bytes>(task, pool, instructions);
}

} // namespace bench_cpu
