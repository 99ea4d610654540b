// Plans in a context of two devices of one platform. PoCL has two devices with POCL_DEVICES="pthread
// pthread".

#include "api/fixture.hpp"
#include "core/files.hpp"
#include "support/folder.hpp"

using namespace histo_cl;
using namespace histo_cl::test;
using detail::text_of_path;

namespace {

std::vector<cl::Device> devices_of_platform() {
    std::vector<cl::Device> all;
    cl::Platform(test_device().device().platform).getDevices(CL_DEVICE_TYPE_ALL, &all);
    return all;
}

} // namespace

TEST_SUITE("two_devices") {

    TEST_CASE("a plan is for one device of its context") {
        const auto devices = devices_of_platform();
        if (devices.size() < 2) {
            MESSAGE("the platform has one device");
            return;
        }
        const Folder folder;
        const cl::Context context(devices);
        const auto samples = random_bytes(1000);
        cl::Buffer sample_buffer(context, CL_MEM_READ_ONLY, samples.size());
        const cl::Buffer counts(context, CL_MEM_READ_WRITE, problem_bins * sizeof(std::uint32_t));
        const std::array queues{cl::CommandQueue(context, devices[0]), cl::CommandQueue(context, devices[1])};
        queues[0].enqueueWriteBuffer(sample_buffer, CL_TRUE, 0, samples.size(), samples.data());
        queues[0].finish();
        const Job job{.samples = sample_buffer(), .shape = {.count = samples.size()}, .counts = counts()};
        for (const std::size_t mine : {0U, 1U}) {
            CAPTURE(mine);
            auto knobs = options(Merge::device);
            knobs.program_cache.directory = text_of_path(folder.path());
            const Plan plan(context(), devices[mine](), problem(), knobs);
            CHECK(std::filesystem::is_empty(folder.path())); // programs for several devices are not stored
            const auto content = rubbish();
            queues[mine].enqueueWriteBuffer(counts, CL_TRUE, 0, plan.count_bytes(), content.data());
            std::vector<std::uint32_t> read(problem_bins);
            const auto read_counts = [&] {
                queues[mine].enqueueReadBuffer(counts, CL_TRUE, 0, plan.count_bytes(), read.data());
                return read;
            };
            check_invalid({"queue", "another device", plan.profile().name},
                          [&] { plan.enqueue(queues[1 - mine](), job); });
            queues[1 - mine].finish();
            CHECK(read_counts() == content);
            plan.enqueue(queues[mine](), job);
            CHECK(read_counts() == expected_counts(samples));
        }
    }

    TEST_CASE("a device that is not in the context is refused") {
        const auto all = devices();
        const auto other =
            std::ranges::find_if(all, [](const Device& d) { return d.id != test_device().id(); });
        if (other == all.end()) {
            MESSAGE("there is one device");
            return;
        }
        check_invalid({"device", other->profile.name, "context"}, [&] {
            const Plan plan(test_device().context()(), other->id, problem(), options(Merge::atomic));
        });
    }

} // TEST_SUITE
