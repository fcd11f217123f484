#pragma once

#include <map>
#include <vector>

#include "calibrate/copy_stream.hpp"
#include "calibrate/meter.hpp"
#include "sim/model/device.hpp"

namespace warpshop::calibrate {

/// What copies one way over the bus take when nothing opposes them.
struct CopyCurve {
  struct Point {
    Bytes size;
    Measured time;
  };
  std::vector<Point> points;  ///< increasing sizes, at least two

  /// The largest size measured.
  Bytes largest() const { return points.back().size; }
};

/// Copies of smallest_copy, then each copy_size_factor larger, up to largest_copy or the first that takes longer than
/// longest_copy.
CopyCurve measure_alone(Meter& meter, const CopyStream& copies);

/// Latency and bandwidth of a curve, with their confidence under `path` (`transfer.pinned.h2d`): the line with the
/// least relative squares where it meets every point within 2 %. Elsewhere the latency is what the smallest copy takes
/// beyond its payload, the bandwidth that of the largest copy, and points over size give the rest.
TransferModel fit_alone(const CopyCurve& curve, const std::string& path,
                        std::map<std::string, Confidence, std::less<>>& confidence);

}  // namespace warpshop::calibrate
