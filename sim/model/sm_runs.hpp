#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpshop {

/// A value of every SM, kept by runs of neighbouring SMs: what is done costs what there are of these.
template <class Value>
class SmRuns {
 public:
  /// SMs behind those of the run before.
  struct Run {
    std::uint32_t end = 0;
    Value value;
  };
  using Runs = std::vector<Run>;

  /// sms: > 0.
  SmRuns(std::uint32_t sms, const Value& value) : runs_{{sms, value}} {}

  std::uint32_t sms() const { return runs_.back().end; }
  const Runs& all() const { return runs_; }
  /// The run of an SM.
  typename Runs::const_iterator find(std::uint32_t sm) const {
    return std::partition_point(runs_.begin(), runs_.end(), [sm](const Run& run) { return run.end <= sm; });
  }
  const Value& operator[](std::uint32_t sm) const { return find(sm)->value; }

  /// The same on all SMs.
  void set(const Value& value) {
    runs_.front() = {.end = sms(), .value = value};
    runs_.resize(1, runs_.front());
  }
  /// change(Value&) of every run.
  template <class Change>
  void change(const Change& change) {
    for (Run& run : runs_) {
      change(run.value);
    }
  }
  /// Of the runs of `sms` SMs from `first` on, which are cut where these begin and end.
  template <class Change>
  void change(std::uint32_t first, std::uint32_t sms, const Change& change) {
    const std::size_t begin = cut(first);
    const std::size_t end = cut(first + sms);
    for (std::size_t run = begin; run < end; ++run) {
      change(runs_[run].value);
    }
  }
  /// Cut into spans of neighbouring SMs, which have `first` and `sms`: all SMs in order; runs end where some of them
  /// do.
  template <class Spans>
  void cut_into(const Spans& spans) {
    std::size_t run = runs_.size() - 1;
    runs_.resize(spans.size(), runs_.front());
    for (std::size_t span = spans.size(); span-- > 0;) {  // from behind, as runs only move there
      run -= run > 0 && runs_[run - 1].end > spans[span].first ? 1 : 0;
      runs_[span] = {.end = spans[span].first + spans[span].sms, .value = runs_[run].value};
    }
  }
  /// By position among all().
  Value& of_run(std::size_t run) { return runs_[run].value; }
  const Value& of_run(std::size_t run) const { return runs_[run].value; }
  /// Neighbours with equal values become one run.
  void merge() {
    std::size_t runs = 0;
    for (std::size_t run = 1; run < runs_.size(); ++run) {
      runs += runs_[runs].value == runs_[run].value ? 0 : 1;
      runs_[runs] = runs_[run];
    }
    runs_.resize(runs + 1, runs_.front());
  }

 private:
  /// The run that begins with an SM.
  std::size_t cut(std::uint32_t sm) {
    const auto begin = static_cast<std::size_t>(find(sm) - runs_.begin());
    const std::uint32_t first = begin == 0 ? 0 : runs_[begin - 1].end;
    if (begin == runs_.size() || first == sm) {
      return begin;
    }
    runs_.insert(runs_.begin() + static_cast<std::ptrdiff_t>(begin), Run{.end = sm, .value = runs_[begin].value});
    return begin + 1;
  }

  Runs runs_;
};

}  // namespace warpshop
