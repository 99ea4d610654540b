#include "host_merge.hpp"

#include <future>
#include <thread>

namespace histo_cl::detail {

/// Lives until the commands that use it have ended: the thread and the callbacks hold shares.
struct HostMerge::Data {
    std::uint32_t bins;
    CounterType counter;
    std::vector<std::vector<std::uint32_t>> partials; ///< of each launch, rows × bins
    std::vector<std::uint64_t> sums;
    std::vector<std::uint32_t> counts32; ///< the caller's counters, if they are u32

    [[nodiscard]] size_t count_bytes() const noexcept { return bins * bytes(counter); }
    [[nodiscard]] void* counts() noexcept {
        return counter == CounterType::u64 ? static_cast<void*>(sums.data()) : counts32.data();
    }

    void sum_up() noexcept {
        if (counter == CounterType::u32)
            for (std::uint32_t bin = 0; bin < bins; ++bin)
                sums[bin] = counts32[bin];
        for (const auto& rows : partials)
            for (size_t i = 0; i < rows.size(); ++i)
                sums[i % bins] += rows[i];
        if (counter == CounterType::u32)
            for (std::uint32_t bin = 0; bin < bins; ++bin)
                counts32[bin] = static_cast<std::uint32_t>(sums[bin]);
    }
};

namespace {

/// Calls `action(status)`, once, when the event has completed or failed. On a thread of the driver's: the
/// action makes no OpenCL call.
template <class Action>
void when_complete(const Event& event, Action action) {
    auto owned = std::make_unique<Action>(std::move(action));
    const auto callback = [](cl_event /*event*/, cl_int status, void* data) {
        const std::unique_ptr<Action> mine(static_cast<Action*>(data));
        (*mine)(status);
    };
    check(clSetEventCallback(event.get(), CL_COMPLETE, callback, owned.get()), "clSetEventCallback");
    static_cast<void>(owned.release()); // the callback's from here on
}

} // namespace

HostMerge::HostMerge(std::uint32_t bins, CounterType counter) : data_(std::make_shared<Data>()) {
    data_->bins = bins;
    data_->counter = counter;
    data_->sums.resize(bins);
    if (counter == CounterType::u32) data_->counts32.resize(bins);
}

void HostMerge::read_counts(Commands& commands, cl_mem counts) {
    commands.read(counts, data_->count_bytes(), data_->counts());
}

void HostMerge::read_partials(Commands& commands, cl_mem partials, std::uint32_t rows) {
    auto& host = data_->partials.emplace_back(static_cast<size_t>(rows) * data_->bins);
    commands.read(partials, host.size() * sizeof(std::uint32_t), host.data());
}

void HostMerge::write_counts(Commands& commands, cl_context context, cl_mem counts) {
    cl_int code = CL_SUCCESS;
    const Event summed(clCreateUserEvent(context, &code));
    check(code, "clCreateUserEvent");
    std::promise<cl_int> read;
    // Between the callback and the user event stands a thread of our own. NVIDIA's driver can stop for good
    // when a callback sets an event while others enqueue, and Rusticl's when a thread waits for an event with
    // commands behind it.
    std::thread([data = data_, summed = Event::retained(summed.get()), status = read.get_future()]() mutable {
        cl_int reading = CL_OUT_OF_RESOURCES;
        try {
            reading = status.get();
        } catch (const std::future_error&) { // NOLINT(bugprone-empty-catch): the callback could not be set
        }
        if (reading == CL_COMPLETE) data->sum_up();
        clSetUserEventStatus(summed.get(), reading);
    }).detach();
    when_complete(commands.last(),
                  [read = std::move(read)](cl_int status) mutable { read.set_value(status); });
    commands.then_wait_for(Event::retained(summed.get()));
    commands.write(counts, data_->count_bytes(), data_->counts());
    when_complete(commands.last(), [data = data_](cl_int /*status*/) {}); // keeps the data till then
}

} // namespace histo_cl::detail
