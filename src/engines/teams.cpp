#include "choose/choose.hpp"
#include "device/objects.hpp"
#include "engines/single.hpp"
#include "problem/rule/bin_rule.hpp"
#include "program/kernel_source.hpp"
#include "variants/counters.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

namespace histo_cl::detail {
namespace {

/// The segments of a ragged batch, sorted into classes by their number of elements. The class of the longest
/// segments comes first, so that these do not finish last.
struct TeamOrder {
    std::size_t histograms = 0;
    /// The offsets, then the words that kernels/engines/teams_ordered.cl describes.
    std::vector<std::uint32_t> words = {};
    std::vector<std::uint32_t> too_large = {}; ///< histograms that no team counts
    std::uint32_t groups = 0;
    std::uint64_t local_bytes = 0;
    Buffer buffer = {}; ///< the words, on the device
};

/// An order with more words than this (16 MiB) is not kept for the next job.
constexpr std::size_t max_kept_words = std::size_t{1} << 22U;

/// Whether `order` was made for segments with these offsets.
bool is_order_of(const TeamOrder& order, std::span<const std::uint64_t> offsets) {
    return order.histograms + 1 == offsets.size() &&
           std::memcmp(order.words.data(), offsets.data(), offsets.size_bytes()) == 0;
}

TeamOrder team_order(const TeamSizes& sizes, std::span<const std::uint64_t> offsets) {
    const auto histograms = static_cast<std::uint32_t>(offsets.size() - 1);
    TeamOrder order{.histograms = histograms};
    // Number of segments per class. Class c has the segments of 4^c to 4^(c + 1) - 1 elements; class 0 also
    // has the empty ones.
    std::array<std::uint32_t, 32> members{};
    std::vector<std::uint8_t> class_of(histograms);
    for (std::uint32_t h = 0; h < histograms; ++h) {
        const auto elements = offsets[h + 1] - offsets[h];
        class_of[h] = static_cast<std::uint8_t>((std::bit_width(elements | 1U) - 1) / 2);
        ++members.at(class_of[h]);
        if (elements > max_team_elements) order.too_large.push_back(h);
    }
    auto& words = order.words;
    words.reserve(2 * offsets.size() + 1 + 3 * (members.size() + 1) + histograms);
    words.resize(2 * offsets.size());
    std::memcpy(words.data(), offsets.data(), offsets.size_bytes());
    const auto classes = words.size();
    words.push_back(0);
    std::uint32_t place = 0;
    std::array<std::uint32_t, members.size()> next{};
    for (auto c = members.size(); c-- > 0;) {
        if (members.at(c) == 0) continue;
        const auto log2_items = sizes.log2_items(std::uint64_t{1} << (2 * c));
        words.insert(words.end(), {order.groups, place, std::uint32_t{1} << log2_items});
        order.groups += (members.at(c) - 1) / sizes.teams(log2_items) + 1;
        order.local_bytes = std::max(order.local_bytes, sizes.local_bytes(log2_items));
        next.at(c) = std::exchange(place, place + members.at(c));
        ++words[classes];
    }
    words.insert(words.end(), {order.groups, place, 1});
    const auto list = words.size();
    words.resize(list + histograms);
    for (std::uint32_t h = 0; h < histograms; ++h)
        words[list + next.at(class_of[h])++] = h;
    return order;
}

/// Counts a batch of small histograms with teams of work-items; each team counts one histogram. Single counts
/// batches for which teams do not pay, and segments with more than max_team_elements elements.
class Teams final : public Engine {
  public:
    Teams(std::shared_ptr<const Target> target, std::shared_ptr<const Single> shared, Decision team,
          std::vector<std::uint32_t> numbers, const BuiltProgram& program)
        : Engine(std::move(target), shared->decision(), program.program,
                 program.compiled || shared->was_compiled()),
          shared_(std::move(shared)), team_(std::move(team)), numbers_(std::move(numbers)),
          histogram_(create_kernel("histogram")) {
        threshold_bytes_ = shared_->threshold_bytes();
        first_job_argument_ = set_plan_arguments(histogram_.get());
    }

    [[nodiscard]] std::uint64_t workspace_bytes(std::uint64_t histograms) const noexcept override {
        return shared_->workspace_bytes(histograms);
    }
    void enqueue(CommandSink& commands, const Job& job, const CheckedShape& shape) const override;
    void enqueue_partial(Commands& commands, const Job& job, const CheckedShape& shape) const override {
        shared_->enqueue_partial(commands, job, shape); // only for float weights, which teams do not sum
    }
    void set_common_arguments(cl_kernel original, cl_kernel copy) const override;

  private:
    /// The parameters of a launch that do not come from its job.
    struct Launch {
        cl_mem offsets;
        std::uint64_t groups;
        std::uint64_t local_bytes;
        /// Work-items per team; 0 for ragged segments, whose TeamOrder has these numbers.
        std::uint32_t items = 0;
    };

    /// Sets the arguments that all launches have in common. Returns the index of the next argument.
    cl_uint set_plan_arguments(cl_kernel kernel) const;
    void launch(CommandSink& commands, const Job& job, const Geometry& g, const Launch& launch) const;
    /// Returns the order of the segments with these offsets; its buffer is on the device. If the offsets are
    /// those of the order that was kept last, returns that order.
    std::shared_ptr<const TeamOrder> order_of(const TeamSizes& sizes,
                                              std::span<const std::uint64_t> offsets) const;

    std::shared_ptr<const Single> shared_;
    Decision team_;
    std::vector<std::uint32_t> numbers_;
    Kernel histogram_;
    cl_uint first_job_argument_ = 0;
    mutable Mutex order_mutex_;
    mutable std::shared_ptr<const TeamOrder> last_order_ HISTO_CL_GUARDED_BY(order_mutex_);
};

cl_uint Teams::set_plan_arguments(cl_kernel kernel) const {
    Arguments arguments(kernel, 1); // argument 0 is the local memory
    auto* const thresholds = shared_->thresholds();
    bin_parameters(numbers_, thresholds, thresholds != nullptr, PassedParameters(arguments));
    return arguments.next();
}

void Teams::set_common_arguments(cl_kernel original, cl_kernel copy) const {
    if (original == histogram_.get())
        set_plan_arguments(copy);
    else
        shared_->set_common_arguments(original, copy);
}

std::shared_ptr<const TeamOrder> Teams::order_of(const TeamSizes& sizes,
                                                 std::span<const std::uint64_t> offsets) const {
    std::shared_ptr<const TeamOrder> last;
    {
        const Lock lock(order_mutex_);
        last = last_order_;
    }
    if (last && is_order_of(*last, offsets)) return last;
    auto order = std::make_shared<TeamOrder>(team_order(sizes, offsets));
    order->buffer = create_buffer(context(), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                  order->words.size() * sizeof(cl_uint), order->words.data());
    const Lock lock(order_mutex_);
    last_order_ = order->words.size() <= max_kept_words ? order : nullptr;
    return order;
}

void Teams::enqueue(CommandSink& commands, const Job& job, const CheckedShape& shape) const {
    const auto g = geometry(problem(), job, shape);
    const bool ragged = problem().batch == Batch::ragged;
    const auto elements =
        ragged ? shape.elements / std::max<std::uint64_t>(1, g.histograms) : g.max_width * g.max_height;
    if (is_empty(g) || !teams_pay(device().profile, problem().batch, g.histograms, elements))
        return shared_->enqueue(commands, job, shape);
    const TeamSizes sizes(problem(), team_);
    if (!ragged) {
        const auto log2_items = sizes.log2_items(elements);
        launch(commands, job, g,
               {nullptr, (g.histograms - 1) / sizes.teams(log2_items) + 1, sizes.local_bytes(log2_items),
                std::uint32_t{1} << log2_items});
        return;
    }
    const auto order = order_of(sizes, shape.offsets);
    // With finishes_words(), counting needs a workspace, but add_histogram() passes none. So if some
    // histograms are too large for a team, shared_ counts all of them.
    if (finishes_words(problem()) && !order->too_large.empty()) return shared_->enqueue(commands, job, shape);
    auto* const words = order->buffer.get();
    commands.keep(order->buffer);
    launch(commands, job, g, {words, order->groups, order->local_bytes});
    for (const auto histogram : order->too_large)
        shared_->add_histogram(commands, {job, shape, words}, histogram);
}

void Teams::launch(CommandSink& commands, const Job& job, const Geometry& g, const Launch& launch) const {
    const Lock lock(kernel_arguments_);
    const auto buffers = buffers_of(device(), job, launch.offsets);
    auto* const kernel = commands.to_launch(histogram_.get());
    Arguments(kernel) << Arguments::Local{launch.local_bytes};
    Arguments arguments(kernel, first_job_argument_);
    const Slice all{.width = g.max_width, .height = g.max_height};
    const PassedParameters passed(arguments);
    load_parameters(problem(), buffers, g, all, {0, static_cast<std::uint32_t>(g.histograms)}, passed);
    count_parameters(
        problem(), team_,
        {.counts = buffers.counts, .delivery = job.accumulate ? Delivery::add : Delivery::overwrite}, passed);
    arguments << max_team_elements;
    if (launch.items != 0) arguments << launch.items;
    const size_t local = team_.work_group_size;
    const size_t global = local * launch.groups;
    commands.launch(kernel, 1, &global, &local);
}

} // namespace

MadeEngine build_teams(std::shared_ptr<const Target> target, std::shared_ptr<const Single> shared,
                       const Options& options, Compile compile) {
    auto team = team_decision(target->device->profile, target->problem, shared->decision());
    auto source =
        team_source(target->problem, team, bin_rules(target->problem, target->device->profile.fp64));
    auto built = build_untried(*target->device, source, options, compile);
    if (const auto* const missing = std::get_if<NotBuilt>(&built)) return *missing;
    return std::make_shared<const Teams>(std::move(target), std::move(shared), std::move(team),
                                         std::move(source.numbers), std::get<BuiltProgram>(built));
}

} // namespace histo_cl::detail
