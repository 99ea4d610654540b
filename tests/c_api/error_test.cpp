// Exceptions become statuses and the thread's last error. No exception leaves the C API.

#include "c_api/fixture.hpp"
#include "c_api/guard.hpp"

#include <limits>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>

using namespace histo_cl;
using namespace histo_cl::test;
using namespace std::string_view_literals;

TEST_CASE("each exception has its status and its message") {
    const auto status_of = [](const auto& exception) { return c_api::guarded([&] { throw exception; }); };
    check_failed(status_of(Error(Status::invalid_argument, "m1")), HISTO_CL_INVALID_ARGUMENT, {"m1"});
    check_failed(status_of(Error(Status::no_platform, "m2")), HISTO_CL_NO_PLATFORM, {"m2"});
    check_failed(status_of(Error(Status::no_device, "m3")), HISTO_CL_NO_DEVICE, {"m3"});
    check_failed(status_of(Error(Status::no_compiler, "m4")), HISTO_CL_NO_COMPILER, {"m4"});
    check_failed(status_of(Error(Status::unsupported, "m5")), HISTO_CL_UNSUPPORTED, {"m5"});
    check_failed(status_of(Error(Status::build_failed, "m6", -11, "line 3")), HISTO_CL_BUILD_FAILED, {"m6"});
    CHECK(histo_cl_last_error_build_log() == "line 3"sv);
    CHECK(histo_cl_last_error_opencl_code() == -11);
    check_failed(status_of(Error(Status::opencl_error, "m7", -5)), HISTO_CL_OPENCL_ERROR, {"m7"});
    CHECK(histo_cl_last_error_opencl_code() == -5);
    CHECK(histo_cl_last_error_build_log() == ""sv);
    check_failed(status_of(Error(Status::file_error, "m8")), HISTO_CL_FILE_ERROR, {"m8"});
    check_failed(status_of(std::bad_alloc()), HISTO_CL_OUT_OF_MEMORY, {"memory"});
    CHECK(histo_cl_last_error_opencl_code() == 0);
    check_failed(status_of(std::length_error("vector")), HISTO_CL_OUT_OF_MEMORY, {"memory"});
    check_failed(status_of(std::logic_error("a fault")), HISTO_CL_INTERNAL, {"a fault"});
    check_failed(status_of(42), HISTO_CL_INTERNAL, {"unknown type"});
}

TEST_CASE("a call that succeeds leaves the last error unchanged") {
    auto problem = byte_problem();
    problem.counter = 77;
    check_refused(histo_cl_problem_validate(&problem), {"77"});
    const auto* const message = histo_cl_last_error_message();
    problem.counter = HISTO_CL_COUNTER_U64;
    check_ok(histo_cl_problem_validate(&problem));
    CHECK(histo_cl_last_error() == HISTO_CL_INVALID_ARGUMENT);
    CHECK(histo_cl_last_error_message() == message);
}

TEST_CASE("each thread has a last error of its own") {
    check_refused(histo_cl_problem_validate(nullptr), {"problem"});
    // The thread has no CHECK, because with MinGW doctest's thread-local stream crashes when the thread ends.
    histo_cl_status at_first{}, refusal{};
    std::string text_at_first, text;
    std::thread([&] {
        at_first = histo_cl_last_error();
        text_at_first = histo_cl_last_error_message();
        std::uint64_t count = 0;
        refusal = histo_cl_bin_count(nullptr, &count);
        text = histo_cl_last_error_message();
    }).join();
    CHECK(at_first == HISTO_CL_OK);
    CHECK(text_at_first.empty());
    CHECK(refusal == HISTO_CL_INVALID_ARGUMENT);
    check_has(text, {"binning"});
    check_has(histo_cl_last_error_message(), {"problem"});
}

TEST_CASE("a size that no memory can hold is out_of_memory") {
    const auto too_long = [] { std::vector<double>().reserve(std::numeric_limits<std::size_t>::max()); };
    check_failed(c_api::guarded(too_long), HISTO_CL_OUT_OF_MEMORY, {"memory"});
}
