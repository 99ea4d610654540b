#include "fuzz/harness.hpp"

#include "support/summary.hpp"

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <iomanip>
#include <sstream>
#include <string>

// libFuzzer's entry points, which call the harness. At the end one line about the work done is printed.

namespace {

std::string program;
std::uint64_t runs = 0;
std::uint64_t bytes = 0;

void summarize() {
    std::ostringstream line;
    line << program << ": " << runs << " runs, " << std::fixed << std::setprecision(1)
         << static_cast<double>(bytes) / (1U << 20U) << " MiB";
    histo_cl::test::summarize(line.str());
}

} // namespace

// These names are libFuzzer's.
// NOLINTBEGIN(readability-identifier-naming)
extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** argv) {
    program = std::filesystem::path((*argv)[0]).filename().string();
    return std::atexit(summarize);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    ++runs;
    bytes += size;
    histo_cl::fuzz::fuzz(std::as_bytes(std::span(data, size)));
    return 0;
}
// NOLINTEND(readability-identifier-naming)
