#pragma once

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>

namespace histo_cl::test {

/// Prints a line that summarizes a test program, and writes it to the file that HISTO_CL_TEST_SUMMARY names.
/// tools/test.sh prints these lines after the last test.
inline void summarize(const std::string& line) {
    std::cout << line << std::endl;
    if (const char* const path = std::getenv("HISTO_CL_TEST_SUMMARY")) std::ofstream(path) << line << "\n";
}

} // namespace histo_cl::test
