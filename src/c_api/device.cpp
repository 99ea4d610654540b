#include "histo_cl/device.hpp"

#include "c_api/guard.hpp"
#include "c_api/sized.hpp"
#include "device/device.hpp"

using namespace histo_cl::c_api;

histo_cl_status histo_cl_devices(histo_cl_device_list** list) noexcept {
    return create(list, "list", [] {
        std::vector<histo_cl_device> found;
        for (auto& device : histo_cl::devices())
            found.push_back({std::move(device)});
        return found;
    });
}

histo_cl_status histo_cl_device_list_size(const histo_cl_device_list* list, std::size_t* size) noexcept {
    return guarded([&] { deref(size, "size") = deref(list, "list").devices.size(); });
}

histo_cl_status histo_cl_device_list_at(const histo_cl_device_list* list, std::size_t index,
                                        const histo_cl_device** device) noexcept {
    return guarded([&] {
        const auto& devices = deref(list, "list").devices;
        auto& result = deref(device, "device");
        if (index >= devices.size()) invalid("index is ", index, ", the list has ", devices.size());
        result = &devices[index];
    });
}

void histo_cl_device_list_release(histo_cl_device_list* list) noexcept {
    delete list;
}

histo_cl_status histo_cl_default_device(histo_cl_device** device) noexcept {
    return create(device, "device", [] { return histo_cl::default_device(); });
}

histo_cl_status histo_cl_find_device(const char* text, histo_cl_device** device) noexcept {
    return create(device, "device", [&] { return histo_cl::find_device(&deref(text, "text")); });
}

histo_cl_status histo_cl_device_from_id(cl_device_id id, histo_cl_device** device) noexcept {
    return create(device, "device", [&] {
        auto profile = histo_cl::device_profile(id); // throws if `id` is not a device
        return histo_cl::Device{
            .platform = histo_cl::detail::platform_of(id), .id = id, .profile = std::move(profile)};
    });
}

void histo_cl_device_release(histo_cl_device* device) noexcept {
    delete device;
}

histo_cl_status histo_cl_device_get_handles(const histo_cl_device* handle,
                                            histo_cl_device_handles* handles) noexcept {
    return guarded([&] {
        const auto& device = deref(handle, "device").device;
        write({.struct_size = sizeof *handles,
               .platform = device.platform,
               .id = device.id,
               .platform_index = device.platform_index,
               .device_index = device.device_index},
              handles, "handles");
    });
}

histo_cl_status histo_cl_device_get_profile(const histo_cl_device* device,
                                            histo_cl_device_profile* profile) noexcept {
    return guarded([&] { write(to_c(deref(device, "device").device.profile), profile, "profile"); });
}

histo_cl_status histo_cl_device_profile_text(const histo_cl_device_profile* profile, char* text,
                                             std::size_t capacity, std::size_t* length) noexcept {
    return guarded([&] { write_text(histo_cl::to_string(to_profile(profile)), text, capacity, length); });
}
