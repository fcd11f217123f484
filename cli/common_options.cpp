#include "cli/common_options.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <limits>
#include <map>
#include <string>
#include <system_error>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/budget.hpp"
#include "cli/whole_number.hpp"
#include "sim/model/error.hpp"
#include "sim/model/what_if.hpp"
#include "sim/result/format.hpp"
#include "sim/study/all_policies.hpp"
#include "sim/study/policy_name.hpp"

namespace warpshop::cli {
namespace {

/// CLI11 by itself takes -1 and 10^20 for 2^64 - 1.
CLI::Validator whole_number(std::uint64_t low, std::uint64_t high, const std::string& description) {
  return {[low, high](std::string& text) { return check_whole_number(text, low, high); }, description};
}

std::string not_empty(const std::string& file) {
  return file.empty() ? "an empty name, expected that of a file" : "";
}

constexpr const char* kDevice =
    "device profile: a name that `warpshop devices` lists, or a file; NAME:4 for four GPUs, a list for different ones";

void as_device(CLI::Option* option) {
  option->required()->type_name("NAME|FILE[:N],...");
}

/// An option that takes one of the values by its name().
template <class Values, class Take>
CLI::Option* add_named_option(CLI::App& command, const std::string& option, const Values& values, const Take& take,
                              const std::string& what) {
  std::map<std::string, typename Values::value_type> named;
  for (const auto value : values) {
    named.emplace(name(value), value);
  }
  return command
      .add_option_function<std::string>(
          option, [take, named](const std::string& text) { take(named.at(text)); }, what)
      ->check(CLI::IsMember(named))
      ->type_name("NAME");
}

void add_pairing_options(CLI::App& command, study::PlanningOptions& options) {
  add_named_option(
      command, "--partner", kPartners, [&options](Partner partner) { options.partner = partner; },
      "which kernel joins one that runs, where two share the GPU: the longest ready of the other category, the "
      "longest ready (order), a random one, or the longest ready of those that --pair gives it")
      ->default_str("category");
  command
      .add_option(
          "--pair", options.pairs,
          "two tasks by name, all repeats of each, whose kernels run together where two share the GPU; again for "
          "more pairs; kernels of other tasks run alone then")
      ->allow_extra_args(false)
      ->type_name("A+B");
  in_percent(command.add_option_function<double>(
      "--noise",
      [&pairing = options.order.pairing](double percent) {
        constexpr double kAll = 100;
        if (percent > kAll) {
          throw InputError("--noise: a rate that is off by more than itself, expected at most 100 %");
        }
        pairing.noise = percent / kAll;
      },
      "what each rate may be off by that a way of sharing measures while kernels run, up to 100"));
}

/// --memory, --compute, --host-time and --copies.
void add_what_if_options(CLI::App& command, WhatIf& what_if) {
  constexpr double kMost = 1e6;
  command
      .add_option_function<std::string>(
          "--memory",
          [&what_if](const std::string& memory) {
            what_if.memory = memory == name(Memory::pinned) ? Memory::pinned : Memory::pageable;
          },
          "what if all copies were of that memory; sizes, and recorded copies of the other kind, take what the profile "
          "says")
      ->check(CLI::IsMember({"pinned", "pageable"}));
  command
      .add_option("--compute", what_if.compute, "what if kernels were so many times as fast; those that state a time")
      ->check(CLI::Range(1e-6, kMost))
      ->check(check_number);
  command
      .add_option("--host-time", what_if.host_time,
                  "what if the host took so much of its time (lags, and releases of a recording): 0.5")
      ->check(CLI::Range(0.0, kMost))
      ->check(check_number);
  command.add_option("--copies", what_if.copies, "what if so many of the workload ran at once")
      ->check(CLI::Range(1U, 1000U));
}

/// `best beyond 10 tasks, …`: what `all` leaves out of large workloads.
std::string policies_left_out() {
  std::map<std::size_t, std::string> by_limit;
  for (const Policy* policy : study::policies()) {
    if (policy->limits.in_all < policy->limits.at_most) {
      std::string& names = by_limit[policy->limits.in_all];
      names += (names.empty() ? "" : ", ") + policy->name;
    }
  }
  std::string text;
  for (const auto& [limit, names] : by_limit) {
    text += (text.empty() ? "" : "; ") + names + " beyond " + std::to_string(limit) + " tasks";
  }
  return text;
}

}  // namespace

study::EngineChoice engine(std::string_view name) {
  const auto is_it = [&](const study::Engine& engine) { return engine.name == name; };
  return {.asked = *std::find_if(engines().begin(), engines().end(), is_it), .all = engines()};
}

study::EngineChoice engine_of_many(std::string_view name) {
  study::EngineChoice choice = engine(name);
  if (name == study::kExactEngine) {
    choice.all = std::span(&choice.asked, 1);
  }
  return choice;
}

std::string policy_names() {
  std::string names;
  for (const Policy* policy : study::policies()) {
    names += (names.empty() ? "" : ", ") + policy->name;
  }
  for (const Policy* policy : study::first_of_families()) {
    names += fmt::format(", {}({})", policy->family, fmt::join(study::words_text(*policy), ","));
  }
  return names;
}

CLI::Option* add_file_option(CLI::App& command, const std::string& name, std::string& file, const std::string& what) {
  return command.add_option(name, file, what)
      ->check([](const std::string& text) {
        return text == kStandardOutput ? "- is standard output, which --output alone may name, expected a file"
                                       : not_empty(text);
      })
      ->type_name("FILE");
}

CLI::Option* add_file_option(CLI::App& command, OutputOptions& options, std::string_view name, const std::string& what,
                             files::FileKind kind) {
  WrittenFile& written = options.files.emplace_back(WrittenFile{.option = name, .file = "", .kind = kind});
  return add_file_option(command, std::string(name), written.file, what);
}

const std::string& OutputOptions::file(std::string_view option) const {
  static const std::string none;
  const auto found =
      std::find_if(files.begin(), files.end(), [&](const WrittenFile& written) { return written.option == option; });
  return found == files.end() ? none : found->file;
}

void add_trace_option(CLI::App& command, OutputOptions& options, const std::string& of) {
  add_file_option(command, options, "--trace", "write a Chrome trace of " + of + ", which ui.perfetto.dev opens");
}

void add_report_option(CLI::App& command, OutputOptions& options) {
  options.reports_on = &command;
  add_file_option(command, options, "--report", "write a page in HTML: the answer, charts, timelines");
}

void add_gantt_option(CLI::App& command, OutputOptions& options) {
  command.add_flag("--gantt", options.gantt, "draw the timeline above its table, as on a terminal");
}

void check_gantt(const OutputOptions& options) {
  if (options.gantt && options.format != format::Table::kName) {
    throw InputError("--gantt: a chart stands beside a table, expected --format table");
  }
}

void add_output_options(CLI::App& command, OutputOptions& options) {
  const std::vector<std::string_view> formats = format::names();
  command.add_option("--format", options.format, format::help())
      ->check(CLI::IsMember(std::vector<std::string>(formats.begin(), formats.end())))
      ->capture_default_str();
  command
      .add_option("-o,--output", options.output,
                  "write there instead of standard output (-), whole or not at all; an earlier result is replaced, no "
                  "other file")
      ->check(not_empty)
      ->type_name("FILE");
  add_file_option(command, options, "--json", "write the same results there as json besides");
  add_file_option(command, options, "--csv", "write the same results there as csv besides");
  command.add_flag("-q,--quiet", options.quiet, "no notes and no progress on standard error");
}

void add_seed_option(CLI::App& command, std::uint64_t& seed) {
  command.add_option("--seed", seed, "for policies that draw")
      ->transform(whole_number(0, std::numeric_limits<std::uint64_t>::max(), ""))
      ->capture_default_str();
}

void add_search_options(CLI::App& command, PlanOptions& options) {
  const auto take = [&options](const std::string& text) { options.budget = parse_budget(text); };
  command
      .add_option_function<std::string>(
          "--budget", take,
          "how long a policy that searches may go on: orders to evaluate, like 20000, the same answer everywhere; or a "
          "time, like 5ms, whatever it gives")
      ->type_name("COUNT|TIME");
  add_seed_option(command, options.seed);
}

CLI::Option* add_count_option(CLI::App& command, const std::string& name, unsigned& count, std::uint64_t low,
                              std::uint64_t high, const std::string& what) {
  return command.add_option(name, count, what)
      ->transform(whole_number(low, high, std::to_string(low) + " to " + std::to_string(high)))
      ->capture_default_str();
}

CLI::Option* add_list_option(CLI::App& command, const std::string& name, std::vector<std::string>& list,
                             const std::string& what) {
  return trimmed(command.add_option(name, list, what))->delimiter(',')->allow_extra_args(false)->option_text("LIST");
}

void add_policies_option(CLI::App& command, const std::string& name, std::vector<std::string>& policies,
                         const std::string& what) {
  command
      .add_option_function<std::vector<std::string>>(
          name, [&policies](const std::vector<std::string>& lists) { policies = study::listed_policies(lists); }, what)
      ->allow_extra_args(false)
      ->option_text("LIST");
}

void add_policy_list(CLI::App& command, std::vector<std::string>& policies, const std::string& more) {
  add_policies_option(command, "--policy", policies,
                      "default, without baselines and what the GPU cannot be set to; all; or a list of: " +
                          policy_names() + "; all leaves out " + policies_left_out() + more);
}

CLI::Option* trimmed(CLI::Option* option) {
  const auto trim = [](std::string& text) {
    text.erase(0, std::min(text.find_first_not_of(' '), text.size()));
    text.erase(text.find_last_not_of(' ') + 1);
    return std::string();
  };
  return option->transform(CLI::Validator(trim, ""));
}

CLI::Option* in_percent(CLI::Option* option) {
  const auto check = [](std::string& text) { return check_percent(text); };
  return option->transform(CLI::Validator(check, ""))->type_name("PERCENT");
}

void add_device_option(CLI::App& command, std::string& device) {
  as_device(command.add_option("--device", device, kDevice));
}

void add_device_options(CLI::App& command, std::vector<std::string>& devices) {
  as_device(command.add_option("--device", devices, std::string(kDevice) + "; once more for a side-by-side")
                ->allow_extra_args(false));
}

void add_set_option(CLI::App& command, std::vector<std::string>& settings) {
  command
      .add_option("--set", settings,
                  "a value of the profile for this once, such as transfer.pinned.h2d.alone=50GB/s; nothing after '=' "
                  "takes it out; may be repeated")
      ->allow_extra_args(false)
      ->type_name("PATH=VALUE");
}

void add_admit_option(CLI::App& command, bool& admits) {
  command.add_flag("--admit", admits, "of clients: refuse requests that would be answered too late for their goal");
}

void add_engine_option(CLI::App& command, std::string& engine) {
  std::vector<std::string> names;
  for (const study::Engine& each : engines()) {
    names.emplace_back(each.name);
  }
  command.add_option("--engine", engine, "what says how long a plan takes")
      ->check(CLI::IsMember(names))
      ->capture_default_str();
}

void add_engine_options(CLI::App& command, study::PlanningOptions& options) {
  add_set_option(command, options.set);
  add_engine_option(command, options.engine);
}

/// --objective: of batches, and of clients `goals` where there may be any.
void add_objective_option(CLI::App& command, study::PlanningOptions& options, bool of_clients) {
  constexpr std::string_view kGoals = "goals";
  std::map<std::string, Objective> batches;
  std::vector<std::string> names;
  for (const Objective objective : kObjectives) {
    batches.emplace(name(objective), objective);
    names.emplace_back(name(objective));
  }
  if (of_clients) {
    names.emplace_back(kGoals);
  }
  command
      .add_option_function<std::string>(
          "--objective",
          [&options, batches](const std::string& text) {
            options.goals = batches.count(text) == 0;
            options.objective_said = !options.goals;
            options.order.objective = options.goals ? Objective::makespan : batches.at(text);
          },
          std::string("what is to be small: cmax, the makespan; wc, the sum of weight times completion; lateness, how "
                      "far behind its due date the latest task ends") +
              (of_clients ? "; of clients goals, the only one that they have: how many are not kept" : ""))
      ->check(CLI::IsMember(names))
      ->type_name("NAME")
      ->default_str("cmax");
}

void add_planning_options(CLI::App& command, study::PlanningOptions& options, bool of_clients) {
  add_engine_options(command, options);
  add_what_if_options(command, options.what_if);
  add_objective_option(command, options, of_clients);
  add_search_options(command, options.order);
  add_pairing_options(command, options);
  add_count_option(command, "-j,--jobs", options.jobs, 1, 1024, "threads that plan; the result does not depend on it");
  command.add_flag("--timing", options.timing, "show how long planning took");
}

std::string check_number(const std::string& text) {
  return text.find_first_of("nN") == std::string::npos ? "" : text + " is no number, expected one such as 0.5";
}

std::string check_percent(std::string& text) {
  constexpr double kHighest = 1000;
  const std::string given = text;
  if (text.ends_with('%')) {
    text.pop_back();
  }
  double value = -1;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stop != end || !(value >= 0 && value <= kHighest)) {
    return "'" + given + "' is not a percentage, expected 0 to 1000, such as 5 or 5%";
  }
  return "";
}

}  // namespace warpshop::cli
