#pragma once

#include <algorithm>
#include <optional>

#include "sim/model/context_switch.hpp"
#include "sim/model/instance.hpp"
#include "sim/model/share.hpp"

namespace warpshop::share {

/// How long a client that has nothing to run keeps a time slice; no longer than that, in milliseconds.
inline constexpr const char* kPatience = "patience";
/// Where it stands among what is assumed.
inline constexpr const char* kPatiencePath = "timeslice.patience";

/// The one that is set; else what a change of context takes, or Instance::patience.
inline Millis patience_of(const Instance& instance, const Settings& settings, Millis slice) {
  return settings.is_set(kPatience) ? Millis{settings.number(kPatience)}
                                    : std::min(slice, instance.patience.value_or(instance.family_setup));
}

/// Between what it lies where nobody set it: nothing, and the slice. Nothing: it is set, or the policy has none, or
/// keeps slices whether there is work or not.
inline std::optional<AssumedRange> patience_range(const Share& share) {
  const auto options = share.settings.options();
  const bool has = std::any_of(options.begin(), options.end(), [](const auto& each) { return each.name == kPatience; });
  if (!has || share.settings.is_set(kPatience) || share.settings.number("strict") == 1) {
    return std::nullopt;
  }
  return AssumedRange{.low = Millis{0}, .high = Millis{share.settings.number("slice")}};
}

}  // namespace warpshop::share
