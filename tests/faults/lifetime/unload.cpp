// Loads the library, counts with its C API, and unloads it. Repeats this several times, and also while
// another thread has its last error in the library:
//
//     unload LIBRARY [release|stay]
//
// release: the kept plans are released before the library is unloaded.
// stay: the library must stay loaded.
// Exit codes: 0: success; 1: failure, with a message; 77: there is no device to test, see find_device().

#include <histo_cl/histo_cl.h>

#include <cstdint>
#include <cstdlib>
#include <dlfcn.h>
#include <future>
#include <iostream>
#include <numeric>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

constexpr int skipped = 77;

void require(bool holds, const std::string& otherwise) {
    if (!holds) throw std::runtime_error(otherwise);
}

class Library {
  public:
    explicit Library(const char* path) : handle_(::dlopen(path, RTLD_NOW | RTLD_LOCAL)) {
        if (handle_ == nullptr) throw std::runtime_error(::dlerror());
    }
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;
    ~Library() { ::dlclose(handle_); }

    template <class Function>
    [[nodiscard]] Function* function(const char* name) const {
        void* const found = ::dlsym(handle_, name);
        if (found == nullptr) throw std::runtime_error(::dlerror());
        return reinterpret_cast<Function*>(found);
    }

  private:
    void* handle_;
};

#define FUNCTION(library, name) (library).function<decltype(name)>(#name)

/// Throws if a call failed. The thread's last error is queried only then, because a thread with a last error
/// keeps the library loaded.
void require_ok(const Library& library, histo_cl_status status) {
    if (status != HISTO_CL_OK) throw std::runtime_error(FUNCTION(library, histo_cl_last_error_message)());
}

/// The device of HISTO_CL_TEST_DEVICE, else PoCL.
histo_cl_device* find_device(const Library& library) {
    const char* const text = std::getenv("HISTO_CL_TEST_DEVICE");
    histo_cl_device* device = nullptr;
    const auto status = FUNCTION(library, histo_cl_find_device)(
        text != nullptr ? text : "Portable Computing Language", &device);
    if (status == HISTO_CL_NO_DEVICE || status == HISTO_CL_NO_PLATFORM) std::exit(skipped);
    require_ok(library, status);
    return device;
}

/// Counts on the device and on the calling thread.
void count(const Library& library, const histo_cl_device* device, const std::vector<std::uint8_t>& samples) {
    const auto bins = histo_cl_identity_bins(256);
    auto problem = histo_cl_problem_init();
    problem.axes = &bins;
    problem.axis_count = 1;
    const auto data = histo_cl_samples(samples.data(), samples.size());
    auto options = histo_cl_options_init();
    for (const auto calling_thread : {HISTO_CL_SWITCH_OFF, HISTO_CL_SWITCH_ON}) {
        options.calling_thread = calling_thread;
        std::vector<std::uint64_t> counts(256);
        const auto status = FUNCTION(library, histo_cl_histogram)(&problem, &data, &options, device,
                                                                  counts.data(), counts.size());
        require_ok(library, status);
        require(counts == std::vector<std::uint64_t>(256, samples.size() / 256), "wrong counts");
    }
}

/// Causes an error in the calling thread.
void fail(const Library& library) {
    const auto problem = histo_cl_problem_init();
    const auto status =
        FUNCTION(library, histo_cl_histogram)(&problem, nullptr, nullptr, nullptr, nullptr, 0);
    require(status == HISTO_CL_INVALID_ARGUMENT, "no error");
}

bool is_loaded(const char* path) {
    void* const handle = ::dlopen(path, RTLD_NOW | RTLD_NOLOAD);
    if (handle != nullptr) ::dlclose(handle);
    return handle != nullptr;
}

std::vector<std::uint8_t> some_samples() {
    std::vector<std::uint8_t> samples(256 * 400);
    std::iota(samples.begin(), samples.end(), std::uint8_t{0});
    return samples;
}

void load_and_unload(const char* path, bool release) {
    const Library library(path);
    auto* const device = find_device(library);
    count(library, device, some_samples());
    FUNCTION(library, histo_cl_device_release)(device);
    if (release) FUNCTION(library, histo_cl_release_kept_plans)();
}

/// Loads and unloads the library while another thread has its last error in it.
void load_and_unload_under_a_thread(const char* path, bool release) {
    std::promise<void> failed;
    std::promise<void> unloaded;
    std::thread thread;
    {
        const Library library(path);
        thread = std::thread([&] {
            fail(library);
            failed.set_value();
            unloaded.get_future().wait();
        });
        failed.get_future().wait();
        load_and_unload(path, release);
    }
    unloaded.set_value();
    thread.join();
}

} // namespace

int main(int argc, char** argv) try {
    require(argc >= 2, "no library given");
    const std::string_view how = argc > 2 ? argv[2] : "";
    constexpr int times = 5;
    for (int i = 0; i < times; ++i) {
        load_and_unload(argv[1], how == "release");
        load_and_unload_under_a_thread(argv[1], how == "release");
        load_and_unload(argv[1], how == "release");
        require(how != "stay" || is_loaded(argv[1]), "the library has been unloaded");
    }
    return 0;
} catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
}
