#include "sim/model/copy_facts.hpp"

namespace warpshop {
namespace {

CopyFacts facts_of(const std::optional<CopySpec>& copy) {
  if (!copy) {
    return {};
  }
  const auto* const bytes = std::get_if<Bytes>(&copy->amount);
  return {.bytes = bytes != nullptr ? std::optional(*bytes) : copy->size, .memory = copy->memory};
}

}  // namespace

std::vector<TaskCopies> copy_facts(const Workload& workload) {
  std::vector<TaskCopies> facts;
  facts.reserve(workload.size());
  for (const Task& task : workload.tasks) {
    facts.insert(facts.end(), task.count, TaskCopies{facts_of(task.h2d), facts_of(task.d2h)});
  }
  return facts;
}

}  // namespace warpshop
