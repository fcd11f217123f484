#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>

#include "sim/model/error.hpp"
#include "sim/model/quantity.hpp"
#include "sim/model/whole_gpu.hpp"
#include "sim/share/goal_parts.hpp"
#include "sim/share/sharing_kernels.hpp"

namespace warpshop::share {
namespace {

/// How long it takes until requests that clients have in hand together are answered, at most: all kernels one after the
/// other, or where that is longer, those of a client with a goal at the part of its speed that is its.
double time_in_hand(const Instance& instance) {
  const KernelOwners owners = kernel_owners(instance);
  double together = 0;
  double longest = 0;
  for (std::size_t i = 0; i < instance.clients.all.size(); ++i) {
    const Client& client = instance.clients.all[i];
    double kernels = 0;
    for (std::uint32_t task = client.tasks.first; task < client.tasks.first + client.tasks.count; ++task) {
      kernels += instance.jobs[task].kernel.count();
    }
    together += kernels;
    longest = owners.goals[i] && *owners.goals[i] > 0 ? std::max(longest, kernels / *owners.goals[i]) : longest;
  }
  return together + longest;
}

/// What it takes at least that there are not too many.
double least_epoch(const Instance& instance) {
  constexpr double kMostEpochs = 50'000;
  constexpr double kMostParts = 33e6;  // epochs · clients · SMs: of up to five clients on 132 SMs all of them
  const double parts = static_cast<double>(instance.clients.all.size()) * sms_of(instance);
  const double time = std::max(instance.clients.horizon.count(), time_in_hand(instance));
  return time / std::min(kMostEpochs, kMostParts / parts);
}

/// Rounded up.
double two_digits(double value) {
  const double unit = std::pow(10, std::floor(std::log10(value)) - 1);
  return std::ceil(value / unit) * unit;
}

}  // namespace

double epoch_of(const Instance& instance, const Settings& settings, std::string_view option) {
  const double usual = settings.number(option);
  return settings.is_set(option) || instance.clients.none() ? usual : std::max(usual, least_epoch(instance));
}

double simulated_epoch_of(const Instance& instance, const Share& share, std::string_view option) {
  constexpr double kMostSet = 20;  // times as many, where a user sets it
  const double epoch = epoch_of(instance, share.settings, option);
  if (const double least = instance.clients.none() ? 0 : least_epoch(instance) / kMostSet; epoch < least) {
    throw InputError("policy '" + share.policy + share.settings.text() + "': " + std::string(option) + "=" +
                     quantity_text(epoch) + " is too short to simulate, expected at least " +
                     quantity_text(two_digits(least)) + " ms for a horizon as long, and what is in hand then");
  }
  return epoch;
}

}  // namespace warpshop::share
