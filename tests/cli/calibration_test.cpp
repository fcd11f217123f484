#include "cli/calibration.hpp"

#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "calibrate/calibrate.hpp"
#include "cli/exit_codes.hpp"
#include "cli/result_origin.hpp"
#include "kernels/gpu/host/host_driver.hpp"
#include "sim/io/device/device_yaml.hpp"
#include "sim/model/error.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/virtual_driver.hpp"

namespace warpshop::cli {
namespace {

namespace fs = std::filesystem;

class CalibrationFiles : public testing::Test {
 protected:
  CalibrationFiles() {
    options_.hardware.backend = "host";
    options_.out = (folder_ / "box.yaml").string();
    options_.samples = (folder_ / "samples.csv").string();
    options_.output = {.output = (folder_ / "printed").string(), .quiet = true};
    measuring_ = calibrate::quick();
    measuring_.rule = {.max_relative_error = 0.1, .min_samples = 3, .max_samples = 5};
    measuring_.largest_copy = Bytes{512 << 10};
    measuring_.longest_kernel = Millis{0.5};
    measuring_.clock_warm_up = Millis{0};
    measuring_.overlap_steps = 1;
    measuring_.kernels = {"vector_add", "stream", "arithmetic"};
  }

  static gpu::Device host(const gpu::host::Faults& faults = {}) {
    return gpu::Device(std::make_shared<gpu::host::HostDriver>(gpu::host::Options{.faults = faults}));
  }
  std::string content(const std::string& name) const { return test::content_of(folder_ / name); }

  test::ScratchFolder folder_;
  CalibrationOptions options_;
  calibrate::Options measuring_;
};

TEST_F(CalibrationFiles, AProfileIsStoredThatTheReaderTakes) {
  const test::VirtualDevice box;  // on a busy machine figures may come out that make no sense
  measuring_.wait = [&](Millis time) { box.driver->pass(time); };
  run_calibration(box.device, options_, measuring_);
  const Device device = io::read_device(folder_ / "box.yaml");
  EXPECT_EQ(device.name, "box");
  EXPECT_EQ(device.kernels.size(), 3U);
  EXPECT_EQ(device.provenance.at("mode"), "full");
  EXPECT_EQ(device.provenance.at("warpshop"), version());
  std::ostringstream again;
  io::write_device(again, device);
  EXPECT_EQ("# Measured by warpshop calibrate.\n" + again.str(), content("box.yaml"));
  EXPECT_TRUE(content("samples.csv").starts_with("series,sample,milliseconds,outlier,device,version\n"));
  EXPECT_NE(content("samples.csv").find("\ntransfer.pinned.d2h 1024 B,0,"), std::string::npos);
  EXPECT_NE(content("printed").find("vector_add"), std::string::npos);
}

TEST_F(CalibrationFiles, ADeviceThatVanishesLeavesTheOldProfileWholeAndNothingElse) {
  std::ofstream(folder_ / "box.yaml") << "# Measured by warpshop calibrate. The old profile.\n";
  EXPECT_THROW(run_calibration(host({.lost_at_copy = 100}), options_, measuring_), DeviceError);
  EXPECT_EQ(content("box.yaml"), "# Measured by warpshop calibrate. The old profile.\n");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_.path()), fs::directory_iterator{}), 1);
}

TEST_F(CalibrationFiles, AFileThatCannotBeWrittenIsRefusedBeforeAnythingIsMeasured) {
  options_.out = (folder_ / "none/box.yaml").string();
  EXPECT_THROW(run_calibration(host({.lost_at_copy = 1}), options_, measuring_), InputError);
  options_.out = options_.samples;
  EXPECT_THROW(run_calibration(host({.lost_at_copy = 1}), options_, measuring_), InputError);
  options_.out = (folder_ / "a box.yaml").string();
  EXPECT_THROW(run_calibration(host({.lost_at_copy = 1}), options_, measuring_), InputError);
}

TEST_F(CalibrationFiles, CheckTellsAProfileThatHoldsFromOneThatDoesNot) {
  const test::VirtualDevice box;
  measuring_.wait = [&](Millis time) { box.driver->pass(time); };
  measuring_.kernels = {"vector_add"};
  calibrate::Calibration calibration = calibrate::calibrate(box.device, "box", measuring_);
  const auto store = [&] {
    std::ofstream out(folder_ / "box.yaml");
    io::write_device(out, calibration.device);
  };
  store();
  options_.tolerance = 5;
  EXPECT_NO_THROW(check_calibration(box.device, options_, measuring_));
  EXPECT_NE(content("printed").find("transfer.pinned.h2d"), std::string::npos);
  calibration.device.transfers[0][0].alone->value *= 8;
  store();
  EXPECT_THROW(check_calibration(box.device, options_, measuring_), OutsideTolerance);
}

TEST_F(CalibrationFiles, CheckWithoutAProfileIsAnInputError) {
  EXPECT_THROW(check_calibration(host(), options_, measuring_), InputError);
}

}  // namespace
}  // namespace warpshop::cli
