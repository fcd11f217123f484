#pragma once

#include <string>

#include "kernels/gpu/handles.hpp"
#include "sim/model/stage.hpp"
#include "sim/model/units.hpp"

namespace warpshop::calibrate {

/// Copies one way over the bus: a direction and a kind of host memory, with buffers at both ends and a stream of its
/// own.
class CopyStream {
 public:
  /// size: of the largest copy. The buffers are written once, so that no page is missing later.
  CopyStream(const gpu::Device& device, Memory memory, Direction direction, Bytes size);

  /// Submits a copy of the first `size` bytes.
  void submit(Bytes size) const;
  /// Submits a short copy, of `most` at most, if copies need not wait for the host: while it moves the host can submit
  /// the next one, so that the time which submitting takes is no part of what is measured of that.
  void lead_in(Bytes most) const;
  /// How long a copy takes that follows another one of this stream; where the copy need not wait for the host, that one
  /// hides the time which submitting takes.
  Millis time_alone(Bytes size) const;

  Memory memory() const { return memory_; }
  Direction direction() const { return direction_; }
  const gpu::Stream& gpu_stream() const { return stream_; }
  Bytes size() const { return host_.size(); }
  /// The path of its figures in a profile: `transfer.pinned.h2d`.
  std::string name() const;

 private:
  Memory memory_;
  Direction direction_;
  gpu::Buffer host_, device_;
  gpu::Stream stream_;
  gpu::Event start_, end_;
};

}  // namespace warpshop::calibrate
