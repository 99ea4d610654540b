#include "common/arguments.hpp"

#include "common/windows/wide.hpp"

#include <memory>
#include <string>
#include <vector>
#include <windows.h>

namespace common {

namespace {

std::vector<std::string> command_line() {
    int count = 0;
    const std::unique_ptr<wchar_t*, HLOCAL(WINAPI*)(HLOCAL)> words(
        ::CommandLineToArgvW(::GetCommandLineW(), &count), &::LocalFree);
    std::vector<std::string> arguments;
    for (int i = 0; words && i < count; ++i)
        arguments.push_back(utf8_of(words.get()[i]));
    return arguments;
}

} // namespace

void use_utf8_arguments(int& argc, char**& argv) {
    static auto arguments = command_line();
    if (arguments.empty()) return; // no memory for them
    static std::vector<char*> pointers;
    for (auto& argument : arguments)
        pointers.push_back(argument.data());
    argc = static_cast<int>(pointers.size());
    pointers.push_back(nullptr);
    argv = pointers.data();
}

} // namespace common
