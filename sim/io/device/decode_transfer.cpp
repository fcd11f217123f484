#include "sim/io/device/decode_transfer.hpp"

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/io/yaml/map_fields.hpp"
#include "sim/io/yaml/quantity.hpp"
#include "sim/io/yaml/values.hpp"

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

/// Throws InputError: a bandwidth beside an opposing copy that no device has.
void check_beside(const YamlNode& node, const std::string& file, std::string_view figure, BytesPerSecond beside,
                  const TransferModel& transfer) {
  if (transfer.alone && beside.value > kMostBesideOverAlone * transfer.alone->value) {
    const YamlNode* value =
        node.kind == NodeKind::map ? Fields(node, "a measured value", kMeasuredKeys, file).find("value") : &node;
    refuse_value(
        *value, file,
        fmt::format("is a {} bandwidth more than 10 % above the {} GB/s alone", figure, transfer.alone->value / 1e9),
        "no more than alone: an opposing copy makes none faster");
  }
}

/// What a device with one DMA engine has, and must not have.
struct Forbidden {
  std::string path;
  Mark mark;
};

/// Throws InputError at the first, naming all of them, with what takes them out.
void check_forbidden(const std::vector<Forbidden>& forbidden, const std::string& file) {
  if (forbidden.empty()) {
    return;
  }
  std::vector<std::string> others;
  std::vector<std::string> remedies;
  for (const Forbidden& value : forbidden) {
    others.push_back(value.mark.line > 0 ? fmt::format("{} ({}:{})", value.path, value.mark.line, value.mark.column)
                                         : value.path);
    remedies.push_back(fmt::format("--set {}=", value.path));
  }
  throw InputError(file, forbidden.front().mark,
                   fmt::format("a device with one DMA engine has {}, expected none of it, as its transfers never "
                               "overlap; to do without for once: {}",
                               fmt::join(others, ", "), fmt::join(remedies, " ")));
}

TransferModel decode_transfer(const YamlNode& node, MeasuredReader& reader, const std::string& path, Memory memory,
                              int dma_engines, std::vector<Forbidden>& forbidden) {
  constexpr std::array<std::string_view, 5> kKeys{"latency", "alone", "duplex", "mixed", "points"};
  const Fields fields(node, "a transfer", kKeys, reader.file());
  TransferModel transfer;
  if (const YamlNode* latency = fields.find("latency")) {
    transfer.latency = reader.duration(*latency, path + ".latency");
  }
  if (const YamlNode* alone = fields.find("alone")) {
    transfer.alone = reader.bandwidth(*alone, path + ".alone");
  }
  const YamlNode* duplex = fields.find("duplex");
  if (duplex != nullptr && memory == Memory::pageable) {
    throw InputError(reader.file(), duplex->mark,
                     "a duplex bandwidth of pageable memory, expected none: two pageable transfers never overlap");
  }
  for (const char* const figure : {"duplex", "mixed"}) {
    const YamlNode* value = fields.find(figure);
    if (value == nullptr) {
      continue;
    }
    if (dma_engines == 1) {
      forbidden.push_back({.path = path + '.' + figure, .mark = value->mark});
      continue;
    }
    const BytesPerSecond beside = reader.bandwidth(*value, path + '.' + figure);
    check_beside(*value, reader.file(), figure, beside, transfer);
    (value == duplex ? transfer.duplex : transfer.mixed) = beside;
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
  std::vector<Forbidden> forbidden;
  for (const Memory memory : {Memory::pinned, Memory::pageable}) {
    const std::string_view memory_key = kMemories[index(memory)];
    const YamlNode* both = fields.find(memory_key);
    if (both == nullptr) {
      continue;
    }
    const Fields directions(*both, "a kind of memory", kDirections, reader.file());
    for (const Direction direction : {Direction::h2d, Direction::d2h}) {
      const std::string_view key = kDirections[index(direction)];
      if (const YamlNode* transfer = directions.find(key)) {
        device.transfers[index(memory)][index(direction)] = decode_transfer(
            *transfer, reader, fmt::format("transfer.{}.{}", memory_key, key), memory, device.dma_engines, forbidden);
      }
    }
  }
  check_forbidden(forbidden, reader.file());
}

}  // namespace warpshop::io
