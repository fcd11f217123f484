#include "sim/io/json/origin_json.hpp"

#include <string>

namespace warpshop::io {
namespace {

using Json = nlohmann::ordered_json;

Json utf8(const std::string& text) {
  return Json::parse(Json(text).dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace

void add_origin(Json& json, const Origin& origin) {
  json["file"] = utf8(origin.file);
  json["seed"] = origin.seed;
  json["budget"] = origin.budget.empty() ? Json(nullptr) : Json(origin.budget);
  json["version"] = origin.version;
}

}  // namespace warpshop::io
