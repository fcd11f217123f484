#include "sim/io/workload/decode_stage.hpp"

#include <array>
#include <string_view>
#include <variant>

#include "sim/io/yaml/map_fields.hpp"
#include "sim/io/yaml/quantity.hpp"
#include "sim/io/yaml/values.hpp"

namespace warpshop::io {
namespace {

Memory decode_memory(const YamlNode& node, const std::string& file) {
  for (const Memory memory : {Memory::pinned, Memory::pageable}) {
    if (node.kind == NodeKind::scalar && node.text == warpshop::name(memory)) {
      return memory;
    }
  }
  refuse_value(node, file, "is not a kind of memory", "pinned or pageable");
}

/// The amount of a copy that is a map, under the one of the two keys that is there.
std::variant<Millis, Bytes> decode_amount(const YamlNode* time, const YamlNode* bytes, const std::string& file) {
  if (time != nullptr) {
    if (is_size(*time)) {
      refuse_value(*time, file, "is a size", "a duration such as 2.5 ms, or the key bytes");
    }
    return duration(*time, file);
  }
  if (is_duration(*bytes)) {
    refuse_value(*bytes, file, "is a duration", "a size such as 16 MiB, or the key time");
  }
  return size(*bytes, file);
}

/// What of a duration is latency.
Millis decode_latency(const YamlNode& node, const std::variant<Millis, Bytes>& amount, const std::string& file) {
  const auto* time = std::get_if<Millis>(&amount);
  if (time == nullptr) {
    refuse_value(node, file, "is the latency of a size, for which the profile has one", "none, or the key time");
  }
  const Millis latency = duration(node, file);
  if (latency > *time) {
    refuse_value(node, file, "is longer than the copy that it is part of", "at most its time");
  }
  return latency;
}

KernelCall decode_call(const Fields& fields, const std::string& file) {
  return {.name = name(fields.require("name"), file),
          .elements = whole_number(fields.require("elements"), 0, kLargestWhole, file)};
}

}  // namespace

CopySpec decode_copy(const YamlNode& node, const std::string& file) {
  constexpr std::array<std::string_view, 4> kKeys{"time", "latency", "bytes", "memory"};
  CopySpec copy;
  copy.mark = node.mark;
  if (node.kind != NodeKind::map) {
    copy.amount = duration_or_size(node, file);
    return copy;
  }
  const Fields fields(node, "a copy", kKeys, file);
  const YamlNode* time = fields.find("time");
  const YamlNode* bytes = fields.find("bytes");
  if ((time == nullptr) == (bytes == nullptr)) {
    refuse_value(node, file, time == nullptr ? "has neither time nor bytes" : "has both time and bytes", "one of them");
  }
  copy.amount = decode_amount(time, bytes, file);
  if (const YamlNode* latency = fields.find("latency")) {
    copy.latency = decode_latency(*latency, copy.amount, file);
  }
  if (const YamlNode* memory = fields.find("memory")) {
    copy.memory = decode_memory(*memory, file);
  }
  return copy;
}

KernelSpec decode_kernel(const YamlNode& node, const std::string& file) {
  constexpr std::array<std::string_view, 3> kKeys{"time", "name", "elements"};
  KernelSpec kernel;
  kernel.mark = node.mark;
  if (node.kind != NodeKind::map) {
    kernel.work = kernel_duration(node, file);
    return kernel;
  }
  const Fields fields(node, "a kernel", kKeys, file);
  const YamlNode* time = fields.find("time");
  const bool is_call = fields.find("name") != nullptr || fields.find("elements") != nullptr;
  if ((time == nullptr) != is_call) {
    refuse_value(node, file, is_call ? "has a time and a name" : "has neither time nor name",
                 "time, or name and elements");
  }
  if (time != nullptr) {
    kernel.work = kernel_duration(*time, file);
  } else {
    kernel.work = decode_call(fields, file);
  }
  return kernel;
}

}  // namespace warpshop::io
