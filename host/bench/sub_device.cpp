#include "sub_device.hpp"

#include "common/usage_error.hpp"

#include <array>
#include <string>

namespace bench {

SubDevice sub_device(const histo_cl::Device& device, std::uint32_t compute_units) {
    const auto refuse = [&](const std::string& why) {
        throw common::UsageError("--compute-units " + std::to_string(compute_units) + ": " +
                                 device.profile.name + " " + why);
    };
    if (compute_units > device.profile.compute_units)
        refuse("has " + std::to_string(device.profile.compute_units));
    const std::array<cl_device_partition_property, 4> properties{
        CL_DEVICE_PARTITION_BY_COUNTS, static_cast<cl_device_partition_property>(compute_units),
        CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
    cl_device_id id = nullptr;
    const auto code = ::clCreateSubDevices(device.id, properties.data(), 1, &id, nullptr);
    if (code != CL_SUCCESS) refuse("cannot be partitioned (OpenCL error " + std::to_string(code) + ")");
    SubDevice part{.device = device, .owner = {id, [](cl_device_id one) { ::clReleaseDevice(one); }}};
    part.device.id = id;
    part.device.profile = histo_cl::device_profile(id);
    return part;
}

} // namespace bench
