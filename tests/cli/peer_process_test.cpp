// A real second process, on a host device that both play and whose changes of context are slow.
#include <cstdlib>
#include <fstream>
#include <memory>

#include <gtest/gtest.h>

#include "calibrate/process_switch.hpp"
#include "cli/calibration.hpp"
#include "kernels/backend.hpp"
#include "kernels/gpu/host/host_driver.hpp"
#include "kernels/kernel.hpp"
#include "sim/model/error.hpp"
#include "tests/support/scratch_folder.hpp"

namespace warpshop::cli {
namespace {

TEST(PeerProcess, ShowsWhatAChangeOfContextTakes) {
  const test::ScratchFolder folder;
  const std::string shared = (folder / "context").string();
  std::ofstream{shared};
  const gpu::Device device(std::make_shared<gpu::host::HostDriver>(gpu::host::Options{.shared_by = shared}));
  const kernels::Kernel& tiny = *kernels::find("vector_add");
  const calibrate::TimedKernel kernel(device, tiny, tiny.unit);
  calibrate::Options options = calibrate::quick();
  options.rule = {.max_relative_error = 0.1, .min_samples = 3, .max_samples = 5};
  calibrate::Meter meter(options);
  const auto peer = start_peer_process({.backend = "host"}, WARPSHOP_PROGRAM, {{"WARPSHOP_HOST_CONTEXT", shared}});
  const Millis found = calibrate::measure_process_switch(meter, calibrate::ping_pong(kernel, peer)).median;
  // One change, not half of one or two; a difference of two times, each of which ends late on a busy machine.
  EXPECT_GT(found / gpu::host::kHostContextSwitch, 0.6);
  EXPECT_LT(found / gpu::host::kHostContextSwitch, 1.7);
}

TEST(PeerProcess, ThatCannotUseTheDeviceSaysWhy) {
  try {
    start_peer_process({.backend = "host"}, WARPSHOP_PROGRAM, {{"WARPSHOP_HOST_CONTEXT", "/no/such/file"}});
    FAIL() << "it started";
  } catch (const DeviceError& error) {
    EXPECT_NE(std::string(error.what()).find("/no/such/file"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace warpshop::cli
