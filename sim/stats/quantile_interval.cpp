#include "sim/stats/quantile_interval.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <vector>

#include "sim/stats/batch_means.hpp"
#include "sim/stats/student.hpp"

namespace warpshop::stats {
namespace {

/// Of a part of a run: its requests, and those of them that are beyond a value.
struct Batch {
  double requests = 0;
  double beyond = 0;
};

/// So many neighbours together.
double standard_error(const std::vector<Batch>& batches, std::size_t together, const Batch& all) {
  const double part = all.beyond / all.requests;
  double squares = 0;
  for (std::size_t first = 0; first < batches.size(); first += together) {
    Batch sum;
    for (std::size_t i = first; i < std::min(first + together, batches.size()); ++i) {
      sum.requests += batches[i].requests;
      sum.beyond += batches[i].beyond;
    }
    squares += (sum.beyond - part * sum.requests) * (sum.beyond - part * sum.requests);
  }
  const std::size_t sums = batches.size() / together;
  const auto count = static_cast<double>(sums);
  return std::sqrt(squares * count / (count - 1)) / all.requests;
}

/// How far the part beyond a value is known.
struct Beyond {
  double part = 0;
  double error = 0;
};

Beyond beyond(std::span<const LatencyHistogram> parts, double value) {
  std::vector<Batch> batches;
  Batch all;
  for (const LatencyHistogram& part : parts) {
    batches.push_back(
        {.requests = static_cast<double>(part.count()), .beyond = static_cast<double>(part.count_beyond(value))});
    all.requests += batches.back().requests;
    all.beyond += batches.back().beyond;
  }
  return {.part = all.beyond / all.requests,
          .error = std::max(
              {standard_error(batches, 1, all), standard_error(batches, 2, all), standard_error(batches, 4, all)})};
}

double dependence(std::span<const LatencyHistogram> parts, const LatencyHistogram& all) {
  const Beyond median = beyond(parts, all.quantile(0.5));
  const double independent = median.part * (1 - median.part);  // variance of one
  return independent > 0 ? std::max(1.0, static_cast<double>(all.count()) * median.error * median.error / independent)
                         : 1;
}

}  // namespace

QuantileEstimate quantile_estimate(std::span<const LatencyHistogram> parts, double quantile) {
  assert(quantile > 0 && quantile < 1 && parts.size() % 4 == 0 && parts.size() >= 8);
  LatencyHistogram all;
  for (const LatencyHistogram& part : parts) {
    all.merge(part);
  }
  QuantileEstimate estimate{.value = all.quantile(quantile), .dependence = dependence(parts, all)};
  const double half =
      student_quantile(0.975, parts.size() / 2 - 1) * beyond(parts, estimate.value).error;  // of the part, not of time
  estimate.low = all.quantile(std::max(0.0, quantile - half));
  if (half < 1 - quantile) {
    estimate.high = all.quantile(quantile + half);
  }
  const auto requests = static_cast<double>(all.count());
  estimate.runs = std::max({static_cast<double>(fewest_requests(quantile)) / requests,
                            kFewestIndependent * estimate.dependence / (requests * (1 - quantile)),
                            half < 1 - quantile ? 0.0 : std::pow(half / (1 - quantile), 2)});
  return estimate;
}

}  // namespace warpshop::stats
