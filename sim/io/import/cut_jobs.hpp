#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/io/import/host_clock.hpp"
#include "sim/io/import/recorded_trace.hpp"

namespace warpshop::io {

/// A regular expression for names of spans: POSIX extended, by an automaton that takes time in proportion to the name.
class JobPattern {
 public:
  /// Throws InputError, which names --cut: no such expression, one of more than 500 characters, one that
  /// refers_back(), or whose expanded_size() is above 2000: memory grows with that, and in part with its square.
  explicit JobPattern(const std::string& text);

  /// Whether it matches somewhere within the first 1000 characters.
  bool matches(const std::string& name) const;

 private:
  struct Compiled;
  std::shared_ptr<const Compiled> compiled_;
};

/// By command: the name of the job that it is part of; empty: none. A job is a span that the program marked and whose
/// name matches somewhere; commands belong to the innermost such span of their process in which they were issued, spans
/// of one name are numbered. Without a pattern: the steps of the PyTorch profiler where there are any; else what was
/// issued between two calls after which the GPU had nothing left to do, `job-1`, `job-2`, ….
std::vector<std::string> cut_jobs(const RecordedTrace& trace, const HostTimes& times,
                                  const std::optional<JobPattern>& pattern);

}  // namespace warpshop::io
