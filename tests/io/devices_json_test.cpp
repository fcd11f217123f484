#include <sstream>

#include <gtest/gtest.h>

#include "sim/io/json/described_json.hpp"

namespace warpshop::io {
namespace {

const std::string kUuid = "GPU-5fd8d7bf-9a4c-2c1e-7a3e-0b1f7c0d4e11";

KnownDevice profile(const std::string& name, const std::string& problem = "") {
  KnownDevice known{.device = {}, .source = name + ".yaml", .problem = problem};
  known.device.name = name;
  return known;
}

TEST(DevicesJson, SaysWhichGpusAreCalibrated) {
  const auto gpus = [](const std::vector<KnownDevice>& known) {
    std::ostringstream out;
    print(out, format::Json{}, ListedDevices{known, {{.model = "NVIDIA H200", .uuid = kUuid}}, "1.2.3"});
    const std::string text = out.str();
    return text.substr(text.find("\"gpus\""));
  };
  const std::string found =
      R"("gpus":[{"model":"NVIDIA H200","uuid":")" + kUuid + R"(","backend":"cuda","calibrated":)";
  EXPECT_EQ(gpus({profile("h200")}), found + "false}],\"chips\":[]}\n");
  EXPECT_EQ(gpus({profile(kUuid)}), found + "true}],\"chips\":[]}\n");
  EXPECT_EQ(gpus({profile(kUuid, "broken")}), found + "false}],\"chips\":[]}\n");
}

}  // namespace
}  // namespace warpshop::io
