#pragma once

#include <algorithm>
#include <optional>
#include <string>

#include "calibrate/copy_stream.hpp"
#include "calibrate/meter.hpp"
#include "sim/model/device.hpp"
#include "sim/model/units.hpp"

namespace warpshop::calibrate {

/// When two copies ran, from an instant before both.
struct Span {
  Millis start, end;
};
struct Overlap {
  Span first, second;
};

/// Submits a copy to `first`, and one to `second` after `delay`, which Options::wait lets pass. A first copy of
/// pageable memory is submitted by a thread of its own, for it holds the thread that submits it. lead_in: a shorter
/// copy before the second, as of CopyStream::lead_in(). Throws DeviceError.
Overlap run_both(const Options& options, const CopyStream& first, Bytes first_size, const CopyStream& second,
                 Bytes second_size, Millis delay, std::optional<Bytes> lead_in = std::nullopt);

/// Copies one way over the bus, with what was found of them alone.
struct KnownCopies {
  const CopyStream& stream;
  const TransferModel& model;
  Bytes largest;  ///< the largest copy that was measured

  Millis time_alone(Bytes size) const { return model.time_alone(size); }
  /// The same with no larger copies than that.
  KnownCopies at_most(Bytes size) const { return {stream, model, std::min(largest, size)}; }
};

/// What a pair of copies did at the same time, as parts of the shorter one, within 0 … 1.
struct PairOverlap {
  double saved = 0;       ///< (t1 + t2 - t_both) / min(t1, t2)
  double most_saved = 0;  ///< the same with the low end of the interval of t_both: whatever disturbs only delays
  /// How much longer than alone the one that ended first took: copies that take turns save nothing, and overlap all the
  /// same.
  double stretch = 0;

  double overlap() const { return std::max(saved, stretch); }
};

/// Both ways copy for about the same time, started together. Alone-times are those of the models.
PairOverlap measure_pair(Meter& meter, const KnownCopies& first, const KnownCopies& second, const std::string& name);

/// Bandwidth of copies one way while a copy of `opposing` moves throughout. Samples where it did not, from before the
/// start to after the end, do not count; nothing is returned where that never succeeds.
struct Beside {
  BytesPerSecond bandwidth;
  Confidence confidence;
};
std::optional<Beside> measure_beside(Meter& meter, const KnownCopies& copies, const KnownCopies& opposing,
                                     const std::string& name);

}  // namespace warpshop::calibrate
