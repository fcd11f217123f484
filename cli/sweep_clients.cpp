#include "cli/sweep_clients.hpp"

#include <chrono>
#include <cstddef>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/print.hpp"
#include "cli/result_origin.hpp"
#include "sim/model/client_sweep.hpp"
#include "sim/report/client_sweep_text.hpp"
#include "sim/report/decimals.hpp"
#include "sim/report/html/client_sweep_chapter.hpp"
#include "sim/study/clients/swept_clients.hpp"
#include "sim/study/grid/client_grid.hpp"

namespace warpshop::cli {
namespace {

/// Says, ten times a second at most, how far it is: `3 of 10 done, 42 s left; mps: 120 settings tried`.
class CellsProgress {
 public:
  explicit CellsProgress(Progress& progress) : progress_(progress) {}

  void show(std::size_t done, std::size_t all, const std::string& doing) {
    const Clock::time_point now = Clock::now();
    if (done < done_) {
      start_ = now;  // of what is refined
    }
    done_ = done;
    if (doing.empty() || now - shown_ < std::chrono::milliseconds(100)) {
      return;
    }
    shown_ = now;
    const double spent = std::chrono::duration<double>(now - start_).count();
    const std::string left =
        done == 0 ? ""
                  : fmt::format(", {:.0f} s left", spent / static_cast<double>(done) * static_cast<double>(all - done));
    progress_.show(fmt::format("{} of {} done{}; {}", done, all, left, doing));
  }

 private:
  using Clock = std::chrono::steady_clock;

  Progress& progress_;
  std::size_t done_ = 0;
  Clock::time_point start_ = Clock::now();
  Clock::time_point shown_ = start_;
};

/// Which policies failed where, on standard error. Throws std::runtime_error if any did.
void tell_failed_policies(const ClientSweep& sweep) {
  const std::vector<FailedInCell> failed = failed_policies(sweep);
  for (const FailedInCell& each : failed) {
    std::cerr << fmt::format("{}: policy {} failed and is left out: {}\n",
                             report::swept_place(sweep, each.cell.values, sweep.axes.size()), each.policy.policy,
                             each.policy.reason);
  }
  if (!failed.empty()) {
    throw std::runtime_error(report::number_of(failed.size(), "run") + " failed, see above");
  }
}

}  // namespace

void sweep_clients(const study::SweepFile& file, const PlanOptions& order, unsigned jobs, const OutputOptions& options,
                   Progress& progress) {
  const study::ClientGridInput input = study::client_grid(file);
  progress.clear();
  Notes(options).show(input.notes);
  Output output(options, input.files);
  CellsProgress cells(progress);
  ClientSweep sweep = study::sweep_clients(
      input.grid,
      {.options = order, .jobs = jobs, .progress = [&](std::size_t done, std::size_t all, const auto& doing) {
         cells.show(done, all, doing);
       }});
  progress.clear();
  sweep.origin = origin_of(file.text.file, order);
  print(output, sweep);
  if (output.report().asked()) {
    output.report().add(report::html::chapter(sweep));
    output.report().made_from(as_utf8(file.text.file), input.inputs);
  }
  output.commit();
  tell_failed_policies(sweep);
}

}  // namespace warpshop::cli
