#include "faults/opencl/harness.hpp"
#include "support/device_run.hpp"
#include "support/summary.hpp"

#include <iomanip>
#include <sstream>

namespace {

using namespace histo_cl::test;

void print_calls() {
    for (std::uint32_t i = 0; layer().call(i).name != nullptr; ++i)
        std::cout << std::setw(8) << layer().call(i).failed << "  " << layer().call(i).name << "\n";
}

} // namespace

int main(int argc, char** argv) {
    if (!load_layer()) {
        std::cout << "skipped: the OpenCL loader does not open layers (OPENCL_LAYERS)\n";
        return skipped;
    }
    const int result = run_on_device(argc, argv);
    print_calls();
    const auto& sums = tally();
    std::ostringstream line;
    line << "OpenCL faults: " << sums.calls << " calls, " << sums.releases << " releases, "
         << sums.allocations << " allocations and " << sums.threads << " starts of threads failed in "
         << sums.scenarios << " scenarios; " << sums.errors << " trials ended in an error";
    summarize(line.str());
    return result;
}
