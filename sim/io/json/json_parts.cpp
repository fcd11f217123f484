#include "sim/io/json/json_parts.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "sim/model/fleet.hpp"
#include "sim/model/plan_text.hpp"
#include "sim/model/utf8.hpp"

namespace warpshop::io {

namespace {

std::string dumped(const Json& json, bool in_ascii = false) {
  try {
    return json.dump(-1, ' ', in_ascii);
  } catch (const Json::type_error&) {  // it is not UTF-8
    return with_texts(json, as_utf8).dump(-1, ' ', in_ascii);
  }
}

}  // namespace

Json with_texts(Json json, const std::function<std::string(std::string_view)>& change) {
  if (json.is_string()) {
    return change(json.get_ref<const std::string&>());
  }
  if (json.is_object()) {
    Json changed = Json::object();
    for (auto& [key, value] : json.items()) {
      changed[change(key)] = with_texts(std::move(value), change);
    }
    return changed;
  }
  for (Json& element : json) {
    if (element.is_structured() || element.is_string()) {
      element = with_texts(std::move(element), change);
    }
  }
  return json;
}

std::string json_text(const Json& json) {
  std::string text = dumped(json);
  if (std::all_of(text.begin(), text.end(), [](char byte) { return byte >= 0x20 && byte < 0x7F; })) {
    return text;
  }
  std::string escaped;
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view character = rest.substr(0, character_length(rest));
    const std::string in_ascii = is_printable(code_point(character)) ? "" : dumped(Json(character), true);
    escaped += in_ascii.empty() ? character : std::string_view{in_ascii}.substr(1, in_ascii.size() - 2);
    rest.remove_prefix(character.size());
  }
  return escaped;
}

Json workload_json(const std::string& name, const std::vector<std::string>& task_names) {
  return {{"name", name}, {"tasks", task_names.size()}};
}

Json plan_json(const std::string& policy, const Plan& plan, const std::vector<std::string>& task_names,
               const std::vector<std::string>& fleet) {
  Json json{{"policy", policy}, {"order", plan.order}, {"tasks", Json::array()}};
  for (const std::uint32_t task : plan.order) {
    json["tasks"].push_back(task_names[task]);
  }
  json["order_text"] = plan_text(plan, task_names, fleet);
  if (!plan.devices.empty()) {
    const std::vector<Plan> plans = device_plans(plan);
    for (std::size_t device = 0; device < plans.size(); ++device) {
      json["devices"].push_back({{"device", fleet[device]}, {"order", plans[device].order}});
      if (!plans[device].rounds.empty()) {
        json["devices"].back()["rounds"] = plans[device].rounds;
      }
    }
  }
  add_execution(json, plan);
  return json;
}

void add_execution(Json& json, const Plan& plan) {
  if (plan.submission != Submission::ordered) {
    json["submission"] = name(plan.submission);
  }
  for (const Gate& gate : plan.gates) {
    json["gates"].push_back({{"d2h", gate.d2h}, {"h2d", gate.h2d}});
  }
  if (plan.devices.empty() && !plan.rounds.empty()) {
    json["rounds"] = plan.rounds;
  }
  if (plan.share) {
    json["share"] = {{"policy", plan.share->policy}, {"way", plan.share->chosen_way()}, {"split", plan.share->split}};
  }
}

void add_origin(Json& json, const Basis& basis, const Origin& origin) {
  json["assumed"] = basis.assumed;
  for (const AssumedValue& known : basis.ranges) {
    json["assumed_ranges"].push_back(
        {{"path", known.path}, {"ms", known.value}, {"range_ms", {known.range.low, known.range.high}}});
  }
  json["set"] = basis.set;
  if (!basis.issued.empty()) {
    json["issued"] = basis.issued;
  }
  json["file"] = as_utf8(origin.file);
  json["seed"] = origin.seed;
  json["budget"] = origin.budget.empty() ? Json(nullptr) : Json(origin.budget);
  json["version"] = origin.version;
}

void add_results(Json& json, bool checked, const std::vector<std::size_t>& wrong,
                 const std::vector<std::string>& task_names) {
  json["results_correct"] = checked ? Json(wrong.empty()) : Json(nullptr);
  for (const std::size_t task : wrong) {
    json["wrong"].push_back(task_names[task]);
  }
}

std::string opened(const Json& head) {
  std::string text = json_text(head);
  text.pop_back();
  return text;
}

}  // namespace warpshop::io
