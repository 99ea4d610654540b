#include "c_api/fixture.hpp"
#include "support/folder.hpp"

#include <histo_cl/statistics/distribution.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

using namespace histo_cl;
using namespace histo_cl::test;

// Streams: pushes of host data and of data on a device, counts, partials, cancelling.

namespace {

using StreamHandle = std::unique_ptr<histo_cl_stream, Release<histo_cl_stream_release>>;
using PartialHandle = std::unique_ptr<histo_cl_partial, Release<histo_cl_partial_release>>;
using Counts = std::array<std::uint64_t, 4>;

const std::vector<std::uint8_t> streamed{0, 1, 1, 3, 3, 3, 9};

/// A stream on the device under test.
StreamHandle stream_of(const histo_cl_problem& problem) {
    const std::array<const histo_cl_device*, 1> devices{device()};
    auto options = histo_cl_stream_options_init();
    options.devices = devices.data();
    options.device_count = devices.size();
    return made<StreamHandle>(histo_cl_stream_create, &problem, &options);
}

/// A problem with bins for the values 0 to 3, and its streams.
class Values {
  public:
    Values() {
        problem.axes = &axis_;
        problem.axis_count = 1;
    }
    Values(const Values&) = delete;
    Values& operator=(const Values&) = delete;

    [[nodiscard]] StreamHandle stream() const { return stream_of(problem); }

    histo_cl_problem problem = histo_cl_problem_init();

  private:
    histo_cl_binning axis_ = histo_cl_even_bins(4, histo_cl_i64(0), histo_cl_i64(4));
};

Counts counts_of(const StreamHandle& stream) {
    Counts counts{};
    check_ok(histo_cl_stream_counts(stream.get(), counts.data(), counts.size()));
    return counts;
}

} // namespace

TEST_CASE("a stream counts data that are pushed from the host and from a device") {
    const Values values;
    const auto stream = values.stream();
    const auto data = histo_cl_samples(streamed.data(), streamed.size());
    check_ok(histo_cl_stream_push(stream.get(), &data));
    CHECK(counts_of(stream) == Counts{1, 2, 0, 3});

    const auto buffer = test_device().make_buffer(streamed);
    auto shape = histo_cl_shape_init();
    shape.count = streamed.size();
    auto job = histo_cl_job_init();
    job.samples = buffer();
    job.shape = &shape;
    cl::UserEvent elsewhere(cl::Context(cl::Device(test_device().id(), true)));
    const cl_event wait = elsewhere();
    check_refused(histo_cl_stream_push_job(stream.get(), test_device().queue()(), &job, 1, &wait),
                  {"wait list", "another context"});
    elsewhere.setStatus(CL_COMPLETE);
    check_ok(histo_cl_stream_push_job(stream.get(), test_device().queue()(), &job, 0, nullptr));
    CHECK(counts_of(stream) == Counts{2, 4, 0, 6});
    CHECK(got(std::uint64_t{}, histo_cl_stream_elements, stream.get()) == 2 * streamed.size());

    const auto partial = made<PartialHandle>(histo_cl_stream_partial, stream.get());
    CHECK(got(std::uint64_t{}, histo_cl_partial_elements, partial.get()) == 2 * streamed.size());

    check_ok(histo_cl_stream_reset(stream.get()));
    CHECK(counts_of(stream) == Counts{});
}

TEST_CASE("a stream refuses invalid arguments, and keeps its counts") {
    Values values;
    const auto stream = values.stream();
    const auto data = histo_cl_samples(streamed.data(), streamed.size());
    check_ok(histo_cl_stream_push(stream.get(), &data));
    Counts counts{};
    check_refused(histo_cl_stream_counts(stream.get(), counts.data(), 3), {"counts", "3", "4"});
    check_refused(histo_cl_stream_counts(stream.get(), nullptr, 4), {"counts", "NULL"});
    check_refused(histo_cl_stream_push(nullptr, &data), {"stream", "NULL"});
    check_refused(histo_cl_stream_push(stream.get(), nullptr), {"data", "NULL"});
    CHECK(counts_of(stream) == Counts{1, 2, 0, 3});

    histo_cl_stream* none = nullptr;
    const std::array<const histo_cl_device*, 1> devices{nullptr};
    auto options = histo_cl_stream_options_init();
    options.devices = devices.data();
    options.device_count = 1;
    check_refused(histo_cl_stream_create(&values.problem, &options, &none), {"device", "NULL"});
    options.devices = nullptr;
    check_refused(histo_cl_stream_create(&values.problem, &options, &none), {"options.devices is NULL"});
    values.problem.batch = HISTO_CL_BATCH_SEGMENTS;
    check_refused(histo_cl_stream_create(&values.problem, nullptr, &none), {"a batch"});
    CHECK(none == nullptr);
}

TEST_CASE("calls on a cancelled stream return HISTO_CL_CANCELLED") {
    const Values values;
    const auto stream = values.stream();
    check_ok(histo_cl_stream_cancel(stream.get()));
    const auto data = histo_cl_samples(streamed.data(), streamed.size());
    check_failed(histo_cl_stream_push(stream.get(), &data), HISTO_CL_CANCELLED, {"cancelled"});
    Counts counts{};
    check_failed(histo_cl_stream_counts(stream.get(), counts.data(), 4), HISTO_CL_CANCELLED, {"cancelled"});
    histo_cl_stream_release(nullptr);
}

// Partials: bounds, words, files and merges.

namespace {

constexpr std::array<std::uint8_t, 6> samples{0, 1, 1, 0, 2, 1};
constexpr std::array<float, 6> weights{1e8F, 0.5F, -0.25F, 1, 9, 0.125F};

/// A problem with bins for the values 0 and 1 and with f32 weights, and its parts.
class Weighed {
  public:
    Weighed() : axis_(histo_cl_even_bins(2, histo_cl_i64(0), histo_cl_i64(2))) {
        problem.axes = &axis_;
        problem.axis_count = 1;
        problem.weights = HISTO_CL_SAMPLE_F32;
    }
    Weighed(const Weighed&) = delete;
    Weighed& operator=(const Weighed&) = delete;

    [[nodiscard]] static histo_cl_host_data data(std::size_t first, std::size_t count) {
        auto data = histo_cl_samples(samples.data() + first, count);
        data.weights = weights.data() + first;
        data.weights_bytes = count * sizeof(float);
        return data;
    }
    [[nodiscard]] PartialHandle part(std::size_t first, std::size_t count) const {
        const auto of = data(first, count);
        return made<PartialHandle>(histo_cl_partial_histogram, &problem, &of, nullptr, device());
    }

    histo_cl_problem problem = histo_cl_problem_init();

  private:
    histo_cl_binning axis_;
};

std::array<double, 2> sums_of(const PartialHandle& partial) {
    std::array<double, 2> sums{};
    check_ok(histo_cl_partial_sums(partial.get(), sums.data(), sums.size()));
    return sums;
}

} // namespace

TEST_CASE("parts are counted, saved, loaded and merged to the sums of the whole") {
    Weighed weighed;
    auto& problem = weighed.problem;
    const auto whole = Weighed::data(0, 6);
    check_ok(histo_cl_weight_bound(&problem, &whole, &problem.weight_bound_maximum,
                                   &problem.weight_bound_elements));
    CHECK(problem.weight_bound_maximum == 1e8);
    CHECK(problem.weight_bound_elements == 6);

    const auto sum = made<PartialHandle>(histo_cl_partial_create, &problem);
    CHECK(got(std::uint64_t{7}, histo_cl_partial_elements, sum.get()) == 0);
    const Folder folder;
    const auto file = (folder.path() / "part").string();
    check_ok(histo_cl_partial_save(weighed.part(3, 3).get(), file.c_str()));
    const auto loaded = made<PartialHandle>(histo_cl_partial_load, &problem, file.c_str());
    check_ok(histo_cl_partial_merge(sum.get(), loaded.get()));
    check_ok(histo_cl_partial_merge(sum.get(), weighed.part(0, 3).get()));
    CHECK(got(std::uint64_t{}, histo_cl_partial_elements, sum.get()) == 6);
    CHECK(sums_of(sum) == std::array{1e8 + 1, 0.375});

    // The words of the two parts, added up, give the same sums.
    const std::uint64_t* words = nullptr;
    std::size_t count = 0;
    check_ok(histo_cl_partial_words(loaded.get(), &words, &count));
    REQUIRE(count == 6);
    std::vector<std::uint64_t> added(words, words + count);
    const auto other = weighed.part(0, 3);
    check_ok(histo_cl_partial_words(other.get(), &words, &count));
    for (std::size_t i = 0; i < count; ++i)
        added[i] += words[i];
    const auto from_words = made<PartialHandle>(histo_cl_partial_from_words, &problem, added.data(),
                                                added.size(), std::uint64_t{6});
    CHECK(sums_of(from_words) == sums_of(sum));
}

TEST_CASE("partials of counts and of integer weights return their sums") {
    Weighed counted;
    counted.problem.weights = HISTO_CL_SAMPLE_UNSET;
    const std::array<std::uint64_t, 2> counts{5, 6};
    const auto partial = made<PartialHandle>(histo_cl_partial_from_words, &counted.problem, counts.data(),
                                             counts.size(), std::uint64_t{11});
    std::array<std::uint64_t, 2> read{};
    check_ok(histo_cl_partial_sums(partial.get(), read.data(), 2));
    CHECK(read == counts);
    counted.problem.weights = HISTO_CL_SAMPLE_I32;
    const auto whole = made<PartialHandle>(histo_cl_partial_from_words, &counted.problem, counts.data(),
                                           counts.size(), std::uint64_t{1});
    std::array<std::int64_t, 2> sums{};
    check_ok(histo_cl_partial_sums(whole.get(), sums.data(), 2));
    CHECK(sums == std::array<std::int64_t, 2>{5, 6});
}

TEST_CASE("partials return means, variances and standard errors of the weights in each cell") {
    Weighed weighed;
    auto& problem = weighed.problem;
    problem.element_counts = 1;
    problem.weight_bound_maximum = 1e8;
    problem.weight_bound_elements = 6;
    std::array<double, 2> means{};
    std::array<double, 2> spread{};
    const auto without = weighed.part(0, 6);
    check_ok(histo_cl_partial_means(without.get(), 0, means.data(), 2));
    CHECK(means == std::array{(1e8 + 1) / 2, 0.125});
    check_refused(histo_cl_partial_variances(without.get(), 0, 0, spread.data(), 2), {"weights.squares"});

    problem.squared_weights = 1;
    const auto part = weighed.part(0, 6);
    check_ok(histo_cl_partial_variances(part.get(), 0, 0, spread.data(), 2));
    CHECK(spread == std::array{(1e8 - 1) * (1e8 - 1) / 4, 0.09375});
    check_ok(histo_cl_partial_variances(part.get(), 0, 1, spread.data(), 2));
    CHECK(spread[1] == 0.140625);
    check_ok(histo_cl_partial_profile(part.get(), 0, means.data(), spread.data(), 2));
    CHECK(means == std::array{(1e8 + 1) / 2, 0.125});
    CHECK(spread[0] == (1e8 - 1) / 2);
    CHECK(spread[1] == doctest::Approx(std::sqrt(0.140625 / 3)).epsilon(1e-15));

    check_refused(histo_cl_partial_means(part.get(), 1, means.data(), 2), {"weight vector 1 of 1"});
    check_refused(histo_cl_partial_means(part.get(), 0, means.data(), 1), {"means has room for 1", "2"});
    check_refused(histo_cl_partial_means(nullptr, 0, means.data(), 2), {"partial is NULL"});
    check_refused(histo_cl_partial_variances(part.get(), 0, 0, nullptr, 2), {"variances is NULL"});
    check_refused(histo_cl_partial_profile(part.get(), 0, means.data(), nullptr, 2), {"errors is NULL"});
}

TEST_CASE("partials return the weighted statistics of the values in each cell") {
    const std::vector<double> values{1, 4, 2, 7, 9, 8};
    const std::vector<double> of_values{1, 2, 3, 1, 5, 0.5};
    std::vector<double> vectors(4 * values.size());
    check_ok(histo_cl_weighted_values(values.data(), of_values.data(), 6, 3, vectors.data()));
    const auto in_cpp = weighted_values(values, of_values, 3);
    for (std::size_t vector = 0; vector < 4; ++vector)
        CHECK(std::ranges::equal(std::span(vectors).subspan(vector * 6, 6), in_cpp[vector]));

    Weighed weighed;
    auto& problem = weighed.problem;
    problem.weight_bound_maximum = 1e8;
    problem.weight_bound_elements = 6;
    const auto sums = weighed.part(0, 6);
    problem.weights = HISTO_CL_SAMPLE_F64;
    problem.weight_vector_count = 4;
    problem.element_counts = problem.squared_weights = 1;
    problem.weight_bound_maximum = 5;
    std::array<histo_cl_weight_data, 4> planes{};
    for (std::size_t vector = 0; vector < 4; ++vector)
        planes[vector] = {&vectors[vector * 6], 6 * sizeof(double)};
    auto data = histo_cl_samples(samples.data(), samples.size());
    data.weight_vectors = planes.data();
    data.weight_vector_count = planes.size();
    const auto part = made<PartialHandle>(histo_cl_partial_histogram, &problem, &data, nullptr, device());
    std::array<histo_cl_weighted_bin, 2> bins{};
    check_ok(histo_cl_partial_weighted_profile(part.get(), 3, 1, bins.data(), 2));
    CHECK(bins[0].mean == 4); // (1 · 1 + 1 · 7) / 2
    CHECK(bins[0].variance == 18);
    CHECK(bins[0].error == 3);
    CHECK(bins[0].count == 2);
    CHECK(bins[1].mean == 18 / 5.5); // (2 · 4 + 3 · 2 + 0.5 · 8) / 5.5
    CHECK(bins[1].count == 5.5 * 5.5 / 13.25);

    check_refused(histo_cl_partial_weighted_profile(part.get(), 1101, 1, bins.data(), 2),
                  {"exponent is 1101"});
    check_refused(histo_cl_partial_weighted_profile(part.get(), 3, 1, bins.data(), 1), {"room for 1", "2"});
    check_refused(histo_cl_partial_weighted_profile(part.get(), 3, 1, nullptr, 2), {"bins is NULL"});
    check_refused(histo_cl_partial_weighted_profile(sums.get(), 3, 1, bins.data(), 2), {"four f64 weights"});
    check_refused(histo_cl_weighted_values(values.data(), of_values.data(), 6, 3, nullptr),
                  {"vectors is NULL"});
    check_refused(histo_cl_weighted_values(values.data(), nullptr, 6, 3, vectors.data()),
                  {"weights is NULL"});
    check_refused(histo_cl_weighted_values(values.data(), of_values.data(), 6, INT32_MIN, vectors.data()),
                  {"exponent is -2147483648"});
}

TEST_CASE("saturating counts of streams and merged partials stop where they are returned") {
    Weighed weighed;
    auto& problem = weighed.problem;
    problem.weights = HISTO_CL_SAMPLE_UNSET;
    problem.counter = HISTO_CL_COUNTER_U8;
    const std::vector<std::uint8_t> many(200, 1);
    const auto stream = stream_of(problem);
    const auto data = histo_cl_samples(many.data(), many.size());
    check_ok(histo_cl_stream_push(stream.get(), &data));
    const auto part = made<PartialHandle>(histo_cl_stream_partial, stream.get());
    check_ok(histo_cl_stream_push(stream.get(), &data));
    std::array<std::uint64_t, 2> counts{};
    check_ok(histo_cl_stream_counts(stream.get(), counts.data(), 2));
    CHECK(counts == std::array<std::uint64_t, 2>{0, 255});
    check_ok(histo_cl_partial_merge(part.get(), part.get()));
    check_ok(histo_cl_partial_sums(part.get(), counts.data(), 2));
    CHECK(counts == std::array<std::uint64_t, 2>{0, 255});
}

TEST_CASE("partials refuse invalid arguments") {
    Weighed weighed;
    auto& problem = weighed.problem;
    histo_cl_partial* out = nullptr;
    check_refused(histo_cl_partial_create(&problem, &out), {"without weights.bound"});
    problem.weight_bound_maximum = 1;
    problem.weight_bound_elements = 5;
    check_refused(histo_cl_partial_create(&problem, nullptr), {"partial is NULL"});
    const auto data = Weighed::data(0, 6);
    check_refused(histo_cl_partial_histogram(&problem, &data, nullptr, nullptr, &out),
                  {"count 6", "at most 5"});

    const auto partial = made<PartialHandle>(histo_cl_partial_create, &problem);
    double sum = 0;
    check_refused(histo_cl_partial_sums(partial.get(), &sum, 1), {"room for 1", "2"});
    check_refused(histo_cl_partial_sums(partial.get(), nullptr, 2), {"sums is NULL"});
    check_refused(histo_cl_partial_merge(partial.get(), nullptr), {"other is NULL"});
    check_refused(histo_cl_partial_save(partial.get(), nullptr), {"file is NULL"});
    check_failed(histo_cl_partial_load(&problem, "/none/part", &out), HISTO_CL_FILE_ERROR, {"/none/part"});
    const std::array<std::uint64_t, 2> few{};
    check_refused(histo_cl_partial_from_words(&problem, few.data(), 2, 1, &out), {"2 words", "has 6"});
    CHECK(out == nullptr);
    double maximum = 0;
    check_refused(histo_cl_weight_bound(&problem, &data, &maximum, nullptr), {"elements is NULL"});
}
