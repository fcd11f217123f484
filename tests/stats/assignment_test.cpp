#include "sim/stats/assignment.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "sim/stats/counter_draws.hpp"
#include "tests/support/any_values.hpp"

namespace warpshop::stats {
namespace {

double cost_of(std::span<const double> costs, std::size_t columns, const std::vector<std::size_t>& chosen) {
  double sum = 0;
  for (std::size_t row = 0; row < chosen.size(); ++row) {
    sum += costs[row * columns + chosen[row]];
  }
  return sum;
}

bool all_different(std::vector<std::size_t> chosen, std::size_t columns) {
  std::sort(chosen.begin(), chosen.end());
  return std::adjacent_find(chosen.begin(), chosen.end()) == chosen.end() &&
         (chosen.empty() || chosen.back() < columns);
}

/// Every permutation of the columns; the first `rows` of it are an assignment.
double least_of_all(std::span<const double> costs, std::size_t rows, std::size_t columns) {
  std::vector<std::size_t> order(columns);
  std::iota(order.begin(), order.end(), 0U);
  double least = 0;
  bool first = true;
  do {
    const double cost = cost_of(costs, columns, {order.begin(), order.begin() + static_cast<std::ptrdiff_t>(rows)});
    least = first ? cost : std::min(least, cost);
    first = false;
  } while (std::next_permutation(order.begin(), order.end()));
  return least;
}

/// That no assignment costs less, as potentials prove it; -1 if they do not.
double proven(std::span<const double> costs, std::size_t columns, const Assignment& found, double tolerance) {
  for (std::size_t row = 0; row < found.columns.size(); ++row) {
    for (std::size_t column = 0; column < columns; ++column) {
      const double slack = costs[row * columns + column] - found.row_potentials[row] - found.column_potentials[column];
      if (slack < -tolerance || (found.columns[row] == column && slack > tolerance)) {
        return -1;
      }
    }
  }
  double sum = 0;
  for (const double potential : found.row_potentials) {
    sum += potential;
  }
  for (const double potential : found.column_potentials) {
    if (potential > 0) {
      return -1;
    }
    sum += potential;
  }
  return sum;
}

TEST(LeastAssignment, OfThreeByHand) {
  // 1 + 2 + 2: the first row gives up its cheapest column, as the second needs it more.
  const std::vector<double> costs{4, 1, 3, 2, 0, 5, 3, 2, 2};
  const Assignment found = least_assignment(costs, 3);
  EXPECT_EQ(found.columns, (std::vector<std::size_t>{1, 0, 2}));
  EXPECT_EQ(cost_of(costs, 3, found.columns), 5);
}

TEST(LeastAssignment, OfNobodyIsEmpty) {
  EXPECT_TRUE(least_assignment({}, 0).columns.empty());
}

TEST(LeastAssignment, IsTheLeastOfAllPermutations) {
  EXPECT_TRUE(rc::check([] {
    const auto columns = test::any_number<std::size_t>(1, 7);
    const auto rows = test::any_number<std::size_t>(1, columns + 1);
    std::vector<double> costs(rows * columns);
    for (double& cost : costs) {
      cost = test::any_number(-20, 21);  // many ties, and sums without rounding
    }
    const Assignment found = least_assignment(costs, rows);
    RC_ASSERT(all_different(found.columns, columns));
    RC_ASSERT(cost_of(costs, columns, found.columns) == least_of_all(costs, rows, columns));
    RC_ASSERT(proven(costs, columns, found, 0) == cost_of(costs, columns, found.columns));
  }));
}

TEST(LeastAssignment, IsProvenByItsPotentialsWhereTheyAreMany) {
  constexpr std::size_t kRows = 150;
  constexpr std::size_t kColumns = 200;
  const CounterDraws draws(1, owner_of("assignment"), 0);
  std::vector<double> costs(kRows * kColumns);
  for (std::size_t place = 0; place < costs.size(); ++place) {
    costs[place] = draws.unit(place) - 0.5;
  }
  const Assignment found = least_assignment(costs, kRows);
  EXPECT_TRUE(all_different(found.columns, kColumns));
  EXPECT_NEAR(proven(costs, kColumns, found, 1e-12), cost_of(costs, kColumns, found.columns), 1e-9);
}

}  // namespace
}  // namespace warpshop::stats
