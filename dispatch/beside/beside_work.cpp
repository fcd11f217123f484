#include "dispatch/beside/beside_work.hpp"

#include <csignal>
#include <utility>

#include "kernels/start_thread.hpp"

namespace warpshop::dispatch {
namespace {

/// A thread that is started meanwhile sees no signals: see MovedThreads.
class NoSignals {
 public:
  NoSignals() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  NoSignals(const NoSignals&) = delete;
  NoSignals& operator=(const NoSignals&) = delete;
  ~NoSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_{};
};

}  // namespace

BesideWork::BesideWork(CoreController& controller) : controller_(controller) {
  const NoSignals meanwhile;
  thread_ = kernels::start_thread([this] { work(); });
}

BesideWork::~BesideWork() {
  end();
}

void BesideWork::work() noexcept {
  try {
    std::unique_lock lock(mutex_);
    while (!stopped_) {
      lock.unlock();
      controller_.decide(RequestLog::now());
      lock.lock();
      changed_.wait_for(lock, kInterval, [&] { return stopped_; });
    }
  } catch (...) {
    const std::scoped_lock lock(mutex_);
    problem_ = std::current_exception();
  }
}

void BesideWork::end() noexcept {
  if (thread_.joinable()) {
    {
      const std::scoped_lock lock(mutex_);
      stopped_ = true;
    }
    changed_.notify_all();
    thread_.join();
    controller_.put_back();
  }
}

void BesideWork::stop() {
  end();
  if (const std::exception_ptr problem = std::exchange(problem_, nullptr)) {
    std::rethrow_exception(problem);
  }
}

}  // namespace warpshop::dispatch
