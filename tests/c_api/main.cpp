#define DOCTEST_CONFIG_IMPLEMENT
#include "support/device_main.hpp"
