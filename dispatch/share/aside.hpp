#pragma once

#include <chrono>
#include <functional>
#include <future>
#include <thread>
#include <utility>

#include "kernels/start_thread.hpp"

namespace warpshop::dispatch {

/// A call that may take its time, in a thread of its own.
class Aside {
 public:
  /// Throws DeviceError: there is no thread to be had.
  explicit Aside(std::function<void()> call) {
    std::packaged_task<void()> task(std::move(call));
    result_ = task.get_future();
    thread_ = kernels::start_thread([running = std::move(task)]() mutable { running(); });
  }
  Aside(const Aside&) = delete;
  Aside& operator=(const Aside&) = delete;
  ~Aside() { thread_.join(); }

  bool over() const { return result_.wait_for(std::chrono::seconds(0)) == std::future_status::ready; }
  /// Throws what the call threw. Requires over(); once.
  void check() { result_.get(); }

 private:
  std::future<void> result_;
  std::thread thread_;
};

}  // namespace warpshop::dispatch
