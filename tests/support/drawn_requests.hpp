#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>

#include "sim/stats/draws.hpp"
#include "tests/support/slow_clients.hpp"

// Arrivals and services by a law, for what theory has formulas for (tests/support/queueing.hpp).
namespace warpshop::test {

using DrawnService = std::function<double(stats::Draws&)>;

inline double drawn_exponential(stats::Draws& draws, double mean) {
  return -mean * std::log1p(-draws.unit());
}
inline DrawnService always(double service) {
  return [service](stats::Draws&) { return service; };
}
inline DrawnService exponentially(double mean) {
  return [mean](stats::Draws& draws) { return drawn_exponential(draws, mean); };
}
/// Exponential with one mean for `part` of the requests, with another for the others.
inline DrawnService by_two_exponentials(double part, double mean, double other_mean) {
  return [=](stats::Draws& draws) {
    const bool one = draws.unit() < part;
    return drawn_exponential(draws, one ? mean : other_mean);
  };
}

/// Requests of a client whose gaps are exponential, until the horizon.
inline SlowRequests poisson_requests(double rate, double horizon, const DrawnService& service, std::uint64_t seed,
                                     std::size_t client = 0) {
  stats::Draws draws(seed);
  SlowRequests requests;
  double arrival = drawn_exponential(draws, 1 / rate);
  while (arrival < horizon) {
    requests.push_back({.arrival = arrival, .service = service(draws), .client = client});
    arrival += drawn_exponential(draws, 1 / rate);
  }
  return requests;
}

/// Those of both, in the order of their arrivals.
inline SlowRequests together(SlowRequests requests, const SlowRequests& others) {
  const auto end = static_cast<std::ptrdiff_t>(requests.size());
  requests.insert(requests.end(), others.begin(), others.end());
  std::inplace_merge(requests.begin(), requests.begin() + end, requests.end(),
                     [](const SlowRequest& a, const SlowRequest& b) { return a.arrival < b.arrival; });
  return requests;
}

}  // namespace warpshop::test
