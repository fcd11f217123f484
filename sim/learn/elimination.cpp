#include "sim/learn/elimination.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace warpshop::learn {
namespace {

/// Those that stand last in the order of elimination, in increasing order.
std::vector<std::size_t> last_of(std::span<const std::size_t> order, std::size_t count) {
  const std::span<const std::size_t> last = order.last(count);
  std::vector<std::size_t> kept(last.begin(), last.end());
  std::sort(kept.begin(), kept.end());
  return kept;
}

}  // namespace

std::vector<double> columns_of(std::span<const double> row, std::span<const std::size_t> features) {
  std::vector<double> values(features.size());
  std::transform(features.begin(), features.end(), values.begin(), [&](std::size_t feature) { return row[feature]; });
  return values;
}

Table columns_of(const Table& table, std::span<const std::size_t> features) {
  Table some{.features = features.size()};
  for (std::size_t row = 0; row < table.rows(); ++row) {
    some.add(columns_of(table.row(row), features), table.targets[row]);
  }
  return some;
}

std::vector<std::size_t> elimination_order(const Table& table, const ForestOptions& options) {
  std::vector<std::size_t> left(table.features);
  std::iota(left.begin(), left.end(), std::size_t{0});
  std::vector<std::size_t> gone;
  while (left.size() > 1) {
    ForestOptions now = options;
    now.features_a_question = std::min(options.features_a_question, quarter_of(left.size()));
    const Forest forest(columns_of(table, left), {.classes = classes_of(table)}, now);
    const std::vector<double> importance = forest.importance();
    std::size_t least = 0;
    for (std::size_t i = 1; i < importance.size(); ++i) {
      least = importance[i] <= importance[least] ? i : least;
    }
    gone.push_back(left[least]);
    left.erase(std::next(left.begin(), static_cast<std::ptrdiff_t>(least)));
  }
  gone.push_back(left.front());
  return gone;
}

std::vector<std::size_t> kept_features(const Table& table, std::size_t folds, const ForestOptions& options) {
  std::vector<std::size_t> right(table.features + 1);  // by number of features
  for (const Fold& fold : stratified_folds(table.targets, folds, options.seed)) {
    const Table train = rows_of(table, oversampled(table.targets, fold.train, options.seed));
    const std::vector<std::size_t> order = elimination_order(train, options);
    for (std::size_t count = 1; count <= table.features; ++count) {
      const std::vector<std::size_t> kept = last_of(order, count);
      const Classifier forest = random_forest(columns_of(train, kept), options);
      for (const std::size_t row : fold.test) {
        const bool is = static_cast<double>(likeliest(forest(columns_of(table.row(row), kept)))) == table.targets[row];
        right[count] += is ? 1 : 0;
      }
    }
  }
  const auto best = std::max_element(right.begin() + 1, right.end());
  std::vector<std::size_t> all(table.rows());
  std::iota(all.begin(), all.end(), std::size_t{0});
  const Table even = rows_of(table, oversampled(table.targets, all, options.seed));
  return last_of(elimination_order(even, options), static_cast<std::size_t>(std::distance(right.begin(), best)));
}

}  // namespace warpshop::learn
