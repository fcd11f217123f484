#include "sim/io/decode_transfer.hpp"

#include <array>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "sim/io/fields.hpp"
#include "sim/io/quantity.hpp"
#include "sim/io/values.hpp"

namespace warpshop::io {
namespace {

BandwidthPoint decode_point(const YamlNode& node, const std::string& file) {
  constexpr std::array<std::string_view, 2> kKeys{"size", "bandwidth"};
  const Fields fields(node, "a point", kKeys, file);
  const YamlNode& size_node = fields.require("size");
  const BandwidthPoint point{.size = size(size_node, file), .bandwidth = bandwidth(fields.require("bandwidth"), file)};
  if (point.size.count < 1) {
    refuse_value(size_node, file, "is no size to measure at", "at least 1 B");
  }
  return point;
}

std::vector<BandwidthPoint> decode_points(const YamlNode& node, const std::string& file) {
  if (node.kind != NodeKind::sequence || node.children.empty()) {
    refuse_value(node, file, node.kind == NodeKind::sequence ? "is empty" : "is not a list of points",
                 "points such as {size: 4 KiB, bandwidth: 1 GB/s}");
  }
  std::vector<BandwidthPoint> points;
  for (const YamlNode& element : node.children) {
    const BandwidthPoint point = decode_point(element, file);
    if (!points.empty() && point.size <= points.back().size) {
      throw InputError(file, element.mark, "a point that is not larger than the one before, expected increasing sizes");
    }
    points.push_back(point);
  }
  return points;
}

TransferModel decode_transfer(const YamlNode& node, const std::string& file, Memory memory, int dma_engines) {
  constexpr std::array<std::string_view, 5> kKeys{"latency", "alone", "duplex", "mixed", "points"};
  const Fields fields(node, "a transfer", kKeys, file);
  TransferModel transfer;
  transfer.latency = duration(fields.require("latency"), file);
  transfer.alone = bandwidth(fields.require("alone"), file);
  const YamlNode* duplex = fields.find("duplex");
  const YamlNode* mixed = fields.find("mixed");
  if (duplex != nullptr && memory == Memory::pageable) {
    throw InputError(file, duplex->mark,
                     "a duplex bandwidth of pageable memory, expected none: two pageable transfers never overlap");
  }
  const bool opposed = dma_engines == 2;
  if (duplex != nullptr || (opposed && memory == Memory::pinned)) {
    transfer.duplex = bandwidth(fields.require("duplex"), file);
  }
  if (mixed != nullptr || opposed) {
    transfer.mixed = bandwidth(fields.require("mixed"), file);
  }
  if (const YamlNode* points = fields.find("points")) {
    transfer.points = decode_points(*points, file);
  }
  return transfer;
}

}  // namespace

void decode_transfers(const YamlNode& node, const std::string& file, Device& device) {
  constexpr std::array<std::string_view, 2> kMemories{"pinned", "pageable"};
  constexpr std::array<std::string_view, 2> kDirections{"h2d", "d2h"};
  const Fields fields(node, "transfer", kMemories, file);
  for (const Memory memory : {Memory::pinned, Memory::pageable}) {
    const Fields both(fields.require(kMemories[index(memory)]), "a kind of memory", kDirections, file);
    for (const Direction direction : {Direction::h2d, Direction::d2h}) {
      device.transfers[index(memory)][index(direction)] =
          decode_transfer(both.require(kDirections[index(direction)]), file, memory, device.dma_engines);
    }
  }
}

}  // namespace warpshop::io
