#include "random_bins.hpp"

#include "support/device.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace histo_cl::test {
namespace {

class Maker {
  public:
    Maker(SampleType sample, LastEdge last_edge, std::uint64_t max_bins, Random& random)
        : sample_(sample), last_edge_(last_edge), max_bins_(max_bins), random_(random) {}

    Binning powers() {
        if (!is_float(sample_) && random_.one_in(3)) return whole_type();
        // The width is 2^log_width. The loop makes the bins wide enough for `home` to be in range. For types
        // of one byte and f16, the width is small, because their maximum is.
        const bool narrow = bytes(sample_) == 1 || sample_ == SampleType::f16;
        std::uint64_t log_width = random_.below(narrow ? 4 : 12);
        const auto count = static_cast<std::uint32_t>(random_.between(1, max_bins_));
        while (count << log_width <= home)
            ++log_width;
        const auto width = std::int64_t{1} << log_width;
        const auto fits = (count * width - home - 1) / width; // how many bins can lie below 0
        const auto lower = random_.one_in(2) ? 0 : -width * random_.whole(0, fits);
        return even_bins(count, lower, lower + count * width);
    }

    Binning even() {
        const auto count = static_cast<std::uint32_t>(random_.between(1, max_bins_));
        if (is_float(sample_)) return even_bins(count, random_.real(home - 100, home - 0.1), home + spread());
        if (bytes(sample_) >= 4 && random_.one_in(3))
            return even_bins(count, random_.whole(-9, home),
                             std::ldexp(1.0, static_cast<int>(random_.between(8, 8 * bytes(sample_)))));
        const double part = random_.one_in(2) ? 1 : 0.25;
        return even_bins(count, home - part * static_cast<double>(random_.whole(0, 400)),
                         home + part * static_cast<double>(random_.whole(1, 800)));
    }

    /// At least half of the allowed bins, over few integers or about 100 values of floats. Many bins then
    /// contain no value of the type, or a single one.
    Binning fine() {
        const auto count = static_cast<std::uint32_t>(random_.between((max_bins_ + 1) / 2, max_bins_));
        if (!is_float(sample_))
            return even_bins(count, home - random_.whole(0, 3), home + random_.whole(1, 4));
        const double step = std::ldexp(1.0, 2 - fraction_bits(sample_));
        return even_bins(count, home - 50 * step, home + 50 * step);
    }

    Binning edges() {
        std::vector<Number> all{home - random_.whole(0, 100), home + random_.whole(1, 100)};
        for (auto more = random_.below(max_bins_); more > 0; --more)
            all.push_back(random_.one_in(2) ? Number(random_.whole(-20, 90))
                                            : Number(random_.real(-150, 200)));
        if (max_bins_ > 2 && random_.one_in(4)) all[0] = -std::numeric_limits<double>::infinity();
        if (max_bins_ > 2 && random_.one_in(4)) all[1] = std::numeric_limits<double>::infinity();
        std::sort(all.begin(), all.end());
        all.erase(std::unique(all.begin(), all.end()), all.end());
        return EdgeBins{all};
    }

    Binning log() {
        return log_bins(static_cast<std::uint32_t>(random_.between(1, max_bins_)), random_.real(0.01, home),
                        random_.one_in(2) ? Number(random_.whole(home + 1, 100)) : Number(home + spread()));
    }

    CircularBins circular() {
        const auto count = static_cast<std::uint32_t>(random_.between(1, max_bins_));
        if (is_float(sample_))
            return circular_bins(count, random_.real(-10, 10),
                                 random_.one_in(3) ? 360 : random_.real(0.5, 400));
        return circular_bins(count, random_.whole(-20, 20), random_.whole(1, 300));
    }

    Binning identity() {
        return identity_bins(static_cast<std::uint32_t>(random_.between(home + 1, max_bins_)));
    }

    RandomBins custom() {
        if (!is_float(sample_) && max_bins_ >= 16 && random_.one_in(2))
            return {custom_bins(16, "x & 15"), circular_bins(16, 0, 16)};
        // For floats: bins of width 1/4 if enough are allowed to contain `home`, otherwise of width 8.
        const bool wide = max_bins_ > 4 * home;
        const auto count = static_cast<std::uint32_t>(wide ? random_.between(4 * home + 1, max_bins_)
                                                           : random_.between(1, max_bins_));
        if (!is_float(sample_)) {
            const std::uint32_t shift = random_.one_in(2) || count < 3 ? 3 : 1;
            // The even bins begin half a value lower, so that no integer lies on the last edge.
            return {custom_bins(count, "x >> " + std::to_string(shift)),
                    even_bins(count, -0.5, static_cast<double>(std::uint64_t{count} << shift) - 0.5)};
        }
        const std::string eighth = sample_ == SampleType::f64 ? "x * 0.125" : "x * 0.125f";
        return {custom_bins(count, wide ? "x * 4" : eighth), multiples(count, wide ? 0.25 : 8)};
    }

  private:
    /// Bins over all values of an integer type.
    Binning whole_type() {
        const auto bits = static_cast<int>(8 * bytes(sample_));
        std::uint32_t count = 1;
        while (2 * count <= max_bins_ && random_.below(8) != 0)
            count *= 2;
        return is_signed(sample_) ? even_bins(count, -std::ldexp(1.0, bits - 1), std::ldexp(1.0, bits - 1))
                                  : even_bins(count, 0, std::ldexp(1.0, bits));
    }

    /// Edges at the multiples 0 to `count` of the width. If the problem's last edge is inclusive, it is the
    /// next smaller double instead, so that the last multiple is never counted.
    [[nodiscard]] EdgeBins multiples(std::uint32_t count, double width) const {
        std::vector<Number> edges;
        for (std::uint32_t i = 0; i <= count; ++i)
            edges.emplace_back(i * width);
        if (last_edge_ == LastEdge::inclusive) edges.back() = std::nextafter(count * width, 0.0);
        return {std::move(edges)};
    }

    double spread() { return std::ldexp(random_.real(1, 2), static_cast<int>(random_.below(13)) - 1); }

    SampleType sample_;
    LastEdge last_edge_;
    std::uint64_t max_bins_;
    Random& random_;
};

RandomBins same(const Binning& binning) {
    return {binning, binning};
}

} // namespace

RandomBins random_bins(Bins kind, SampleType sample, LastEdge last_edge, std::uint64_t max_bins,
                       Random& random) {
    Maker maker(sample, last_edge, max_bins, random);
    switch (kind) {
    case Bins::powers: return same(maker.powers());
    case Bins::even: return same(maker.even());
    case Bins::fine: return same(maker.fine());
    case Bins::edges: return same(maker.edges());
    case Bins::log: return same(maker.log());
    case Bins::circular: return same(maker.circular());
    case Bins::identity: return same(maker.identity());
    case Bins::custom: break;
    }
    // Expressions of an f64 sample compute with doubles.
    if (sample == SampleType::f64 && !test_device().profile().fp64) return same(maker.even());
    return maker.custom();
}

} // namespace histo_cl::test
