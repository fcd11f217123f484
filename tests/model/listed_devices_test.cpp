#include "sim/model/listed_devices.hpp"

#include <gtest/gtest.h>

namespace warpshop {
namespace {

const std::string kUuid = "GPU-5fd8d7bf-9a4c-2c1e-7a3e-0b1f7c0d4e11";

KnownDevice profile(const std::string& name) {
  KnownDevice known{.device = {}, .source = name + ".yaml", .problem = ""};
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

}  // namespace
}  // namespace warpshop
