// The selection of the input: channels, regions, shapes, bins that follow from the samples, and the
// histograms of a result.

#include "common/date.hpp"
#include "common/errors.hpp"
#include "count/binning_args.hpp"
#include "count/input_args.hpp"
#include "count/result.hpp"
#include "count/selection.hpp"
#include "support/text.hpp"
#include "support/usage_error.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

using namespace count;
using common::UsageError;
using histo_cl::SampleType;
using histo_cl::test::check_has;

namespace {

files::InputFile file_of(std::vector<std::uint64_t> shape, bool fortran_order = false) {
    files::InputFile file{.name = "image", .file = files::Descriptor(-1)};
    file.array =
        files::Array{.type = SampleType::u8, .fortran_order = fortran_order, .shape = std::move(shape)};
    return file;
}

std::vector<files::InputFile> one(std::vector<std::uint64_t> shape, bool fortran_order = false) {
    std::vector<files::InputFile> files;
    files.push_back(file_of(std::move(shape), fortran_order));
    return files;
}

std::string message_of(const SelectionArgs& args, const std::vector<files::InputFile>& files) {
    return histo_cl::test::usage_error_of([&] { return select(args, files); });
}

template <class T>
std::span<const std::byte> bytes_of(const std::vector<T>& values) {
    return std::as_bytes(std::span(values));
}

histo_cl::EvenBins even(const histo_cl::Binning& binning) {
    return std::get<histo_cl::EvenBins>(binning);
}

} // namespace

TEST_CASE("parses regions, tiles and shapes, and refuses anything else") {
    const auto region = parse_region("1,2,30,40");
    CHECK(region.x == 1);
    CHECK(region.y == 2);
    CHECK(region.width == 30);
    CHECK(region.height == 40);
    for (const char* const text : {"", "1,2,3", "1,2,3,4,5", "1,2,0,4", "1,2,3,0", "-1,2,3,4", "a,b,c,d"})
        CHECK_THROWS_AS((void)parse_region(text), UsageError);
    CHECK(parse_tile("64x32").width == 64);
    CHECK(parse_tile("64x32").height == 32);
    for (const char* const text : {"64", "64x", "0x32", "64x32x1"})
        CHECK_THROWS_AS((void)parse_tile(text), UsageError);
    CHECK(parse_shape("480x640x3") == std::vector<std::uint64_t>{480, 640, 3});
    for (const char* const text : {"", "0x3", "4294967296x4294967296", "9223372036854775808"})
        CHECK_THROWS_AS((void)parse_shape(text), UsageError);
}

TEST_CASE("selects channels by name or number, and lays out the problem for them") {
    const auto files = one({4, 5, 3});
    const auto two = select({.channels = "b,0"}, files);
    CHECK(two.channels == 3);
    CHECK(two.active == std::vector<std::uint32_t>{2, 0});
    CHECK(two.names == std::vector<std::string>{"blue", "red"});
    CHECK(select({.channels = "rgb"}, files).active == std::vector<std::uint32_t>{0, 1, 2});
    CHECK(select({.channels = "all"}, files).active == std::vector<std::uint32_t>{0, 1, 2});
    CHECK(select({.channels = "green"}, files).active == std::vector<std::uint32_t>{1});
    CHECK(select({}, files).channels == 1); // all samples are counted alike
    CHECK(select({.channels = "1"}, one({100, 2})).names == std::vector<std::string>{"channel 1"});
    check_has(message_of({.channels = "a"}, files), {"3 channels: 0 (red), 1 (green), 2 (blue)"});
    check_has(message_of({.channels = "r,r"}, files), {"3 channels"});
    check_has(message_of({.channels = "luma"}, one({20})), {"1 channel: 0"});
    CHECK(select({.channels = "4"}, one({4, 5})).channels == 5);
    check_has(message_of({.channels = "rgb"}, one({4, 5, 3}, true)), {"Fortran order"});

    histo_cl::Problem problem{.axes = {histo_cl::identity_bins(256)}};
    lay_out(problem, {}, two);
    CHECK(problem.axes.size() == 2);
    CHECK(problem.layout.channels == 3);
    CHECK(problem.layout.active == two.active);
    CHECK_NOTHROW(problem.validate());
}

TEST_CASE("names channels as colours and alpha only if they can be these") {
    auto files = one({4, 5, 4});
    CHECK(select({.channels = "3"}, files).names == std::vector<std::string>{"channel 3"});
    files.front().array->other_colours = true;
    CHECK(select({.channels = "0"}, files).names == std::vector<std::string>{"channel 0"});
    check_has(message_of({.channels = "luma"}, files), {"the colours of image are not red, green and blue"});
}

TEST_CASE("leaves out alpha unless it is requested") {
    auto files = one({4, 5, 4});
    files.front().array->has_alpha = true;
    const auto all = select({}, files);
    CHECK(all.leaves_out_alpha);
    CHECK(all.channels == 1);
    CHECK(elements_of(all).leave_out_alpha);
    const auto joint = select({.joint = true}, files);
    CHECK(joint.names == std::vector<std::string>{"red", "green", "blue"});
    CHECK(joint.leaves_out_alpha);
    CHECK(elements_of(joint).samples == 4);
    CHECK(!elements_of(joint).leave_out_alpha);
    const auto alpha = select({.channels = "a"}, files);
    CHECK(alpha.active == std::vector<std::uint32_t>{3});
    CHECK(!alpha.leaves_out_alpha);
    CHECK(select({.channels = "all"}, files).active.size() == 4);
    files.front().array->shape.back() = 2;
    CHECK(select({.channels = "a"}, files).active == std::vector<std::uint32_t>{1});
    const auto grey = select({.region = parse_region("0,0,2,2")}, files);
    CHECK(grey.active == std::vector<std::uint32_t>{0});
    CHECK(grey.channels == 2);
}

TEST_CASE("joint histograms take two or three channels or files") {
    CHECK(select({.joint = true}, one({9, 2})).active.size() == 2);
    check_has(message_of({.joint = true}, one({9, 9})), {"2 or 3 channels or files, not 1"});
    check_has(message_of({.joint = true}, one({9, 9, 4})), {"not 4", "--channels"});
    auto files = one({9});
    files.push_back(file_of({9}));
    const auto separate = select({.joint = true}, files);
    CHECK(is_separate(separate));
    histo_cl::Problem problem{.axes = {histo_cl::identity_bins(256)}};
    lay_out(problem, {.joint = true}, separate);
    CHECK(problem.joint);
    CHECK(problem.layout.order == histo_cl::Order::separate);
    CHECK_NOTHROW(problem.validate());
}

TEST_CASE("tables are not counted together with files that are none") {
    const auto table = [](files::ColumnKind kind) {
        files::InputFile file{.name = "table", .file = files::Descriptor(-1)};
        file.columns = files::Columns{.found = std::make_shared<std::vector<files::Column>>(
                                          1, files::Column{.name = "t", .kind = kind})};
        return file;
    };
    auto files = one({9});
    files.push_back(table(files::ColumnKind::number));
    CHECK(message_of({}, files) == "table is a table of text, but image is not");
    CHECK(is_separate(select({.joint = true}, files)));
    std::swap(files.front(), files.back());
    CHECK(message_of({}, files) == "image is not a table of text, but table is");
    files.front() = table(files::ColumnKind::text);
    check_has(message_of({.joint = true}, files), {"--joint takes numbers, and column t has texts"});
}

TEST_CASE("refuses regions that do not lie within an image") {
    const auto region = [](const char* text) { return SelectionArgs{.region = parse_region(text)}; };
    const auto files = one({10, 20});
    CHECK(message_of(region("0,0,20,10"), files).empty());
    check_has(message_of(region("1,0,20,10"), files), {"beyond the image, which is 20 x 10"});
    check_has(message_of(region("18446744073709551615,0,2,1"), files), {"beyond"});
    check_has(message_of(region("0,0,1,1"), one({10})), {"not an image of rows and columns"});
    check_has(message_of(region("0,0,1,1"), one({10, 20}, true)), {"not an image"});
    check_has(message_of(region("0,0,1,1"), one({10, 20, 3})), {"--channels says which"});
    CHECK(select({.channels = "g", .region = parse_region("0,0,20,10")}, one({10, 20, 3})).frame->width ==
          20);
}

TEST_CASE("bins follow from the samples for floats, for wide integers, and on request") {
    CHECK(follow_samples(SampleType::f32, {}));
    CHECK(follow_samples(SampleType::i64, {}));
    CHECK_FALSE(follow_samples(SampleType::u8, {}));
    CHECK_FALSE(follow_samples(SampleType::f32, {.range = Range{0, 1}}));
    CHECK(follow_samples(SampleType::u8, {.from_samples = true}));

    const auto of = [](SampleType type, const auto& values, std::optional<std::uint32_t> bins) {
        return even(bins_between(type, histo_cl::sample_extremes({type, bytes_of(values)}), bins));
    };
    const auto bytes = of(SampleType::u8, std::vector<std::uint8_t>{7, 3, 9}, {});
    CHECK(bytes.count == 7);
    CHECK(bytes.lower == 3);
    CHECK(bytes.upper == 10);
    const auto one_value = of(SampleType::i64, std::vector<std::int64_t>{-5, -5}, {});
    CHECK(one_value.count == 1);
    CHECK(one_value.lower == -5);
    CHECK(one_value.upper == -4);
    const auto highest = of(SampleType::u64, std::vector{std::numeric_limits<std::uint64_t>::max()}, {});
    CHECK(highest.upper == 0x1p64);
    constexpr auto large = std::int64_t{1} << 60;
    const auto near = of(SampleType::i64, std::vector<std::int64_t>{large + 3, large + 1}, {});
    CHECK(near == histo_cl::even_bins(3, large + 1, large + 4));
    CHECK(of(SampleType::i64, std::vector<std::int64_t>{-large - 3, -large - 1}, {}) ==
          histo_cl::even_bins(3, -large - 3, -large));
    CHECK(of(SampleType::i64, std::vector{std::numeric_limits<std::int64_t>::max()}, {}).upper ==
          std::uint64_t{1} << 63);
    const auto whole = of(
        SampleType::i64,
        std::vector{std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()}, {});
    CHECK(whole.count == 256);
    CHECK(whole.upper == std::numeric_limits<std::int64_t>::max());
    const auto wide = of(SampleType::i32, std::vector{0, 1000}, {});
    CHECK(wide.count == 256);
    CHECK(wide.upper == 1000);
    const auto floats = of(SampleType::f64, std::vector{0.5, std::nan(""), 2.5, HUGE_VAL}, 10);
    CHECK(floats.count == 10);
    CHECK(floats.lower == 0.5);
    CHECK(floats.upper == 2.5);
}

TEST_CASE("the channels of an image share their bins, the axes of a joint histogram do not") {
    const std::vector<float> elements{0, 10, 5, 30};
    Selection selection{.channels = 2, .active = {0, 1}, .names = {"a", "b"}};
    const auto extremes = extremes_of(SampleType::f32, selection, bytes_of(elements));
    const auto shared = bins_between(SampleType::f32, extremes, selection, BinningArgs{}, false);
    CHECK(even(shared[0]).lower == 0);
    CHECK(even(shared[0]).upper == 30);
    CHECK(shared[0] == shared[1]);
    selection.joint = true;
    const auto own = bins_between(SampleType::f32, extremes, selection, BinningArgs{}, false);
    CHECK(even(own[0]).upper == 5);
    CHECK(even(own[1]).lower == 10);
}

TEST_CASE("the columns of a table have bins of their own, unless they are drawn together") {
    const std::vector<double> elements{0, 10, 5, 30};
    Selection selection{.channels = 2, .active = {0, 1}, .names = {"a", "b"}};
    selection.columns = std::make_shared<std::vector<files::Column>>(
        std::vector<files::Column>{{.name = "a", .whole = false}, {.name = "b", .whole = false}});
    const auto extremes = extremes_of(SampleType::f64, selection, bytes_of(elements));
    const auto own = bins_between(SampleType::f64, extremes, selection, BinningArgs{}, false);
    CHECK(even(own[0]).upper == 5);
    CHECK(even(own[1]).lower == 10);
    const auto shared = bins_between(SampleType::f64, extremes, selection, BinningArgs{}, true);
    CHECK(even(shared[0]).upper == 30);
    CHECK(shared[0] == shared[1]);
}

TEST_CASE("columns of integers get a bin for each value, or widths of 1, 2 or 5 times a power of ten") {
    const auto bins = [](double minimum, double maximum) {
        return even(column_bins({.name = "a"}, histo_cl::SampleExtremes{minimum, maximum}, {}).value());
    };
    const auto same = [](const histo_cl::EvenBins& found, std::uint32_t count, int lower, int upper) {
        return found == histo_cl::EvenBins{count, lower, upper};
    };
    CHECK(same(bins(3, 3), 1, 3, 4));
    CHECK(same(bins(-10, 53), 64, -10, 54));
    CHECK(same(bins(0, 64), 33, 0, 66));
    CHECK(same(bins(-3, 299), 61, -5, 300));
    CHECK(same(bins(0, 1'000'000), 51, 0, 1'020'000));
    CHECK(!column_bins({.name = "a"}, histo_cl::SampleExtremes{0.0, 1e300}, {}));
    CHECK(!column_bins({.name = "a", .whole = false}, histo_cl::SampleExtremes{0.0, 1.5}, {}));
    CHECK(!column_bins({.name = "a"}, histo_cl::SampleExtremes{0.0, 9.0}, {.bins = 4}));
    const auto texts =
        column_bins({.name = "a", .kind = files::ColumnKind::text, .texts = {"x", "y"}}, {}, {});
    CHECK(same(even(texts.value()), 2, 0, 2));
}

TEST_CASE("columns of dates get bins of whole units of the calendar and the clock") {
    const auto edges = [](const char* first, const char* last) {
        const histo_cl::SampleExtremes extremes{common::date_typed(first).value(),
                                                common::date_typed(last).value()};
        const auto bins = column_bins({.name = "a", .kind = files::ColumnKind::date}, extremes, {}).value();
        std::vector<std::string> texts;
        for (const auto& edge : std::get<histo_cl::EdgeBins>(bins).edges)
            texts.push_back(common::date_text(edge.to_double()));
        CHECK(texts.size() <= 65);
        return texts;
    };
    const auto check = [&](const char* first, const char* last, const char* from, const char* second,
                           const char* to) {
        const auto found = edges(first, last);
        REQUIRE(found.size() >= 2);
        CHECK(found[0] == from);
        CHECK(found[1] == second);
        CHECK(found.back() == to);
    };
    check("2024-02-10", "2024-02-10", "2024-02-10", "2024-02-10T00:00:01", "2024-02-10T00:00:01");
    check("2024-02-10", "2024-04-03", "2024-02-10", "2024-02-11", "2024-04-04");
    check("2024-02-10", "2024-12-24", "2024-02-05", "2024-02-12", "2024-12-30"); // weeks from Monday
    check("2024-02-10", "2027-01-31", "2024-02-01", "2024-03-01", "2027-02-01");
    check("1969-02-10", "2001-01-31", "1969-01-01", "1970-01-01", "2002-01-01");
    check("0103-02-10", "1999-01-31", "0100-01-01", "0150-01-01", "2000-01-01");
    check("2024-02-10T12:01:30", "2024-02-10T12:31", "2024-02-10T12:01:30", "2024-02-10T12:02",
          "2024-02-10T12:31:30");
}

TEST_CASE("luma follows Rec. 601, rounded") {
    std::vector<std::uint8_t> pixels{255, 255, 255, 255, 0, 0, 0, 255, 0, 0, 0, 255};
    const auto bytes = to_luma(SampleType::u8, 3, std::as_writable_bytes(std::span(pixels)));
    REQUIRE(bytes == 4);
    pixels.resize(bytes);
    CHECK(pixels == std::vector<std::uint8_t>{255, 76, 150, 29}); // the values of Pillow and OpenCV
    std::vector<std::uint64_t> wide(3);
    CHECK_THROWS_AS((void)to_luma(SampleType::u64, 3, std::as_writable_bytes(std::span(wide))), UsageError);
}

TEST_CASE("a result has a histogram per axis, per tile, or a joint one, with samples out of range apart") {
    Source source;
    source.axes = {"red", "blue"};
    Result result;
    result.problem.axes = {histo_cl::even_bins(2, 0, 2), histo_cl::even_bins(1, 0, 2)};
    result.problem.out_of_range = histo_cl::OutOfRange::counted;
    result.measured.counts = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    const auto axes = histograms(source, result);
    REQUIRE(axes.size() == 2);
    CHECK(axes[0].bits == std::vector<std::uint64_t>{1, 2});
    CHECK(axes[0].apart->overflow->number == 4);
    CHECK(axes[1].name == "blue");
    CHECK(axes[1].bits == std::vector<std::uint64_t>{6});
    CHECK(axes[1].apart->nan->number == 9);

    result.problem.joint = true;
    result.measured.counts.resize(result.problem.counters());
    std::iota(result.measured.counts.begin(), result.measured.counts.end(), std::uint64_t{0});
    const auto joint = histograms(source, result);
    REQUIRE(joint.size() == 1);
    CHECK(joint[0].bits == std::vector<std::uint64_t>{0, 4}); // each row has 1 + 3 counters

    source.axes = {""};
    source.tile_columns = 2;
    result.problem = {.axes = {histo_cl::even_bins(1, 0, 2)}};
    result.measured.counts = {5, 6, 7};
    const auto tiles = histograms(source, result);
    REQUIRE(tiles.size() == 3);
    CHECK(tiles[1].name == "1,0");
    CHECK(tiles[2].name == "0,1");
    CHECK(counted(tiles[2]) == 7);
}

TEST_CASE("sums of weights keep their sign and their type") {
    Histogram sums{.name = {},
                   .axes = {0},
                   .bits = {std::bit_cast<std::uint64_t>(std::int64_t{-3}), 1},
                   .sum = histo_cl::CounterType::i64,
                   .apart = {}};
    CHECK(counted(sums) == -2);
    CHECK(value(sums, 0)->number == -3);
    sums.bits = {std::bit_cast<std::uint64_t>(0.5), std::bit_cast<std::uint64_t>(0.25)};
    sums.sum = histo_cl::CounterType::f64;
    CHECK(counted(sums) == 0.75);
    CHECK(with_values(sums, [](const auto& values) { return static_cast<double>(values[1]); }) == 0.25);
}

TEST_CASE("several bins together have the extreme and the mean of all their elements") {
    const auto bits = [](double value) { return std::bit_cast<std::uint64_t>(value); };
    constexpr auto nan = std::numeric_limits<double>::quiet_NaN();
    // The elements of the four bins are 1 and 3; none; 4; 8 and 10.
    Histogram bins{.name = {},
                   .axes = {0},
                   .bits = {bits(2), bits(nan), bits(4), bits(9)},
                   .sum = histo_cl::CounterType::f64,
                   .apart = {},
                   .of = Of::mean,
                   .errors = {1, nan, nan, 1},
                   .counts = {2, 0, 1, 2}};
    const auto all = value(bins, 0, 4).value();
    CHECK(all.number == 5.2);
    CHECK(all.error == doctest::Approx(std::sqrt(54.8 / 20)).epsilon(1e-15));
    CHECK(all.count == 5);
    CHECK(value(bins, 0, 2)->number == 2);
    CHECK(value(bins, 0, 2)->error == 1);
    CHECK(std::isnan(value(bins, 1, 2)->error));
    CHECK(!value(bins, 1));
    bins.of = Of::minimum;
    CHECK(value(bins, 0, 4)->number == 2);
    CHECK(!value(bins, 1));
    bins.of = Of::maximum;
    CHECK(value(bins, 0, 4)->number == 9);
    bins.bits[2] = bits(nan);
    CHECK(value(bins, 0, 4)->number.is_nan());
}
