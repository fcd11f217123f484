#pragma once

#include <cstdint>

#include "sim/model/instance.hpp"
#include "sim/model/workload.hpp"

namespace warpshop {

/// A number for two others, which looks random: other numbers, another one. The finaliser of splitmix64 (Steele, Lea
/// and Flood 2014), once for each.
constexpr std::uint64_t mixed(std::uint64_t first, std::uint64_t second) {
  const auto scattered = [](std::uint64_t bits) {
    bits += 0x9e3779b97f4a7c15;
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
    return bits ^ (bits >> 31);
  };
  return scattered(scattered(first) ^ second);
}

/// A number for what the tasks are, repeats expanded: stages, releases, weights, due dates, families, footprints, whose
/// requests they are until which horizon, and who comes after whom, as `instance`, resolved from the workload, lists
/// it. Neither names nor the device count; the same on every machine, as it takes values as the file gives them.
std::uint64_t fingerprint(const Workload& workload, const Instance& instance);

}  // namespace warpshop
