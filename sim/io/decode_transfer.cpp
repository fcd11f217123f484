#include "sim/io/decode_transfer.hpp"

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "sim/io/fields.hpp"
#include "sim/io/quantity.hpp"
#include "sim/io/values.hpp"

namespace warpshop::io {
namespace {

BandwidthPoint decode_bandwidth(const YamlNode& node, MeasuredReader& reader, const std::string& path) {
  constexpr std::array<std::string_view, 2> kKeys{"size", "bandwidth"};
  const Fields fields(node, "a point", kKeys, reader.file());
  const YamlNode& size_node = fields.require("size");
  const Bytes bytes = size(size_node, reader.file());
  const BandwidthPoint point{
      .size = bytes,
      .bandwidth = reader.bandwidth(fields.require("bandwidth"), fmt::format("{}.{}", path, bytes.count))};
  if (bytes.count < 1) {
    refuse_value(size_node, reader.file(), "is no size to measure at", "at least 1 B");
  }
  return point;
}

std::vector<BandwidthPoint> decode_bandwidths(const YamlNode& node, MeasuredReader& reader, const std::string& path) {
  if (node.kind != NodeKind::sequence || node.children.empty()) {
    refuse_value(node, reader.file(), node.kind == NodeKind::sequence ? "is empty" : "is not a list of points",
                 "points such as {size: 4 KiB, bandwidth: 1 GB/s}");
  }
  std::vector<BandwidthPoint> points;
  for (const YamlNode& element : node.children) {
    const BandwidthPoint point = decode_bandwidth(element, reader, path);
    if (!points.empty() && point.size <= points.back().size) {
      throw InputError(reader.file(), element.mark,
                       "a point that is not larger than the one before, expected increasing sizes");
    }
    points.push_back(point);
  }
  return points;
}

TransferModel decode_transfer(const YamlNode& node, MeasuredReader& reader, const std::string& path, Memory memory,
                              int dma_engines) {
  constexpr std::array<std::string_view, 5> kKeys{"latency", "alone", "duplex", "mixed", "points"};
  const Fields fields(node, "a transfer", kKeys, reader.file());
  const auto bandwidth = [&](const char* key) { return reader.bandwidth(fields.require(key), path + '.' + key); };
  TransferModel transfer;
  transfer.latency = reader.duration(fields.require("latency"), path + ".latency");
  transfer.alone = bandwidth("alone");
  const YamlNode* duplex = fields.find("duplex");
  const YamlNode* mixed = fields.find("mixed");
  if (duplex != nullptr && memory == Memory::pageable) {
    throw InputError(reader.file(), duplex->mark,
                     "a duplex bandwidth of pageable memory, expected none: two pageable transfers never overlap");
  }
  const bool opposed = dma_engines == 2;
  if (duplex != nullptr || (opposed && memory == Memory::pinned)) {
    transfer.duplex = bandwidth("duplex");
  }
  if (mixed != nullptr || opposed) {
    transfer.mixed = bandwidth("mixed");
  }
  if (const YamlNode* points = fields.find("points")) {
    transfer.points = decode_bandwidths(*points, reader, path + ".points");
  }
  return transfer;
}

}  // namespace

void decode_transfers(const YamlNode& node, MeasuredReader& reader, Device& device) {
  constexpr std::array<std::string_view, 2> kMemories{"pinned", "pageable"};
  constexpr std::array<std::string_view, 2> kDirections{"h2d", "d2h"};
  const Fields fields(node, "transfer", kMemories, reader.file());
  for (const Memory memory : {Memory::pinned, Memory::pageable}) {
    const std::string_view memory_key = kMemories[index(memory)];
    const Fields both(fields.require(memory_key), "a kind of memory", kDirections, reader.file());
    for (const Direction direction : {Direction::h2d, Direction::d2h}) {
      const std::string_view key = kDirections[index(direction)];
      device.transfers[index(memory)][index(direction)] = decode_transfer(
          both.require(key), reader, fmt::format("transfer.{}.{}", memory_key, key), memory, device.dma_engines);
    }
  }
}

}  // namespace warpshop::io
