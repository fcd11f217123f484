#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <latch>
#include <map>
#include <mutex>
#include <vector>

#include "sim/model/request_feed.hpp"

namespace warpshop::dispatch {

/// Requests that threads hand in while clients are executed. Those of each client are served in the order in which they
/// were handed in. Its own functions may be called by any thread; those of RequestFeed are of the executing one, which
/// also calls back.
class HandedInRequests final : public RequestFeed {
 public:
  enum class Answer : std::uint8_t {
    answered,
    refused,   ///< it would have come too late for its client's goal
    withdrawn  ///< nobody serves any more
  };
  /// What became of a request, and when. Does not throw, and hands in nothing itself.
  using Told = std::function<void(Answer answer, Millis now)>;

  explicit HandedInRequests(std::size_t clients) : queues_(clients), served_(clients) {}

  /// Waits until the execution has begun, or will not.
  void await_begin() { begun_.wait(); }
  /// From the begin on. Requires that it has begun.
  Millis now() const;

  /// arrived: now, or when it was due. Once no more are taken, it is withdrawn at once.
  void hand_in(std::uint32_t client, Millis arrived, Told told);
  /// No more are taken; those that wait are served.
  void close();
  /// No more are taken, and those that wait are withdrawn; those that are being served are seen through.
  void stop();
  /// The execution has failed, or will not begin: all there are, are withdrawn.
  void give_up();

  void set_out(Millis host) override;
  Millis next(std::uint32_t client) const override;
  Request take(std::uint32_t client) override;
  void answered(std::uint32_t client, std::uint64_t request, Millis now) override;
  void refused(std::uint32_t client, std::uint64_t request, Millis now) override;
  void withdraw(std::uint32_t client, const std::function<void(Millis arrived)>& unfinished) override;
  Millis closed_at() const override;

 private:
  struct Waiting {
    std::uint64_t number = 0;
    Millis arrived{0};
    Told told;
  };

  void tell(std::uint32_t client, std::uint64_t request, Answer answer, Millis now);

  mutable std::mutex mutex_;
  std::latch begun_{1};
  std::atomic<bool> has_begun_ = false;
  Millis host_{0};
  bool closed_ = false;
  Millis stopped_at_ = kNone;
  std::uint64_t handed_in_ = 0;
  std::vector<std::deque<Waiting>> queues_;            ///< by client
  std::vector<std::map<std::uint64_t, Told>> served_;  ///< by client, by number
};

}  // namespace warpshop::dispatch
