#pragma once

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>

#include "sim/model/stage.hpp"
#include "sim/model/units.hpp"

namespace warpshop::gpu::host {

/// What the bus of the host backend is paced to, for one direction and one kind of host memory (S5 eq. 3.1).
struct LinkSpeed {
  Millis latency{0};
  BytesPerSecond alone;
  BytesPerSecond duplex;  ///< while an opposing copy moves, both pinned
  BytesPerSecond mixed;   ///< while an opposing copy moves, one of the two pageable
};

/// By [Memory][Direction]. Slow enough that copying the bytes for real never takes longer, not even where a sanitizer
/// watches every byte.
using LinkSpeeds = std::array<std::array<LinkSpeed, 2>, 2>;

inline constexpr LinkSpeeds kHostLink{{
    {{{Millis{0.10}, {300e6}, {220e6}, {240e6}}, {Millis{0.08}, {320e6}, {230e6}, {250e6}}}},
    {{{Millis{0.06}, {160e6}, {160e6}, {130e6}}, {Millis{0.07}, {180e6}, {180e6}, {140e6}}}},
}};

/// The bus between the host and the device that the host backend plays: it copies the bytes, and takes as long over it
/// as its speeds say, by the clock of this machine. One copy per direction at a time; the rates of two opposing ones
/// change when the payload of either starts or ends, and pageable ones never overlap.
class Link {
 public:
  explicit Link(const LinkSpeeds& speeds) : speeds_(speeds) {}

  /// Returns when the copy is done, or at once after stop().
  void copy(std::byte* to, const std::byte* from, Bytes size, Direction direction, Memory memory);
  /// Ends every copy that is under way, now and later.
  void stop();

 private:
  using Clock = std::chrono::steady_clock;

  struct Payload {
    Memory memory = Memory::pinned;
    double bytes_left = 0;
    BytesPerSecond rate;
  };

  /// Brings bytes_left of both directions up to `now`, then the rates.
  void settle(Clock::time_point now);
  void move(std::unique_lock<std::mutex>& lock, Payload& payload);

  LinkSpeeds speeds_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::array<std::optional<Payload>, 2> payloads_;  ///< by Direction
  Clock::time_point settled_;
  bool pageable_busy_ = false;
  bool stopped_ = false;
};

}  // namespace warpshop::gpu::host
