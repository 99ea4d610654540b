// The overloads for CLHPP, OpenCL's C++ bindings.

#include "api/fixture.hpp"

#include <histo_cl/clhpp.hpp>

using namespace histo_cl;
using namespace histo_cl::test;

TEST_CASE("CLHPP: a plan, an enqueue after a wait list, the event") {
    const auto& device = test_device();
    const SmallJob counted;
    const auto plan =
        make_plan(device.context(), cl::Device(device.id(), true), problem(), options(Merge::atomic));
    cl::UserEvent gate(device.context());
    auto done = histo_cl::enqueue(plan, device.queue(), counted.samples, counted.content.size(),
                                  counted.counts, {gate});
    device.queue().flush();
    CHECK(status_of(done) > CL_COMPLETE);
    gate.setStatus(CL_COMPLETE);
    done.wait();
    CHECK(counts_in(counted.counts) == expected_counts(counted.content));
}
