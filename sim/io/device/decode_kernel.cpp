#include "sim/io/device/decode_kernel.hpp"

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "sim/io/yaml/map_fields.hpp"
#include "sim/io/yaml/quantity.hpp"
#include "sim/io/yaml/values.hpp"

namespace warpshop::io {
namespace {

constexpr std::int64_t kMost = 1'000'000'000;

Category decode_category(const YamlNode& node, const std::string& file) {
  for (const Category category : {Category::memory_bound, Category::compute_bound}) {
    if (node.kind == NodeKind::scalar && node.text == warpshop::name(category)) {
      return category;
    }
  }
  refuse_value(node, file, "is not a category", "memory_bound or compute_bound");
}

CtaResources decode_cta(const YamlNode& node, const std::string& file) {
  constexpr std::array<std::string_view, 4> kKeys{"threads", "registers", "shared_memory", "per_sm"};
  const Fields fields(node, "the CTA of a kernel", kKeys, file);
  CtaResources cta;
  cta.threads = whole_number(fields.require("threads"), 1, kMost, file);
  cta.registers = whole_number(fields.require("registers"), 0, kMost, file);
  cta.shared_memory = size(fields.require("shared_memory"), file);
  cta.per_sm = whole_number(fields.require("per_sm"), 1, kMost, file);
  return cta;
}

ScalingPoint decode_scaling(const YamlNode& node, MeasuredReader& reader, const std::string& path) {
  constexpr std::array<std::string_view, 2> kKeys{"count", "rate"};
  const Fields fields(node, "a point", kKeys, reader.file());
  ScalingPoint point;
  point.count = whole_number(fields.require("count"), 1, kMost, reader.file());
  point.rate = reader.rate(fields.require("rate"), fmt::format("{}.{}", path, point.count));
  return point;
}

std::vector<ScalingPoint> decode_curve(const YamlNode& node, MeasuredReader& reader, const std::string& path) {
  if (node.kind != NodeKind::sequence || node.children.empty()) {
    refuse_value(node, reader.file(), node.kind == NodeKind::sequence ? "is empty" : "is not a list of points",
                 "points such as {count: 1, rate: 12.5 /ms}");
  }
  std::vector<ScalingPoint> curve;
  for (const YamlNode& element : node.children) {
    const ScalingPoint point = decode_scaling(element, reader, path);
    if (!curve.empty() && point.count <= curve.back().count) {
      throw InputError(reader.file(), element.mark,
                       "a point whose count is not above the one before, expected increasing counts");
    }
    curve.push_back(point);
  }
  return curve;
}

KernelModel decode_kernel(const YamlNode& node, MeasuredReader& reader, const std::string& path) {
  constexpr std::array<std::string_view, 8> kKeys{"per_element", "invocation", "category", "cta",
                                                  "by_ctas",     "by_sms",     "eviction", "transformation"};
  constexpr double kHighestTransformation = 1000;
  const Fields fields(node, "a kernel", kKeys, reader.file());
  KernelModel kernel;
  if (const YamlNode* per_element = fields.find("per_element")) {
    kernel.per_element = reader.duration(*per_element, path + ".per_element");
  }
  if (const YamlNode* invocation = fields.find("invocation")) {
    kernel.invocation = reader.duration(*invocation, path + ".invocation");
  }
  if (const YamlNode* category = fields.find("category")) {
    kernel.category = decode_category(*category, reader.file());
  }
  if (const YamlNode* cta = fields.find("cta")) {
    kernel.cta = decode_cta(*cta, reader.file());
  }
  if (const YamlNode* curve = fields.find("by_ctas")) {
    kernel.by_ctas = decode_curve(*curve, reader, path + ".by_ctas");
  }
  if (const YamlNode* curve = fields.find("by_sms")) {
    kernel.by_sms = decode_curve(*curve, reader, path + ".by_sms");
  }
  if (const YamlNode* eviction = fields.find("eviction")) {
    kernel.eviction = reader.duration(*eviction, path + ".eviction");
  }
  if (const YamlNode* transformation = fields.find("transformation")) {
    kernel.transformation = reader.ratio(*transformation, kHighestTransformation, path + ".transformation");
  }
  return kernel;
}

}  // namespace

std::map<std::string, KernelModel, std::less<>> decode_kernels(const YamlNode& node, MeasuredReader& reader) {
  if (node.kind != NodeKind::map) {
    refuse_value(node, reader.file(), "is not a map of kernels",
                 "kernels such as vector_add: {per_element: 0.1 ns, invocation: 5 us}");
  }
  check_repeated_keys(node, reader.file());
  std::map<std::string, KernelModel, std::less<>> kernels;
  for (std::size_t position = 0; position < node.children.size(); position += 2) {
    const std::string kernel = name(node.children[position], reader.file());
    kernels.emplace(kernel, decode_kernel(node.children[position + 1], reader, "kernels." + kernel));
  }
  return kernels;
}

}  // namespace warpshop::io
