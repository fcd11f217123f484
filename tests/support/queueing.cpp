#include "tests/support/queueing.hpp"

#include <cassert>
#include <cmath>
#include <cstddef>

namespace warpshop::test {

ServiceMoments constant_service(double mean) {
  return {.mean = mean, .square = mean * mean};
}

ServiceMoments exponential_service(double mean) {
  return {.mean = mean, .square = 2 * mean * mean};
}

ServiceMoments two_exponentials(double part, double mean, double other_mean) {
  const ServiceMoments one = exponential_service(mean);
  const ServiceMoments other = exponential_service(other_mean);
  return {.mean = part * one.mean + (1 - part) * other.mean, .square = part * one.square + (1 - part) * other.square};
}

double mm1_mean(double load) {
  return 1 / (1 - load);
}

double mm1_quantile(double load, double quantile) {
  return -std::log1p(-quantile) / (1 - load);
}

double md1_mean(double load) {
  return 1 + load / (2 * (1 - load));
}

double md1_waits_at_most(double load, double t) {
  assert(t >= 0 && t <= 30);
  long double sum = 0;
  for (int i = 0; i <= static_cast<int>(t); ++i) {
    const long double base = static_cast<long double>(load) * (i - static_cast<long double>(t));
    long double term = std::exp(-base);
    for (int factor = 1; factor <= i; ++factor) {
      term *= base / factor;
    }
    sum += term;
  }
  return static_cast<double>((1 - static_cast<long double>(load)) * sum);
}

double md1_quantile(double load, double quantile) {
  double low = 0;
  double high = 30;
  assert(md1_waits_at_most(load, high) >= quantile);
  if (md1_waits_at_most(load, low) >= quantile) {
    return 1;
  }
  while (high - low > 1e-9) {
    const double middle = (low + high) / 2;
    (md1_waits_at_most(load, middle) < quantile ? low : high) = middle;
  }
  return 1 + high;
}

double mg1_mean(double rate, const ServiceMoments& service) {
  return service.mean + rate * service.square / (2 * (1 - rate * service.mean));
}

double shared_mean(double rate, const ServiceMoments& service) {
  return service.mean / (1 - rate * service.mean);
}

std::vector<double> preemptive_means(const std::vector<PriorityClass>& classes) {
  std::vector<double> means;
  double load_before = 0;
  double residual = 0;
  for (const PriorityClass& one : classes) {
    const double load = load_before + one.load();
    residual += one.rate * one.service.square / 2;
    means.push_back(one.service.mean / (1 - load_before) + residual / ((1 - load_before) * (1 - load)));
    load_before = load;
  }
  return means;
}

std::vector<double> non_preemptive_means(const std::vector<PriorityClass>& classes) {
  double residual = 0;
  for (const PriorityClass& one : classes) {
    residual += one.rate * one.service.square / 2;
  }
  std::vector<double> means;
  double load_before = 0;
  for (const PriorityClass& one : classes) {
    const double load = load_before + one.load();
    means.push_back(one.service.mean + residual / ((1 - load_before) * (1 - load)));
    load_before = load;
  }
  return means;
}

double erlang_c(std::uint32_t servers, double load) {
  const double offered = servers * load;
  double lost = 1;
  for (std::uint32_t i = 1; i <= servers; ++i) {
    lost = offered * lost / (i + offered * lost);
  }
  return lost / (1 - load * (1 - lost));
}

double mmc_mean(std::uint32_t servers, double load) {
  return 1 + erlang_c(servers, load) / (servers * (1 - load));
}

double closed_mean(std::uint32_t users, double think) {
  double queue = 0;
  double response = 0;
  for (std::uint32_t n = 1; n <= users; ++n) {
    response = 1 + queue;
    queue = n / (think + response) * response;
  }
  return response;
}

}  // namespace warpshop::test
