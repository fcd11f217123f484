#pragma once

#include <system_error>
#include <thread>
#include <utility>

#include "sim/model/error.hpp"

namespace warpshop::kernels {

/// A thread that calls function(). Throws DeviceError where the system gives none (a limit on processes, no memory for
/// its stack); whoever has started others before it then has to end them.
template <class Function>
std::thread start_thread(Function&& function) {
  try {
    return std::thread(std::forward<Function>(function));
  } catch (const std::system_error& error) {
    throw DeviceError("start a thread: " + error.code().message());
  }
}

}  // namespace warpshop::kernels
