#include "cli/result_origin.hpp"

#include "cli/budget.hpp"

namespace warpshop::cli {

std::string version() {
  return WARPSHOP_VERSION;
}

Origin origin_of(const std::string& workload_file, const PlanOptions& options) {
  return {.file = workload_file, .seed = options.seed, .budget = budget_text(options.budget), .version = version()};
}

}  // namespace warpshop::cli
