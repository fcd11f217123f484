#include <algorithm>
#include <filesystem>
#include <map>
#include <sstream>

#include <gtest/gtest.h>

#include "sim/files/device_store.hpp"
#include "sim/files/find_workloads.hpp"
#include "sim/io/device/device_yaml.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "sim/model/instance.hpp"
#include "tests/io/example_device.hpp"

namespace warpshop::files {
namespace {

const std::filesystem::path kSource = WARPSHOP_SOURCE_DIR;
constexpr double kGigabyte = 1e9;
constexpr double kGigabyteOfTable3_2 = 1.024e9;  // see the profiles' provenance

struct Figures {
  double latency_us;
  double alone;
  double duplex;  ///< 0: none
  double mixed;
};

void expect_figures(const Device& device, Memory memory, Direction direction, const Figures& figures) {
  const TransferModel& transfer = device.transfer(memory, direction);
  EXPECT_DOUBLE_EQ(transfer.latency.value().count(), figures.latency_us / 1000);
  EXPECT_DOUBLE_EQ(transfer.alone.value().value, figures.alone * kGigabyteOfTable3_2);
  EXPECT_EQ(transfer.duplex.has_value(), figures.duplex > 0);
  EXPECT_DOUBLE_EQ(transfer.duplex.value_or(BytesPerSecond{0}).value, figures.duplex * kGigabyteOfTable3_2);
  EXPECT_DOUBLE_EQ(transfer.mixed.value().value, figures.mixed * kGigabyteOfTable3_2);
  EXPECT_TRUE(transfer.points.empty());
}

TEST(ShippedDevices, K20cHasTheFiguresOfTable3_2) {
  const Device device = find_device("k20c");
  EXPECT_EQ(device.name, "k20c");
  EXPECT_EQ(device.dma_engines, 2);
  expect_figures(device, Memory::pageable, Direction::h2d, {13.5, 1.70, 0, 1.34});
  expect_figures(device, Memory::pageable, Direction::d2h, {19.3, 1.74, 0, 1.26});
  expect_figures(device, Memory::pinned, Direction::h2d, {17.7, 3.26, 2.32, 2.41});
  expect_figures(device, Memory::pinned, Direction::d2h, {15.5, 3.29, 2.30, 2.48});
  EXPECT_EQ(device.sm->count, 13);
  EXPECT_EQ(device.sm->shared_memory, Bytes{48 << 10});
  EXPECT_EQ(device.memory_bandwidth->value, 208 * kGigabyte);
}

TEST(ShippedDevices, Gtx980HasTheFiguresOfTable3_2) {
  const Device device = find_device("gtx980");
  expect_figures(device, Memory::pageable, Direction::h2d, {11.3, 4.35, 0, 3.54});
  expect_figures(device, Memory::pageable, Direction::d2h, {14.1, 3.68, 0, 3.39});
  expect_figures(device, Memory::pinned, Direction::h2d, {13.4, 6.01, 3.93, 3.63});
  expect_figures(device, Memory::pinned, Direction::d2h, {12.1, 5.86, 3.94, 3.54});
  EXPECT_EQ(device.sm->count, 16);
  EXPECT_EQ(device.sm->ctas, 32);
}

TEST(ShippedDevices, TitanXHasTheFiguresOfTable3_2) {
  const Device device = find_device("titanx");
  expect_figures(device, Memory::pageable, Direction::h2d, {8.1, 8.00, 0, 8.28});
  expect_figures(device, Memory::pageable, Direction::d2h, {9.8, 10.57, 0, 5.81});
  expect_figures(device, Memory::pinned, Direction::h2d, {9.6, 11.49, 11.02, 11.33});
  expect_figures(device, Memory::pinned, Direction::d2h, {8.9, 12.79, 11.02, 11.20});
  EXPECT_EQ(device.sm->count, 28);
  EXPECT_EQ(device.memory_bandwidth->value, 480 * kGigabyte);
}

TEST(ShippedDevices, AreNamedLikeTheirFiles) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kSource / "devices")) {
    const std::string name = entry.path().stem().string();
    if (entry.path().extension() == ".yaml" && name != "chips" && name != "links") {
      ++files;
      EXPECT_EQ(find_device(name).name, name);
      EXPECT_FALSE(find_device(entry.path().string()).provenance.at("source").empty());
    }
  }
  const std::vector<KnownDevice> known = known_devices();
  EXPECT_EQ(std::count_if(known.begin(), known.end(), [](const KnownDevice& k) { return k.source == "shipped"; }),
            static_cast<std::ptrdiff_t>(files));
}

TEST(ShippedDevices, TheExampleOfTheirDescriptionIsComplete) {
  std::istringstream example(io::example_device());
  const Device device = io::parse_device(example, "example");
  EXPECT_EQ(device.confidence.size(), 5U);
  const KernelModel& kernel = device.kernels.at("vector_add");
  EXPECT_TRUE(kernel.category && kernel.cta && kernel.eviction && kernel.transformation);
  EXPECT_EQ(kernel.by_ctas.back().rate.value, 44'900);
  EXPECT_EQ(kernel.by_ctas.back().rate, kernel.by_sms.back().rate);
  EXPECT_TRUE(device.sm && device.memory_bandwidth && device.launch_latency && device.interference && device.observed);
}

TEST(ShippedWorkloads, ResolveOnEveryShippedDevice) {
  const auto files = find_workload_files({(kSource / "workloads").string()});
  EXPECT_GE(files.size(), 10U);
  std::map<std::string, std::string> file_of_name;
  for (const std::filesystem::path& file : files) {
    const Workload workload = io::read_workload(file);
    EXPECT_TRUE(file_of_name.emplace(workload.name, file.string()).second) << workload.name;
    for (const char* const name : {"k20c", "gtx980", "titanx", "h100-80gb-hbm3"}) {
      EXPECT_EQ(resolve(workload, find_device(name)).size(), workload.size()) << file;
    }
  }
}

TEST(ShippedWorkloads, OfCoExecutionShareATitanX) {
  const Device titanx = find_device("titanx");
  const auto files = find_workload_files({(kSource / "workloads" / "co-execution").string()});
  EXPECT_EQ(files.size(), 4U);
  for (const std::filesystem::path& file : files) {
    const Instance instance = resolve(io::read_workload(file), titanx);
    EXPECT_GE(instance.kernels.size(), 2U) << file;
    for (const NamedKernel& kernel : instance.kernels) {
      EXPECT_TRUE(kernel.model.cta && !kernel.model.by_ctas.empty()) << file << ' ' << kernel.name;
    }
    for (const KernelWork& work : instance.work) {
      EXPECT_GE(work.subtasks, 1) << file;
    }
  }
}

TEST(ShippedWorkloads, DescribedKernelsShareEveryDeviceWithSms) {
  const Workload workload = io::read_workload(kSource / "workloads" / "co-execution" / "described-kernels.yaml");
  for (const char* const name : {"k20c", "gtx980", "titanx", "cycle-volta", "h100-80gb-hbm3"}) {
    EXPECT_EQ(resolve(workload, find_device(name)).kernels.size(), workload.tasks.size()) << name;
  }
}

TEST(ShippedWorkloads, FourTasksAreThoseOfTable3_4) {
  const Workload workload = io::read_workload(kSource / "workloads" / "four-tasks.yaml");
  EXPECT_EQ(workload.name, "four tasks");
  EXPECT_EQ(task_names(workload), (std::vector<std::string>{"MM", "BS", "TM", "VA"}));
  const Instance instance = resolve(workload, find_device("k20c"));
  const std::vector<double> totals{14.39, 9.72, 10.32, 15.39};
  for (std::size_t job = 0; job < totals.size(); ++job) {
    EXPECT_DOUBLE_EQ(instance.jobs[job].total().count(), totals[job]);
  }
}

}  // namespace
}  // namespace warpshop::files
