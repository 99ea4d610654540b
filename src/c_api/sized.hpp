#pragma once

#include "c_api/enums.hpp"
#include "c_api/guard.hpp"

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

// Structs that later versions of the library may extend. Their first member, struct_size, is the size of the
// struct in the version that the caller was compiled with.

namespace histo_cl::c_api {

/// The name of a struct that has a struct_size, and the size of the struct in the version that introduced it.
/// This size is the minimum struct_size. The structs have no padding at their end: a new member in the
/// padding would not change the size.
struct Growing {
    std::string_view name;
    std::size_t first_size;
};

template <class C>
inline constexpr Growing growing{};

#define HISTO_CL_GROWING(type, last_of_first_version)                                                        \
    template <>                                                                                              \
    inline constexpr Growing growing<type>{#type, offsetof(type, last_of_first_version) +                    \
                                                      sizeof(std::declval<type>().last_of_first_version)};   \
    static_assert(growing<type>.first_size <= sizeof(type))

HISTO_CL_GROWING(histo_cl_binning, expression);
HISTO_CL_GROWING(histo_cl_problem, weight_bound_elements);
HISTO_CL_GROWING(histo_cl_shape, source_count);
HISTO_CL_GROWING(histo_cl_footprint_bytes, indices);
HISTO_CL_GROWING(histo_cl_options, tuning_file);
HISTO_CL_GROWING(histo_cl_device_handles, device_index);
HISTO_CL_GROWING(histo_cl_device_profile, usm_system_capabilities);
HISTO_CL_GROWING(histo_cl_decision_fields, tuning);
HISTO_CL_GROWING(histo_cl_job, axis_count);
HISTO_CL_GROWING(histo_cl_host_data, indices_bytes);
HISTO_CL_GROWING(histo_cl_sample_summary, min_width);
HISTO_CL_GROWING(histo_cl_equalization_job, reference_pointer);
HISTO_CL_GROWING(histo_cl_subtraction_job, difference_pointer);
HISTO_CL_GROWING(histo_cl_map_job, maps_pointer);
HISTO_CL_GROWING(histo_cl_summary_job, summary_pointer);
HISTO_CL_GROWING(histo_cl_stream_options, memory);

#undef HISTO_CL_GROWING

/// Maximum struct_size.
inline constexpr std::size_t largest_struct = 4096;

/// Throws Error(invalid_argument) for NULL and for a struct_size below growing<C>.first_size or above
/// largest_struct.
template <class C>
void check_sized(const C* given, std::string_view what) {
    constexpr auto first = growing<C>.first_size;
    const std::size_t size = deref(given, what).struct_size;
    if (size < first || size > largest_struct)
        invalid(what, ".struct_size is ", size, "; for a ", growing<C>.name, " it is its sizeof, from ",
                first, " to ", largest_struct);
}

/// Reads a caller's struct. Members that the caller's version does not have become 0. Throws
/// Error(invalid_argument) like check_sized(), and if members that this library does not know are not 0.
template <class C>
[[nodiscard]] C read(const C* given, std::string_view what) {
    static_assert(std::is_trivially_copyable_v<C> && growing<C>.first_size > 0);
    check_sized(given, what);
    const std::size_t size = given->struct_size;
    const auto* const bytes = reinterpret_cast<const std::byte*>(given);
    if (size > sizeof(C) &&
        std::any_of(bytes + sizeof(C), bytes + size, [](std::byte byte) { return byte != std::byte{0}; }))
        invalid(what, " sets members of a later version; histo_cl " HISTO_CL_VERSION " knows its first ",
                sizeof(C), " B, the rest must be 0");
    C known{};
    std::memcpy(static_cast<void*>(&known), bytes, std::min(size, sizeof(C)));
    known.struct_size = sizeof(C);
    return known;
}

/// Fills a caller's struct. Members that this library does not know become 0; struct_size is unchanged.
/// Throws like check_sized().
template <class C>
void write(const C& value, C* given, std::string_view what) {
    static_assert(std::is_trivially_copyable_v<C> && growing<C>.first_size > 0);
    check_sized(given, what);
    const auto size = given->struct_size;
    const auto known = std::min(size, sizeof(C));
    auto* const bytes = reinterpret_cast<std::byte*>(given);
    std::memcpy(bytes, &value, known);
    std::memset(bytes + known, 0, size - known);
    given->struct_size = size;
}

// Conversions of structs whose members have the same names in C and in C++. One list of members serves both
// directions: a function list(c, cpp, pass) that calls pass(c.member, cpp.member, what) for each member.
// `what` names the member in messages; only enumerations need it.

template <class T>
inline constexpr bool is_optional_enum = false;
template <class Enum>
inline constexpr bool is_optional_enum<std::optional<Enum>> = std::is_enum_v<Enum>;

/// The `pass` function that converts from C to C++. Throws Error(invalid_argument) like from_c().
inline constexpr auto from_c_member = []<class C, class Member>(const C& from, Member& to,
                                                                std::string_view what = {}) {
    if constexpr (std::is_enum_v<Member>)
        to = from_c<Member>(from, what);
    else if constexpr (is_optional_enum<Member>)
        to = optional_from_c<typename Member::value_type>(from, what);
    else if constexpr (std::same_as<Member, std::string>)
        to = from == nullptr ? "" : from;
    else if constexpr (std::same_as<Member, bool>)
        to = from != 0;
    else
        to = from;
};

/// The `pass` function that converts from C++ to C. The C struct points into the strings.
inline constexpr auto to_c_member = []<class C, class Member>(C& to, const Member& from,
                                                              std::string_view /*what*/ = {}) {
    if constexpr (std::is_enum_v<Member> || is_optional_enum<Member>)
        to = to_c(from);
    else if constexpr (std::same_as<Member, std::string>)
        to = from.c_str();
    else
        to = from;
};

} // namespace histo_cl::c_api
