#include "tests/support/cuda_runtime/lazy_driver.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <memory>
#include <span>
#include <string_view>

#include "kernels/gpu/host/host_driver.hpp"
#include "kernels/kernel.hpp"

namespace warpshop::test::cuda {
namespace {

using RawArguments = std::array<std::byte, 128>;

bool is_same(const gpu::host::LaunchCommand& a, const gpu::host::LaunchCommand& b) {
  return a.code.run_plain == b.code.run_plain &&
         std::memcmp(a.arguments.data(), b.arguments.data(), sizeof(RawArguments)) == 0;
}

/// The SMs of the host backend.
PlayedChip chip() {
  const auto machine = std::make_shared<gpu::host::HostDriver>(gpu::host::Options{});
  const gpu::Properties& properties = machine->properties();
  const auto resources = [machine](std::string_view name) {
    const kernels::Kernel* const kernel = kernels::find(name);
    return machine->resources(kernel == nullptr ? gpu::Code{.name = name, .threads = 1} : kernel->code,
                              gpu::Form::persistent);
  };
  return {.sms = static_cast<std::uint32_t>(properties.sms),
          .sm = {.ctas = properties.ctas_per_sm,
                 .threads = properties.threads_per_sm,
                 .registers = properties.registers_per_sm,
                 .shared_memory = properties.shared_memory_per_sm},
          .cta =
              [resources](std::string_view name) {
                const gpu::Resources cta = resources(name);
                return SmResources{.ctas = 1,
                                   .threads = cta.threads,
                                   .registers = std::int64_t{cta.threads} * cta.registers_per_thread,
                                   .shared_memory = cta.shared_memory};
              },
          .ctas_per_sm =
              [resources](std::string_view name) { return static_cast<std::uint32_t>(resources(name).ctas_per_sm); },
          .rates =
              [](std::span<PlayedCtas> ctas) {
                for (PlayedCtas& each : ctas) {
                  each.rate = each.ctas / VirtualDriver::kCta.count();
                }
              },
          .invocation = [](std::string_view /*name*/) { return VirtualDriver::kInvocation; }};
}

}  // namespace

LazyDriver::LazyDriver() : VirtualDriver(gpu::host::kHostLink, {}, chip()) {}

LazyDriver::~LazyDriver() {
  pending_.clear();
  give_back_released();
}

std::byte* LazyDriver::allocate(gpu::Space space, Bytes size) {
  std::byte* const memory = VirtualDriver::allocate(space, size);
  if (space == gpu::Space::device) {
    const std::scoped_lock lock(mutex_);
    blocks_.emplace(memory, Block{.size = size});
  }
  return memory;
}

void LazyDriver::release(gpu::Space space, std::byte* memory) noexcept {
  if (space != gpu::Space::device) {
    VirtualDriver::release(space, memory);
    return;
  }
  const std::scoped_lock lock(mutex_);
  blocks_.at(memory).released = true;
  // Nobody will ever see what works on nothing else.
  std::erase_if(pending_, [&](const Pending& pending) {
    return std::all_of(pending.blocks.begin(), pending.blocks.end(),
                       [&](std::byte* block) { return blocks_.at(block).released; });
  });
  give_back_released();
}

void LazyDriver::give_back_released() {
  std::erase_if(blocks_, [&](const auto& block) {
    const bool gone = block.second.released && !is_pending(block.first);
    if (gone) {
      VirtualDriver::release(gpu::Space::device, block.first);
    }
    return gone;
  });
}

bool LazyDriver::is_pending(std::byte* block) const {
  return std::any_of(pending_.begin(), pending_.end(),
                     [&](const Pending& pending) { return pending.blocks.count(block) > 0; });
}

/// Null: it is none of the device.
std::byte* LazyDriver::block_of(const std::byte* memory) const {
  const auto next = blocks_.upper_bound(const_cast<std::byte*>(memory));
  if (next == blocks_.begin()) {
    return nullptr;
  }
  const auto& [begin, block] = *std::prev(next);
  return memory < begin + block.size.count ? begin : nullptr;
}

std::set<std::byte*> LazyDriver::blocks_of(const gpu::host::LaunchCommand& launch) const {
  std::array<const std::byte*, sizeof(RawArguments) / sizeof(void*)> words{};
  std::memcpy(words.data(), launch.arguments.data(), sizeof words);
  std::set<std::byte*> blocks;
  for (const std::byte* word : words) {
    if (std::byte* const block = block_of(word)) {
      blocks.insert(block);
    }
  }
  return blocks;
}

void LazyDriver::do_pending() {
  for (const Pending& pending : pending_) {
    for (std::uint32_t subtask = 0; subtask < pending.subtasks.size(); ++subtask) {
      if (pending.subtasks[subtask]) {
        VirtualDriver::do_subtask(pending.launch, subtask);
      }
    }
  }
  pending_.clear();
  give_back_released();
}

void LazyDriver::move_bytes(const gpu::host::CopyCommand& copy) {
  {
    const std::scoped_lock lock(mutex_);
    std::byte* const block = block_of(copy.direction == Direction::h2d ? copy.to : copy.from);
    if (block != nullptr && is_pending(block)) {
      do_pending();
    }
  }
  VirtualDriver::move_bytes(copy);
}

void LazyDriver::do_subtask(const gpu::host::LaunchCommand& launch, std::uint32_t subtask) {
  if (launch.code.name == kFailingKernel) {
    VirtualDriver::do_subtask(launch, subtask);
    return;
  }
  const std::scoped_lock lock(mutex_);
  if (pending_.empty() || !is_same(pending_.back().launch, launch)) {
    pending_.push_back({.launch = launch, .blocks = blocks_of(launch)});
  }
  std::vector<bool>& subtasks = pending_.back().subtasks;
  if (subtasks.size() <= subtask) {
    subtasks.resize(subtask + 1);
  }
  subtasks[subtask] = true;
}

}  // namespace warpshop::test::cuda
