#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <set>
#include <vector>

#include "tests/support/virtual_driver.hpp"

namespace warpshop::test::cuda {

/// The name of a kernel that is done at once: it has an end of its own.
inline constexpr const char* kFailingKernel = "fails";

/// A device in virtual time on which kernels do their subtasks for real only if somebody reads or writes what they
/// work on: a calibration launches each of them hundreds of times and looks at none of the results. Which blocks of
/// memory a kernel works on is seen from the pointers among its arguments. Kernels run side by side where SMs have
/// room, and do not slow each other down: every CTA does a subtask in kCta.
class LazyDriver final : public VirtualDriver {
 public:
  LazyDriver();
  ~LazyDriver() override;

  std::byte* allocate(gpu::Space space, Bytes size) override;
  void release(gpu::Space space, std::byte* memory) noexcept override;

 protected:
  void move_bytes(const gpu::host::CopyCommand& copy) override;
  void do_subtask(const gpu::host::LaunchCommand& launch, std::uint32_t subtask) override;

 private:
  struct Pending {
    gpu::host::LaunchCommand launch;
    std::vector<bool> subtasks = {};  ///< those that are to be done; once more is the same
    std::set<std::byte*> blocks = {};
  };
  struct Block {
    Bytes size;
    bool released = false;  ///< and kept only for what is pending
  };

  // The lock is held by whoever calls one of these.
  std::set<std::byte*> blocks_of(const gpu::host::LaunchCommand& launch) const;
  std::byte* block_of(const std::byte* memory) const;
  bool is_pending(std::byte* block) const;
  void do_pending();
  void give_back_released();

  std::mutex mutex_;
  std::map<std::byte*, Block> blocks_;  ///< of the device
  std::deque<Pending> pending_;         ///< in the order in which they would have been done
};

}  // namespace warpshop::test::cuda
