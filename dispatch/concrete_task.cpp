#include "dispatch/concrete_task.hpp"

#include <map>
#include <string>
#include <utility>
#include <variant>

namespace warpshop::dispatch {
namespace {

constexpr std::uint64_t kSeed = 3141;

std::shared_ptr<const KernelData> make_data(const kernels::Kernel& kernel, std::int64_t elements, bool check) {
  const kernels::Layout layout = kernel.layout(elements);
  auto data = std::make_shared<KernelData>();
  data->input.resize(static_cast<std::size_t>(layout.input.count));
  kernel.fill(data->input, elements, kSeed);
  if (check) {
    data->expected.resize(static_cast<std::size_t>(layout.output.count));
    kernel.reference(data->input, data->expected, elements);
  }
  return data;
}

std::optional<ConcreteTask::Transfer> transfer(const std::optional<CopySpec>& copy) {
  if (!copy) {
    return {};
  }
  return ConcreteTask::Transfer{std::get<Bytes>(copy->amount), copy->memory};
}

}  // namespace

std::vector<ConcreteTask> concrete_tasks(const Workload& realised, bool check) {
  std::map<std::pair<std::string, std::int64_t>, std::shared_ptr<const KernelData>> data;
  std::vector<ConcreteTask> tasks;
  tasks.reserve(realised.size());
  for (const Task& task : realised.tasks) {
    ConcreteTask concrete{.h2d = transfer(task.h2d), .d2h = transfer(task.d2h), .release = task.release};
    if (task.kernel) {
      const auto& call = std::get<KernelCall>(task.kernel->work);
      concrete.kernel = kernels::find(call.name);
      concrete.elements = call.elements;
      auto& shared = data[{call.name, call.elements}];
      if (!shared) {
        shared = make_data(*concrete.kernel, concrete.elements, check);
      }
      concrete.data = shared;
    }
    tasks.insert(tasks.end(), task.count, concrete);
  }
  return tasks;
}

}  // namespace warpshop::dispatch
