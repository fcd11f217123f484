#pragma once

#include "calibrate/copy_stream.hpp"
#include "calibrate/meter.hpp"
#include "calibrate/opposing_copies.hpp"
#include "sim/model/device.hpp"

namespace warpshop::calibrate {

/// A pinned copy of a size, for one of two directions: its model, and when it starts.
struct StartedCopy {
  TransferModel model;  ///< with duplex
  Bytes size;
  Millis start;
};

/// When two opposing pinned copies end, by S5 eq. 3.1: t = L + (1 - λ) k G1 + λ k G2, λ being the part of a copy's
/// bytes that move while the other moves bytes too. λ is not known ahead; it follows from moving both payloads piece by
/// piece.
struct Ends {
  Millis first, second;
};
Ends predict_ends(const StartedCopy& first, const StartedCopy& second);

/// How far eq. 3.1 is from what is measured, over copies of several ratios of size that start at several offsets:
/// |predicted - measured| / measured of each copy's duration.
ModelCheck check_partial_overlap(Meter& meter, const KnownCopies& h2d, const KnownCopies& d2h);

}  // namespace warpshop::calibrate
