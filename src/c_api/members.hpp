#pragma once

#include "c_api/enums.hpp"

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

// Conversions of structs whose members have the same names in C and in C++. One list of members serves both
// directions: a function list(c, cpp, pass) that calls pass(c.member, cpp.member, what) for each member.
// `what` names the member in messages; only enumerations need it.

namespace histo_cl::c_api {

template <class T>
inline constexpr bool is_optional_enum = false;
template <class Enum>
inline constexpr bool is_optional_enum<std::optional<Enum>> = std::is_enum_v<Enum>;

/// Passed to a list to convert a C struct. Throws Error(invalid_argument) like from_c().
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

/// Passed to a list to convert to a C struct, which points into the strings.
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
