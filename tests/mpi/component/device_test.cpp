// device_for_rank() assigns devices to the ranks of a machine round robin.

#include "support/error.hpp"
#include "world.hpp"

#include <doctest/doctest.h>

using namespace histo_cl;
using namespace histo_cl::test;

TEST_SUITE_BEGIN("device_for_rank");

// On a single machine, the rank on the machine is the rank itself.
TEST_CASE("gives out devices in turn, by the rank on the machine") {
    std::vector<Device> devices(3);
    for (std::uint32_t i = 0; i < devices.size(); ++i)
        devices[i].device_index = i;
    CHECK(device_for_rank(MPI_COMM_WORLD, devices).device_index == static_cast<std::uint32_t>(rank()) % 3);
    CHECK(device_for_rank(MPI_COMM_WORLD, std::span(devices).first(1)).device_index == 0);
    MPI_Comm reversed = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank(), &reversed);
    CHECK(device_for_rank(reversed, devices).device_index ==
          static_cast<std::uint32_t>(ranks() - 1 - rank()) % 3);
    MPI_Comm_free(&reversed);
}

TEST_CASE("refuses an empty list of devices") {
    check_error(Status::invalid_argument, {"no devices"},
                [] { static_cast<void>(device_for_rank(MPI_COMM_WORLD, {})); });
}

TEST_SUITE_END();

TEST_SUITE_BEGIN("device");

TEST_CASE("returns a device of the default device's type") {
    CHECK(device_for_rank(MPI_COMM_WORLD).profile.type == default_device().profile.type);
}

TEST_SUITE_END();
