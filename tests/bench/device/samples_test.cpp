// A device generates the same samples as the host, bit for bit.

#include "bench/data.hpp"
#include "bench/opencl.hpp"

#include <histo_cl/histo_cl.hpp>

#include <cstring>
#include <doctest/doctest.h>
#include <vector>

using namespace bench;
using histo_cl::SampleType;

TEST_CASE("a device generates the same samples as the host, for each kind of data and each size of type") {
    OpenCl device(histo_cl::default_device());
    for (const auto entropy : all_entropies)
        for (const auto type : {SampleType::u8, SampleType::i16, SampleType::i32, SampleType::i64,
                                SampleType::f32, SampleType::f64})
            for (const std::uint32_t bins : {100U, 2'000'003U}) {
                const State state{.sample = type, .elements = 40'000, .bins = bins, .entropy = entropy};
                if (why_skipped(state)) continue;
                if (bins > 100 && type != SampleType::f32)
                    continue; // bins do not depend on the type, so one type is enough
                CAPTURE(to_string(state));
                const auto data = data_set_of(state);
                std::vector<std::byte> right(stored_bytes(state));
                fill(data, 0, right, 2);
                device.make(data, state.elements);
                CHECK(std::memcmp(device.mapped_samples(), right.data(), right.size()) == 0);
            }
}
