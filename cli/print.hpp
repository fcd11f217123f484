#pragma once

#include <ostream>
#include <string>
#include <variant>

#include "cli/output.hpp"
#include "sim/io/json/described_json.hpp"
#include "sim/model/error.hpp"
#include "sim/model/listed_devices.hpp"
#include "sim/report/client_run_table.hpp"
#include "sim/report/client_sweep_table.hpp"
#include "sim/report/client_table.hpp"
#include "sim/report/client_timeline_table.hpp"
#include "sim/report/comparison_table.hpp"
#include "sim/report/described_csv.hpp"
#include "sim/report/pair_report.hpp"
#include "sim/report/placing_table.hpp"
#include "sim/report/replay_table.hpp"
#include "sim/report/run_table.hpp"
#include "sim/report/series_table.hpp"
#include "sim/report/service_table.hpp"
#include "sim/report/split_table.hpp"
#include "sim/report/sweep_table.hpp"
#include "sim/report/timeline_table.hpp"
#include "sim/report/validation_table.hpp"
#include "sim/result/format.hpp"

namespace warpshop::cli {

/// For people: a row a profile, then a line a GPU found and whether it is calibrated.
void print(std::ostream& out, const format::Table& style, const ListedDevices& listed);

/// A result in each format that is asked for, behind those that are there already: by the overload of print() for both
/// (sim/result/format.hpp). Throws InputError where there is none.
template <class Result>
void print(Output& output, const Result& result) {
  using cli::print;
  using io::print;
  using report::print;
  output.for_next_result([&](std::ostream& out, const format::Any& any) {
    std::visit(
        [&](const auto& format) {
          if constexpr (requires { print(out, format, result); }) {
            print(out, format, result);
          } else {
            throw InputError("--format " + std::string{format.kName} + ": not of this command, expected another one");
          }
        },
        any);
  });
}

}  // namespace warpshop::cli
