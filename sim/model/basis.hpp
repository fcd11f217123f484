#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "sim/model/context_switch.hpp"

namespace warpshop {

/// A value that nobody measured: what it is taken to be, and where it lies.
struct AssumedValue {
  std::string path;
  Millis value{0};
  AssumedRange range;
  friend bool operator==(const AssumedValue&, const AssumedValue&) = default;
};

/// What the figures of an output rest on beside the profile's measured values.
struct Basis {
  /// Needed values that the profile calls assumed, see assumed_values(), and what kernels use that do not say it:
  /// `clients.NAME.KEY`, `tasks.NAME.KEY`, the key being compute or memory.
  std::vector<std::string> assumed;
  std::vector<std::string> set;  ///< `PATH=VALUE` as the user set them for this once; and flags(WhatIf)
  std::string issued = {};       ///< how commands are issued, see text(IssueRules); empty: it does not matter
  std::string simplified = {};   ///< what a simulation leaves out because there are so many tasks; empty: nothing
  /// Of those assumed whose range is known; several of a path where devices differ.
  std::vector<AssumedValue> ranges = {};
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
  void assume(const std::vector<AssumedValue>& values) {
    for (const AssumedValue& value : values) {
      assume(std::vector{value.path});
      if (std::find(ranges.begin(), ranges.end(), value) == ranges.end()) {
        ranges.push_back(value);
      }
    }
  }
};

/// What a result was made from, and by what: enough to make it again. It stands in every document and every CSV line.
struct Origin {
  std::string file = {};     ///< of the workload, as the user named it
  std::uint64_t seed = 1;    ///< of policies and samples that draw
  std::string budget = {};   ///< of policies that search, as `--budget` takes it; empty: what each finds sensible
  std::string version = {};  ///< of warpshop
};

}  // namespace warpshop
