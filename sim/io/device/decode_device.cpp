#include "sim/io/device/decode_device.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include <fmt/format.h>

#include "sim/io/yaml/map_fields.hpp"
#include "sim/io/yaml/quantity.hpp"
#include "sim/io/yaml/values.hpp"

namespace warpshop::io {
namespace {

bool is_name_character(char character) {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
         (character >= '0' && character <= '9') || character == '.' || character == '_' || character == '-';
}

/// Bandwidth of a transfer of the best size at the best of times: relative to alone, all sizes speed up alike.
BytesPerSecond fastest(const TransferModel& transfer, int dma_engines) {
  const BytesPerSecond none{0};
  if (!transfer.alone) {
    return transfer.points.empty() ? none : transfer.peak();
  }
  const BytesPerSecond most =
      dma_engines == 1 ? *transfer.alone
                       : std::max({*transfer.alone, transfer.duplex.value_or(none), transfer.mixed.value_or(none)});
  return {most.value * (transfer.peak().value / transfer.alone->value)};
}

}  // namespace

bool is_device_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_name_character);
}

std::string decode_device_name(const YamlNode& node, const std::string& file) {
  std::string device_name = name(node, file);
  if (!is_device_name(device_name)) {
    refuse_value(node, file, "is not the name of a device", kDeviceNameExpected);
  }
  return device_name;
}

void decode_bus(const YamlNode& node, MeasuredReader& reader, Device& device) {
  constexpr std::array<std::string_view, 2> kKeys{"h2d", "d2h"};
  const Fields fields(node, "a bus", kKeys, reader.file());
  BusModel bus;
  for (const Direction direction : {Direction::h2d, Direction::d2h}) {
    const std::string_view key = kKeys[index(direction)];
    const YamlNode& value = fields.require(key);
    BytesPerSecond& bandwidth = bus.bandwidth[index(direction)];
    bandwidth = reader.bandwidth(value, fmt::format("bus.{}", key));
    for (const Memory memory : {Memory::pinned, Memory::pageable}) {
      const double most = fastest(device.transfer(memory, direction), device.dma_engines).value;
      if (bandwidth.value < most && !tied(bandwidth.value, most)) {
        refuse_value(value, reader.file(),
                     fmt::format("is slower than what {} memory moves of one device", name(memory)),
                     "the bandwidth that all devices share");
      }
    }
  }
  device.bus = bus;
}

SmModel decode_sm(const YamlNode& node, const std::string& file) {
  constexpr std::array<std::string_view, 5> kKeys{"count", "registers", "shared_memory", "threads", "ctas"};
  constexpr std::int64_t kHighest = 1'000'000'000;
  const Fields fields(node, "sm", kKeys, file);
  const auto limit = [&](std::string_view key) { return whole_number(fields.require(key), 1, kHighest, file); };
  SmModel sm;
  sm.count = limit("count");
  sm.registers = limit("registers");
  sm.shared_memory = size(fields.require("shared_memory"), file);
  sm.threads = limit("threads");
  sm.ctas = limit("ctas");
  return sm;
}

void decode_memory(const YamlNode& node, MeasuredReader& reader, Device& device) {
  constexpr std::array<std::string_view, 2> kKeys{"bandwidth", "size"};
  const Fields fields(node, "memory", kKeys, reader.file());
  if (const YamlNode* bandwidth = fields.find("bandwidth")) {
    device.memory_bandwidth = reader.bandwidth(*bandwidth, "memory.bandwidth");
  }
  if (const YamlNode* memory_size = fields.find("size")) {
    device.memory_size = size(*memory_size, reader.file());
  }
}

std::map<std::string, std::string> decode_provenance(const YamlNode& node, const std::string& file) {
  if (node.kind != NodeKind::map) {
    refuse_value(node, file, "is not a map of text", "text such as source: measured on ...");
  }
  check_repeated_keys(node, file);
  std::map<std::string, std::string> provenance;
  for (std::size_t position = 0; position < node.children.size(); position += 2) {
    const YamlNode& value = node.children[position + 1];
    if (value.kind != NodeKind::scalar) {
      refuse_value(value, file, "is not text", "text");
    }
    provenance.emplace(name(node.children[position], file), value.text);
  }
  return provenance;
}

}  // namespace warpshop::io
