#pragma once

#include <ostream>
#include <sstream>
#include <string>
#include <string_view>

#include "sim/io/read_device.hpp"
#include "sim/io/read_workload.hpp"
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

}  // namespace warpshop::io
