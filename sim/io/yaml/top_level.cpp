#include "sim/io/yaml/top_level.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "sim/io/yaml/quantity.hpp"

namespace warpshop::io {
namespace {

std::uint32_t bit_of(std::string_view key, Keys known) {
  const auto found = std::find(known.begin(), known.end(), key);
  return std::uint32_t{1} << (found - known.begin());
}

}  // namespace

void TopLevel::key(const YamlNode& key) {
  check_key(key, known_, file_);
  const std::uint32_t bit = bit_of(key.text, known_);
  if ((seen_ & bit) != 0) {
    throw InputError(file_, key.mark, fmt::format("the key {} stands here twice, expected it once", describe(key)));
  }
  seen_ |= bit;
}

void TopLevel::check_schema(const YamlNode& value) const {
  if (value.kind == NodeKind::scalar && value.text == schema_) {
    return;
  }
  const std::string_view kind = schema_.substr(0, schema_.find('/') + 1);
  if (value.text.starts_with(kind)) {
    refuse_value(value, file_, "is a version that this program does not know", schema_);
  }
  const bool ours = value.text.starts_with("warpshop.");
  refuse_value(value, file_, ours ? "is another kind of file" : "is not a schema", schema_);
}

bool TopLevel::has(std::string_view key) const {
  return (seen_ & bit_of(key, known_)) != 0;
}

void TopLevel::require(std::string_view key, Mark root) const {
  if (!has(key)) {
    const std::string expected = key == "schema" ? fmt::format("schema: {}", schema_) : fmt::format("the key {}", key);
    throw InputError(file_, root, fmt::format("{} without {}, expected {}", what_, key, expected));
  }
}

}  // namespace warpshop::io
