#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace warpshop {

/// What the figures of an output rest on beside the profile's measured values.
struct Basis {
  std::vector<std::string> assumed;  ///< needed values that the profile calls assumed, see assumed_values()
  std::vector<std::string> set;      ///< `PATH=VALUE` as the user set them for this once; and flags(WhatIf)
  std::string issued = {};           ///< how commands are issued, see text(IssueRules); empty: it does not matter
  /// By path, the group that is assumed as a whole, for people: see Device::assumed_as.
  std::map<std::string, std::string, std::less<>> assumed_as = {};

  /// Adds those that are not there yet.
  void assume(const std::vector<std::string>& paths) {
    for (const std::string& path : paths) {
      if (std::find(assumed.begin(), assumed.end(), path) == assumed.end()) {
        assumed.push_back(path);
      }
    }
  }
};

}  // namespace warpshop
