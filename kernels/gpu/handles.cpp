#include "kernels/gpu/handles.hpp"

#include <cassert>
#include <vector>

#include "sim/model/error.hpp"

namespace warpshop::gpu {
namespace {

void check_not_abandoned(const Driver& driver) {
  if (driver.abandoned()) {
    throw DeviceError("nobody waits for a device that hangs", DeviceError::Kind::hangs);
  }
}

}  // namespace

void Device::abandon(const std::string& why) const {
  static auto& hanging = *new std::vector<std::shared_ptr<Driver>>;  // their ends would wait for what runs
  driver_->abandon();
  hanging.push_back(driver_);
  throw DeviceError(why, DeviceError::Kind::hangs);
}

void Event::synchronize() const {
  check_not_abandoned(device_.driver());
  device_.driver().synchronize(state_);
}

void Stream::synchronize() const {
  check_not_abandoned(device_.driver());
  device_.driver().synchronize(state_);
}

void Stream::copy(const Buffer& to, const Buffer& from, Bytes size) const {
  assert((to.space() == Space::device) != (from.space() == Space::device));
  assert(size <= to.size() && size <= from.size());
  const bool h2d = to.space() == Space::device;
  const Space host = h2d ? from.space() : to.space();
  device_.driver().copy(state_, to.data(), from.data(), size, h2d ? Direction::h2d : Direction::d2h,
                        host == Space::pageable ? Memory::pageable : Memory::pinned);
}

void Stream::launch(const Code& code, const Arguments& arguments, std::uint32_t subtasks) const {
  device_.driver().launch(state_, {.code = &code, .arguments = &arguments, .ctas = subtasks});
}

void Stream::launch(const Code& code, const Arguments& arguments, std::uint32_t ctas, const Control& control) const {
  device_.driver().launch(state_, {.code = &code, .arguments = &arguments, .ctas = ctas, .control = &control});
}

}  // namespace warpshop::gpu
