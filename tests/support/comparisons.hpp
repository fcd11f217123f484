#pragma once

#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "sim/report/comparison_table.hpp"

// Comparisons that somebody might print, and what is printed of them.
namespace warpshop::test {

inline std::string table(const Comparison& comparison, const format::Table& style = {}) {
  std::ostringstream out;
  report::print(out, style, comparison);
  return out.str();
}

inline std::string csv(const Comparison& comparison, bool header) {
  std::ostringstream out;
  report::print(out, format::Csv{header}, comparison);
  return out.str();
}

inline PolicyResult result(const std::string& policy, double predicted, double makespan, Order order) {
  PolicyResult row;
  row.policy = policy;
  row.predicted = Millis{predicted};
  row.makespan = row.cost = Millis{makespan};
  row.plan.order = std::move(order);
  row.as_listed = policy == "fifo";
  return row;
}

/// Lower bound 8 ms, fifo 16 ms.
inline Comparison comparison_of(std::vector<PolicyResult> results) {
  Comparison comparison;
  comparison.workload = "jobs";
  comparison.task_names = {"a", "b"};
  comparison.device = "box";
  comparison.engine = "fast";
  comparison.lower_bound = Millis{8};
  comparison.fifo_cost = Millis{16};
  comparison.results = std::move(results);
  comparison.best_overlap = 0.666;
  comparison.fifo_overlap = 0.25;
  return comparison;
}

/// Line `number` of a text, from 0.
inline std::string line(const std::string& text, int number) {
  std::size_t start = 0;
  for (; number > 0; --number) {
    start = text.find('\n', start) + 1;
  }
  return text.substr(start, text.find('\n', start) - start);
}

/// The first line that starts so.
inline std::string line_from(const std::string& text, const std::string& start) {
  const std::size_t at = text.find('\n' + start);
  return at == std::string::npos ? "" : text.substr(at + 1, text.find('\n', at + 1) - at - 1);
}

/// 1000 random orders of 9 … 24 ms.
inline PolicyResult random_orders() {
  PolicyResult row = result("random:1000", 12.5, 12.5, {0, 1});
  row.distribution = CostDistribution{.orders = 1000,
                                      .minimum = Millis{9},
                                      .lower_quartile = Millis{11},
                                      .median = Millis{12.5},
                                      .mean = Millis{13.25},
                                      .upper_quartile = Millis{15},
                                      .maximum = Millis{24}};
  return row;
}

}  // namespace warpshop::test
