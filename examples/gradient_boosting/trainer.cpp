#include "trainer.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace {

double probability_of(double log_odds) {
    return 1 / (1 + std::exp(-log_odds));
}

double leaf_value(const Tree& tree, const std::uint8_t* row) {
    std::uint32_t node = 0;
    while (tree[node].left != 0)
        node = tree[node].left + (row[tree[node].column] <= tree[node].threshold ? 0 : 1);
    return tree[node].value;
}

/// The values of a table as [column][row], because a split reads one column.
std::vector<std::uint8_t> transposed(const Table& table) {
    std::vector<std::uint8_t> values(table.values.size());
    for (std::size_t row = 0; row < table.rows(); ++row)
        for (std::size_t column = 0; column < table.columns; ++column)
            values[column * table.rows() + row] = table.row(row)[column];
    return values;
}

Sums operator+(const Sums& a, const Sums& b) {
    return {a.rows + b.rows, a.gradient + b.gradient, a.hessian + b.hessian};
}
Sums operator-(const Sums& a, const Sums& b) {
    return {a.rows - b.rows, a.gradient - b.gradient, a.hessian - b.hessian};
}

/// A node of the current level, which may be split.
struct Open {
    std::uint32_t node; ///< its index in the tree
    RowRange rows;
    Sums sums;
    Histogram histogram;
};

struct Split {
    double gain = 0;
    std::uint32_t column = 0;
    std::uint32_t threshold = 0;
    Sums left;
};

struct Grown {
    Tree tree;
    std::vector<RowRange> rows; ///< the rows of each node
};

/// Grows one tree. Reorders the list of rows, so that the rows of each node are contiguous.
class Grower {
  public:
    Grower(const Table& table, const std::vector<std::uint8_t>& by_column, std::uint32_t levels,
           const Settings& settings, Histograms& histograms, std::vector<std::uint32_t>& list)
        : table_(table), by_column_(by_column), levels_(levels), settings_(settings), histograms_(histograms),
          list_(list) {}

    Grown grow() {
        const RowRange all{0, list_.size()};
        auto root = histograms_.of(list_, {&all, 1}).front();
        Sums sums;
        for (std::uint32_t bin = 0; bin < levels_; ++bin)
            sums = sums + root[bin];
        std::vector<Open> level;
        level.push_back({0, all, sums, std::move(root)});
        add_leaf(sums, all);
        for (std::uint32_t depth = 0; depth < settings_.depth && !level.empty(); ++depth)
            level = next_level(std::move(level), depth + 1 == settings_.depth);
        return {std::move(tree_), std::move(rows_)};
    }

  private:
    [[nodiscard]] double loss(const Sums& sums) const {
        return -sums.gradient * sums.gradient / (sums.hessian + settings_.regularization);
    }

    void add_leaf(const Sums& sums, const RowRange& rows) {
        tree_.push_back(
            {.value = -settings_.learning_rate * sums.gradient / (sums.hessian + settings_.regularization)});
        rows_.push_back(rows);
    }

    [[nodiscard]] bool may_be_leaf(const Sums& sums) const {
        return sums.rows >= settings_.min_rows && sums.hessian >= settings_.min_hessian;
    }

    [[nodiscard]] Split best_split(const Open& open) const {
        Split best;
        for (std::uint32_t column = 0; column < table_.columns; ++column) {
            Sums left;
            for (std::uint32_t bin = 0; bin + 1 < levels_; ++bin) {
                left = left + open.histogram[std::size_t{column} * levels_ + bin];
                const auto right = open.sums - left;
                if (!may_be_leaf(left) || !may_be_leaf(right)) continue;
                const double gain = loss(open.sums) - loss(left) - loss(right);
                if (gain > best.gain) best = {gain, column, bin, left};
            }
        }
        return best;
    }

    /// Moves the rows of the left child to the front of the range, and returns their number. The rows of each
    /// child keep their order, because rows in order are read fastest.
    [[nodiscard]] std::uint64_t partition(const RowRange& rows, const Split& split) const {
        const auto* values = by_column_.data() + split.column * table_.rows();
        const auto first = list_.begin() + static_cast<std::ptrdiff_t>(rows.first);
        const auto middle =
            std::stable_partition(first, first + static_cast<std::ptrdiff_t>(rows.count),
                                  [&](std::uint32_t row) { return values[row] <= split.threshold; });
        return static_cast<std::uint64_t>(middle - first);
    }

    /// Splits each node of a level if its best split reduces the loss. Returns the children with histograms,
    /// or nothing if the children are on the last level, because leaves need no histograms.
    std::vector<Open> next_level(std::vector<Open> level, bool last) {
        std::vector<Open> children; // in pairs; the first of a pair does not have more rows than the second
        std::vector<Histogram> parents;
        for (auto& open : level) {
            const auto split = best_split(open);
            if (split.gain <= 0) continue;
            const auto right = open.sums - split.left;
            const auto number = static_cast<std::uint32_t>(tree_.size());
            tree_[open.node] = {.column = split.column, .threshold = split.threshold, .left = number};
            const auto middle = partition(open.rows, split);
            Open one{number, {open.rows.first, middle}, split.left, {}};
            Open other{number + 1, {open.rows.first + middle, open.rows.count - middle}, right, {}};
            add_leaf(one.sums, one.rows);
            add_leaf(other.sums, other.rows);
            if (one.rows.count > other.rows.count) std::swap(one, other);
            children.push_back(std::move(one));
            children.push_back(std::move(other));
            parents.push_back(std::move(open.histogram));
        }
        if (last || children.empty()) return {};

        std::vector<RowRange> smaller;
        for (std::size_t n = 0; n < children.size(); n += 2)
            smaller.push_back(children[n].rows);
        auto counted = histograms_.of(list_, smaller);
        for (std::size_t n = 0; n < parents.size(); ++n) {
            auto& sibling = parents[n];
            for (std::size_t cell = 0; cell < sibling.size(); ++cell)
                sibling[cell] = sibling[cell] - counted[n][cell];
            children[2 * n].histogram = std::move(counted[n]);
            children[2 * n + 1].histogram = std::move(sibling);
        }
        return children;
    }

    const Table& table_;
    const std::vector<std::uint8_t>& by_column_;
    std::uint32_t levels_;
    const Settings& settings_;
    Histograms& histograms_;
    std::vector<std::uint32_t>& list_;
    Tree tree_;
    std::vector<RowRange> rows_;
};

} // namespace

double Model::probability(const std::uint8_t* row) const {
    double log_odds = base;
    for (const auto& tree : trees)
        log_odds += leaf_value(tree, row);
    return probability_of(log_odds);
}

Model train(const Table& table, std::uint32_t levels, const Settings& settings, Histograms& histograms) {
    const auto rows = table.rows();
    const auto ones = static_cast<double>(std::ranges::count(table.classes, 1));
    Model model{.base = std::log(ones / (static_cast<double>(rows) - ones)), .trees = {}};
    std::vector<double> log_odds(rows, model.base);
    std::vector<float> gradients(rows), hessians(rows);
    std::vector<std::uint32_t> list(rows);
    const auto by_column = transposed(table);
    while (model.trees.size() < settings.trees) {
        for (std::size_t row = 0; row < rows; ++row) {
            const double probability = probability_of(log_odds[row]);
            gradients[row] = static_cast<float>(probability - table.classes[row]);
            hessians[row] = static_cast<float>(probability * (1 - probability));
        }
        histograms.set_gradients(gradients, hessians);
        std::iota(list.begin(), list.end(), 0U);
        auto [tree, rows_of_node] = Grower(table, by_column, levels, settings, histograms, list).grow();
        for (std::size_t node = 0; node < tree.size(); ++node)
            if (tree[node].left == 0) {
                const auto& [first, count] = rows_of_node[node];
                for (auto n = first; n < first + count; ++n)
                    log_odds[list[n]] += tree[node].value;
            }
        model.trees.push_back(std::move(tree));
    }
    return model;
}
