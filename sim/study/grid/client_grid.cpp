#include "sim/study/grid/client_grid.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "sim/files/text_key.hpp"
#include "sim/io/workload/read_workload.hpp"
#include "sim/model/profile_setting.hpp"
#include "sim/study/clients/client_policies.hpp"
#include "sim/study/grid/asked_grid.hpp"
#include "sim/study/workload_notes.hpp"

namespace warpshop::study {
namespace {

/// Where the value of a cell on the first axis stands.
Mark device_mark(const SweepSpec& spec, const std::vector<std::size_t>& values) {
  return spec.value_marks.front()[values.front()];
}

/// choose_client_policies(), and what is wrong with a policy at its place in the sweep file.
PolicyChoice chosen_policies(const SweepSpec& spec, const Workload& workload, std::span<const Device> devices) {
  try {
    return choose_client_policies(spec.policies, workload, devices);
  } catch (const InputError& error) {
    for (std::size_t i = 0; i < spec.policies.size(); ++i) {
      try {
        choose_client_policies({spec.policies[i]}, workload, devices);
      } catch (const InputError& alone) {
        if (alone.message() == error.message()) {
          throw InputError(spec.file, spec.policy_marks[i], error.message());
        }
      }
    }
    throw;
  }
}

ClientCell client_cell(const SweepSpec& spec, std::vector<std::size_t> values, const Workload& workload,
                       std::string device, std::vector<Device> devices) {
  if (devices.size() != 1) {
    throw InputError(spec.file, device_mark(spec, values), "clients share one GPU, expected one device");
  }
  PolicyChoice policies = chosen_policies(spec, workload, devices);
  Problem problem = make_problem(workload, devices);
  return {.values = std::move(values),
          .device = std::move(device),
          .devices = std::move(devices),
          .problem = std::move(problem),
          .policies = std::move(policies)};
}

/// Makes cells that are between those of the grid.
ClientGrid::CellAt cells_between(const SweepSpec& spec, io::Text text) {
  return [spec = std::make_shared<const SweepSpec>(spec), text = std::move(text)](
             const ClientCell& cell, std::size_t changed, const std::string& value) {
    std::vector<ProfileSetting> settings;
    for (std::size_t axis = 0; axis < spec->axes.size(); ++axis) {
      const SweepAxis& each = spec->axes[axis];
      if (each.name.starts_with(kClientsAxis)) {
        settings.push_back(axis_setting(each.name, each.name.substr(kClientsAxis.size()),
                                        axis == changed ? value : each.values[cell.values[axis]]));
      }
    }
    return client_cell(*spec, cell.values, io::parse_workload(text, settings), cell.device, cell.devices);
  };
}

}  // namespace

ClientGridInput client_grid(const SweepFile& file) {
  const SweepSpec& spec = file.spec;
  ClientGridInput input{
      .grid = {.name = spec.name, .axes = spec.axes, .policies = {}, .cells = {}}, .files = {}, .notes = {}};
  for (const NamedPolicy& policy : asked_policies(spec)) {
    input.grid.policies.push_back(policy.name());
  }
  const AskedGrid asked = asked_grid(spec);
  input.files = asked.files;
  input.files.emplace_back(file.text.file);
  input.inputs = files::text_key(file.text.bytes + '\0' + asked.texts);
  for (const AskedCell& cell : asked.cells) {
    const Workload& workload = cell.tasks->tasks.workloads.front();
    std::vector<Device> devices = cell.devices->devices;
    for (Device& device : devices) {
      device = with_link(std::move(device), cell.link);
    }
    append(input.notes, half_set_notes(workload, devices, cell.devices->settings));
    input.grid.cells.push_back(client_cell(spec, cell.values, workload, cell.devices->name, std::move(devices)));
    const ClientCell& made = input.grid.cells.back();
    append(input.notes, made.problem.notes);
    append(input.notes, left_out_notes(workload.name + " on " + made.device, made.policies.left_out));
  }
  input.grid.refine = spec.refine;
  input.grid.cell_at = cells_between(spec, asked.of_tasks.front());
  return input;
}

}  // namespace warpshop::study
