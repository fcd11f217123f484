#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/files/device_store.hpp"

namespace warpshop::io {
namespace {

/// A pinned copy that the authors of table 3.2 measured on a K20c.
struct MeasuredCopy {
  Bytes size;
  Millis alone, duplex;
};

using Row = std::map<std::string, std::string>;

std::vector<Row> rows() {
  std::ifstream file(std::filesystem::path(WARPSHOP_SOURCE_DIR) / "tests/reference/tasks_measured_k20c.csv");
  std::vector<std::string> header;
  std::vector<Row> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) {
      continue;
    }
    std::vector<std::string> fields;
    std::istringstream text(line);
    for (std::string field; std::getline(text, field, ',');) {
      fields.push_back(field);
    }
    if (header.empty()) {
      header = fields;
      continue;
    }
    Row& row = rows.emplace_back();
    for (std::size_t i = 0; i < header.size(); ++i) {
      row[header[i]] = fields.at(i);
    }
  }
  return rows;
}

/// Of one direction, but for the one of 2000 bytes, which is almost all latency.
std::vector<MeasuredCopy> long_copies(const std::string& direction) {
  std::vector<MeasuredCopy> copies;
  for (const Row& row : rows()) {
    const Bytes size{std::stoll(row.at(direction + "_bytes"))};
    if (size.count > 1'000'000) {
      copies.push_back(
          {size, Millis{std::stod(row.at(direction + "_ms"))}, Millis{std::stod(row.at(direction + "_duplex_ms"))}});
    }
  }
  return copies;
}

/// predicted / measured - 1, in per cent, of all copies alone or of all beside an opposing one.
struct Errors {
  std::vector<double> percent;
  double worst() const {
    return std::accumulate(percent.begin(), percent.end(), 0.0,
                           [](double most, double error) { return std::max(most, std::abs(error)); });
  }
  double mean() const {
    return std::accumulate(percent.begin(), percent.end(), 0.0,
                           [](double sum, double error) { return sum + std::abs(error); }) /
           static_cast<double>(percent.size());
  }
};

/// With every bandwidth of the profile times `factor`.
Errors errors(bool duplex, double factor) {
  const Device device = files::find_device(WARPSHOP_SOURCE_DIR "/devices/k20c.yaml");
  Errors errors;
  for (const Direction direction : {Direction::h2d, Direction::d2h}) {
    const TransferModel& transfer = device.transfer(Memory::pinned, direction);
    const BytesPerSecond bandwidth{(duplex ? *transfer.duplex : *transfer.alone).value * factor};
    for (const MeasuredCopy& copy : long_copies(std::string(name(direction)))) {
      const Millis predicted = *transfer.latency + copy.size / bandwidth;
      errors.percent.push_back((predicted / (duplex ? copy.duplex : copy.alone) - 1) * 100);
    }
  }
  return errors;
}

TEST(K20cProfile, MeetsTheCopiesThatItsAuthorsMeasured) {
  const Errors alone = errors(false, 1);
  const Errors duplex = errors(true, 1);
  ASSERT_EQ(alone.percent.size(), 39U);
  EXPECT_LT(alone.worst(), 0.5);
  EXPECT_LT(duplex.worst(), 0.7);
  EXPECT_LT(alone.mean(), 0.3);
  EXPECT_LT(duplex.mean(), 0.3);
}

/// What it would be if the table's GB were 10^9 bytes: everything too slow.
TEST(K20cProfile, WouldNotMeetThemWithAGigabyteOf1e9Bytes) {
  const Errors alone = errors(false, 1 / 1.024);
  const Errors duplex = errors(true, 1 / 1.024);
  const auto [least_alone, most_alone] = std::minmax_element(alone.percent.begin(), alone.percent.end());
  EXPECT_NEAR(*least_alone, 2.4, 0.05);
  EXPECT_NEAR(*most_alone, 2.8, 0.05);
  const auto [least_duplex, most_duplex] = std::minmax_element(duplex.percent.begin(), duplex.percent.end());
  EXPECT_NEAR(*least_duplex, 1.7, 0.05);
  EXPECT_NEAR(*most_duplex, 2.7, 0.05);
}

/// The latencies are as printed; what a short copy says of them is in the profile.
TEST(K20cProfile, OneShortCopyTakesAMicrosecondMoreThanItsLatencySays) {
  const Device device = files::find_device(WARPSHOP_SOURCE_DIR "/devices/k20c.yaml");
  const auto all = rows();
  const auto is_short = [](const Row& row) { return row.at("d2h_bytes") == "2000"; };
  const auto row = std::find_if(all.begin(), all.end(), is_short);
  ASSERT_NE(row, all.end());
  const Millis predicted = device.transfer(Memory::pinned, Direction::d2h).time_alone(Bytes{2000});
  EXPECT_NEAR((std::stod(row->at("d2h_ms")) - predicted.count()) * 1000, 1.1, 0.05);
}

}  // namespace
}  // namespace warpshop::io
