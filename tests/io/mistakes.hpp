#pragma once

#include <ostream>
#include <sstream>
#include <string>
#include <string_view>

#include "sim/io/device/device_yaml.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "sim/model/error.hpp"

namespace warpshop::io {

/// A text that must be refused, and with which words; the file is called `file`.
struct Mistake {
  std::string_view text;
  std::string_view message;

  friend std::ostream& operator<<(std::ostream& out, const Mistake& mistake) { return out << mistake.message; }
};

/// What reading a workload says of the text; empty: nothing is wrong.
inline std::string workload_error(const std::string& text) {
  std::istringstream stream(text);
  try {
    parse_workload(stream, "file");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

inline std::string device_error(const std::string& text) {
  std::istringstream stream(text);
  try {
    parse_device(stream, "file");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

/// A workload with one task, whose entry stands in line 4 from column 5: after `  - `.
inline std::string with_task(std::string_view task) {
  return "schema: warpshop.workload/1\nname: test\ntasks:\n  - " + std::string{task} + "\n";
}

/// A device whose line `replaced` reads otherwise; lines count from 1.
inline std::string device_with(int replaced, std::string_view line) {
  const std::string device =
      "schema: warpshop.device/1\n"
      "name: d\n"
      "dma_engines: 2\n"
      "transfer:\n"
      "  pinned:\n"
      "    h2d: {latency: 1 us, alone: 4 GB/s, duplex: 3 GB/s, mixed: 3 GB/s}\n"
      "    d2h: {latency: 1 us, alone: 4 GB/s, duplex: 3 GB/s, mixed: 3 GB/s}\n"
      "  pageable:\n"
      "    h2d: {latency: 1 us, alone: 2 GB/s, mixed: 1 GB/s}\n"
      "    d2h: {latency: 1 us, alone: 2 GB/s, mixed: 1 GB/s}\n"
      "sm: {count: 1, registers: 1, shared_memory: 1 KiB, threads: 1, ctas: 1}\n"
      "memory: {bandwidth: 100 GB/s}\n"
      "kernels: {k: {per_element: 1 ns, invocation: 1 us}}\n"
      "provenance: {source: test}\n";
  std::istringstream lines(device);
  std::string text;
  std::string original;
  for (int number = 1; std::getline(lines, original); ++number) {
    text.append(number == replaced ? line : original).append("\n");
  }
  return text;
}

/// A line of that device that must be refused, and with which words after `file:`.
struct DeviceMistake {
  int line;
  std::string_view text;
  std::string_view message;
  friend std::ostream& operator<<(std::ostream& out, const DeviceMistake& mistake) { return out << mistake.message; }
};

}  // namespace warpshop::io
