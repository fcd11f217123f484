#include "tests/support/slow_co_run.hpp"

#include <array>
#include <functional>

namespace warpshop::test {
namespace {

constexpr double kKnee = 0.07;  // docs/model.md, gamma

/// Where a function that falls in 0 … 1 goes below what it is given.
double falls_below_its_argument(const std::function<double(double)>& falling) {
  double low = 0;
  double high = 1;
  for (int step = 0; step < 60; ++step) {
    const double middle = (low + high) / 2;
    (falling(middle) > middle ? low : high) = middle;
  }
  return (low + high) / 2;
}

double price(double load) {
  return load < 1 ? kKnee * load / (1 - load) : 1e300;
}

struct Loads {
  double issue = 0;
  double dram = 0;
  double l1 = 0;
};

double rate(const SlowResident& resident, const Loads& loads) {
  const CoRunKernel& kernel = *resident.kernel;
  const auto waits = [&](SharedResource resource, double weight, double load) {
    return load > 0 ? kernel.demand[index(resource)].count() / weight * price(load) : 0;
  };
  return resident.ctas / (kernel.delay.count() + waits(SharedResource::issue, kernel.issue_weight, loads.issue) +
                          waits(SharedResource::dram, kernel.memory_weight, loads.dram) +
                          waits(SharedResource::l1, kernel.memory_weight, loads.l1));
}

}  // namespace

std::vector<double> slow_co_run_rates(const std::vector<SlowResident>& residents, const std::vector<double>& parts) {
  std::vector<double> rates(residents.size());
  const auto on_group = [&](std::size_t group, const Loads& loads, SharedResource resource) {
    double load = 0;
    for (std::size_t i = 0; i < residents.size(); ++i) {
      if (residents[i].group == group) {
        rates[i] = rate(residents[i], loads);
        load += rates[i] * residents[i].kernel->demand[index(resource)].count();
      }
    }
    return load;
  };
  falls_below_its_argument([&](double dram) {
    for (std::size_t group = 0; group < parts.size(); ++group) {
      falls_below_its_argument([&](double issue) {
        falls_below_its_argument(
            [&](double l1) { return on_group(group, {.issue = issue, .dram = dram, .l1 = l1}, SharedResource::l1); });
        double load = 0;
        for (std::size_t i = 0; i < residents.size(); ++i) {
          load += residents[i].group == group
                      ? rates[i] * residents[i].kernel->demand[index(SharedResource::issue)].count()
                      : 0;
        }
        return load;
      });
    }
    double total = 0;
    for (std::size_t i = 0; i < residents.size(); ++i) {
      total += parts[residents[i].group] * rates[i] * residents[i].kernel->demand[index(SharedResource::dram)].count();
    }
    return total;
  });
  return rates;
}

double slow_demand(double use, double time, double ctas, double sms) {
  return use * time * sms / ctas;
}

}  // namespace warpshop::test
