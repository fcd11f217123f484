#include "tests/support/reference.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "sim/files/device_store.hpp"
#include "sim/files/find_workloads.hpp"
#include "sim/io/workload/read_workload.hpp"

namespace warpshop::test {
namespace {

/// Tests ask for files before main() as well.
std::filesystem::path root() {
  return WARPSHOP_SOURCE_DIR;
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) {
    parts.push_back(part);
  }
  return parts;
}

}  // namespace

std::vector<ReferenceMakespan> reference_makespans() {
  std::vector<ReferenceMakespan> rows;
  std::ifstream file(root() / "tests/reference/makespans_k20c.csv");
  bool header = true;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') {
      continue;
    }
    if (header) {
      header = false;
      continue;
    }
    const auto fields = split(line, ',');
    ReferenceMakespan row{std::stoi(fields.at(0)), fields.at(1), {}, std::stod(fields.at(3))};
    for (const std::string& position : split(fields.at(2), '-')) {
      row.order.push_back(static_cast<std::uint32_t>(std::stoul(position)));
    }
    rows.push_back(row);
  }
  return rows;
}

Workload shipped_workload(const std::string& file) {
  return io::read_workload(root() / "workloads" / file);
}

std::vector<std::string> shipped_workloads() {
  std::vector<std::string> names;
  for (const auto& file : files::find_workload_files({(root() / "workloads").string()})) {
    names.push_back(file.filename().string());
  }
  return names;
}

Instance four_tasks_on_k20c() {
  return resolve(shipped_workload("four-tasks.yaml"), files::find_device("k20c"));
}

}  // namespace warpshop::test
