#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "dispatch/serving/handed_in_requests.hpp"
#include "sim/model/client.hpp"
#include "sim/model/request_source.hpp"

namespace warpshop::dispatch {

/// A thread a client, which hands in its requests when they are due; users that wait for answers ask again once they
/// have them and have thought.
class ClientWorkers {
 public:
  /// The threads start now, and hand in from the execution's begin to the horizon, as a simulation of the same seed
  /// has it. Keeps references, which outlive it. Throws DeviceError: there is no thread to be had.
  ClientWorkers(HandedInRequests& requests, const ClientSet& clients, Millis horizon, std::uint64_t seed);
  ClientWorkers(const ClientWorkers&) = delete;
  ClientWorkers& operator=(const ClientWorkers&) = delete;
  /// The execution is over: what is left of their requests is withdrawn.
  ~ClientWorkers();

  /// They hand in no more, and those that wait are withdrawn.
  void stop();
  /// Throws what one of them could not go on for, such as std::bad_alloc.
  void check();

 private:
  struct Worker {
    Worker(const Client& client, Millis horizon, std::uint64_t seed) : source(client, horizon.count(), seed) {}
    std::mutex mutex;
    std::condition_variable changed;
    RequestSource source;
    std::uint64_t under_way = 0;
    bool stopped = false;
    std::thread thread;
  };

  void work(std::uint32_t client) noexcept;
  void hand_in(std::uint32_t client);

  HandedInRequests& requests_;
  std::vector<std::unique_ptr<Worker>> workers_;  ///< by client
  std::mutex mutex_;
  std::size_t working_ = 0;  ///< those that have not ended
  std::exception_ptr problem_;
};

}  // namespace warpshop::dispatch
