#include "tests/opencl/opened.hpp"

#include "kernels/backend.hpp"
#include "sim/model/error.hpp"

namespace warpshop::test {
namespace {

const gpu::Device* open() {
  try {
    return new gpu::Device(kernels::open_opencl(0));
  } catch (const DeviceError& error) {
    if (error.kind() != DeviceError::Kind::absent) {
      throw;
    }
    return nullptr;
  }
}

}  // namespace

const gpu::Device* opencl_device() {
  static const gpu::Device* const opened = open();
  return opened;
}

}  // namespace warpshop::test
