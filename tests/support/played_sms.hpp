#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "kernels/gpu/host/queue.hpp"
#include "sim/model/occupancy.hpp"

namespace warpshop::test {

/// CTAs of a kernel on an SM, which have subtasks in hand.
struct PlayedCtas {
  std::string_view kernel;
  gpu::Form form = gpu::Form::plain;
  std::size_t launch = 0;  ///< those of one kernel are the same, whichever of its BSUs they are
  std::uint32_t sm = 0;
  std::uint32_t ctas = 0;
  double rate = 0;  ///< subtasks that all of them end in a millisecond: what is asked for
};

/// What is known of a chip that is played in virtual time.
struct PlayedChip {
  std::uint32_t sms = 1;
  SmResources sm;                                                     ///< of each
  std::function<SmResources(std::string_view kernel)> cta;            ///< what one takes
  std::function<std::uint32_t(std::string_view kernel)> ctas_per_sm;  ///< most of one kernel
  std::function<void(std::span<PlayedCtas>)> rates;                   ///< of all that works at once
  std::function<Millis(std::string_view kernel)> invocation;          ///< before the first CTA comes
  Millis launch_latency{0};                                           ///< the same of CTAs that join a kernel that runs
};

/// The SMs of a chip in virtual time: every CTA by itself, dealt round-robin to SMs that have room, those of a launch
/// before those of the next; persistent ones look at their state before each subtask. Between two events every CTA
/// works at the rate that the chip says of all that is there.
class PlayedSms {
 public:
  using Time = std::chrono::steady_clock::time_point;
  /// Does a subtask for real.
  using Do = std::function<void(const gpu::host::LaunchCommand& launch, std::uint32_t subtask)>;

  PlayedSms(PlayedChip chip, Do does) : chip_(std::move(chip)), does_(std::move(does)), room_(chip_.sms, chip_.sm) {}

  const PlayedChip& chip() const { return chip_; }
  bool busy() const { return !launches_.empty(); }
  /// The first command of a stream, a launch, has come to the device.
  void start(gpu::StreamState* stream, Time now);
  /// When something happens next; nothing: nothing does.
  std::optional<Time> next() const;
  /// It is that time. Those whose launches have ended.
  std::vector<gpu::StreamState*> advance(Time now);
  /// Counts up when a CTA comes or leaves.
  std::uint64_t changes() const { return changes_; }

 private:
  struct Launch {
    gpu::StreamState* stream = nullptr;
    Time came, begins;
    bool has_begun = false;
    std::uint32_t undealt = 0;  ///< CTAs
    std::uint32_t there = 0;    ///< CTAs
    std::uint32_t next_sm = 0;
    const gpu::host::LaunchCommand& command() const {
      return std::get<gpu::host::LaunchCommand>(stream->commands.front());
    }
  };
  struct Cta {
    Launch* launch = nullptr;
    std::uint32_t sm = 0;
    std::uint32_t subtask = 0;
    double left = 1;  ///< of the subtask
    double speed = 0;
    Time since, ends;
  };

  Time begin_of(const gpu::host::LaunchCommand& command, Time now) const;
  bool deal(Launch& launch, Time now);
  void end_subtasks(Time now);
  bool deal_one(Launch& launch, Time now);
  bool take(Cta& cta, Time now);
  void set_speeds(Time now);

  PlayedChip chip_;
  Do does_;
  std::vector<SmResources> room_;                                            ///< by SM
  std::map<std::pair<std::string_view, std::uint32_t>, std::uint32_t> own_;  ///< CTAs, by kernel and SM
  std::list<Launch> launches_;  ///< as they came, without those that have ended
  std::vector<Cta> ctas_;
  std::uint64_t changes_ = 0;
};

}  // namespace warpshop::test
