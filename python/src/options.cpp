#include "bind.hpp"
#include "names.hpp"

#include <histo_cl/options.hpp>

#include <cstdint>
#include <optional>
#include <pybind11/stl.h>
#include <string>
#include <string_view>

namespace histo_cl::python {
namespace {

template <auto last>
auto named_or_unset(const char* what, const std::optional<std::string>& text) {
    return text ? std::optional(named<last>(what, *text)) : std::nullopt;
}

std::optional<std::string_view> name_or_none(const auto& value) {
    return value ? std::optional(name(*value)) : std::nullopt;
}

/// Calls each(name, value) for each argument of the constructor. value(options) returns the argument, None if
/// it is not set.
template <class Each>
void for_each_value(const Each& each) {
    each("variant", [](const Options& options) { return name_or_none(options.knobs.variant); });
    each("work_group_size", [](const Options& options) { return options.knobs.work_group_size; });
    each("work_groups", [](const Options& options) { return options.knobs.work_groups; });
    each("replicas", [](const Options& options) { return options.knobs.replicas; });
    each("coarsening", [](const Options& options) { return options.knobs.coarsening; });
    each("load_bytes", [](const Options& options) { return options.knobs.load_bytes; });
    each("loads_in_flight", [](const Options& options) { return options.knobs.loads_in_flight; });
    each("partition", [](const Options& options) { return name_or_none(options.knobs.partition); });
    each("merge", [](const Options& options) { return name_or_none(options.knobs.merge); });
    each("count_values", [](const Options& options) { return options.knobs.count_values; });
    each("workspace_limit", [](const Options& options) { return options.workspace_limit; });
    each("samples_per_launch", [](const Options& options) { return options.samples_per_launch; });
    each("program_cache", [](const Options& options) {
        return options.program_cache.bytes == 0 ? std::optional(false) : std::nullopt;
    });
    each("cache_directory", [](const Options& options) {
        const auto& folder = options.program_cache.directory;
        return folder.empty() ? std::nullopt : std::optional(folder);
    });
    each("tuning_file", [](const Options& options) { return options.tuning_file; });
    each("calling_thread", [](const Options& options) { return options.calling_thread; });
}

/// The arguments that construct equal options.
py::dict set_values(const Options& options) {
    py::dict values;
    for_each_value([&](const char* name, const auto& value) {
        if (const auto set = value(options)) values[name] = *set;
    });
    return values;
}

} // namespace

void bind_options(py::module_& module) {
    using py::arg;
    using Number32 = std::optional<std::uint32_t>;
    using Text = std::optional<std::string>;
    auto bound =
        bind_class<Options>(module, "Options", "How to count. The library chooses the values that are None.");
    bound
        .def(py::init([](const Text& variant, Number32 work_group_size, Number32 work_groups,
                         Number32 replicas, Number32 coarsening, Number32 load_bytes,
                         Number32 loads_in_flight, const Text& partition, const Text& merge,
                         std::optional<bool> count_values, std::optional<std::uint64_t> workspace_limit,
                         std::optional<std::uint64_t> samples_per_launch, std::optional<bool> program_cache,
                         const Text& cache_directory, const Text& tuning_file,
                         std::optional<bool> calling_thread) {
                 Options options{
                     .knobs = {.variant = named_or_unset<all_variants.back()>("variant", variant),
                               .work_group_size = work_group_size,
                               .work_groups = work_groups,
                               .replicas = replicas,
                               .coarsening = coarsening,
                               .load_bytes = load_bytes,
                               .loads_in_flight = loads_in_flight,
                               .partition = named_or_unset<all_partitions.back()>("partition", partition),
                               .merge = named_or_unset<all_merges.back()>("merge", merge),
                               .count_values = count_values},
                     .calling_thread = calling_thread,
                     .samples_per_launch = samples_per_launch,
                     .tuning_file = tuning_file};
                 options.workspace_limit = workspace_limit;
                 if (!program_cache.value_or(true)) options.program_cache.bytes = 0;
                 options.program_cache.directory = cache_directory.value_or(options.program_cache.directory);
                 return options;
             }),
             py::kw_only(), arg("variant") = py::none(), arg("work_group_size") = py::none(),
             arg("work_groups") = py::none(), arg("replicas") = py::none(), arg("coarsening") = py::none(),
             arg("load_bytes") = py::none(), arg("loads_in_flight") = py::none(),
             arg("partition") = py::none(), arg("merge") = py::none(), arg("count_values") = py::none(),
             arg("workspace_limit") = py::none(), arg("samples_per_launch") = py::none(),
             arg("program_cache") = py::none(), arg("cache_directory") = py::none(),
             arg("tuning_file") = py::none(), arg("calling_thread") = py::none())
        .def("__eq__",
             [](const Options& options, const py::object& other) {
                 return py::isinstance<Options>(other) && options == other.cast<const Options&>();
             })
        .def("__repr__",
             [](const Options& options) {
                 std::string text;
                 for (const auto& [name, value] : set_values(options))
                     text += (text.empty() ? "" : ", ") + std::string(py::str(name)) + "=" +
                             std::string(py::repr(value));
                 return "Options(" + text + ")";
             })
        .def(py::pickle(&set_values, [](const py::dict& values) {
            return py::module_::import("histo_cl").attr("Options")(**values).cast<Options>();
        }));
    for_each_value([&](const char* name, const auto& value) { bound.def_property_readonly(name, value); });
}

} // namespace histo_cl::python
