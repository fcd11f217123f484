#include "tests/support/sharing.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "sim/evaluate/prepare_sharing.hpp"
#include "sim/files/device_store.hpp"
#include "sim/io/device/chips.hpp"
#include "sim/model/split.hpp"
#include "sim/model/whole_gpu.hpp"
#include "sim/model/workload.hpp"
#include "tests/support/instances.hpp"

namespace warpshop::test {

Device device_of_subtasks(const std::string& name) {
  Device device = files::find_device(name);
  for (auto& [kernel, model] : device.kernels) {
    model.per_element = Millis{1 / (model.transformation.value_or(1) * model.by_ctas.back().rate.value)};
    model.invocation = Millis{0};
  }
  return device;
}

void make_a100(Device& device) {
  device.sm->count = 108;
  device.mig = io::chips().mig_of({.count = 108});
}

Instance grids_on(const Device& device, const std::vector<Grid>& grids) {
  Workload workload{.name = "grids", .file = {}, .tasks = {}};
  for (const Grid& grid : grids) {
    Task& task = workload.tasks.emplace_back();
    task.name = "t" + std::to_string(workload.tasks.size());
    task.kernel = KernelSpec{.work = KernelCall{grid.kernel, grid.subtasks}, .mark = {}};
  }
  Instance instance = resolve(workload, device);
  evaluate::prepare_sharing(instance, device);
  return instance;
}

Share whole_gpu_share() {
  Share share("whole GPU", {.mechanism = "one stream", .grants = Grant::gpu, .form = KernelForm::plain});
  share.start = [](const Instance& instance, const Share& /*share*/) {
    return share::Controller([all = everything(instance)](const share::Observation& seen) {
      share::Decision decision;
      for (const std::uint32_t task : seen.ready) {
        decision.allocations.emplace_back(task, all);
      }
      return decision;
    });
  };
  return share;
}

rc::Gen<SharingDemands> any_sharing_demands() {
  return rc::gen::map(rc::gen::inRange(0, 64), [](int bits) {
    return SharingDemands{.copies = (bits & 1) != 0,
                          .releases = (bits & 2) != 0,
                          .precedence = (bits & 4) != 0,
                          .families = (bits & 8) != 0,
                          .weights = (bits & 16) != 0,
                          .opaque = (bits & 32) != 0};
  });
}

rc::Gen<Instance> tasks_of(const Instance& stock, int most, const SharingDemands& demands) {
  return rc::gen::exec([stock, most, demands] {
    const auto thousandths = [] { return *rc::gen::inRange(0, 1001) * 1e-3; };
    Order chosen(static_cast<std::size_t>(*rc::gen::inRange(1, most + 1)));
    for (std::uint32_t& task : chosen) {
      task = static_cast<std::uint32_t>(*rc::gen::inRange<std::size_t>(0, stock.size()));
    }
    Instance instance = in_groups(stock, std::array{chosen}).front();
    Millis all{0};
    for (const Job& job : instance.jobs) {
      all += job.kernel;
    }
    for (std::uint32_t task = 0; task < instance.size(); ++task) {
      Job& job = instance.jobs[task];
      if (demands.opaque && *rc::gen::inRange(0, 3) == 0) {
        instance.work[task] = {};
      }
      if (demands.copies) {
        const int stages = *rc::gen::inRange(0, 4);
        job.has = {(stages & 1) != 0, true, (stages & 2) != 0};
        for (const std::size_t side : {0U, 1U}) {
          if (job.has[2 * side]) {
            job.copies[side] = {.latency = 0.01 * thousandths() * job.kernel, .payload = thousandths() * job.kernel};
          }
        }
      }
      if (demands.releases) {
        job.release = thousandths() * thousandths() * all;
      }
    }
    instance.rates = *rc::gen::elementOf(all_rates());
    return demanding(std::move(instance),
                     {.precedence = demands.precedence, .families = demands.families, .weights = demands.weights});
  });
}

}  // namespace warpshop::test
