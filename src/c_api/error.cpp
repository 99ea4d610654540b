#include "histo_cl/error.hpp"

#include "c_api/enums.hpp"
#include "c_api/guard.hpp"
#include "core/text.hpp"

#include <new>
#include <optional>

// The last error of each thread. Recording an error must not fail. So it stores only a pointer to a string
// literal or a copy of an Error. Copying an Error cannot fail, because copies share their strings.

namespace histo_cl::c_api {
namespace {

struct LastError {
    histo_cl_status status = HISTO_CL_OK;
    std::optional<Error> error; ///< if empty, `text` is the message
    const char* text = "";
};

#ifdef __MINGW32__
// MinGW's runtime frees thread-local memory before it calls destructors. So `last` is never destroyed: when a
// thread ends, the text of its last error is leaked.
union ThreadError {
    LastError last = {};
    ~ThreadError() {} // NOLINT(modernize-use-equals-default)
};
#else
struct ThreadError {
    LastError last;
};
#endif

LastError& last_error() noexcept {
    thread_local ThreadError error;
    return error.last;
}

void record(histo_cl_status status, const char* text) noexcept {
    auto& last = last_error();
    last.status = status;
    last.error.reset();
    last.text = text;
}

void record(histo_cl_status status, const Error& error) noexcept {
    auto& last = last_error();
    last.status = status;
    last.error = error;
}

/// Records an exception that no part of the library should throw.
void record_internal(const char* what) noexcept {
    try {
        record(HISTO_CL_INTERNAL, Error(Status::invalid_argument, concat("internal error: ", what)));
    } catch (...) {
        record(HISTO_CL_INTERNAL, "internal error");
    }
}

} // namespace

histo_cl_status record_exception() noexcept {
    try {
        throw;
    } catch (const Error& error) {
        record(to_c(error.status()), error);
    } catch (const std::bad_alloc&) {
        record(HISTO_CL_OUT_OF_MEMORY, "the host has no memory left for this");
    } catch (const std::length_error&) { // a container would exceed its maximum size
        record(HISTO_CL_OUT_OF_MEMORY, "the request needs more memory than the host has");
    } catch (const std::exception& error) {
        record_internal(error.what());
    } catch (...) {
        record_internal("an exception of unknown type");
    }
    return last_error().status;
}

} // namespace histo_cl::c_api

using namespace histo_cl::c_api;

histo_cl_status histo_cl_last_error() noexcept {
    return last_error().status;
}

const char* histo_cl_last_error_message() noexcept {
    const auto& last = last_error();
    return last.error ? last.error->what() : last.text;
}

std::int32_t histo_cl_last_error_opencl_code() noexcept {
    const auto& last = last_error();
    return last.error ? last.error->opencl_code() : 0;
}

const char* histo_cl_last_error_build_log() noexcept {
    const auto& last = last_error();
    return last.error ? last.error->build_log().data() : "";
}

const char* histo_cl_status_name(histo_cl_status status) noexcept {
    if (status == HISTO_CL_OK) return "ok";
    if (status == HISTO_CL_OUT_OF_MEMORY) return "out_of_memory";
    if (status == HISTO_CL_INTERNAL) return "internal";
    return name_in_c<histo_cl::Status>(status);
}

const char* histo_cl_opencl_error_name(std::int32_t code) noexcept {
    return histo_cl::opencl_error_name(code).data();
}

const char* histo_cl_version() noexcept {
    return HISTO_CL_VERSION;
}
