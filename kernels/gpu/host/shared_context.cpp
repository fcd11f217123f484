#include "kernels/gpu/host/shared_context.hpp"

#include <atomic>
#include <cerrno>
#include <chrono>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "sim/model/error.hpp"

namespace warpshop::gpu::host {
namespace {

using LastProcess = std::atomic<int>;
static_assert(LastProcess::is_always_lock_free);

}  // namespace

SharedContext::SharedContext(const std::string& file) : memory_(MAP_FAILED) {
  const int descriptor = ::open(file.c_str(), O_RDWR | O_CLOEXEC);
  if (descriptor >= 0 && ::ftruncate(descriptor, sizeof(LastProcess)) == 0) {
    memory_ = ::mmap(nullptr, sizeof(LastProcess), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  }
  const int reason = errno;
  if (descriptor >= 0) {
    ::close(descriptor);
  }
  if (memory_ == MAP_FAILED) {
    throw DeviceError("share the host device by " + file + ": " + std::generic_category().message(reason));
  }
}

SharedContext::~SharedContext() {
  ::munmap(memory_, sizeof(LastProcess));
}

void SharedContext::enter() const {
  const int own = ::getpid();
  const int last = static_cast<LastProcess*>(memory_)->exchange(own);
  if (last != own && last != 0) {
    std::this_thread::sleep_for(kHostContextSwitch);
  }
}

}  // namespace warpshop::gpu::host
