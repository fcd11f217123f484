#include "sim/model/device.hpp"

#include <algorithm>
#include <cmath>

namespace warpshop {

BytesPerSecond TransferModel::alone_at(Bytes size) const {
  if (points.empty()) {
    return alone;
  }
  const auto above =
      std::find_if(points.begin(), points.end(), [&](const BandwidthPoint& point) { return point.size >= size; });
  if (above == points.begin()) {
    return points.front().bandwidth;
  }
  if (above == points.end()) {
    return points.back().bandwidth;
  }
  const BandwidthPoint& low = *(above - 1);
  const BandwidthPoint& high = *above;
  const auto log_size = [](Bytes bytes) { return std::log(static_cast<double>(bytes.count)); };
  const double fraction = (log_size(size) - log_size(low.size)) / (log_size(high.size) - log_size(low.size));
  return {std::lerp(low.bandwidth.value, high.bandwidth.value, fraction)};
}

}  // namespace warpshop
