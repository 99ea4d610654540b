#include "support/device_run.hpp"

#include <climits>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

/// A work-group method of PoCL, and the major releases that have it. Other releases would use their default
/// method, which is tested anyway.
struct PoclMethod {
    std::string_view name;
    int first;
    int last;
};
constexpr PoclMethod pocl_methods[]{{"cbs", 4, INT_MAX}, {"workitemrepl", 0, 6}};

/// A message if this PoCL does not have the method that POCL_WORK_GROUP_METHOD names, else "".
std::string missing_method(const histo_cl::DeviceProfile& device) {
    const char* const asked_for = std::getenv("POCL_WORK_GROUP_METHOD");
    if (asked_for == nullptr || device.platform != "Portable Computing Language") return {};
    const int release = std::atoi(device.driver.c_str());
    for (const auto& method : pocl_methods)
        if (method.name == asked_for && (release < method.first || release > method.last))
            return "PoCL " + device.driver + " has no work-group method " + asked_for;
    return {};
}

/// A message if doubles should be hidden (support/without_doubles.cpp) and are not, else "".
std::string missing_layers(const histo_cl::DeviceProfile& device) {
    const char* const layers = std::getenv("OPENCL_LAYERS");
    const bool hides =
        layers != nullptr && std::string_view(layers).find("without_doubles") != std::string::npos;
    return hides && device.fp64 ? "the OpenCL loader does not open layers (OPENCL_LAYERS)" : "";
}

std::string lack(const histo_cl::DeviceProfile& device) {
    auto why = missing_method(device);
    return why.empty() ? missing_layers(device) : why;
}

} // namespace

int main(int argc, char** argv) {
    return histo_cl::test::run_on_device(argc, argv, lack);
}
