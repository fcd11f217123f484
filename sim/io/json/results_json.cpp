#include "sim/io/json/results_json.hpp"

namespace warpshop::io {

void add_results(nlohmann::ordered_json& json, bool checked, const std::vector<std::size_t>& wrong,
                 const std::vector<std::string>& task_names) {
  json["results_correct"] = checked ? nlohmann::ordered_json(wrong.empty()) : nlohmann::ordered_json(nullptr);
  for (const std::size_t task : wrong) {
    json["wrong"].push_back(task_names[task]);
  }
}

}  // namespace warpshop::io
