#include "sim/study/placing/fixed_sharing.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "sim/model/error.hpp"

namespace warpshop::study {
namespace {

/// The largest instances of which so many fit the chip.
std::vector<double> even_slices(const Device& device, std::size_t jobs) {
  const auto count = static_cast<std::int64_t>(jobs);
  for (const MigProfile& profile : device.mig.profiles) {
    if (count * profile.compute <= device.mig.compute_slices && count * profile.memory <= device.mig.memory_slices) {
      std::vector<double> slices(jobs, static_cast<double>(profile.compute));
      return slices;
    }
  }
  throw InputError(
      fmt::format("--sharing mig: device {} cannot be cut into {} instances alike, expected a smaller "
                  "--at-most",
                  device.name, jobs));
}

}  // namespace

NamedPolicy way_of_sharing(const std::string& text) {
  const auto is_way = [&](std::string_view way) {
    return text == way || text.starts_with(std::string(way) + ':') || text.starts_with(std::string(way) + '(');
  };
  if (std::none_of(kPlacingWays.begin(), kPlacingWays.end(), is_way)) {
    throw InputError(fmt::format(
        "--sharing: '{}', expected leftover, mps, mig or timeslice, with their options, or all of jobs", text));
  }
  NamedPolicy way = named_policy(text);
  for (const auto& [option, numbers] : way.settings.by_option()) {
    if (option == "homes" || option == "shares" || (option != "slices" && numbers.size() > 1)) {
      throw InputError(
          fmt::format("--sharing: '{}' sets {} by job, which are not known before they come, expected the "
                      "same for all",
                      text, option));
    }
  }
  return way;
}

NamedPolicy fixed_sharing(NamedPolicy way, const Device& device, std::size_t at_most) {
  if (way.settings.empty()) {
    way.settings = way.policy->settings();
  }
  if (way.policy->name == "mps" && !way.settings.is_set("limits")) {
    way.settings.set("limits", {100.0 / static_cast<double>(at_most)});
  }
  if (way.policy->name == "mig") {
    if (!way.settings.is_set("slices")) {
      way.settings.set("slices", even_slices(device, at_most));
    }
    const std::vector<double>& slices = way.settings.numbers("slices");
    if (slices.size() != at_most || std::set(slices.begin(), slices.end()).size() > 1) {
      throw InputError("--sharing mig: jobs come to any of the instances, expected --at-most of them, all alike");
    }
  }
  return way;
}

}  // namespace warpshop::study
