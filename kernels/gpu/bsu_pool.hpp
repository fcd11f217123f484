#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "kernels/gpu/handles.hpp"

namespace warpshop::gpu {

/// Words of device memory that are 0, once this returns. Made ahead, since it takes a copy, which waits behind others.
Buffer zeros(const Device& device, std::size_t words);

/// What BSUs of any kernels are launched with, made ahead and used again and again: to make a stream, or memory that is
/// mapped, while kernels run takes longer than many of them do.
class BsuPool {
 public:
  struct Bsu {
    Stream stream;
    Event begin, end;                ///< of its last launch
    std::uint32_t* state = nullptr;  ///< words of mapped memory: a BsuState,
    std::uint32_t* done = nullptr;   ///< and what is counted, see Control
    std::uint32_t* there = nullptr;
    std::uint32_t* tickets = nullptr;  ///< of device memory, see Control
    std::uint32_t* own = nullptr;
    std::uint32_t done_before = 0;  ///< by earlier launches
    std::uint32_t launches = 0;     ///< so far
    int priority = 0;               ///< of the stream
  };

  /// Throws DeviceError, as take() does.
  explicit BsuPool(Device device, std::size_t bsus = 0);

  /// One that nobody has, with words of 0; made now, if there is none. The pool outlives its use. priority: of its
  /// stream, see Driver::create_stream().
  Bsu& take(int priority = 0);
  /// Nothing of it is under way.
  void give_back(Bsu& bsu) { free_.push_back(&bsu); }

 private:
  void add(int priority);

  Device device_;
  std::vector<Buffer> words_, tickets_;  ///< of kBlock BSUs each
  std::deque<Bsu> bsus_;                 ///< gone before their memory is
  std::vector<Bsu*> free_;
};

}  // namespace warpshop::gpu
