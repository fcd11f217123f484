#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "sim/model/basis.hpp"
#include "sim/model/origin.hpp"
#include "sim/model/plan.hpp"

/// A duration is its number, in the unit of its type: Millis in milliseconds.
template <class Period>
struct nlohmann::adl_serializer<std::chrono::duration<double, Period>> {
  static void to_json(ordered_json& json, std::chrono::duration<double, Period> time) { json = time.count(); }
};

/// What is not there is null.
template <class Value>
struct nlohmann::adl_serializer<std::optional<Value>> {
  static void to_json(ordered_json& json, const std::optional<Value>& value) {
    json = value ? ordered_json(*value) : ordered_json(nullptr);
  }
};

namespace warpshop::io {

using Json = nlohmann::ordered_json;

/// A JSON value in one line, always valid: a text that is not UTF-8 is written as_utf8(), a number that is not finite
/// as null. Characters that do not show as themselves (see is_printable()) are escaped, so that a name can neither hide
/// nor turn what a terminal shows. Every writer of JSON here goes through it.
std::string json_text(const Json& json);

/// The same value with change(text) for each of its texts.
Json with_texts(Json json, const std::function<std::string(std::string_view)>& change);

// What several documents have.

/// `name`, and how many `tasks`.
Json workload_json(const std::string& name, const std::vector<std::string>& task_names);

/// Policy and plan: `order` by position, `tasks` by name, `order_text` as plan_text() has it, `devices` (the order and
/// the rounds of each) if there is a fleet of those names, and add_execution().
Json plan_json(const std::string& policy, const Plan& plan, const std::vector<std::string>& task_names,
               const std::vector<std::string>& fleet = {});

/// The same of a Simulation or a Run, and whether the user gave the order, and it is known to be optimal.
template <class Planned>
Json plan_json(const Planned& planned, const std::vector<std::string>& fleet = {}) {
  Json plan = plan_json(planned.policy, planned.plan, planned.task_names, fleet);
  if (planned.order_given) {
    plan["order_given"] = true;
  }
  plan["proven_optimal"] = planned.proven_optimal;
  return plan;
}

/// What a plan says beside its order: `submission` where it is not ordered, `gates` (the D2H copy of one position waits
/// for the H2D copy of another), for one device `rounds` (lengths), and `share` (how kernels share it) where it has
/// them.
void add_execution(Json& json, const Plan& plan);

/// `assumed` and `set`: lists of text, which may be empty. Then `file`, `seed`, `budget` (null without one) and
/// `version`. The name of a file is written as_utf8().
void add_origin(Json& json, const Basis& basis, const Origin& origin);

/// `results_correct`: null if they were not checked; `wrong`: names of the tasks whose results were not those of the
/// CPU, only where there are any. wrong: positions in task_names.
void add_results(Json& json, bool checked, const std::vector<std::size_t>& wrong,
                 const std::vector<std::string>& task_names);

/// A list of row(element) for each of the elements.
template <class Elements, class Row>
Json list_of(const Elements& elements, const Row& row) {
  Json list = Json::array();
  for (const auto& element : elements) {
    list.push_back(row(element));
  }
  return list;
}

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
