#include "sim/io/device/gpu_profiles.hpp"

#include <sstream>

#include <gtest/gtest.h>

#include "sim/io/json/devices_json.hpp"

namespace warpshop::io {
namespace {

const std::string kUuid = "GPU-5fd8d7bf-9a4c-2c1e-7a3e-0b1f7c0d4e11";

KnownDevice profile(const std::string& name, const std::string& problem = "") {
  KnownDevice known{.device = {}, .source = name + ".yaml", .problem = problem};
  known.device.name = name;
  known.device.provenance["gpu"] = "NVIDIA H200";
  return known;
}

TEST(GpuUuid, IsWhatTheDriverCallsAGpu) {
  EXPECT_TRUE(is_gpu_uuid(kUuid));
  EXPECT_TRUE(is_gpu_uuid("MIG-5fd8d7bf-9a4c-2c1e-7a3e-0b1f7c0d4e11"));
  for (const std::string other :
       {"", "GPU-", "k20c", "5fd8d7bf-9a4c-2c1e-7a3e-0b1f7c0d4e11", "GPU-5fd8d7bf-9a4c-2c1e-7a3e-0b1f7c0d4e1",
        "GPU-5fd8d7bf-9a4c-2c1e-7a3e-0b1f7c0d4e111", "GPU-5fd8d7bf-9a4c-2c1e-7a3e-0b1f7c0d4e1g",
        "GPU-5fd8d7bf09a4c-2c1e-7a3e-0b1f7c0d4e11", "gpu-5fd8d7bf-9a4c-2c1e-7a3e-0b1f7c0d4e11"}) {
    EXPECT_FALSE(is_gpu_uuid(other)) << other;
  }
}

TEST(GpuOf, IsToldByTheProvenanceOfAProfileThatIsNamedByItsUuid) {
  EXPECT_EQ(gpu_of(profile(kUuid).device), "NVIDIA H200");
  EXPECT_EQ(gpu_of(profile("h200").device), "");
  Device silent = profile(kUuid).device;
  silent.provenance.clear();
  EXPECT_EQ(gpu_of(silent), "");
}

TEST(ProfileOf, IsTheOneWithTheNameOfTheGpu) {
  const std::vector<KnownDevice> known{profile("h200"), profile(kUuid)};
  EXPECT_EQ(profile_of({.model = "NVIDIA H200", .uuid = kUuid}, known), &known[1]);
  EXPECT_EQ(profile_of({.model = "NVIDIA H200", .uuid = "GPU-0"}, known), nullptr);
}

TEST(DevicesJson, SaysWhichGpusAreCalibrated) {
  const auto gpus = [](const std::vector<KnownDevice>& known) {
    std::ostringstream out;
    print(out, format::Json{}, ListedDevices{known, {{.model = "NVIDIA H200", .uuid = kUuid}}, "1.2.3"});
    const std::string text = out.str();
    return text.substr(text.find("\"gpus\""));
  };
  const std::string found = R"("gpus":[{"model":"NVIDIA H200","uuid":")" + kUuid + R"(","calibrated":)";
  EXPECT_EQ(gpus({profile("h200")}), found + "false}]}\n");
  EXPECT_EQ(gpus({profile(kUuid)}), found + "true}]}\n");
  EXPECT_EQ(gpus({profile(kUuid, "broken")}), found + "false}]}\n");
}

}  // namespace
}  // namespace warpshop::io
