#include <cmath>
#include <sstream>
#include <stdexcept>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <yaml-cpp/yaml.h>

#include "sim/files/device_store.hpp"
#include "sim/io/device/device_yaml.hpp"
#include "sim/io/yaml/yaml_text.hpp"
#include "tests/io/mistakes.hpp"
#include "tests/support/devices.hpp"

namespace warpshop {

// rapidcheck and GoogleTest show it when something fails.
void show(const Device& device, std::ostream& out) {
  io::write_device(out, device);
}
std::ostream& operator<<(std::ostream& out, const Device& device) {
  show(device, out);
  return out;
}

namespace io {
namespace {

std::string written(const Device& device) {
  std::ostringstream text;
  write_device(text, device);
  return text.str();
}

Device parsed(const std::string& text) {
  std::istringstream stream(text);
  return parse_device(stream, "written");
}

/// The same device, but for the ends of intervals, which are written in six digits.
bool same(Device a, const Device& b, double tolerance) {
  for (auto& [path, confidence] : a.confidence) {
    const auto other = b.confidence.find(path);
    if (other == b.confidence.end() || std::abs(confidence.low - other->second.low) > tolerance * confidence.low ||
        std::abs(confidence.high - other->second.high) > tolerance * confidence.high) {
      return false;
    }
    confidence = {.low = other->second.low, .high = other->second.high, .samples = confidence.samples};
  }
  return a == b;
}

RC_GTEST_PROP(WriteDevice, IsReadBackAsTheSameDevice, ()) {
  const Device device = *test::any_device();
  const std::string text = written(device);
  const Device back = parsed(text);
  RC_ASSERT(same(device, back, 1e-5));
  RC_ASSERT(same(parsed(written(back)), back, 1e-14));
}

TEST(WriteDevice, KeepsTheShippedDevices) {
  for (const char* const name : {"gtx980", "k20c", "titanx"}) {
    const Device device = files::find_device(name);
    EXPECT_EQ(parsed(written(device)), device);
  }
}

constexpr const char* kCalibrated =
    "schema: warpshop.device/1\n"
    "name: box\n"
    "dma_engines: 2\n"
    "transfer:\n"
    "  pinned:\n"
    "    h2d:\n"
    "      latency: {value: 9.1 us, low: 9 us, high: 9.3 us, samples: 31}\n"
    "      alone: {value: 25.1 GB/s, low: 25 GB/s, high: 25.2 GB/s, samples: 31}\n"
    "      duplex: 22 GB/s\n"
    "      mixed: 20.5 GB/s\n"
    "      points:\n"
    "        - {size: 4 KiB, bandwidth: 950 MB/s}\n"
    "        - {size: 1 MB, bandwidth: {value: 20 GB/s, low: 19 GB/s, high: 22 GB/s, samples: 9}}\n"
    "        - {size: 64 MiB, bandwidth: 25.1 GB/s}\n"
    "    d2h: {latency: 850 ns, alone: 26 GB/s, duplex: 22 GB/s, mixed: 20 GB/s}\n"
    "  pageable:\n"
    "    h2d: {latency: 0 ns, alone: 8 GB/s, mixed: 7 GB/s}\n"
    "    d2h: {latency: 12.25 ms, alone: 8 GB/s, mixed: 7 GB/s}\n"
    "sm: {count: 132, registers: 65536, shared_memory: 228 KiB, threads: 2048, ctas: 32}\n"
    "memory: {bandwidth: 4800 GB/s}\n"
    "launch_latency: {value: 2.5 us, low: 2.4 us, high: 2.75 us, samples: 100}\n"
    "kernels:\n"
    "  plain: {per_element: 0.0005 ns, invocation: 4 us}\n"
    "  vector_add:\n"
    "    per_element: {value: 0.0025 ns, low: 0.00249 ns, high: 0.00251 ns, samples: 11}\n"
    "    invocation: 3 us\n"
    "    category: memory_bound\n"
    "    cta: {threads: 256, registers: 16, shared_memory: 0 B, per_sm: 8}\n"
    "    by_ctas:\n"
    "      - {count: 1, rate: 210000 /ms}\n"
    "      - {count: 8, rate: {value: 1500000 /ms, low: 1490000 /ms, high: 1510000 /ms, samples: 5}}\n"
    "    by_sms:\n"
    "      - {count: 1, rate: 12.5 /ms}\n"
    "    eviction: 14 us\n"
    "    transformation: {value: 1.04, low: 1.03, high: 1.05, samples: 20}\n"
    "interference:\n"
    "  h2d_beside_kernel: {value: 0.97, low: 0.96, high: 0.98, samples: 20}\n"
    "  d2h_beside_kernel: 1\n"
    "  kernel_beside_h2d: 0.99\n"
    "  kernel_beside_d2h: 1.01\n"
    "observed:\n"
    "  pageable_overlap: {value: 0, low: 0, high: 0, samples: 20}\n"
    "  same_direction_overlap: 0.001\n"
    "  partial_overlap: {mean_error: 0.004, worst_error: 0.021, samples: 21}\n"
    "provenance:\n"
    "  driver: \"580.65\"\n"
    "  gpu: NVIDIA H200, compute capability 9.0\n"
    "  note: \"first: line\\nsecond # line\"\n";

TEST(WriteDevice, WritesShortLinesWithSensibleUnits) {
  EXPECT_EQ(written(parsed(kCalibrated)), kCalibrated);
}

TEST(ReadDevice, KeepsWhatACalibrationMeasures) {
  const Device device = parsed(kCalibrated);
  const auto expect_confidence = [&](const std::string& path, double low, double high, std::int64_t samples) {
    const auto found = device.confidence.find(path);
    ASSERT_NE(found, device.confidence.end()) << path;
    EXPECT_DOUBLE_EQ(found->second.low, low);
    EXPECT_DOUBLE_EQ(found->second.high, high);
    EXPECT_EQ(found->second.samples, samples);
  };
  EXPECT_EQ(device.confidence.size(), 9U);
  EXPECT_EQ(device.transfer(Memory::pinned, Direction::h2d).alone->value, 25.1e9);
  expect_confidence("transfer.pinned.h2d.latency", 9 / 9.1, 9.3 / 9.1, 31);
  expect_confidence("transfer.pinned.h2d.alone", 25 / 25.1, 25.2 / 25.1, 31);
  expect_confidence("transfer.pinned.h2d.points.1000000", 0.95, 1.1, 9);
  expect_confidence("kernels.vector_add.per_element", 0.996, 1.004, 11);
  expect_confidence("kernels.vector_add.by_ctas.8", 149.0 / 150, 151.0 / 150, 5);
  expect_confidence("observed.pageable_overlap", 1, 1, 20);
  const KernelModel& kernel = device.kernels.at("vector_add");
  EXPECT_EQ(kernel.category, Category::memory_bound);
  EXPECT_EQ(kernel.cta, (CtaResources{.threads = 256, .registers = 16, .shared_memory = Bytes{0}, .per_sm = 8}));
  EXPECT_EQ(kernel.by_ctas, (std::vector<ScalingPoint>{{1, {210000}}, {8, {1500000}}}));
  EXPECT_EQ(kernel.by_sms, (std::vector<ScalingPoint>{{1, {12.5}}}));
  EXPECT_EQ(kernel.eviction, Millis{0.014});
  EXPECT_EQ(kernel.transformation, 1.04);
  EXPECT_EQ(device.kernels.at("plain").category, std::nullopt);
  EXPECT_EQ(device.launch_latency, Millis{0.0025});
  EXPECT_EQ(device.interference->kernel_beside_d2h, 1.01);
  EXPECT_EQ(device.observed->partial_overlap, (ModelCheck{.mean_error = 0.004, .worst_error = 0.021, .samples = 21}));
}

TEST(ReadDevice, RatesTakeEveryUnitOfTime) {
  const auto rate = [](const std::string& text) {
    return parsed(device_with(13, "kernels: {k: {per_element: 1 ns, invocation: 0 s, by_sms: [{count: 1, rate: " +
                                      text + "}]}}"))
        .kernels.at("k")
        .by_sms.at(0)
        .rate.value;
  };
  EXPECT_EQ(rate("12.5 /ms"), 12.5);
  EXPECT_EQ(rate("12.5 /s"), 0.0125);
  EXPECT_EQ(rate("12.5 /us"), 12500);
  EXPECT_EQ(rate("0.1 /ns"), 100'000);
}

TEST(WriteDevice, AConfidenceOfNothingIsABug) {
  Device device = files::find_device("k20c");
  device.confidence["kernels.none.per_element"] = {.low = 1, .high = 1, .samples = 1};
  EXPECT_THROW(written(device), std::logic_error);
  device.confidence = {{"transfer.pinned.h2d.alone", {.low = 1.1, .high = 1.2, .samples = 1}}};
  EXPECT_THROW(written(device), std::logic_error);
  device.confidence = {{"transfer.pinned.h2d.alone", {.low = 0.9, .high = 1.2, .samples = 0}}};
  EXPECT_THROW(written(device), std::logic_error);
}

TEST(YamlText, IsInQuotesWhereItCouldBeTakenForSomethingElse) {
  for (const std::string plain : {"vector_add", "a: b", "NVIDIA H200, 141 GB", "a#b", "a:b", "it's", "say \"x\" - y"}) {
    const bool needs_quotes = plain == "a: b" || plain == "say \"x\" - y";
    EXPECT_EQ(yaml_text(plain) == plain, !needs_quotes) << plain;
  }
  EXPECT_EQ(yaml_text(""), "\"\"");
  EXPECT_EQ(yaml_text("580.65"), "\"580.65\"");
  EXPECT_EQ(yaml_text("Yes"), "\"Yes\"");
  EXPECT_EQ(yaml_text("a #b"), "\"a #b\"");
  EXPECT_EQ(yaml_text("- a"), "\"- a\"");
  EXPECT_EQ(yaml_text("a\nb\t\"c\"\\"), "\"a\\nb\\t\\\"c\\\"\\\\\"");
  EXPECT_EQ(yaml_text("a\u2028b\u0085"), "\"a\\u2028b\\u0085\"");
  EXPECT_EQ(yaml_text("a\u202eb\u2066"), "\"a\\u202eb\\u2066\"");
  EXPECT_EQ(yaml_text("a\x85 \xc3"), "\"a\uFFFD \uFFFD\"");
  EXPECT_EQ(yaml_text("Málaga λ"), "Málaga λ");
  EXPECT_EQ(yaml_text("a? b"), "a? b");
  EXPECT_EQ(yaml_text("a? b", true), "\"a? b\"");
}

/// Two signs of ASCII in every place of a text: at its end, before a letter, before a space.
TEST(YamlText, IsReadAsItWasByAParserOfItsOwn) {
  std::vector<std::string> texts;
  for (char one = ' '; one <= '~'; ++one) {
    for (char other = ' '; other <= '~'; ++other) {
      const std::string signs{one, other};
      texts.insert(texts.end(), {signs, "a" + signs, "a" + signs + "b", "a" + signs + " b"});
    }
  }
  std::string outside;
  std::string in_list = "[";
  std::string in_map = "{";
  for (const std::string& text : texts) {
    outside += "- " + yaml_text(text) + "\n- " + yaml_text(text) + ": 1\n";
    in_list += yaml_text(text, true) + ", ";
    in_map += yaml_text(text, true) + ": 1, ";
  }
  const YAML::Node scalars = YAML::Load(outside);
  const YAML::Node list = YAML::Load(in_list + "last]");
  const YAML::Node map = YAML::Load(in_map + "last: 1}");
  ASSERT_EQ(scalars.size(), 2 * texts.size());
  ASSERT_EQ(list.size(), texts.size() + 1);
  ASSERT_EQ(map.size(), texts.size() + 1);
  YAML::const_iterator key = map.begin();
  for (std::size_t i = 0; i < texts.size(); ++i, ++key) {
    EXPECT_EQ(scalars[2 * i].Scalar(), texts[i]);
    EXPECT_EQ(scalars[2 * i + 1].begin()->first.Scalar(), texts[i]);
    EXPECT_EQ(list[i].Scalar(), texts[i]);
    EXPECT_EQ(key->first.Scalar(), texts[i]);
  }
}

}  // namespace
}  // namespace io
}  // namespace warpshop
