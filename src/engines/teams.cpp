#include "choose/teams.hpp"

#include "device/objects.hpp"
#include "engines/single.hpp"
#include "problem/rule/bin_rule.hpp"
#include "program/kernel_source.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>
#include <vector>

namespace histo_cl::detail {
namespace {

/// The segments of a ragged batch by the work-items of their teams, the largest first; see
/// kernels/teams_ordered.cl.
struct TeamOrder {
    std::vector<std::uint32_t> words = {};  ///< `order` of the kernel
    std::vector<std::uint32_t> giants = {}; ///< histograms that no team counts
    std::uint32_t groups = 0;
    std::uint32_t smallest_team = 0;
};

TeamOrder team_order(const Problem& problem, const Decision& team, std::span<const std::uint64_t> offsets) {
    const auto histograms = static_cast<std::uint32_t>(offsets.size() - 1);
    const auto size = [&](std::uint32_t h) { return offsets[h + 1] - offsets[h]; };
    const auto least = team_items(problem, team, 0);
    // Classes 4 times apart.
    const auto class_of = [&](std::uint32_t h) {
        return static_cast<unsigned>(std::bit_width(team_items(problem, team, size(h))) - 1) / 2;
    };
    std::array<std::uint32_t, 17> members{};
    TeamOrder order{.smallest_team = team.work_group_size};
    for (std::uint32_t h = 0; h < histograms; ++h) {
        ++members.at(class_of(h));
        if (size(h) > max_team_elements) order.giants.push_back(h);
    }
    std::array<std::uint32_t, members.size()> next{};
    auto& words = order.words;
    words.push_back(0);
    std::uint32_t place = 0;
    for (auto c = members.size(); c-- > 0;) {
        if (members.at(c) == 0) continue;
        const auto items = std::clamp(std::uint32_t{1} << 2 * c, least, team.work_group_size);
        words.insert(words.end(), {order.groups, place, items});
        order.groups += (members.at(c) - 1) / (team.work_group_size / items) + 1;
        order.smallest_team = items;
        next.at(c) = std::exchange(place, place + members.at(c));
        ++words.front();
    }
    words.insert(words.end(), {order.groups, place, 1});
    const auto list = words.size();
    words.resize(list + histograms);
    for (std::uint32_t h = 0; h < histograms; ++h)
        words[list + next.at(class_of(h))++] = h;
    return order;
}

/// Counts a batch of small histograms by teams of work-items that own one each. Others, and those with very
/// many elements, are counted as by Single.
class Teams final : public Engine {
  public:
    Teams(std::shared_ptr<const Target> target, std::shared_ptr<const Single> shared, Decision team,
          std::vector<std::uint32_t> numbers, const BuiltProgram& program)
        : Engine(std::move(target), shared->decision()), shared_(std::move(shared)), team_(std::move(team)),
          numbers_(std::move(numbers)), program_(program.program),
          histogram_(create_kernel(program_->program.get(), "histogram")) {
        threshold_bytes_ = shared_->threshold_bytes();
        was_compiled_ = program.compiled || shared_->was_compiled();
        set_common_arguments(histogram_.get(), histogram_.get());
    }

    [[nodiscard]] std::uint64_t workspace_bytes(std::uint64_t histograms) const noexcept override {
        return shared_->workspace_bytes(histograms);
    }
    void enqueue(CommandSink& commands, const Job& job, const CheckedShape& shape) const override;
    void enqueue_partial(Commands& commands, const Job& job, const CheckedShape& shape) const override {
        shared_->enqueue_partial(commands, job, shape); // of float weights, which teams do not sum
    }
    void set_common_arguments(cl_kernel original, cl_kernel copy) const override;

  private:
    /// What a launch has besides the job.
    struct Launch {
        std::uint32_t groups;
        std::uint32_t smallest_team;
        cl_mem order = nullptr; ///< of ragged segments; else all teams have as many work-items
    };
    void launch(CommandSink& commands, const Job& job, const Geometry& g, cl_mem offsets,
                const Launch& launch) const HISTO_CL_REQUIRES(kernel_arguments_);

    std::shared_ptr<const Single> shared_;
    Decision team_;
    std::vector<std::uint32_t> numbers_;
    std::shared_ptr<SharedProgram> program_;
    Kernel histogram_;
};

void Teams::set_common_arguments(cl_kernel original, cl_kernel copy) const {
    if (original != histogram_.get()) return shared_->set_common_arguments(original, copy);
    Arguments arguments(copy, 1); // after the local memory
    arguments << std::span<const std::uint32_t>(numbers_);
    if (auto* const thresholds = shared_->thresholds()) arguments << thresholds;
}

void Teams::enqueue(CommandSink& commands, const Job& job, const CheckedShape& shape) const {
    const auto g = geometry(problem(), job, shape);
    const bool ragged = problem().batch == Batch::ragged;
    const auto mean = g.histograms == 0 ? 0 : shape.elements / g.histograms;
    const auto elements = ragged ? mean : g.widest * g.highest;
    if (is_empty(g) || !teams_pay(device().profile, g.histograms, elements))
        return shared_->enqueue(commands, job, shape);
    const auto offsets = upload_offsets(*this, shape);
    if (!ragged) {
        const auto items = team_items(problem(), team_, elements);
        const auto groups = (g.histograms - 1) / (team_.work_group_size / items) + 1;
        const Lock lock(kernel_arguments_);
        return launch(commands, job, g, offsets.get(), {static_cast<std::uint32_t>(groups), items});
    }
    const auto order = team_order(problem(), team_, shape.offsets);
    const auto words = create_buffer(context(), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                     order.words.size() * sizeof(cl_uint), order.words.data());
    {
        const Lock lock(kernel_arguments_);
        launch(commands, job, g, offsets.get(), {order.groups, order.smallest_team, words.get()});
    }
    for (const auto giant : order.giants)
        shared_->add_histogram(commands, {job, shape, offsets.get()}, giant);
}

void Teams::launch(CommandSink& commands, const Job& job, const Geometry& g, cl_mem offsets,
                   const Launch& launch) const {
    const auto buffers = buffers_of(device(), job, offsets);
    auto* const kernel = commands.to_launch(histogram_.get());
    Arguments(kernel) << Arguments::Local{team_local_bytes(problem(), team_, launch.smallest_team)};
    Arguments arguments(kernel, shared_->thresholds() != nullptr ? 3 : 2);
    const Slice all{.width = g.widest, .height = g.highest};
    set_load(arguments, problem(), buffers, g, all, {0, static_cast<std::uint32_t>(g.histograms)});
    arguments << buffers.counts << job.accumulate << max_team_elements;
    if (launch.order != nullptr)
        arguments << launch.order;
    else
        arguments << launch.smallest_team;
    const size_t local = team_.work_group_size;
    const size_t global = local * launch.groups;
    commands.launch(kernel, 1, &global, &local);
}

} // namespace

MadeEngine build_teams(std::shared_ptr<const Target> target, std::shared_ptr<const Single> shared,
                       const Options& options, Compile compile) {
    auto team = team_decision(target->device->profile, target->problem, shared->decision());
    auto source = team_source(target->problem, team, bin_rules(target->problem));
    auto built = build_untried(*target->device, source, options, compile);
    if (const auto* const missing = std::get_if<NotBuilt>(&built)) return *missing;
    return std::make_shared<const Teams>(std::move(target), std::move(shared), std::move(team),
                                         std::move(source.numbers), std::get<BuiltProgram>(built));
}

} // namespace histo_cl::detail
