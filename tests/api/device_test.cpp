// Listing devices, and finding a device.

#include "api/fixture.hpp"

#include <cctype>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

std::string index_of(const Device& device) {
    return std::to_string(device.platform_index) + ":" + std::to_string(device.device_index);
}

std::string upper_case(std::string text) {
    std::ranges::transform(text, text.begin(),
                           [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return text;
}

} // namespace

TEST_CASE("devices() are those that OpenCL lists, platform by platform, and are found by their index") {
    std::vector<cl::Platform> platforms;
    cl::Platform::get(&platforms);
    for (const auto& device : devices()) {
        INFO(to_string(device.profile));
        REQUIRE(device.platform_index < platforms.size());
        CHECK(device.platform == platforms[device.platform_index]());
        std::vector<cl::Device> of_platform;
        platforms[device.platform_index].getDevices(CL_DEVICE_TYPE_ALL, &of_platform);
        REQUIRE(device.device_index < of_platform.size());
        CHECK(device.id == of_platform[device.device_index]());
        CHECK(device.profile.name == of_platform[device.device_index].getInfo<CL_DEVICE_NAME>());
        CHECK(find_device(index_of(device)).id == device.id);
    }
}

TEST_CASE("a device is found by a part of its name or its platform's, in any case") {
    const auto all = devices();
    for (const auto& device : all)
        for (const auto& whole : {device.profile.name, device.profile.platform}) {
            for (const auto& text : {whole, upper_case(whole), whole.substr(1), whole.substr(0, 6)}) {
                CAPTURE(text);
                const auto found = find_device(text);
                const auto same_text = upper_case(text);
                const auto fits = [&](const Device& d) {
                    return upper_case(d.profile.name).find(same_text) != std::string::npos ||
                           upper_case(d.profile.platform).find(same_text) != std::string::npos;
                };
                CHECK(found.id == std::ranges::find_if(all, fits)->id); // the first that fits
            }
        }
}

TEST_CASE("an unknown device: the message lists the devices") {
    for (const std::string unknown : {"no such device", "", "0", "0:99", "99:0", "-1:0", ":"}) {
        CAPTURE(unknown);
        bool thrown = false;
        try {
            // A name may contain a digit or a colon.
            const auto found = find_device(unknown);
            const auto text = found.profile.name + "\n" + found.profile.platform;
            CHECK(!unknown.empty());
            check_has(text, {unknown});
        } catch (const Error& error) {
            thrown = true;
            CHECK(error.status() == Status::no_device);
            const std::string message = error.what();
            check_has(message, {'"' + unknown + '"'});
            for (const auto& device : devices()) {
                check_has(message, {index_of(device) + "  ", device.profile.name});
            }
        }
        CHECK((thrown || unknown == "0" || unknown == ":"));
    }
}

TEST_CASE("the default is the first GPU, else accelerator, else CPU") {
    const auto all = devices();
    const auto first_of = [&](DeviceType type) {
        return std::ranges::find_if(all, [type](const Device& device) {
            return device.profile.type == type && device.profile.compiler_available;
        });
    };
    auto expected = first_of(DeviceType::gpu);
    if (expected == all.end()) expected = first_of(DeviceType::accelerator);
    if (expected == all.end()) expected = first_of(DeviceType::cpu);
    REQUIRE(expected != all.end());
    CHECK(default_device().id == expected->id);
}
