#include "sim/share/mig_tables.hpp"

#include <array>

namespace warpshop::share {
namespace {

constexpr std::int64_t kComputeSlices = 7;
constexpr std::int64_t kMemorySlices = 8;

constexpr std::array<MigProfile, 5> kA100{
    {{"7g", 7, 98, 8, 7}, {"4g", 4, 56, 4, 4}, {"3g", 3, 42, 4, 3}, {"2g", 2, 28, 2, 2}, {"1g", 1, 14, 1, 1}}};
constexpr std::array<MigProfile, 5> kH100{
    {{"7g", 7, 132, 8, 7}, {"4g", 4, 64, 4, 4}, {"3g", 3, 60, 4, 3}, {"2g", 2, 32, 2, 2}, {"1g", 1, 16, 1, 1}}};

void extend(std::span<const MigProfile> profiles, std::vector<std::size_t>& layout, std::int64_t compute,
            std::int64_t memory, std::vector<std::vector<std::size_t>>& layouts) {
  bool full = true;
  for (std::size_t next = 0; next < profiles.size(); ++next) {
    if (profiles[next].compute > compute || profiles[next].memory > memory) {
      continue;
    }
    full = false;
    if (layout.empty() || next >= layout.back()) {
      layout.push_back(next);
      extend(profiles, layout, compute - profiles[next].compute, memory - profiles[next].memory, layouts);
      layout.pop_back();
    }
  }
  if (full) {
    layouts.push_back(layout);
  }
}

}  // namespace

std::span<const MigProfile> mig_profiles(std::int64_t sms) {
  constexpr std::int64_t kSmsOfA100 = 108;
  constexpr std::int64_t kSmsOfH100 = 132;
  if (sms == kSmsOfA100) {
    return kA100;
  }
  return sms == kSmsOfH100 ? std::span<const MigProfile>(kH100) : std::span<const MigProfile>();
}

std::vector<std::vector<std::size_t>> mig_layouts(std::span<const MigProfile> profiles) {
  std::vector<std::vector<std::size_t>> layouts;
  std::vector<std::size_t> layout;
  extend(profiles, layout, kComputeSlices, kMemorySlices, layouts);
  return layouts;
}

}  // namespace warpshop::share
