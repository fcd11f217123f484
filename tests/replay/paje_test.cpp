#include "sim/replay/paje.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "sim/model/instance.hpp"
#include "tests/support/scratch_folder.hpp"

namespace warpshop::replay {
namespace {

/// Two tasks whose opposite copies halve each other's speed.
Fleet two_tasks() {
  Instance instance;
  instance.jobs.resize(2);
  for (Job& job : instance.jobs) {
    job.copies = {Copy{.payload = Millis{2}}, Copy{.payload = Millis{2}}};
    job.kernel = Millis{1};
    job.has = {true, true, true};
  }
  for (auto& side : instance.rates) {
    side = {{{0.5, 1}, {1, 1}}};
  }
  return {.devices = {instance}};
}

TEST(Paje, HasAHostAnEngineAndTimesInMilliseconds) {
  const test::ScratchFolder folder;
  const std::string file = folder.path() / "trace.paje";
  write_paje(two_tasks(), {.order = {0, 1}}, file);
  std::ifstream in(file);
  double last = 0;
  std::string all;
  for (std::string line; std::getline(in, line);) {
    all += line + '\n';
    std::istringstream fields(line);
    int event = 0;
    double time = 0;
    if (line.find_first_of("%#") == std::string::npos && fields >> event >> time && event >= 6) {
      EXPECT_GE(time, 0);
      last = std::max(last, time);
    }
  }
  EXPECT_TRUE(all.starts_with("#This file was generated using SimGrid")) << all.substr(0, 200);
  for (const char* engine : {"device0-h2d", "device0-kernel", "device0-d2h"}) {
    EXPECT_NE(all.find(engine), std::string::npos) << engine;
  }
  // H2D 0 … 2, kernel 2 … 3, then both ways from 3 on: H2D 2 … 5, D2H 3 … 6, kernel 5 … 6, D2H 6 … 8
  EXPECT_DOUBLE_EQ(last, 8);
}

TEST(Paje, ANameThatCannotBeWrittenIsAnError) {
  EXPECT_THROW(write_paje(two_tasks(), {.order = {0, 1}}, "/none/trace.paje"), std::runtime_error);
}

}  // namespace
}  // namespace warpshop::replay
