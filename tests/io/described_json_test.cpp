#include "sim/io/json/described_json.hpp"

#include <optional>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace warpshop::io {
namespace {

using namespace result;

struct Part {
  std::string name;
  Millis time{0};
};
struct Whole {
  std::string note;
  std::optional<double> ratio;
  std::optional<Part> part;
  std::vector<Part> parts;
  std::vector<std::pair<std::string_view, std::vector<double>>> options = {};
};

const Fields<Part>& part_fields() {
  static const Fields<Part> fields{{"name", "of the part", &Part::name}, {"time_ms", "how long it takes", &Part::time}};
  return fields;
}

std::string json(const Fields<Whole>& fields, const Whole& whole) {
  const Kind<Whole> kind({.name = "test", .title = {}, .command = {}, .first_columns = {}}, fields);
  std::ostringstream out;
  write(out, format::Json{}, kind.describe(whole));
  return out.str();
}

TEST(DescribedJson, LeavesOutWhatIsNotThereOrSaysNull) {
  const Fields<Whole> fields{{"note", "", &Whole::note, kIfAny},
                             {"ratio", "", &Whole::ratio, kNull},
                             {"part", "", part_fields(), &Whole::part},
                             {"parts", "", part_fields(), &Whole::parts}};
  EXPECT_EQ(json(fields, {}), "{\"schema\":\"warpshop.test/1\",\"ratio\":null,\"parts\":[]}\n");
  EXPECT_EQ(json(fields, {.note = "n", .ratio = 0.5, .part = Part{"a", Millis{1}}, .parts = {{"b", Millis{2.5}}}}),
            "{\"schema\":\"warpshop.test/1\",\"note\":\"n\",\"ratio\":0.5,\"part\":{\"name\":\"a\",\"time_ms\":1.0},"
            "\"parts\":[{\"name\":\"b\",\"time_ms\":2.5}]}\n");
}

TEST(DescribedJson, WritesNamedValuesAsAnObjectInTheirOrder) {
  const Fields<Whole> fields{{"options", "", &Whole::options}};
  EXPECT_EQ(json(fields, {}), "{\"schema\":\"warpshop.test/1\",\"options\":{}}\n");
  EXPECT_EQ(json(fields, {.options = {{"slice", {2}}, {"limits", {45, 0.5}}}}),
            "{\"schema\":\"warpshop.test/1\",\"options\":{\"slice\":[2.0],\"limits\":[45.0,0.5]}}\n");
  const Fields<Whole> if_any{{"options", "", &Whole::options, kIfAny}};
  EXPECT_EQ(json(if_any, {}), "{\"schema\":\"warpshop.test/1\"}\n");
}

TEST(DescribedJson, WritesLinesOneByOneAndPartsInPlace) {
  static const std::vector<Part> none;
  const Fields<Whole> fields{
      {part_fields(), [](const Whole& whole) { return *whole.part; }},
      {"parts", "", part_fields(), &Whole::parts, kLines},
      {"none", "", part_fields(), [](const Whole&) -> const std::vector<Part>& { return none; }, kIfAny | kLines}};
  EXPECT_EQ(
      json(fields, {.part = Part{"a", Millis{1}}, .parts = {{"b", Millis{2}}, {"c", Millis{3}}}}),
      "{\"schema\":\"warpshop.test/1\",\"name\":\"a\",\"time_ms\":1.0,\"parts\":[\n{\"name\":\"b\",\"time_ms\":2.0},"
      "\n{\"name\":\"c\",\"time_ms\":3.0}\n]}\n");
}

}  // namespace
}  // namespace warpshop::io
