#pragma once

#include <cstddef>
#include <ostream>
#include <string>
#include <vector>

#include "sim/io/json/json_text.hpp"
#include "sim/model/basis.hpp"
#include "sim/model/origin.hpp"
#include "sim/model/plan.hpp"

namespace warpshop::io {

// What several documents have.

/// `name`, and how many `tasks`.
Json workload_json(const std::string& name, const std::vector<std::string>& task_names);

/// Policy and plan: `order` by position, `tasks` by name, `order_text` as plan_text() has it, `devices` (the order and
/// the rounds of each) if there is a fleet of those names, and add_execution().
Json plan_json(const std::string& policy, const Plan& plan, const std::vector<std::string>& task_names,
               const std::vector<std::string>& fleet = {});

/// What a plan says beside its order: `submission` where it is not ordered, `gates` (the D2H copy of one position waits
/// for the H2D copy of another) and, for one device, `rounds` (lengths) where it has them.
void add_execution(Json& json, const Plan& plan);

/// `assumed` and `set`: lists of text, which may be empty. Then `file`, `seed`, `budget` (null without one) and
/// `version`. A file name that is not UTF-8 is shown with U+FFFD for what is not.
void add_origin(Json& json, const Basis& basis, const Origin& origin);

/// `results_correct`: null if they were not checked; `wrong`: names of the tasks whose results were not those of the
/// CPU, only where there are any. wrong: positions in task_names.
void add_results(Json& json, bool checked, const std::vector<std::size_t>& wrong,
                 const std::vector<std::string>& task_names);

/// An object that is still open, for write_rows() to go on.
std::string opened(const Json& head);

/// A list of `count` elements as the next entry of an object, one a line: row(i) is made as it is written, so that a
/// million of them take no memory.
template <class Row>
void write_rows(std::ostream& out, const char* key, std::size_t count, const Row& row) {
  out << ",\"" << key << "\":[";
  for (std::size_t i = 0; i < count; ++i) {
    out << (i > 0 ? ",\n" : "\n") << json_text(row(i));
  }
  out << "\n]";
}

}  // namespace warpshop::io
