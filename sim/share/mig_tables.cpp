#include "sim/share/mig_tables.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace warpshop::share {
namespace {

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

std::vector<std::vector<std::size_t>> mig_layouts(const MigModel& mig) {
  std::vector<std::vector<std::size_t>> layouts;
  std::vector<std::size_t> layout;
  if (!mig.profiles.empty()) {
    extend(mig.profiles, layout, mig.compute_slices, mig.memory_slices, layouts);
  }
  return layouts;
}

std::optional<std::vector<std::size_t>> mig_layout(const MigModel& mig, const std::vector<double>& compute) {
  std::vector<std::size_t> layout;
  std::int64_t computes = 0;
  std::int64_t memory = 0;
  for (const double slices : compute) {
    std::optional<std::size_t> least;
    for (std::size_t i = 0; i < mig.profiles.size(); ++i) {
      const bool fits = static_cast<double>(mig.profiles[i].compute) == slices;
      least = fits && (!least || mig.profiles[i].memory < mig.profiles[*least].memory) ? i : least;
    }
    if (!least) {
      return std::nullopt;
    }
    layout.push_back(*least);
    computes += mig.profiles[*least].compute;
    memory += mig.profiles[*least].memory;
  }
  std::sort(layout.begin(), layout.end());
  return computes <= mig.compute_slices && memory <= mig.memory_slices ? std::optional(layout) : std::nullopt;
}

}  // namespace warpshop::share
