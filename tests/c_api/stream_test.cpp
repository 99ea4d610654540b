// Streams: pushes of host data and of data on a device, counts, partials, cancelling.

#include "c_api/fixture.hpp"

#include <array>
#include <cstdint>
#include <vector>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

using StreamHandle = std::unique_ptr<histo_cl_stream, Release<histo_cl_stream_release>>;
using PartialHandle = std::unique_ptr<histo_cl_partial, Release<histo_cl_partial_release>>;
using Counts = std::array<std::uint64_t, 4>;

const std::vector<std::uint8_t> streamed{0, 1, 1, 3, 3, 3, 9};

/// Values 0 to 3, on the device under test.
class Values {
  public:
    Values() {
        problem.axes = &axis_;
        problem.axis_count = 1;
    }
    Values(const Values&) = delete;
    Values& operator=(const Values&) = delete;

    [[nodiscard]] StreamHandle stream() const {
        const std::array<const histo_cl_device*, 1> devices{device_.get()};
        return made<StreamHandle>(histo_cl_stream_create, &problem, devices.data(), devices.size(), nullptr,
                                  std::uint64_t{0});
    }

    histo_cl_problem problem = histo_cl_problem_init();

  private:
    histo_cl_binning axis_ = histo_cl_even_bins(4, histo_cl_i64(0), histo_cl_i64(4));
    DeviceHandle device_ = made<DeviceHandle>(histo_cl_device_from_id, test_device().id());
};

Counts counts_of(const StreamHandle& stream) {
    Counts counts{};
    check_ok(histo_cl_stream_counts(stream.get(), counts.data(), counts.size()));
    return counts;
}

} // namespace

TEST_CASE("a stream counts what is pushed, from the host and on a device") {
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
    check_ok(histo_cl_stream_push_job(stream.get(), test_device().queue()(), &job));
    CHECK(counts_of(stream) == Counts{2, 4, 0, 6});
    CHECK(got(std::uint64_t{}, histo_cl_stream_elements, stream.get()) == 2 * streamed.size());

    const auto partial = made<PartialHandle>(histo_cl_stream_partial, stream.get());
    CHECK(got(std::uint64_t{}, histo_cl_partial_elements, partial.get()) == 2 * streamed.size());

    check_ok(histo_cl_stream_reset(stream.get()));
    CHECK(counts_of(stream) == Counts{});
}

TEST_CASE("a stream refuses what it cannot take, and loses nothing") {
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
    check_refused(histo_cl_stream_create(&values.problem, devices.data(), 1, nullptr, 0, &none),
                  {"device", "NULL"});
    values.problem.batch = HISTO_CL_BATCH_SEGMENTS;
    check_failed(histo_cl_stream_create(&values.problem, nullptr, 0, nullptr, 0, &none), HISTO_CL_UNSUPPORTED,
                 {"a batch"});
    CHECK(none == nullptr);
}

TEST_CASE("a cancelled stream says so") {
    const Values values;
    const auto stream = values.stream();
    check_ok(histo_cl_stream_cancel(stream.get()));
    const auto data = histo_cl_samples(streamed.data(), streamed.size());
    check_failed(histo_cl_stream_push(stream.get(), &data), HISTO_CL_CANCELLED, {"cancelled"});
    Counts counts{};
    check_failed(histo_cl_stream_counts(stream.get(), counts.data(), 4), HISTO_CL_CANCELLED, {"cancelled"});
    histo_cl_stream_release(nullptr);
}
