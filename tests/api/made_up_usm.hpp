#pragma once

#include "support/usm.hpp"

#include <cstdint>

namespace histo_cl::test {

/// cl_intel_unified_shared_memory of a made-up driver: the accesses that kernels may make to each type of
/// memory.
struct MadeUpUsm {
    std::uint32_t device = 0;
    std::uint32_t host = 0;
    std::uint32_t shared = 0;
    std::uint32_t cross_device = 0;
    std::uint32_t system = 0;

    /// Access, including atomics.
    static constexpr std::uint32_t all = 3;
    /// Access without atomics.
    static constexpr std::uint32_t plain = 1;

    static MadeUpUsm of_all() {
        return {.device = all, .host = all, .shared = all, .cross_device = all, .system = 0};
    }
};

/// The made-up function of the extension with this name, or null.
[[nodiscard]] void* made_up_usm_function(const char* name) noexcept;

/// How often an address was passed to a kernel, and how often memory was filled.
struct UsmUse {
    int arguments = 0;
    int fills = 0;
};
[[nodiscard]] UsmUse usm_use() noexcept;

/// USM of one type, simulated in host memory. Instead of the address, a kernel gets a buffer over this memory
/// (CL_MEM_USE_HOST_PTR), which needs no copy on a CPU.
class MadeUpUsmMemory final : public AddressSpace {
  public:
    /// `owner`: the device that the memory belongs to, or null.
    explicit MadeUpUsmMemory(UsmType type, const cl::Context& context = test_device().context(),
                             cl_device_id owner = test_device().id())
        : type_(type), context_(context), owner_(owner) {}

    [[nodiscard]] Memory at(const void* address) const override { return usm_pointer(address); }
    [[nodiscard]] void* allocate(std::size_t bytes) const override;
    void release(void* address) const override;

  private:
    void copy(const cl::CommandQueue& queue, void* to, const void* from, std::size_t bytes) const override;

    UsmType type_;
    cl::Context context_;
    cl_device_id owner_;
};

} // namespace histo_cl::test
