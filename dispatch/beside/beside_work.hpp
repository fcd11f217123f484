#pragma once

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

#include "dispatch/beside/core_controller.hpp"
#include "dispatch/beside/request_log.hpp"

namespace warpshop::dispatch {

/// A thread that lets a controller decide again and again, until it is stopped.
class BesideWork {
 public:
  static constexpr std::chrono::milliseconds kInterval{20};  ///< S1 5

  /// Starts now; keeps the controller. Throws DeviceError: there is no thread to be had.
  explicit BesideWork(CoreController& controller);
  BesideWork(const BesideWork&) = delete;
  BesideWork& operator=(const BesideWork&) = delete;
  ~BesideWork();

  /// It decides no more, and everybody has the cores that they had before. Throws what it could not go on for, such as
  /// std::bad_alloc.
  void stop();

 private:
  void work() noexcept;
  void end() noexcept;

  CoreController& controller_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool stopped_ = false;
  std::exception_ptr problem_;
  std::thread thread_;
};

}  // namespace warpshop::dispatch
