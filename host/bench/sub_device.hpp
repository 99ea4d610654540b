#pragma once

#include <histo_cl/histo_cl.hpp>

#include <cstdint>
#include <memory>

namespace bench {

/// A part of a device.
struct SubDevice {
    histo_cl::Device device;
    std::shared_ptr<_cl_device_id> owner; ///< releases it
};

/// The given number of a device's compute units. Throws UsageError if it has fewer or cannot be partitioned.
[[nodiscard]] SubDevice sub_device(const histo_cl::Device& device, std::uint32_t compute_units);

} // namespace bench
