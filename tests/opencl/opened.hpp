#pragma once

#include <gtest/gtest.h>

#include "kernels/gpu/handles.hpp"

namespace warpshop::test {

/// The first OpenCL device of this machine, opened once, as the kernels are built each time; null: there is none.
const gpu::Device* opencl_device();

}  // namespace warpshop::test

/// First in a test that needs one.
#define WARPSHOP_NEEDS_OPENCL()                          \
  if (warpshop::test::opencl_device() == nullptr) {      \
    GTEST_SKIP() << "this machine has no OpenCL device"; \
  }
