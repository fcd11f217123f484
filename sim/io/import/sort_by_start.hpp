#pragma once

#include <algorithm>
#include <vector>

namespace warpshop::io {

/// Of equal starts, those that stood before stay before.
template <class Recorded>
void sort_by_start(std::vector<Recorded>& list) {
  const auto earlier = [](const Recorded& one, const Recorded& other) { return one.start < other.start; };
  if (!std::is_sorted(list.begin(), list.end(), earlier)) {  // which needs no memory
    std::stable_sort(list.begin(), list.end(), earlier);
  }
}

}  // namespace warpshop::io
