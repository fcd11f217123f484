#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

#include "sim/model/workload.hpp"

namespace warpshop {

/// Fields of a task that not every planner can honour. (`release` every simulation honours.)
enum class Field : std::uint8_t { weight, due, after, family, footprint, host, stream, call, phases, jitter };

/// A use of a field.
struct FieldUse {
  std::string_view field;
  const Task* task = nullptr;
};

/// The first task that uses one of the fields, itself or by its job, and the first of them that it uses; nothing if
/// none is used. A weight of 1 is none.
std::optional<FieldUse> first_use(const Workload& workload, std::initializer_list<Field> fields);

/// For what takes tasks alone. Throws InputError at the first client: `WHO takes tasks, and this workload has clients,
/// expected …`.
void refuse_clients(const Workload& workload, std::string_view who);

/// Whether a task or a job has a due date.
bool has_due_dates(const Workload& workload);

}  // namespace warpshop
