// default_problem(): the bins of all ranks' samples together.

#include "support/error.hpp"
#include "world.hpp"

#include <doctest/doctest.h>
#include <limits>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

void check_bins(SampleType type, std::span<const std::byte> all, Part part) {
    CAPTURE(name(type));
    CHECK(default_problem(MPI_COMM_WORLD, {type, part_of(all, part, bytes(type))}) ==
          default_problem({type, all}));
}

} // namespace

TEST_SUITE_BEGIN("default_problem");

TEST_CASE("has the bins of all samples, for all types, whichever rank has the least and the greatest") {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        for (const auto type : all_sample_types) {
            const auto all = random.bytes(bytes(type) * random.below(40));
            check_bins(type, all, ragged_part(random, all.size() / bytes(type)));
        }
    }
}

TEST_CASE("accepts the ends of the types, equal samples, and no finite sample") {
    const auto check = []<class T>(const std::vector<T>& all) {
        Random random(1);
        check_bins(sample_type_of<T>(), std::as_bytes(std::span(all)), ragged_part(random, all.size()));
    };
    using U64 = std::numeric_limits<std::uint64_t>;
    using I64 = std::numeric_limits<std::int64_t>;
    using F64 = std::numeric_limits<double>;
    check(std::vector<std::uint64_t>{U64::max(), 0});
    check(std::vector<std::uint64_t>{U64::max(), U64::max()});
    check(std::vector<std::uint64_t>{0});
    check(std::vector<std::int64_t>{I64::max(), I64::min()});
    check(std::vector<std::int64_t>{-1, 1, -2});
    check(std::vector<double>{-F64::max() / 2, F64::max() / 2, F64::infinity()});
    check(std::vector<double>{-0.0, 0.0});
    check(std::vector<double>{-3, -2, -F64::denorm_min()});
    check(std::vector<double>{F64::quiet_NaN(), -F64::infinity()});
    check(std::vector<float>{});
}

TEST_CASE("accepts a range of samples") {
    const std::vector<float> local{static_cast<float>(rank()), 0.5F};
    const auto problem = default_problem(MPI_COMM_WORLD, local);
    CHECK(problem.edges().back() == std::max(0.5, static_cast<double>(ranks() - 1)));
}

TEST_CASE("refuses types that differ, and bytes that are no whole samples") {
    const auto of = [](SampleType type, std::size_t size) {
        static_cast<void>(default_problem(MPI_COMM_WORLD, {type, std::vector<std::byte>(size)}));
    };
    const bool last = rank() == ranks() - 1;
    check_error(Status::invalid_argument, {"rank " + std::to_string(ranks() - 1), "6 B", "f32"},
                [&] { of(SampleType::f32, last ? 6 : 4); });
    if (ranks() == 1) return;
    check_error(Status::invalid_argument, {"rank 0 asks", "f32", "f64"},
                [&] { of(last ? SampleType::f64 : SampleType::f32, 8); });
}

TEST_SUITE_END();
