#include "sim/host/adjusted_grant.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace warpshop::host {
namespace {

/// Clamped as a real number as well: F may be larger than any whole number.
int adjusted(int held, double factor, int initial, int all) {
  const double wanted = held * factor + (factor > 1 ? 1 : 0);
  const double rounded = std::floor(wanted + 0.5);
  return static_cast<int>(std::clamp<double>(rounded, initial, all));
}

}  // namespace

double lacking_speed(const QueryProgress& query) {
  const Millis work = query.predicted_ipc * query.predicted;
  const double required = (work - query.work_done) / (query.bound - query.run);
  const double wanted = std::max(required, query.predicted_ipc);
  if (query.ipc > 0) {
    return wanted / query.ipc;
  }
  return wanted > 0 ? std::numeric_limits<double>::infinity() : 1;
}

ProcessorPart adjusted_grant(ProcessorPart all, const QueryProgress& query) {
  if (query.run >= query.bound) {
    return all;
  }
  const double factor = lacking_speed(query);
  if (std::isinf(factor)) {
    return all;  // 0 × infinity is no number
  }
  return {adjusted(query.held.cores, factor, query.initial.cores, all.cores),
          adjusted(query.held.ways, factor, query.initial.ways, all.ways)};
}

}  // namespace warpshop::host
