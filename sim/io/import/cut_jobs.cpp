#include "sim/io/import/cut_jobs.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <string_view>

#include <fmt/format.h>
#include <regex.h>

#include "sim/io/import/expression_size.hpp"
#include "sim/model/error.hpp"

namespace warpshop::io {
namespace {

using std::chrono::nanoseconds;

/// What stands behind the last slash, so that no path gets into a workload, in characters that need no quotes.
std::string job_name(const std::string& span) {
  constexpr std::size_t kLongest = 60;
  const std::size_t slash = span.find_last_of("/\\");
  std::string name = span.substr(slash == std::string::npos ? 0 : slash + 1, kLongest);
  std::transform(name.begin(), name.end(), name.begin(), [](char character) {
    return std::isalnum(static_cast<unsigned char>(character)) != 0 || character == '_' || character == '.' ? character
                                                                                                            : '-';
  });
  const std::size_t first = name.find_first_not_of("-.");
  return first == std::string::npos ? "job" : name.substr(first);
}

/// When a command was issued, or has started where no call of it was recorded.
nanoseconds issue_time(const RecordedTrace& trace, const HostTimes& times, std::uint32_t command) {
  return times.issued[command].after.empty() ? trace.commands[command].start : times.issued[command].time;
}

std::vector<std::uint32_t> by_issue(const RecordedTrace& trace, const HostTimes& times) {
  std::vector<std::uint32_t> order(trace.commands.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return issue_time(trace, times, a) < issue_time(trace, times, b);
  });
  return order;
}

std::vector<std::string> cut_at_spans(const RecordedTrace& trace, const HostTimes& times,
                                      const std::vector<const MarkedSpan*>& spans) {
  std::map<std::string, std::size_t> total;
  for (const MarkedSpan* span : spans) {
    ++total[job_name(trace.names[span->name])];
  }
  std::map<std::string, std::size_t> seen;
  std::vector<std::string> names;  // by span
  for (const MarkedSpan* span : spans) {
    const std::string name = job_name(trace.names[span->name]);
    names.push_back(total[name] == 1 ? name : name + '-' + std::to_string(++seen[name]));
  }
  std::vector<std::string> jobs(trace.commands.size());
  std::vector<std::size_t> open;  // spans that have begun, by start
  std::size_t next = 0;
  for (const std::uint32_t command : by_issue(trace, times)) {
    const nanoseconds issued = issue_time(trace, times, command);
    while (next < spans.size() && spans[next]->start <= issued) {
      open.push_back(next++);
    }
    std::erase_if(open, [&](std::size_t span) { return spans[span]->end < issued; });
    const auto own = std::find_if(open.rbegin(), open.rend(), [&](std::size_t span) {
      return spans[span]->process == trace.commands[command].process;
    });
    if (own != open.rend()) {
      jobs[command] = names[*own];
    }
  }
  return jobs;
}

std::vector<std::string> cut_at_idle_times(const RecordedTrace& trace, const HostTimes& times) {
  std::vector<std::string> jobs(trace.commands.size());
  std::size_t number = 0;
  bool idle = true;
  auto call = times.idle_after.begin();
  for (const std::uint32_t command : by_issue(trace, times)) {
    const nanoseconds issued = issue_time(trace, times, command);
    for (; call != times.idle_after.end() && trace.calls[*call].end <= issued; ++call) {
      idle = true;
    }
    number += idle ? 1 : 0;
    idle = false;
    jobs[command] = "job-" + std::to_string(number);
  }
  return jobs;
}

}  // namespace

struct JobPattern::Compiled {
  explicit Compiled(const std::string& text) : status(regcomp(&expression, text.c_str(), REG_EXTENDED | REG_NOSUB)) {}
  Compiled(const Compiled&) = delete;
  Compiled& operator=(const Compiled&) = delete;
  ~Compiled() {
    if (status == 0) {
      regfree(&expression);
    }
  }

  regex_t expression{};
  int status;
};

JobPattern::JobPattern(const std::string& text) {
  constexpr std::size_t kLongest = 500;
  if (text.size() > kLongest) {
    throw InputError(fmt::format("--cut: an expression of {} characters, expected at most {}", text.size(), kLongest));
  }
  constexpr double kLargest = 2000;
  if (const double size = expanded_size(text); size > kLargest) {
    throw InputError(
        fmt::format("--cut '{}': its repetitions make {:.3g} parts of it, expected at most {}", text, size, kLargest));
  }
  if (refers_back(text)) {
    throw InputError(fmt::format("--cut '{}': refers back to a group, expected an expression without \\1 … \\9", text));
  }
  const auto compiled = std::make_shared<const Compiled>(text);
  if (compiled->status != 0) {
    std::array<char, 200> problem{};
    regerror(compiled->status, &compiled->expression, problem.data(), problem.size());
    throw InputError(
        fmt::format("--cut '{}': {}, expected a regular expression such as 'step|forward'", text, problem.data()));
  }
  compiled_ = compiled;
}

bool JobPattern::matches(const std::string& name) const {
  constexpr std::size_t kLookedAt = 1000;
  return regexec(&compiled_->expression, name.substr(0, kLookedAt).c_str(), 0, nullptr, 0) == 0;
}

std::vector<std::string> cut_jobs(const RecordedTrace& trace, const HostTimes& times,
                                  const std::optional<JobPattern>& pattern) {
  constexpr std::string_view kStep = "ProfilerStep";
  std::vector<const MarkedSpan*> spans;
  for (const MarkedSpan& span : trace.spans) {
    const std::string& name = trace.names[span.name];
    if (pattern ? pattern->matches(name) : name.starts_with(kStep)) {
      spans.push_back(&span);
    }
  }
  return spans.empty() && !pattern ? cut_at_idle_times(trace, times) : cut_at_spans(trace, times, spans);
}

}  // namespace warpshop::io
