#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "kernels/gpu/bsu_pool.hpp"
#include "kernels/gpu/handles.hpp"
#include "kernels/gpu/persistent.hpp"

namespace warpshop::gpu {

/// SMs that a BSU is on.
struct BsuPlace {
  std::uint32_t first_sm = 0;
  std::uint32_t sms = UINT32_MAX;  ///< so many, or all that there are
};

/// Counters of the subtasks that kernels have taken, at 0: made ahead, many at a time.
class SubtaskCounters {
 public:
  /// As many at first.
  SubtaskCounters(Device device, std::size_t kernels) : device_(std::move(device)) { add(kernels); }
  /// One that nobody has had.
  std::uint32_t* next();

 private:
  void add(std::size_t words);

  Device device_;
  std::vector<Buffer> words_;
  std::size_t used_ = 0;  ///< of the last
};

/// The BSUs of one persistent kernel, which come and go each by itself (S5 4.3): a state that the host writes and
/// counters that it reads are a word of mapped memory each, so that nothing waits behind copies. They share the
/// subtasks: each is done once, by whichever BSU takes it. One thread at a time calls its functions; all throw
/// DeviceError.
class BsuSet {
 public:
  using Bsu = BsuPool::Bsu;

  /// No subtask is done, no BSU is there. subtasks ≥ 1; next_subtask: of SubtaskCounters. The pool outlives it.
  BsuSet(BsuPool& pool, std::uint32_t subtasks, std::uint32_t* next_subtask)
      : pool_(pool), subtasks_(subtasks), next_subtask_(next_subtask) {}
  BsuSet(const BsuSet&) = delete;
  BsuSet& operator=(const BsuSet&) = delete;
  /// Evicts those that are there, and waits until they have gone.
  ~BsuSet();

  std::uint32_t subtasks() const { return subtasks_; }

  /// Lets one more BSU run: so many CTAs, of which the first to come to each SM of its place stays, and all others
  /// leave at once. It is the set's until it is taken out.
  Bsu& launch(const Code& code, const Arguments& arguments, std::uint32_t ctas, const BsuPlace& place = {});
  /// It leaves at the end of the subtasks that its CTAs have in hand. At once: nothing is submitted.
  static void evict(Bsu& bsu);
  /// Whether it was evicted and has gone, or has found no subtask left.
  static bool has_left(const Bsu& bsu) { return bsu.end.reached(); }
  /// Of its CTAs, those that have come to its place and not left.
  static std::uint32_t there(const Bsu& bsu);
  /// Subtasks that it has done so far: each after its results.
  static std::uint32_t done(const Bsu& bsu);
  /// Requires has_left().
  void take_out(Bsu& bsu);

  /// Subtasks that all have done so far, those that were taken out too.
  std::uint32_t done() const;
  /// Whether all subtasks are done.
  bool over() const { return done() == subtasks_; }

 private:
  BsuPool& pool_;
  std::uint32_t subtasks_;
  std::uint32_t* next_subtask_;
  std::vector<Bsu*> bsus_;
  std::uint32_t done_before_ = 0;  ///< by those that were taken out
};

}  // namespace warpshop::gpu
