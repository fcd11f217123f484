#pragma once

#include <variant>

#include "cli/devices_table.hpp"
#include "cli/output.hpp"
#include "sim/io/json/results_json.hpp"
#include "sim/report/comparison_table.hpp"
#include "sim/report/run_table.hpp"
#include "sim/report/service_table.hpp"
#include "sim/report/timeline_table.hpp"
#include "sim/report/validation_csv.hpp"
#include "sim/report/validation_table.hpp"

namespace warpshop::cli {

/// A result in the format that the output asks for, behind those that are there already: by the overload of print() for
/// both (sim/model/format.hpp).
template <class Result>
void print(Output& output, const Result& result) {
  using cli::print;
  using io::print;
  using report::print;
  std::visit([&](const auto& format) { print(output.stream(), format, result); }, output.next_format());
}

}  // namespace warpshop::cli
