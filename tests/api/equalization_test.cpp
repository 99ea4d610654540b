// Maps that the device makes from counts, compared with the host's maps.

#include "api/fixture.hpp"

#include <histo_cl/statistics.hpp>

#include <cmath>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

template <class Count>
const EqualizationPlan& equalization_plan_for() {
    static const EqualizationPlan plan(test_device().context()(), test_device().id(),
                                       sizeof(Count) == 8 ? CounterType::u64 : CounterType::u32);
    return plan;
}

template <class Count>
std::vector<std::uint32_t> made_on_device(const std::vector<Count>& counts, EqualizationJob job,
                                          const std::vector<Count>& reference = {}) {
    const auto& on = test_device();
    const auto given = on.make_buffer(counts, CL_MEM_READ_ONLY);
    const auto maps = on.make_buffer(std::vector<std::uint32_t>(counts.size() + 1, 12345), CL_MEM_WRITE_ONLY);
    cl::Buffer other;
    if (!reference.empty()) {
        other = on.make_buffer(reference, CL_MEM_READ_ONLY);
        job.reference = other();
        job.reference_bins = static_cast<std::uint32_t>(reference.size());
    }
    job.counts = given();
    job.maps = maps();
    job.bins = static_cast<std::uint32_t>(counts.size() / job.histograms);
    equalization_plan_for<Count>().enqueue(on.queue()(), job);
    auto made = on.read_back<std::uint32_t>(maps, counts.size() + 1);
    CHECK(made.back() == 12345);
    made.pop_back();
    return made;
}

/// The maps of all histograms, one after the other.
template <class Count, class Make>
std::vector<std::uint32_t> made_on_host(const std::vector<Count>& counts, std::size_t histograms,
                                        const Make& make) {
    std::vector<std::uint32_t> maps;
    const auto bins = counts.size() / histograms;
    for (std::size_t first = 0; first < counts.size(); first += bins) {
        const auto map = make(std::span(counts).subspan(first, bins));
        maps.insert(maps.end(), map.begin(), map.end());
    }
    return maps;
}

/// Six kinds of counts: small, large in few bins, equal, falling, in one bin only, and none.
template <class Count>
std::vector<std::vector<Count>> kinds_of_counts(std::size_t bins) {
    Random random(bins);
    std::vector<std::vector<Count>> kinds(6, std::vector<Count>(bins));
    for (std::size_t i = 0; i < bins; ++i) {
        kinds[0][i] = static_cast<Count>(random.below(1000));
        kinds[1][i] =
            random.one_in(8) ? static_cast<Count>(random.bits() >> (64 - 8 * sizeof(Count) + 18)) : 0;
        kinds[2][i] = 1;
        kinds[3][i] = static_cast<Count>(std::exp(-0.001 * static_cast<double>(i * i)) * 1e5);
    }
    kinds[4][bins / 2] = 77;
    return kinds;
}

template <class Count>
void check_against_host(std::size_t bins) {
    const auto kinds = kinds_of_counts<Count>(bins);
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
        INFO(8 * sizeof(Count), " bits, ", bins, " bins, kind ", kind);
        const auto& counts = kinds[kind];
        for (const auto levels : {1U, 2U, 256U, 65536U})
            CHECK(made_on_device(counts, {.levels = levels}) == equalization_map(counts, levels));
        for (const auto limit : {0.0, 0.01, 1.0, 2.5, 40.0})
            CHECK(made_on_device(counts, {.rule = MapRule::clahe, .clip_limit = limit}) ==
                  clahe_maps(counts, bins, limit));
        for (const auto& reference : kinds) {
            const auto made = made_on_device(counts, {.rule = MapRule::match}, reference);
            if (total(counts) != 0 && total(reference) != 0)
                CHECK(made == matching_map(counts, reference));
            else
                CHECK(made.back() == bins - 1);
        }
    }
}

} // namespace

TEST_CASE("equalization: maps are those of the host, level for level") {
    for (const std::size_t bins : {1U, 2U, 7U, 256U, 300U}) {
        check_against_host<std::uint32_t>(bins);
        check_against_host<std::uint64_t>(bins);
    }
    const auto counts = kinds_of_counts<std::uint32_t>(65536)[0];
    CHECK(made_on_device(counts, {.levels = 65536}) == equalization_map(counts, 65536));
    CHECK(made_on_device(counts, {.rule = MapRule::clahe, .clip_limit = 3}) == clahe_maps(counts, 65536, 3));
    const auto few = kinds_of_counts<std::uint32_t>(100)[3];
    CHECK(made_on_device(counts, {.rule = MapRule::match}, few) == matching_map(counts, few));
}

TEST_CASE_TEMPLATE("equalization: matching compares products exactly", Count, std::uint32_t, std::uint64_t) {
    for (const int bits : {28, 31, 8 * static_cast<int>(sizeof(Count)) - 1}) {
        INFO(bits, " bits");
        const auto n = static_cast<Count>(Count{1} << bits);
        const auto match = [](const std::vector<Count>& counts, const std::vector<Count>& reference) {
            const auto made = made_on_device(counts, {.rule = MapRule::match}, reference);
            CHECK(made == matching_map(counts, reference));
            return made.front();
        };
        // The first bins of the two histograms have the shares n / (n + 1) and (n - 1) / n. The cross
        // products, which are compared, differ by 1.
        CHECK(match({n, 1}, {static_cast<Count>(n - 1), 1}) == 1);
        CHECK(match({static_cast<Count>(n - 1), 1}, {n, 1}) == 0);
        CHECK(match({n, 1}, {n, 1}) == 0);
    }
}

TEST_CASE("equalization: a map for each histogram of a batch") {
    std::vector<std::uint32_t> counts;
    for (const auto& kind : kinds_of_counts<std::uint32_t>(50))
        counts.insert(counts.end(), kind.begin(), kind.end());
    CHECK(made_on_device(counts, {.histograms = 6}) ==
          made_on_host(counts, 6, [](const auto& some) { return equalization_map(some); }));
    CHECK(made_on_device(counts, {.histograms = 6, .rule = MapRule::clahe, .clip_limit = 2}) ==
          clahe_maps(counts, 50, 2));
    counts.resize(5 * 50); // matching_map() refuses a histogram without samples
    const std::vector<std::uint32_t> reference{1, 5, 0, 9};
    CHECK(made_on_device(counts, {.histograms = 5, .rule = MapRule::match}, reference) ==
          made_on_host(counts, 5, [&](const auto& some) { return matching_map(some, reference); }));
}
