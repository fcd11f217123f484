#include "sim/evaluate/co_run/law.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

#include "sim/stats/falling_root.hpp"

namespace warpshop::evaluate {
namespace {

// Of ln W: a price that is as good as none, and one at which nobody moves.
constexpr double kLowestPrice = -35;
constexpr double kHighestPrice = 35;
constexpr double kShortestDelay = 1e-9;  // of the longest: a kernel that never waited would have no rate
constexpr double kSolved = 1e-10;        // of a load

/// γ U / (1 - U) = W solved for U.
double load_at(double price) {
  return price / (price + kCoRunKnee);
}

/// The equations of the law. A price is how long one waits for a unit of work of a resource, whoever asks (the W of
/// co_run_model.hpp): unknown are those of DRAM, then of issue and of L1 of each group.
class Prices {
 public:
  Prices(std::span<const Resident> residents, std::span<const double> parts)
      : parts_(parts.begin(), parts.end()), log_prices_(1 + 2 * parts.size()), prices_(log_prices_.size()) {
    for (const Resident& resident : residents) {
      const CoRunKernel& kernel = *resident.kernel;
      Customer customer{.ctas = resident.ctas, .group = resident.group, .delay = kernel.delay.count()};
      double longest = customer.delay;
      for (const SharedResource resource : {SharedResource::issue, SharedResource::dram, SharedResource::l1}) {
        const double weight = resource == SharedResource::issue ? kernel.issue_weight : kernel.memory_weight;
        customer.demand[index(resource)] = kernel.demand[index(resource)].count();
        customer.wait[index(resource)] = customer.demand[index(resource)] / weight;
        longest = std::max(longest, customer.demand[index(resource)]);
      }
      customer.delay = std::max(customer.delay, kShortestDelay * longest);
      customers_.push_back(customer);
    }
  }

  std::vector<double> rates() {
    if (!newton(2, 40) && !newton(0.5, 120) && !newton(0.1, 600)) {
      search_dram();
      keep_capacities();
    }
    std::vector<double> rates;
    for (const Customer& customer : customers_) {
      rates.push_back(customer.rate);
    }
    return rates;
  }
  /// Once there are rates: CTAs that wait for issue slots, see co_run_rates().
  std::vector<double> waiting() const {
    std::vector<double> waiting;
    for (const Customer& customer : customers_) {
      waiting.push_back(customer.rate * customer.wait[index(SharedResource::issue)] * prices_[issue(customer.group)]);
    }
    return waiting;
  }

 private:
  /// As queueing networks call it: the CTAs of one kernel on the SMs of a group, which visit all resources in turn.
  struct Customer {
    double ctas;
    std::size_t group;
    double delay;
    std::array<double, kSharedResources> demand{};
    std::array<double, kSharedResources> wait{};  ///< V
    double rate = 0;
  };

  /// Of the load of a resource, the row, in ln W of another, the column, among those that a group pays.
  using Slopes = std::array<std::array<double, kSharedResources>, kSharedResources>;

  static constexpr std::size_t kDram = 0;
  static std::size_t issue(std::size_t group) { return 1 + 2 * group; }
  static std::size_t l1(std::size_t group) { return 2 + 2 * group; }
  /// The unknowns that a customer pays, with what it waits for each and what it demands.
  static std::array<std::size_t, kSharedResources> paid(const Customer& customer) {
    return {issue(customer.group), kDram, l1(customer.group)};
  }

  void set(std::size_t unknown, double log_price) {
    log_prices_[unknown] = std::clamp(log_price, kLowestPrice, kHighestPrice);
    prices_[unknown] = std::exp(log_prices_[unknown]);
  }
  void update_rate(Customer& customer) const {
    const auto prices = paid(customer);
    double time = customer.delay;
    for (std::size_t resource = 0; resource < kSharedResources; ++resource) {
      time += customer.wait[resource] * prices_[prices[resource]];
    }
    customer.rate = customer.ctas / time;
  }
  void update_rates() {
    for (Customer& customer : customers_) {
      update_rate(customer);
    }
  }

  double load(std::size_t group, SharedResource resource) const {
    double load = 0;
    for (const Customer& customer : customers_) {
      load += customer.group == group ? customer.demand[index(resource)] * customer.rate : 0;
    }
    return load;
  }
  double dram_load() const {
    double load = 0;
    for (const Customer& customer : customers_) {
      load += parts_[customer.group] * customer.demand[index(SharedResource::dram)] * customer.rate;
    }
    return load;
  }

  /// From γ on, in steps of ln W of at most `clip`; whether it has converged.
  bool newton(double clip, int steps) {
    const std::size_t n = prices_.size();
    for (std::size_t unknown = 0; unknown < n; ++unknown) {
      set(unknown, std::log(kCoRunKnee));
    }
    for (int step = 0; step < steps; ++step) {
      update_rates();
      linearise();
      if (!find_changes()) {
        return false;
      }
      double longest = 0;
      for (std::size_t unknown = 0; unknown < n; ++unknown) {
        const double change = std::clamp(changes_[unknown], -clip, clip);
        longest = std::max(longest, std::abs(change));
        set(unknown, log_prices_[unknown] + change);
      }
      if (longest < kSolved) {
        break;
      }
    }
    update_rates();
    bool solved = std::abs(dram_load() - load_at(prices_[kDram])) < 10 * kSolved;
    for (std::size_t group = 0; group < parts_.size(); ++group) {
      solved &= std::abs(load(group, SharedResource::issue) - load_at(prices_[issue(group)])) < 10 * kSolved;
      solved &= std::abs(load(group, SharedResource::l1) - load_at(prices_[l1(group)])) < 10 * kSolved;
    }
    return solved;
  }

  /// excess_, of U_r(W) - W_r / (W_r + γ), and slopes_, of that in ln W.
  void linearise() {
    excess_.assign(prices_.size(), 0);
    slopes_.assign(parts_.size(), {});
    dram_slope_ = 0;
    for (const Customer& customer : customers_) {
      if (!(customer.ctas > 0)) {
        continue;
      }
      const auto unknowns = paid(customer);
      Slopes& slopes = slopes_[customer.group];
      for (std::size_t row = 0; row < kSharedResources; ++row) {
        const double part = row == index(SharedResource::dram) ? parts_[customer.group] : 1;
        const double load = part * customer.demand[row] * customer.rate;
        excess_[unknowns[row]] += load;
        for (std::size_t column = 0; column < kSharedResources; ++column) {
          slopes[row][column] -=
              load * customer.rate / customer.ctas * customer.wait[column] * prices_[unknowns[column]];
        }
      }
    }
    const auto own_slope = [this](std::size_t unknown) {
      const double capacity = load_at(prices_[unknown]);
      excess_[unknown] -= capacity;
      return capacity * (1 - capacity) + 1e-14;
    };
    constexpr std::array kOfGroup{index(SharedResource::issue), index(SharedResource::l1)};
    dram_slope_ = -own_slope(kDram);
    for (std::size_t group = 0; group < slopes_.size(); ++group) {
      slopes_[group][kOfGroup[0]][kOfGroup[0]] -= own_slope(issue(group));
      slopes_[group][kOfGroup[1]][kOfGroup[1]] -= own_slope(l1(group));
      dram_slope_ += slopes_[group][index(SharedResource::dram)][index(SharedResource::dram)];
    }
  }
  /// changes_ of ln W: slopes · changes = -excess. Groups meet in DRAM alone: what is theirs is expressed by its
  /// change, which is found then. Whether there are any.
  bool find_changes() {
    constexpr std::size_t kIssue = index(SharedResource::issue);
    constexpr std::size_t kL1 = index(SharedResource::l1);
    constexpr std::size_t kShared = index(SharedResource::dram);
    changes_.resize(prices_.size());
    by_dram_.resize(prices_.size());
    double slope = dram_slope_;
    double excess = excess_[kDram];
    for (std::size_t group = 0; group < slopes_.size(); ++group) {
      const Slopes& its = slopes_[group];
      const double det = its[kIssue][kIssue] * its[kL1][kL1] - its[kIssue][kL1] * its[kL1][kIssue];
      if (!(std::abs(det) > 0)) {
        return false;
      }
      const auto solve = [&](double of_issue, double of_l1, std::vector<double>& found) {
        found[issue(group)] = (of_issue * its[kL1][kL1] - of_l1 * its[kIssue][kL1]) / det;
        found[l1(group)] = (of_l1 * its[kIssue][kIssue] - of_issue * its[kL1][kIssue]) / det;
      };
      solve(-excess_[issue(group)], -excess_[l1(group)], changes_);
      solve(-its[kIssue][kShared], -its[kL1][kShared], by_dram_);
      slope += its[kShared][kIssue] * by_dram_[issue(group)] + its[kShared][kL1] * by_dram_[l1(group)];
      excess += its[kShared][kIssue] * changes_[issue(group)] + its[kShared][kL1] * changes_[l1(group)];
    }
    if (!(std::abs(slope) > 0)) {
      return false;
    }
    changes_[kDram] = -excess / slope;
    for (std::size_t unknown = kDram + 1; unknown < changes_.size(); ++unknown) {
      changes_[unknown] += by_dram_[unknown] * changes_[kDram];
    }
    return std::all_of(changes_.begin(), changes_.end(), [](double change) { return std::isfinite(change); });
  }

  double excess_of(std::size_t unknown, double load) const { return load - load_at(prices_[unknown]); }
  void search_dram() {
    stats::falling_root(kLowestPrice, kHighestPrice, [&](double log_price) {
      set(kDram, log_price);
      for (std::size_t group = 0; group < parts_.size(); ++group) {
        search_issue(group);
      }
      return excess_of(kDram, dram_load());
    });
  }
  /// A bracket has an end where a load is above 1 by what its width leaves of it: all are slower by as much.
  void keep_capacities() {
    double most = std::max(1.0, dram_load());
    for (std::size_t group = 0; group < parts_.size(); ++group) {
      most = std::max({most, load(group, SharedResource::issue), load(group, SharedResource::l1)});
    }
    for (Customer& customer : customers_) {
      customer.rate /= most;
    }
  }
  void search_issue(std::size_t group) {
    stats::falling_root(kLowestPrice, kHighestPrice, [&](double log_price) {
      set(issue(group), log_price);
      search_l1(group);
      return excess_of(issue(group), load(group, SharedResource::issue));
    });
  }
  void search_l1(std::size_t group) {
    stats::falling_root(kLowestPrice, kHighestPrice, [&](double log_price) {
      set(l1(group), log_price);
      for (Customer& customer : customers_) {
        if (customer.group == group) {
          update_rate(customer);
        }
      }
      return excess_of(l1(group), load(group, SharedResource::l1));
    });
  }

  std::vector<Customer> customers_;
  std::vector<double> parts_;  ///< by group
  std::vector<double> log_prices_;
  std::vector<double> prices_;
  std::vector<double> excess_;  ///< by unknown
  std::vector<Slopes> slopes_;  ///< by group
  double dram_slope_ = 0;
  std::vector<double> changes_, by_dram_;  ///< of ln W; that of each for that of DRAM
};

}  // namespace

std::vector<double> co_run_rates(std::span<const Resident> residents, std::span<const double> parts,
                                 std::vector<double>* waiting) {
  Prices prices(residents, parts);
  std::vector<double> rates = prices.rates();
  if (waiting != nullptr) {
    *waiting = prices.waiting();
  }
  return rates;
}

}  // namespace warpshop::evaluate
