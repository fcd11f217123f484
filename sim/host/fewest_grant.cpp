#include "sim/host/fewest_grant.hpp"

namespace warpshop::host {
namespace {

/// The least of first … end - 1 that is safe, as if all above a safe one were; `end` where none is.
template <class Safe>
int least_safe(int first, int end, const Safe& safe) {
  while (first < end) {
    const int middle = first + (end - first) / 2;
    if (safe(middle)) {
      end = middle;
    } else {
      first = middle + 1;
    }
  }
  return end;
}

}  // namespace

ProcessorPart fewest_grant(ProcessorPart all, Millis bound, const std::function<Millis(ProcessorPart)>& predicted) {
  const auto safe = [&](ProcessorPart grant) { return predicted(grant) < kSafePart * bound; };
  const int cores = least_safe(1, all.cores + 1, [&](int some) { return safe({some, all.ways}); });
  if (cores > all.cores) {
    return all;
  }
  return {cores, least_safe(1, all.ways, [&](int some) { return safe({cores, some}); })};
}

}  // namespace warpshop::host
