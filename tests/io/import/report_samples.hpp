#pragma once

#include <cstdint>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <string>

#include "sim/io/device/device_yaml.hpp"
#include "sim/io/import/report/read_reports.hpp"
#include "sim/io/import/report/reported_profile.hpp"
#include "sim/io/yaml/document_text.hpp"

// Texts of tests/reference/reports, and what becomes of them.
namespace warpshop::io {

inline constexpr Memory kPinned = Memory::pinned;
inline constexpr Memory kPageable = Memory::pageable;

inline Text report_sample(const std::string& name) {
  Text text = read_text(std::filesystem::path(WARPSHOP_SOURCE_DIR "/tests/reference/reports") / name);
  text.file = name;
  return text;
}

inline ReportedGpus gpus_of(Text text, ReportTool tool) {
  return read_report(text, tool);
}

inline ReportedGpus gpus_of_sample(const std::string& name, ReportTool tool) {
  return gpus_of(report_sample(name), tool);
}

inline const ReportedGpu& gpu_numbered(const ReportedGpus& gpus, std::int64_t number) {
  for (const ReportedGpu& gpu : gpus.gpus) {
    if (gpu.number == number) {
      return gpu;
    }
  }
  throw std::logic_error("no such GPU");
}

inline Device profile_of_sample(const std::string& name, ReportTool tool, std::int64_t number = 0) {
  const ReportedGpus gpus = gpus_of_sample(name, tool);
  return profile_of_report(gpus, gpu_numbered(gpus, number), "box").device;
}

/// The profile, written and read again.
inline Device read_again(const Device& device) {
  std::stringstream text;
  write_device(text, device);
  return parse_device(text, "written");
}

/// What reading a text says is wrong; empty: nothing.
inline std::string report_error(const std::string& bytes, ReportTool tool) {
  try {
    Text text = checked_text(bytes, "file");
    const ReportedGpus gpus = read_report(text, tool);
    profile_of_report(gpus, gpus.gpus.front(), "box");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace warpshop::io
