// Kernels that share the GPU have one simulation, which both engines give; SimGrid draws what it says.
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "sim/evaluate/evaluate.hpp"
#include "sim/evaluate/prepare_sharing.hpp"
#include "sim/files/device_store.hpp"
#include "sim/replay/paje.hpp"
#include "sim/replay/replay.hpp"
#include "tests/support/planned_by.hpp"
#include "tests/support/scratch_folder.hpp"

namespace warpshop::replay {
namespace {

/// A copy in of 1 ms and a kernel of 1 ms; a kernel of 3 ms that is released at 1 ms, as that copy ends.
Workload copy_and_release(bool with_shapes) {
  const auto kernel = [&](double time) {
    const KernelShape shape{.time = Millis{time}, .ctas = 1000, .cta = {.threads = 256}};
    return with_shapes ? KernelSpec{.work = shape, .mark = {}} : KernelSpec{.work = Millis{time}, .mark = {}};
  };
  Task copied{.name = "t0", .h2d = CopySpec{.amount = Millis{1}, .mark = {}}, .kernel = kernel(1), .d2h = {}};
  Task released{.name = "t1", .h2d = {}, .kernel = kernel(3), .d2h = {}};
  released.release = Millis{1};
  return {.name = "tie", .file = {}, .tasks = {copied, released}};
}

Instance instance_of(const Workload& workload) {
  const Device device = files::find_device("titanx");
  Instance instance = resolve(workload, device);
  evaluate::prepare_sharing(instance, device);
  return instance;
}

Plan plan_by(const std::string& name, const Instance& instance) {
  return test::planned_by(name, instance, std::vector<double>(name == "timeslice" ? 1 : 0, 2.0)).plan;
}

TEST(SharedReplay, WhereACopyEndsAsATaskIsReleasedTheEarlierTaskGoesFirst) {
  const Instance instance = instance_of(copy_and_release(false));
  for (const std::string name : {"sequential", "leftover", "timeslice", "spart"}) {
    const Timeline timeline = simulate({.devices = {instance}}, plan_by(name, instance));
    EXPECT_NEAR(timeline.intervals[1].end.count(), 2, 1e-9) << name;
    EXPECT_EQ(timeline.makespan, evaluate::makespan(instance, plan_by(name, instance))) << name;
  }
}

/// By container, when it is last said to do something.
std::map<std::string, double> last_times(const std::string& file) {
  std::map<std::string, std::string> names;
  std::map<std::string, double> last;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    std::istringstream fields(line);
    std::string event, time, number, type, parent, name;
    fields >> event >> time >> number >> type >> parent >> name;
    if (event == "6") {
      names[number] = name.substr(1, name.size() - 2);
    } else if (event == "8" || event == "9" || event == "10") {
      last[names[type]] = std::stod(time);
    }
  }
  return last;
}

TEST(SharedReplay, PajeShowsTheEnginesAtWorkWhenTheSimulationSaysSo) {
  const test::ScratchFolder folder;
  const std::string file = folder.path() / "trace.paje";
  const Instance instance = instance_of(copy_and_release(true));
  const Plan plan = plan_by("leftover", instance);
  write_paje({.devices = {instance}}, plan, file);
  const std::map<std::string, double> last = last_times(file);
  EXPECT_NEAR(last.at("device0-h2d"), 1, 1e-6);
  EXPECT_NEAR(last.at("device0-kernel"), evaluate::makespan(instance, plan).count(), 1e-6);
}

}  // namespace
}  // namespace warpshop::replay
