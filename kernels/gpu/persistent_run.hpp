#pragma once

#include <cstdint>

#include "kernels/gpu/handles.hpp"
#include "kernels/gpu/persistent.hpp"

namespace warpshop::gpu {

/// The words that the CTAs of a persistent kernel look at: the counter of its subtasks, and the state of its one BSU.
class PersistentRun {
 public:
  PersistentRun(const Device& device, std::uint32_t subtasks);

  /// Submits: no subtask done, state run.
  void reset(const Stream& stream) const { stream.copy(words_, initial_); }
  /// Submits: only the state back to run; the next launch goes on where the last was evicted.
  void resume(const Stream& stream) const { stream.copy(words_, initial_, kWord); }
  /// Submits the order to evict; to a stream that the kernel does not run in.
  void evict(const Stream& stream) const { stream.copy(words_, evict_, kWord); }
  /// Submits: a look at what has been taken.
  void look(const Stream& stream) const { stream.copy(seen_, words_); }
  /// Subtasks that had been taken since reset() when the last look() was over, some more than there are at the end.
  std::uint32_t seen() const;
  /// The same by now. Waits for the stream.
  std::uint32_t taken(const Stream& stream) const;

  /// For a launch. subtasks: the first of them only, as many as given at the most; sms: CTAs on others leave at once.
  Control control(std::uint32_t subtasks, std::uint32_t sms = UINT32_MAX) const;
  Control control() const { return control(subtasks_); }

 private:
  static constexpr Bytes kWord{sizeof(std::uint32_t)};
  static constexpr Bytes kWords{2 * sizeof(std::uint32_t)};

  std::uint32_t subtasks_;
  Buffer words_;  ///< state, next subtask
  Buffer initial_, evict_, seen_;
};

}  // namespace warpshop::gpu
