#include "sim/io/json/plan_json.hpp"

#include <cstddef>
#include <utility>

#include "sim/model/fleet.hpp"
#include "sim/model/plan_text.hpp"

namespace warpshop::io {

nlohmann::ordered_json plan_json(const std::string& policy, const Plan& plan,
                                 const std::vector<std::string>& task_names, const std::vector<std::string>& fleet) {
  nlohmann::ordered_json tasks = nlohmann::ordered_json::array();
  for (const std::uint32_t task : plan.order) {
    tasks.push_back(task_names[task]);
  }
  nlohmann::ordered_json json{{"policy", policy}, {"order", plan.order}, {"tasks", std::move(tasks)}};
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

void add_execution(nlohmann::ordered_json& json, const Plan& plan) {
  if (plan.submission != Submission::ordered) {
    json["submission"] = name(plan.submission);
  }
  for (const Gate& gate : plan.gates) {
    json["gates"].push_back({{"d2h", gate.d2h}, {"h2d", gate.h2d}});
  }
  if (plan.devices.empty() && !plan.rounds.empty()) {
    json["rounds"] = plan.rounds;
  }
}

}  // namespace warpshop::io
