#include "sim/io/device/co_run_profile.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "sim/io/yaml/values.hpp"
#include "sim/io/yaml/yaml_text.hpp"
#include "sim/model/quantity.hpp"

namespace warpshop::io {
namespace {

constexpr std::size_t kMostProbes = 2;
constexpr std::int64_t kMostCtas = 1'000'000'000;

const std::pair<const std::string, KernelModel>& kernel_of(const YamlNode& node, const Device& device) {
  const auto found = device.kernels.find(name(node));
  if (found == device.kernels.end()) {
    refuse_value(node, "is no kernel of this profile", "one of its kernels");
  }
  return *found;
}

/// A list of as many elements as kernels that share the SMs.
const std::vector<YamlNode>& two_of(const YamlNode& node, std::string_view expected) {
  if (node.kind != NodeKind::sequence || node.children.size() != 2) {
    refuse_value(node, node.kind == NodeKind::sequence ? "has not two elements" : "is not a list of two", expected);
  }
  return node.children;
}

CoRunPoint decode_point(const YamlNode& node, const Device& device) {
  const Fields fields(node, "a point of co_run", {"kernels", "ctas", "rates"});
  const auto& kernels = two_of(fields.require("kernels"), "two kernels such as [mm, fma]");
  const auto& ctas = two_of(fields.require("ctas"), "CTAs on each SM, by kernel, such as [4, 4]");
  const auto& rates = two_of(fields.require("rates"), "rates by kernel, such as [12.1 /us, 13.1 /us]");
  CoRunPoint point;
  for (const std::size_t side : {0U, 1U}) {
    const auto& [kernel, model] = kernel_of(kernels[side], device);
    point.kernels[side] = kernel;
    point.ctas[side] = whole_number(ctas[side], 1, model.cta ? model.cta->per_sm : kMostCtas);
    point.rates[side] = rate(rates[side]);
  }
  if (point.kernels[0] == point.kernels[1]) {
    refuse_value(kernels[1], "stands beside itself", "two different kernels");
  }
  return point;
}

}  // namespace

std::vector<std::string> decode_probes(const YamlNode& node, const Device& device) {
  constexpr std::string_view kExpected = "one or two kernels, such as [fma, vad1]";
  if (node.kind != NodeKind::sequence || node.children.empty() || node.children.size() > kMostProbes) {
    refuse_value(node, "is not a list of probes", kExpected);
  }
  std::vector<std::string> probes;
  for (const YamlNode& element : node.children) {
    probes.push_back(kernel_of(element, device).first);
    if (std::count(probes.begin(), probes.end(), probes.back()) > 1) {
      refuse_value(element, "stands here twice", kExpected);
    }
  }
  return probes;
}

std::vector<CoRunPoint> decode_co_run(const YamlNode& node, const Device& device) {
  std::vector<CoRunPoint> points;
  for (const YamlNode& element :
       elements(node, "points", "points such as {kernels: [mm, fma], ctas: [4, 4], rates: [12.1 /us, 13.1 /us]}")) {
    points.push_back(decode_point(element, device));
  }
  return points;
}

void write_co_run(std::ostream& out, const Device& device) {
  const auto list = [](const std::string& first, const std::string& second) {
    return fmt::format("[{}{}{}]", first, second.empty() ? "" : ", ", second);
  };
  if (!device.probes.empty()) {
    out << "probes: "
        << list(yaml_text(device.probes[0], true), device.probes.size() > 1 ? yaml_text(device.probes[1], true) : "")
        << '\n';
  }
  out << (device.co_run.empty() ? "" : "co_run:\n");
  for (const auto& [kernels, ctas, rates] : device.co_run) {
    out << fmt::format("  - {{kernels: {}, ctas: {}, rates: {}}}\n",
                       list(yaml_text(kernels[0], true), yaml_text(kernels[1], true)),
                       list(std::to_string(ctas[0]), std::to_string(ctas[1])),
                       list(quantity_text(rates[0].value, {"/ms"}), quantity_text(rates[1].value, {"/ms"})));
  }
}

}  // namespace warpshop::io
