#include "sim/learn/tree.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "sim/stats/draws.hpp"

namespace warpshop::learn {
namespace {

/// Of some rows: how many they are, and of each output the sum; of a number less the mean of the node.
struct OutputSums {
  double rows = 0;
  std::vector<double> sums;

  /// What squared errors are less by where the mean stands for the targets.
  double explained() const { return std::inner_product(sums.begin(), sums.end(), sums.begin(), 0.0) / rows; }
};

}  // namespace

/// What is needed while a tree grows.
class Tree::Growth {
 public:
  Growth(Tree& tree, const Table& table, TreeTarget target, std::size_t features_a_question, std::uint64_t seed)
      : tree_(tree),
        table_(table),
        target_(target),
        asked_(features_a_question),
        draws_(seed),
        features_(table.features) {
    std::iota(features_.begin(), features_.end(), std::size_t{0});
  }

  /// A node for those rows, with all below it; its position.
  std::size_t grow(std::vector<std::size_t> rows) {
    const std::size_t position = tree_.nodes_.size();
    tree_.nodes_.emplace_back();
    const bool same = std::all_of(rows.begin(), rows.end(),
                                  [&](std::size_t row) { return table_.targets[row] == table_.targets[rows.front()]; });
    const Question question = same ? Question{} : best_question(rows);
    if (!question.found) {
      set_leaf(position, rows);
      return position;
    }
    const auto high = std::stable_partition(rows.begin(), rows.end(), [&](std::size_t row) {
      return table_.row(row)[question.feature] <= question.threshold;
    });
    std::vector<std::size_t> above(high, rows.end());
    rows.erase(high, rows.end());
    tree_.importance_[question.feature] += std::max(question.gain, 0.0);
    const std::size_t low_child = grow(std::move(rows));
    const std::size_t high_child = grow(std::move(above));
    tree_.nodes_[position] = {question.feature, question.threshold, low_child, high_child};
    return position;
  }

 private:
  struct Question {
    std::size_t feature = 0;
    double threshold = 0;
    double gain = 0;
    bool found = false;
  };

  /// The mean target where numbers are learned: sums of squares of what is far from 0 would lose their digits.
  double middle_of(std::span<const std::size_t> rows) const {
    double sum = 0;
    for (const std::size_t row : rows) {
      sum += table_.targets[row];
    }
    return target_.classes > 0 ? 0 : sum / static_cast<double>(rows.size());
  }

  void add(OutputSums& sums, std::size_t row, double times, double middle) const {
    const double target = table_.targets[row];
    sums.rows += times;
    if (target_.classes > 0) {
      sums.sums[static_cast<std::size_t>(target)] += times;
    } else {
      sums.sums[0] += times * (target - middle);
    }
  }

  OutputSums sums_of(std::span<const std::size_t> rows, double middle) const {
    OutputSums sums{.rows = 0, .sums = std::vector<double>(tree_.outputs_)};
    for (const std::size_t row : rows) {
      add(sums, row, 1, middle);
    }
    return sums;
  }

  Question best_question(std::span<const std::size_t> rows) {
    const double middle = middle_of(rows);
    const OutputSums all = sums_of(rows, middle);
    Question best;
    std::vector<std::pair<double, std::size_t>> by_value(rows.size());  // and row
    std::size_t looked_at = 0;
    for (std::size_t i = 0; i < features_.size() && looked_at < asked_; ++i) {
      std::swap(features_[i], features_[i + draws_.below(features_.size() - i)]);
      const std::size_t feature = features_[i];
      std::transform(rows.begin(), rows.end(), by_value.begin(),
                     [&](std::size_t row) { return std::pair(table_.row(row)[feature], row); });
      std::sort(by_value.begin(), by_value.end());
      if (by_value.front().first == by_value.back().first) {
        continue;
      }
      ++looked_at;
      OutputSums below{.rows = 0, .sums = std::vector<double>(tree_.outputs_)};
      OutputSums above = all;
      for (std::size_t place = 0; place + 1 < by_value.size(); ++place) {
        add(below, by_value[place].second, 1, middle);
        add(above, by_value[place].second, -1, middle);
        const double here = by_value[place].first;
        const double next = by_value[place + 1].first;
        if (here == next) {
          continue;
        }
        const double gain = below.explained() + above.explained() - all.explained();
        if (!best.found || gain > best.gain) {
          const double between = std::midpoint(here, next);
          best = {.feature = feature, .threshold = between < next ? between : here, .gain = gain, .found = true};
        }
      }
    }
    return best;
  }

  void set_leaf(std::size_t position, std::span<const std::size_t> rows) {
    tree_.nodes_[position].high = tree_.values_.size();
    const double middle = middle_of(rows);
    const OutputSums sums = sums_of(rows, middle);
    for (const double sum : sums.sums) {
      tree_.values_.push_back(middle + sum / sums.rows);
    }
  }

  Tree& tree_;
  const Table& table_;
  TreeTarget target_;
  std::size_t asked_;
  stats::Draws draws_;
  std::vector<std::size_t> features_;
};

Tree::Tree(const Table& table, std::span<const std::size_t> rows, TreeTarget target, std::size_t features_a_question,
           std::uint64_t seed)
    : outputs_(std::max<std::size_t>(target.classes, 1)), importance_(table.features) {
  Growth(*this, table, target, features_a_question, seed).grow({rows.begin(), rows.end()});
}

std::span<const double> Tree::leaf(std::span<const double> row) const {
  std::size_t at = 0;
  while (nodes_[at].low != 0) {
    at = row[nodes_[at].feature] <= nodes_[at].threshold ? nodes_[at].low : nodes_[at].high;
  }
  return std::span(values_).subspan(nodes_[at].high, outputs_);
}

}  // namespace warpshop::learn
