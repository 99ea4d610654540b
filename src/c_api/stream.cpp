#include "histo_cl/stream.hpp"

#include "c_api/bits_of_sums.hpp"
#include "c_api/counts.hpp"
#include "c_api/guard.hpp"
#include "c_api/handles.hpp"

#include <cstddef>
#include <utility>
#include <vector>

using namespace histo_cl::c_api;

histo_cl_status histo_cl_stream_create(const histo_cl_problem* problem, const histo_cl_device* const* devices,
                                       std::size_t device_count, const histo_cl_options* options,
                                       std::uint64_t memory, histo_cl_stream** stream) noexcept {
    return guarded([&] {
        const auto given = to_problem(problem);
        std::vector<histo_cl::Device> all;
        for (const auto* const device : array(devices, device_count, "devices"))
            all.push_back(deref(device, "a device").device);
        std::stop_source stop;
        histo_cl::StreamOptions how{.options = to_options(options), .stop = stop.get_token()};
        if (memory != 0) how.memory = memory;
        give(stream, "stream", [&] {
            return histo_cl_stream{std::move(stop), histo_cl::Stream(given, all, how)};
        });
    });
}

void histo_cl_stream_release(histo_cl_stream* stream) noexcept {
    delete stream;
}

histo_cl_status histo_cl_stream_push(histo_cl_stream* stream, const histo_cl_host_data* data) noexcept {
    return guarded([&] {
        auto& known = deref(stream, "stream").stream;
        DataParts parts;
        known.push(to_host_data(data, known.problem(), parts));
    });
}

histo_cl_status histo_cl_stream_push_job(histo_cl_stream* stream, cl_command_queue queue,
                                         const histo_cl_job* job) noexcept {
    return guarded([&] {
        JobParts parts;
        deref(stream, "stream").stream.push(queue, to_job(job, parts));
    });
}

histo_cl_status histo_cl_stream_cancel(histo_cl_stream* stream) noexcept {
    return guarded([&] { deref(stream, "stream").stop.request_stop(); });
}

histo_cl_status histo_cl_stream_elements(const histo_cl_stream* stream, std::uint64_t* elements) noexcept {
    return guarded([&] { deref(elements, "elements") = deref(stream, "stream").stream.elements(); });
}

histo_cl_status histo_cl_stream_counts(histo_cl_stream* stream, void* counts, std::size_t capacity) noexcept {
    return guarded([&] {
        auto& known = deref(stream, "stream").stream;
        check_room(known.problem().counters(), counts, capacity, "counts");
        write_counts(bits_of_sums(known.partial()), counts);
    });
}

histo_cl_status histo_cl_stream_partial(histo_cl_stream* stream, histo_cl_partial** partial) noexcept {
    return guarded(
        [&] { give(partial, "partial", [&] { return deref(stream, "stream").stream.partial(); }); });
}

histo_cl_status histo_cl_stream_reset(histo_cl_stream* stream) noexcept {
    return guarded([&] { deref(stream, "stream").stream.reset(); });
}
