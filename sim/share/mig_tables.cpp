#include "sim/share/mig_tables.hpp"

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

}  // namespace warpshop::share
