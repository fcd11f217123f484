#include "cli/beside.hpp"

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include "cli/interrupt.hpp"
#include "cli/output.hpp"
#include "dispatch/beside/cache_ways.hpp"
#include "sim/host/serving_rule.hpp"
#include "sim/model/error.hpp"
#include "sim/model/quantity.hpp"

namespace warpshop::cli {
namespace {

/// None: a note says why not.
std::unique_ptr<dispatch::CacheWays> ways_to_split(const OutputOptions& output) {
  std::optional<dispatch::CacheWays::Layout> layout;
  std::string why = dispatch::CacheWays::layout(dispatch::kResctrl, layout);
  if (layout) {
    try {
      return std::make_unique<dispatch::CacheWays>(dispatch::kResctrl, fmt::format("warpshop-{}", ::getpid()), *layout);
    } catch (const std::system_error& error) {
      why = error.what();
    }
  }
  note(output, "cores alone are moved, cache ways stay as they are: " + why);
  return nullptr;
}

/// Of a machine whose cores are not known all are taken to be there.
void check_cores(const dispatch::CoreSet& cores) {
  std::string text;
  std::getline(std::ifstream("/sys/devices/system/cpu/online"), text);
  const auto online = dispatch::parse_cores(text);
  for (const std::size_t core : cores.cores()) {
    if (online && !online->has(core)) {
      throw InputError(fmt::format("--cores: there is no core {} here, expected some of {}", core, text));
    }
  }
}

}  // namespace

void add_beside_options(CLI::App& command, BesideOptions& options) {
  trimmed(command.add_option_function<std::string>(
              "--target",
              [&options](const std::string& text) {
                options.target = parse_duration(text);
                if (!options.target || *options.target <= Millis{0}) {
                  throw InputError("--target: '" + text +
                                   "' is no duration above 0 and up to 1e12 s, expected one such as 50ms");
                }
              },
              "of tasks: how long after they come 99 % of them are to be done at the latest, such as 50ms"))
      ->type_name("TIME");
  constexpr int kLargestProcess = 1 << 22;  // of Linux
  command
      .add_option("--beside", options.processes,
                  "process of best-effort work: cores that are not needed for the --target are left to it; may be "
                  "repeated (docs/host.md)")
      ->type_name("PID")
      ->allow_extra_args(false)
      ->check(CLI::Range(1, kLargestProcess));
  trimmed(command.add_option_function<std::string>(
              "--cores",
              [&options](const std::string& text) {
                options.cores = dispatch::parse_cores(text);
                if (!options.cores) {
                  throw InputError("--cores: '" + text + "' is no list of cores, expected one such as 4-7,9");
                }
              },
              "that tasks and --beside share, such as 4-7,9; without it those of this process"))
      ->type_name("LIST");
}

void check_beside(const BesideOptions& options) {
  if (!options.processes.empty() && !options.target) {
    throw InputError("--beside leaves cores that a target does not need, expected --target, such as 50ms");
  }
  if (options.cores && options.processes.empty()) {
    throw InputError("--cores are shared with others, expected --beside");
  }
  if (options.cores) {
    check_cores(*options.cores);
  }
  if (std::ranges::find(options.processes, ::getpid()) != options.processes.end()) {
    throw InputError("--beside: that is this process, expected another one");
  }
}

ServingBeside::ServingBeside(const BesideOptions& options, const OutputOptions& output)
    : requests_(options.target.value()) {
  if (options.processes.empty()) {
    return;
  }
  dispatch::SharedCores shared{.cores = {}, .serving = ::getpid(), .beside = {}};
  std::ranges::copy_if(options.processes, std::back_inserter(shared.beside), [&](int process) {  // each once
    return std::ranges::find(shared.beside, process) == shared.beside.end();
  });
  machine_.cores_of(shared.serving, shared.cores);  // why_not() says where it cannot
  shared.cores = options.cores.value_or(shared.cores);
  if (std::string why = dispatch::why_not(machine_, shared); !why.empty()) {
    note(output, "no cores are moved: " + why);
    kept_.notes.push_back(std::move(why));
    return;
  }
  std::unique_ptr<dispatch::CacheWays> ways = ways_to_split(output);
  const ProcessorPart all{static_cast<int>(shared.cores.count()), ways ? ways->ways() : 1};
  controller_.emplace(machine_, std::move(shared), host::ServingRule(all, *options.target), requests_,
                      dispatch::RequestLog::now(), std::move(ways));
  at_once_before_the_end(dispatch::CoreController::put_back_before_the_end);
  work_.emplace(*controller_);
}

CoresKept ServingBeside::end() {
  if (work_) {
    work_->stop();
    kept_ = controller_->kept();
  }
  kept_.target = requests_.target();
  kept_.ended = requests_.ended();
  kept_.over_target = requests_.over_target();
  return kept_;
}

}  // namespace warpshop::cli
