#pragma once

// The main function of a test program that needs a device. One source file of the program includes it.

#include "support/device_run.hpp"

int main(int argc, char** argv) {
    return histo_cl::test::run_on_device(argc, argv);
}
