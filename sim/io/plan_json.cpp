#include "sim/io/plan_json.hpp"

#include <cstddef>
#include <utility>

namespace warpshop::io {

nlohmann::ordered_json plan_json(const std::string& policy, const Plan& plan,
                                 const std::vector<std::string>& task_names, const std::vector<std::string>& fleet) {
  nlohmann::ordered_json tasks = nlohmann::ordered_json::array();
  for (const std::uint32_t task : plan.order) {
    tasks.push_back(task_names[task]);
  }
  nlohmann::ordered_json json{{"policy", policy}, {"order", plan.order}, {"tasks", std::move(tasks)}};
  auto task = plan.order.begin();
  for (std::size_t device = 0; device < plan.devices.size(); ++device) {
    const auto end = task + plan.devices[device];
    json["devices"].push_back({{"device", fleet[device]}, {"order", Order(task, end)}});
    task = end;
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
  if (!plan.rounds.empty()) {
    json["rounds"] = plan.rounds;
  }
}

}  // namespace warpshop::io
