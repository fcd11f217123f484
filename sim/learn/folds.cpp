#include "sim/learn/folds.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "sim/learn/learning_seed.hpp"
#include "sim/stats/draws.hpp"

namespace warpshop::learn {
namespace {

/// Fold of each row → folds.
std::vector<Fold> folds_of(std::span<const std::size_t> tested_in, std::size_t count) {
  std::vector<Fold> folds(count);
  for (std::size_t row = 0; row < tested_in.size(); ++row) {
    for (std::size_t fold = 0; fold < count; ++fold) {
      (tested_in[row] == fold ? folds[fold].test : folds[fold].train).push_back(row);
    }
  }
  return folds;
}

}  // namespace

std::vector<Fold> stratified_folds(std::span<const double> targets, std::size_t count, std::uint64_t seed) {
  std::vector<std::size_t> rows(targets.size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  stats::Draws draws(learning_seed(seed, "folds", count));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::swap(rows[i], rows[i + draws.below(rows.size() - i)]);
  }
  std::stable_sort(rows.begin(), rows.end(), [&](std::size_t a, std::size_t b) { return targets[a] < targets[b]; });
  std::vector<std::size_t> tested_in(rows.size());
  for (std::size_t place = 0; place < rows.size(); ++place) {
    tested_in[rows[place]] = place % count;
  }
  return folds_of(tested_in, count);
}

std::vector<Fold> leave_one_out(std::size_t rows) {
  std::vector<std::size_t> tested_in(rows);
  std::iota(tested_in.begin(), tested_in.end(), std::size_t{0});
  return folds_of(tested_in, rows);
}

std::vector<Fold> leave_groups_out(std::span<const std::vector<std::size_t>> groups) {
  std::set<std::size_t> all;
  for (const std::vector<std::size_t>& of_row : groups) {
    all.insert(of_row.begin(), of_row.end());
  }
  std::vector<Fold> folds;
  for (const std::size_t group : all) {
    Fold fold;
    for (std::size_t row = 0; row < groups.size(); ++row) {
      const bool has = std::find(groups[row].begin(), groups[row].end(), group) != groups[row].end();
      (has ? fold.test : fold.train).push_back(row);
    }
    if (!fold.train.empty()) {
      folds.push_back(std::move(fold));
    }
  }
  return folds;
}

std::vector<std::size_t> oversampled(std::span<const double> targets, std::vector<std::size_t> rows,
                                     std::uint64_t seed) {
  std::map<double, std::vector<std::size_t>> by_class;
  for (const std::size_t row : rows) {
    by_class[targets[row]].push_back(row);
  }
  std::size_t most = 0;
  for (const auto& [target, of_class] : by_class) {
    most = std::max(most, of_class.size());
  }
  stats::Draws draws(learning_seed(seed, "copies", rows.size()));
  for (const auto& [target, of_class] : by_class) {
    for (std::size_t more = of_class.size(); more < most; ++more) {
      rows.push_back(of_class[draws.below(of_class.size())]);
    }
  }
  return rows;
}

}  // namespace warpshop::learn
