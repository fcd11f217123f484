#include "tests/fuzz/fuzz_device.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "sim/evaluate/evaluate.hpp"
#include "sim/io/device/device_yaml.hpp"
#include "sim/io/json/described_json.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "sim/model/instance.hpp"
#include "sim/order/policies.hpp"
#include "sim/report/profile_table.hpp"
#include "tests/fuzz/expect.hpp"
#include "tests/fuzz/files_below.hpp"
#include "tests/io/example_device.hpp"

namespace warpshop::test {
namespace {

Workload small_workload() {
  std::istringstream text(
      "schema: warpshop.workload/1\nname: small\ntasks:\n  - {name: a, h2d: 1 MB, kernel: 1 ms, d2h: 2 MB}\n"
      "  - {name: b, h2d: {bytes: 1 MB, memory: pageable}, kernel: 1 ms, d2h: 1 ms}\n");
  return io::parse_workload(text, "small");
}

void plan_on(const Device& device) {
  static const Workload workload = small_workload();
  try {
    const Instance instance = resolve(workload, device);
    const Planned planned = order::find_policy("fifo").plan(instance, {});
    const Timeline timeline = evaluate::timeline(instance, planned.plan);
    expect(timeline.makespan >= Millis{0} && timeline.makespan <= Millis{1e19}, "a makespan out of range");
  } catch (const InputError& error) {
    expect_place(error, "small");  // a stage that takes too long there
  }
}

constexpr double kRounding = 2e-5;  // relative: ends are written outwards with six digits

using Intervals = decltype(Device::confidence);

/// Kept relative to their values, so that an end may be read back a rounding off.
bool is_close(const Intervals& left, const Intervals& right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(), [](const auto& one, const auto& other) {
    return one.first == other.first && one.second.samples == other.second.samples &&
           std::abs(one.second.low - other.second.low) <= kRounding &&
           std::abs(one.second.high - other.second.high) <= kRounding * other.second.high;
  });
}

void write(const Device& device) {
  std::stringstream written;
  io::write_device(written, device);
  const std::string text = written.str();
  expect_text(text, "a profile");
  Device again = io::parse_device(written, "written");
  expect(is_close(again.confidence, device.confidence), "a profile is read back with other intervals: " + text);
  again.confidence = device.confidence;
  expect(again == device, "a profile is read back as another one: " + text);
  std::ostringstream json;
  io::print(json, format::Json{},
            ListedDevices{{{.device = device, .source = "mutant\xFF", .problem = ""}}, {}, "1.0"});
  expect_json(json.str(), "a list of devices");
  expect_text(report::profile_tables(device, {}), "a table");
}

}  // namespace

bool fuzz_device(const std::string& text) {
  std::istringstream stream(text);
  try {
    const Device device = io::parse_device(stream, kMutant);
    write(device);
    plan_on(device);
    return true;
  } catch (const InputError& error) {
    expect_place(error, kMutant);
    return false;
  }
}

std::vector<std::string> device_seeds() {
  std::vector<std::string> seeds = files_below("devices");
  seeds.push_back(io::example_device());
  seeds.push_back(
      "schema: warpshop.device/1\nname: d\ndma_engines: 1\ntransfer:\n"
      "  pinned: {h2d: {latency: 1 us, alone: 4 GB/s}, d2h: {latency: 0 ms, alone: {value: 4 GB/s, low: 3 GB/s, high: "
      "5 GB/s, samples: 9}}}\n"
      "  pageable: {h2d: {latency: 1 us, alone: 2 GB/s}, d2h: {latency: 1 us, alone: 2 GB/s}}\n"
      "kernels: {\"a b\": {per_element: 1 ns, invocation: 1 us}}\nprovenance: {\"s\": \"x\\u00a0y\\n\", t: \"\\e\"}\n");
  seeds.push_back(
      "schema: warpshop.device/1\nname: c\ndma_engines: 3\ncompute_capability: 9.0\nsm: {chip: h100-sxm, ctas: 16}\n"
      "memory: {size: 64 GB}\nassumed: [sm, memory]\n");
  return seeds;
}

}  // namespace warpshop::test
