#include "tests/fuzz/fuzz_report.hpp"

#include <algorithm>
#include <sstream>

#include "sim/io/device/device_yaml.hpp"
#include "sim/io/import/report/read_reports.hpp"
#include "sim/io/import/report/reported_profile.hpp"
#include "tests/fuzz/expect.hpp"
#include "tests/io/example_device.hpp"
#include "tests/support/scratch_folder.hpp"

namespace warpshop::test {
namespace {

void expect_read_back(const Device& device) {
  std::stringstream written;
  io::write_device(written, device);
  const std::string text = written.str();
  expect_text(text, "a profile");
  try {
    expect(io::parse_device(written, "written") == device, "a profile is read back as another one: " + text);
  } catch (const InputError& error) {
    expect(false, std::string("a profile is not read back: ") + error.what() + "\n" + text);
  }
}

const Device& example() {
  static const Device device = [] {
    std::istringstream text(io::example_device());
    Device read = io::parse_device(text, "example");
    read.confidence.clear();  // ends of intervals may be read back a rounding off
    return read;
  }();
  return device;
}

/// A profile by itself takes it again without a change; the example takes it, or says at which place it does not.
void expect_profiles(const io::ReportedGpus& text, const io::ReportedGpu& gpu) {
  const Device device = io::profile_of_report(text, gpu, "mutant").device;
  expect_read_back(device);
  expect(io::add_report(device, text, gpu, false).device == device, "the same text changes its own profile");
  for (const bool replace : {false, true}) {
    try {
      expect_read_back(io::add_report(example(), text, gpu, replace).device);
    } catch (const InputError& error) {
      expect_place(error, kMutant);
    }
  }
}

bool fuzz_report(const std::string& bytes, io::ReportTool tool) {
  std::istringstream stream(bytes);
  try {
    io::Text text = io::read_text(stream, kMutant);
    const io::ReportedGpus gpus = io::read_report(text, tool);
    for (const io::ReportedGpu& gpu : gpus.gpus) {
      expect_profiles(gpus, gpu);
      for (const std::string& note : io::other_gpus(gpus, gpu)) {
        expect_text(printable(note), "a note");
      }
    }
    return true;
  } catch (const InputError& error) {
    expect_place(error, kMutant);
    return false;
  }
}

std::vector<std::string> reports(const std::vector<std::string>& names) {
  std::vector<std::string> texts;
  texts.reserve(names.size());
  for (const std::string& name : names) {
    texts.push_back(content_of(std::string(WARPSHOP_SOURCE_DIR "/tests/reference/reports/") + name));
  }
  return texts;
}

}  // namespace

bool fuzz_nvbandwidth(const std::string& text) {
  return fuzz_report(text, io::ReportTool::nvbandwidth);
}
bool fuzz_bandwidth_test(const std::string& text) {
  return fuzz_report(text, io::ReportTool::bandwidth_test);
}
bool fuzz_device_query(const std::string& text) {
  return fuzz_report(text, io::ReportTool::device_query);
}
bool fuzz_nvidia_smi(const std::string& text) {
  return fuzz_report(text, io::ReportTool::nvidia_smi);
}

std::vector<std::string> nvbandwidth_seeds() {
  return reports({"nvbandwidth-rtx4090.txt", "nvbandwidth-a100.txt", "nvbandwidth-h200.json"});
}
std::vector<std::string> bandwidth_test_seeds() {
  std::vector<std::string> seeds =
      reports({"bandwidthtest-t4.txt", "bandwidthtest-k80.txt", "bandwidthtest-rtx3090.txt"});
  seeds.emplace_back(
      "bandwidthTest-H2D-Pinned, Bandwidth = 12.4 GB/s, Time = 0.00258 s, Size = 32000000 bytes, NumDevsUsed = 1\n"
      "bandwidthTest-D2H-Paged, Bandwidth = 7701.2 MB/s, Time = 0.00416 s, Size = 33554432 bytes, NumDevsUsed = 1\n");
  return seeds;
}
std::vector<std::string> device_query_seeds() {
  return reports({"devicequery-v100.txt", "devicequery-gtx1650.txt", "devicequery-mig.txt"});
}
std::vector<std::string> nvidia_smi_seeds() {
  return reports({"nvidia-smi-h100.txt", "nvidia-smi-rtx3090.txt", "nvidia-smi-gh200.txt"});
}

}  // namespace warpshop::test
