#include "plan/counts_buffer.hpp"

#include "device/objects.hpp"

#include <algorithm>
#include <utility>

namespace histo_cl::detail {

CountsBuffer::CountsBuffer(cl_context context, const DeviceProfile& device, CounterType type,
                           std::uint64_t counters)
    : type_(type), values_(std::make_unique<std::vector<std::uint64_t>>(counters)),
      in_place_(device.type == DeviceType::cpu && bytes(type) == sizeof(std::uint64_t) &&
                counters * sizeof(std::uint64_t) >= min_bytes_in_place),
      buffer_(in_place_ ? create_buffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
                                        counters * sizeof(std::uint64_t), values_->data())
                        : create_buffer(context, CL_MEM_READ_WRITE,
                                        std::max<std::uint64_t>(counters * bytes(type), 1))) {}

std::vector<std::uint64_t> CountsBuffer::read(Commands& commands) && {
    auto& values = *values_;
    const auto size = values.size() * bytes(type_);
    if (size == 0) {
        check(commands.finish(), "clFinish");
    } else if (in_place_) {
        commands.update_host_memory(buffer_.get(), size);
    } else if (type_ == CounterType::u32) {
        std::vector<std::uint32_t> narrow(values.size());
        commands.read(buffer_.get(), size, narrow.data());
        std::ranges::copy(narrow, values.begin());
    } else {
        commands.read(buffer_.get(), size, values.data());
    }
    return std::move(values);
}

} // namespace histo_cl::detail
