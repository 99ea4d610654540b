#include "histo_cl/decision.hpp"

#include "c_api/guard.hpp"
#include "c_api/handles.hpp"
#include "c_api/sized.hpp"
#include "histo_cl/kernel_source.hpp"

using namespace histo_cl::c_api;

namespace {

histo_cl::KernelSource source_for(const histo_cl_problem* problem, const histo_cl_decision* decision) {
    return histo_cl::kernel_source(to_problem(problem), deref(decision, "decision").decision);
}

} // namespace

histo_cl_status histo_cl_choose(const histo_cl_device_profile* profile, const histo_cl_problem* problem,
                                const histo_cl_options* options, const histo_cl_rejection* refused,
                                std::size_t refused_count, histo_cl_decision** decision) noexcept {
    return guarded([&] {
        give(decision, "decision", [&] {
            return histo_cl::choose(to_profile(profile), to_problem(problem), to_options(options),
                                    to_rejections(refused, refused_count));
        });
    });
}

histo_cl_status histo_cl_choose_for_host_data(const histo_cl_device_profile* profile,
                                              const histo_cl_problem* problem, const histo_cl_shape* shape,
                                              const histo_cl_options* options, const double* seconds_unbuilt,
                                              histo_cl_decision** decision) noexcept {
    return guarded([&] {
        give(decision, "decision", [&] {
            const auto unbuilt = seconds_unbuilt == nullptr ? std::nullopt : std::optional(*seconds_unbuilt);
            return histo_cl::choose_for_host_data(to_profile(profile), to_problem(problem),
                                                  to_shape(shape, "shape"), to_options(options), unbuilt);
        });
    });
}

void histo_cl_decision_release(histo_cl_decision* decision) noexcept {
    delete decision;
}

histo_cl_status histo_cl_decision_get_fields(const histo_cl_decision* decision,
                                             histo_cl_decision_fields* fields) noexcept {
    return guarded([&] {
        const auto& known = deref(decision, "decision");
        write(to_c(known.decision, known.rejections), fields, "fields");
    });
}

histo_cl_status histo_cl_decision_text(const histo_cl_decision* decision, char* text, std::size_t capacity,
                                       std::size_t* length) noexcept {
    return guarded([&] {
        write_text(histo_cl::to_string(deref(decision, "decision").decision), text, capacity, length);
    });
}

histo_cl_status histo_cl_launched_groups(const histo_cl_decision* decision, std::uint64_t samples,
                                         std::uint32_t* groups) noexcept {
    return guarded([&] {
        deref(groups, "groups") = histo_cl::launched_groups(deref(decision, "decision").decision, samples);
    });
}

histo_cl_status histo_cl_kernel_source(const histo_cl_problem* problem, const histo_cl_decision* decision,
                                       char* text, std::size_t capacity, std::size_t* length) noexcept {
    return guarded([&] { write_text(source_for(problem, decision).source, text, capacity, length); });
}

histo_cl_status histo_cl_kernel_build_options(const histo_cl_problem* problem,
                                              const histo_cl_decision* decision, char* text,
                                              std::size_t capacity, std::size_t* length) noexcept {
    return guarded([&] { write_text(source_for(problem, decision).build_options, text, capacity, length); });
}
