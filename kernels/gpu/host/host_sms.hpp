#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include "kernels/gpu/host/queue.hpp"

namespace warpshop::gpu::host {

/// The SMs of the host backend: a thread each, and one more SM in the thread that calls run(). CTAs of the plain form
/// go to whoever is free, one at a time; those of the persistent form are dealt round-robin.
class HostSms {
 public:
  explicit HostSms(int sms);
  HostSms(const HostSms&) = delete;
  HostSms& operator=(const HostSms&) = delete;
  ~HostSms();

  /// Returns when all CTAs have returned.
  void run(const LaunchCommand& launch);

 private:
  void close();
  void serve(std::uint32_t sm);
  void run_share(std::uint32_t sm);

  std::uint32_t sms_;
  std::mutex mutex_;
  std::condition_variable started_, finished_;
  const LaunchCommand* launch_ = nullptr;
  std::atomic<std::uint32_t> next_cta_{0};
  std::uint64_t round_ = 0;
  std::uint32_t running_ = 0;
  bool closing_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace warpshop::gpu::host
