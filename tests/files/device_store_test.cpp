#include "sim/files/device_store.hpp"

#include <algorithm>
#include <cstdlib>

#include <gtest/gtest.h>

#include "sim/model/error.hpp"
#include "tests/support/scratch_folder.hpp"

namespace warpshop::files {
namespace {

std::string device_named(const std::string& name) {
  return "schema: warpshop.device/1\nname: " + name +
         "\ndma_engines: 1\ntransfer:\n"
         "  pinned: {h2d: {latency: 1 us, alone: 4 GB/s}, d2h: {latency: 1 us, alone: 4 GB/s}}\n"
         "  pageable: {h2d: {latency: 1 us, alone: 2 GB/s}, d2h: {latency: 1 us, alone: 2 GB/s, points: [{size: 4 KiB, "
         "bandwidth: 1 GB/s}, {size: 1 MiB, bandwidth: 2 GB/s}]}}\n";
}

std::string error_of_spec(const std::string& spec) {
  try {
    find_device(spec);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

/// Looks for the user's profiles in a folder of the test's.
class DeviceStore : public testing::Test {
 protected:
  void SetUp() override { ::setenv("XDG_DATA_HOME", data_.path().c_str(), 1); }
  void TearDown() override { ::unsetenv("XDG_DATA_HOME"); }

  std::filesystem::path write(const std::string& name, const std::string& text) const {
    return data_.write("warpshop/devices/" + name, text);
  }

  test::ScratchFolder data_;
};

TEST_F(DeviceStore, FindsTheUsersThenShippedThenPaths) {
  write("mine.yaml", device_named("mine"));
  write("k20c.yaml", device_named("k20c"));
  const std::filesystem::path elsewhere = data_.write("elsewhere.profile", device_named("other"));
  EXPECT_EQ(find_device("k20c").dma_engines, 1);
  EXPECT_EQ(find_device("k20c:1").dma_engines, 1);
  EXPECT_EQ(find_devices("k20c,titanx").devices.front().dma_engines, 1);
  EXPECT_EQ(find_device("titanx").dma_engines, 2);
  EXPECT_EQ(device_file("k20c"), data_ / "warpshop/devices/k20c.yaml");
  EXPECT_EQ(device_file("titanx"), std::nullopt);
  EXPECT_EQ(device_file("elsewhere.profile"), "elsewhere.profile");
  EXPECT_EQ(find_device("mine").name, "mine");
  EXPECT_EQ(find_device("mine:1").name, "mine");
  EXPECT_EQ(find_device(elsewhere.string()).name, "other");
  EXPECT_EQ(find_device(elsewhere.string() + ":1").name, "other");
  EXPECT_EQ(find_device("mine").transfer(Memory::pageable, Direction::d2h).points.size(), 2U);
}

std::vector<std::string> names_of(const DeviceList& list) {
  std::vector<std::string> names;
  for (const Device& device : list.devices) {
    names.push_back(device.name);
  }
  return names;
}

TEST_F(DeviceStore, FindsSeveralDevices) {
  const std::string file = data_.write("a,b:2.yaml", device_named("other")).string();
  EXPECT_EQ(find_devices("k20c").name, "k20c");
  EXPECT_EQ(find_devices("k20c:1").name, "k20c");
  EXPECT_EQ(find_devices("titanx:3").name, "titanx:3");
  EXPECT_EQ(names_of(find_devices("titanx:3")), (std::vector<std::string>{"titanx", "titanx", "titanx"}));
  EXPECT_EQ(find_devices("k20c,titanx:2,k20c").name, "k20c,titanx:2,k20c");
  EXPECT_EQ(names_of(find_devices("k20c,titanx:2")), (std::vector<std::string>{"k20c", "titanx", "titanx"}));
  EXPECT_EQ(names_of(find_devices(file)), (std::vector<std::string>{"other"}));
  const std::string plain = data_.write("b.profile", device_named("other")).string();
  EXPECT_EQ(names_of(find_devices(plain + ":2")), (std::vector<std::string>{"other", "other"}));
  EXPECT_EQ(listed_devices("k20c,./box.yaml:2"), (std::vector<std::string>{"k20c", "./box.yaml"}));
  EXPECT_EQ(find_devices("k20c:1024").devices.size(), kMostDevices);
}

std::string list_error_of(const std::string& spec) {
  try {
    find_devices(spec);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST_F(DeviceStore, RefusesListsThatAreNone) {
  EXPECT_EQ(list_error_of("k20c:0"), "'0' in 'k20c:0' is not a number of devices, expected a whole number from 1");
  EXPECT_EQ(list_error_of("k20c:1025"), "'k20c:1025': that is more than 1024 devices, expected fewer");
  EXPECT_EQ(list_error_of("k20c:99999999999999999999"),
            "'k20c:99999999999999999999': that is more than 1024 devices, expected fewer");
  EXPECT_NE(list_error_of("k20c,").find("there is no device ''"), std::string::npos);
  const std::string file = data_.write("box.yaml", device_named("k20c")).string();
  EXPECT_EQ(list_error_of("k20c," + file),
            "'" + file + "' in 'k20c," + file + "' is another profile of the name k20c, expected names that differ");
}

TEST_F(DeviceStore, MoreThanOneDeviceIsRefused) {
  EXPECT_EQ(error_of_spec("k20c:2"), "'k20c:2': this command takes one device, expected k20c");
  EXPECT_EQ(error_of_spec("k20c,titanx"), "'k20c,titanx': this command takes one device, expected k20c");
  EXPECT_EQ(error_of_spec("k20c:99999999999999999999"),
            "'k20c:99999999999999999999': this command takes one device, expected k20c");
  for (const std::string count : {"0", "01", "", "-1", "x", "1x", " 1", "1.0"}) {
    EXPECT_EQ(error_of_spec("k20c:" + count),
              "'" + count + "' in 'k20c:" + count + "' is not a number of devices, expected a whole number from 1");
  }
}

TEST_F(DeviceStore, AnUnknownNameIsToldWhatThereIs) {
  write("mine.yaml", device_named("mine"));
  write("broken.yaml", "x");
  const auto rest = [&](const std::string& chips) {
    return ", expected one of: cycle-volta, gtx980, h100-80gb-hbm3, h200-141gb, k20c, titanx, mine, a chip " + chips +
           ", a profile in " + (data_ / "warpshop/devices").string() + ", or the path of a profile";
  };
  EXPECT_EQ(error_of_spec("k20"), "there is no device 'k20'" + rest("such as k20c"));
  EXPECT_EQ(error_of_spec("k20:2"), "there is no device 'k20'" + rest("such as k20c"));
  EXPECT_EQ(error_of_spec("H100"), "there is no device 'H100'" + rest("such as h100-pcie, h100-sxm, h100-nvl"));
  EXPECT_EQ(error_of_spec(""), "there is no device ''" + rest("that `warpshop devices` lists"));
  EXPECT_EQ(error_of_spec("none.yaml"),
            "none.yaml: cannot be opened (No such file or directory), expected a readable file");
  EXPECT_EQ(error_of_spec("./none"), "./none: cannot be opened (No such file or directory), expected a readable file");
}

TEST_F(DeviceStore, ListsTheUsersProfilesWithTheirProblems) {
  const std::filesystem::path mine = write("mine.yaml", device_named("mine"));
  const std::filesystem::path misnamed = write("misnamed.yaml", device_named("mine"));
  const std::filesystem::path broken = write("broken.yaml", "name: 1\nnaem: 2");
  const std::filesystem::path shadowed = write("titanx.yaml", device_named("titanx"));
  std::vector<KnownDevice> known = known_devices();
  ASSERT_EQ(known.size(), 10U);
  EXPECT_EQ(known[0].device.name, "cycle-volta");
  EXPECT_EQ(known[1].device.name, "gtx980");
  EXPECT_EQ(known[2].device.name, "h100-80gb-hbm3");
  EXPECT_EQ(known[3].device.name, "h200-141gb");
  EXPECT_EQ(known[4].device.name, "k20c");
  EXPECT_EQ(known[5].device.name, "titanx");
  EXPECT_TRUE(std::all_of(known.begin(), known.begin() + 6,
                          [](const KnownDevice& k) { return k.source == "shipped" && k.problem.empty(); }));
  EXPECT_EQ(known[6].device.name, "broken");
  EXPECT_EQ(known[6].source, broken.string());
  EXPECT_EQ(known[6].problem,
            broken.string() +
                ":2:1: unknown key 'naem', expected one of: schema, name, compute_capability, dma_engines, "
                "transfer, bus, host_copy, sm, memory, kernels, launch_latency, gaps, context_switch, "
                "interference, power, probes, co_run, "
                "observed, assumed, provenance");
  EXPECT_EQ(known[7].source, mine.string());
  EXPECT_EQ(known[7].problem, "");
  EXPECT_EQ(known[8].problem, misnamed.string() + ":2:7: 'mine' is not the name that the file has, expected '" +
                                  misnamed.stem().string() + "'");
  EXPECT_EQ(error_of_spec("misnamed"), known[8].problem);
  EXPECT_EQ(known[9].source, shadowed.string());
  EXPECT_EQ(known[9].problem, "");
  EXPECT_EQ(known[5].hidden_by, shadowed.string());
  EXPECT_EQ(known[4].hidden_by, "");
}

TEST_F(DeviceStore, ARelativeDataFolderIsIgnored) {
  ::setenv("XDG_DATA_HOME", "relative", 1);
  EXPECT_EQ(error_of_spec("none").find("relative/warpshop"), std::string::npos);
}

}  // namespace
}  // namespace warpshop::files
