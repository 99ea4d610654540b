#include "histo_cl/stream.hpp"

#include "c_api/counts.hpp"
#include "c_api/guard.hpp"
#include "c_api/sized.hpp"
#include "histo_cl/partial.hpp"
#include "histo_cl/weight_bound.hpp"

#include <cstddef>
#include <utility>
#include <vector>

using namespace histo_cl::c_api;

histo_cl_status histo_cl_stream_create(const histo_cl_problem* problem,
                                       const histo_cl_stream_options* options,
                                       histo_cl_stream** stream) noexcept {
    return create(stream, "stream", [&] {
        const auto given = to_problem(problem);
        const auto known = options == nullptr ? histo_cl_stream_options_init() : read(options, "options");
        std::vector<histo_cl::Device> devices;
        for (const auto* const device : array(known.devices, known.device_count, "options.devices"))
            devices.push_back(deref(device, "a device").device);
        std::stop_source stop;
        histo_cl::StreamOptions how{
            .options = to_options(known.options), .devices = devices, .stop = stop.get_token()};
        if (known.memory != 0) how.memory = known.memory;
        return histo_cl_stream{std::move(stop), histo_cl::Stream(given, how)};
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
                                         const histo_cl_job* job, std::size_t wait_count,
                                         const cl_event* wait) noexcept {
    return guarded([&] {
        JobParts parts;
        const auto events = to_wait_list(wait, wait_count);
        deref(stream, "stream").stream.push(queue, to_job(job, parts), events);
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
        write_sums(known.partial(), counts);
    });
}

histo_cl_status histo_cl_stream_partial(histo_cl_stream* stream, histo_cl_partial** partial) noexcept {
    return create(partial, "partial", [&] { return deref(stream, "stream").stream.partial(); });
}

histo_cl_status histo_cl_stream_reset(histo_cl_stream* stream) noexcept {
    return guarded([&] { deref(stream, "stream").stream.reset(); });
}

histo_cl_status histo_cl_weight_bound(const histo_cl_problem* problem, const histo_cl_host_data* data,
                                      double* maximum, std::uint64_t* elements) noexcept {
    return guarded([&] {
        require(maximum, "maximum");
        require(elements, "elements");
        const auto given = to_problem(problem);
        DataParts parts;
        const auto bound = histo_cl::weight_bound(given, to_host_data(data, given, parts));
        *maximum = bound.maximum;
        *elements = bound.elements;
    });
}

histo_cl_status histo_cl_partial_create(const histo_cl_problem* problem,
                                        histo_cl_partial** partial) noexcept {
    return create(partial, "partial", [&] { return histo_cl::Partial(to_problem(problem)); });
}

histo_cl_status histo_cl_partial_histogram(const histo_cl_problem* problem, const histo_cl_host_data* data,
                                           const histo_cl_options* options, const histo_cl_device* device,
                                           histo_cl_partial** partial) noexcept {
    return create(partial, "partial", [&] {
        const auto given = to_problem(problem);
        DataParts parts;
        return histo_cl::partial_histogram(given, to_host_data(data, given, parts), to_options(options),
                                           device == nullptr ? nullptr : &device->device);
    });
}

histo_cl_status histo_cl_partial_from_words(const histo_cl_problem* problem, const std::uint64_t* words,
                                            std::size_t word_count, std::uint64_t elements,
                                            histo_cl_partial** partial) noexcept {
    return create(partial, "partial", [&] {
        return histo_cl::Partial::from_words(to_problem(problem), array(words, word_count, "words"),
                                             elements);
    });
}

void histo_cl_partial_release(histo_cl_partial* partial) noexcept {
    delete partial;
}

histo_cl_status histo_cl_partial_merge(histo_cl_partial* partial, const histo_cl_partial* other) noexcept {
    return guarded([&] { deref(partial, "partial").partial.merge(deref(other, "other").partial); });
}

histo_cl_status histo_cl_partial_elements(const histo_cl_partial* partial, std::uint64_t* elements) noexcept {
    return guarded([&] { deref(elements, "elements") = deref(partial, "partial").partial.elements(); });
}

histo_cl_status histo_cl_partial_sums(const histo_cl_partial* partial, void* sums,
                                      std::size_t capacity) noexcept {
    return guarded([&] {
        const auto& known = deref(partial, "partial").partial;
        check_room(known.problem().counters(), sums, capacity, "sums");
        write_sums(known, sums);
    });
}

histo_cl_status histo_cl_partial_means(const histo_cl_partial* partial, std::uint32_t vector, double* means,
                                       std::size_t capacity) noexcept {
    return guarded([&] {
        const auto& known = deref(partial, "partial").partial;
        check_room(known.problem().cells(), means, capacity, "means");
        give(histo_cl::means(known, vector), means, "means");
    });
}

histo_cl_status histo_cl_partial_variances(const histo_cl_partial* partial, std::uint32_t vector,
                                           std::uint64_t ddof, double* variances,
                                           std::size_t capacity) noexcept {
    return guarded([&] {
        const auto& known = deref(partial, "partial").partial;
        check_room(known.problem().cells(), variances, capacity, "variances");
        give(histo_cl::variances(known, vector, ddof), variances, "variances");
    });
}

histo_cl_status histo_cl_partial_profile(const histo_cl_partial* partial, std::uint32_t vector, double* means,
                                         double* errors, std::size_t capacity) noexcept {
    return guarded([&] {
        const auto& known = deref(partial, "partial").partial;
        check_room(known.problem().cells(), means, capacity, "means");
        check_room(known.problem().cells(), errors, capacity, "errors");
        give_profile(histo_cl::profile(known, vector), means, errors);
    });
}

histo_cl_status histo_cl_partial_weighted_profile(const histo_cl_partial* partial, std::int32_t exponent,
                                                  std::uint64_t ddof, histo_cl_weighted_bin* bins,
                                                  std::size_t capacity) noexcept {
    return guarded([&] {
        const auto& known = deref(partial, "partial").partial;
        check_room(known.problem().cells(), bins, capacity, "bins");
        check_exponent(exponent);
        give(to_c(histo_cl::weighted_profile(known, exponent, ddof)), bins, "bins");
    });
}

histo_cl_status histo_cl_partial_words(const histo_cl_partial* partial, const std::uint64_t** words,
                                       std::size_t* word_count) noexcept {
    return guarded([&] {
        require(words, "words");
        require(word_count, "word_count");
        const auto known = deref(partial, "partial").partial.words();
        *words = known.data();
        *word_count = known.size();
    });
}

histo_cl_status histo_cl_partial_save(const histo_cl_partial* partial, const char* file) noexcept {
    return guarded([&] { histo_cl::save(deref(partial, "partial").partial, &deref(file, "file")); });
}

histo_cl_status histo_cl_partial_load(const histo_cl_problem* problem, const char* file,
                                      histo_cl_partial** partial) noexcept {
    return create(partial, "partial",
                  [&] { return histo_cl::load(to_problem(problem), &deref(file, "file")); });
}
