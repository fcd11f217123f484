#include "kernels/gpu/host/host_sms.hpp"

#include "kernels/start_thread.hpp"

namespace warpshop::gpu::host {

HostSms::HostSms(int sms) : sms_(static_cast<std::uint32_t>(sms)) {
  threads_.reserve(sms_);
  try {
    for (std::uint32_t sm = 1; sm < sms_; ++sm) {
      threads_.push_back(kernels::start_thread([this, sm] { serve(sm); }));
    }
  } catch (...) {
    close();
    throw;
  }
}

HostSms::~HostSms() {
  close();
}

void HostSms::close() {
  {
    const std::scoped_lock lock(mutex_);
    closing_ = true;
  }
  started_.notify_all();
  for (std::thread& thread : threads_) {
    thread.join();
  }
}

void HostSms::run(const LaunchCommand& launch) {
  {
    const std::scoped_lock lock(mutex_);
    launch_ = &launch;
    next_cta_ = 0;
    running_ = sms_ - 1;
    ++round_;
  }
  started_.notify_all();
  run_share(0);
  std::unique_lock lock(mutex_);
  finished_.wait(lock, [this] { return running_ == 0; });
}

void HostSms::serve(std::uint32_t sm) {
  std::uint64_t seen = 0;
  std::unique_lock lock(mutex_);
  for (;;) {
    started_.wait(lock, [&] { return closing_ || round_ != seen; });
    if (closing_) {
      return;
    }
    seen = round_;
    lock.unlock();
    run_share(sm);
    lock.lock();
    if (--running_ == 0) {
      finished_.notify_one();
    }
  }
}

void HostSms::run_share(std::uint32_t sm) {
  const LaunchCommand& launch = *launch_;
  if (launch.form == Form::persistent) {
    for (std::uint32_t cta = sm; cta < launch.ctas; cta += sms_) {
      launch.code.run_persistent(sm, launch.arguments.data(), launch.control);
    }
    return;
  }
  for (std::uint32_t cta = next_cta_++; cta < launch.ctas; cta = next_cta_++) {
    launch.code.run_plain(sm, launch.arguments.data(), cta);
  }
}

}  // namespace warpshop::gpu::host
