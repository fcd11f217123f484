#include "tests/shortage/shortage.hpp"

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <new>

#include <dlfcn.h>
#include <pthread.h>

namespace warpshop::test {
namespace {

struct Supply {
  std::atomic<std::size_t> left{0};  ///< how many more are granted, and one
  std::atomic<bool> limited{false};
  std::atomic<bool> for_good{false};
};

Supply memory;
Supply threads;
std::atomic<bool> refused{false};

Supply& supply(Shortage::Of what) {
  return what == Shortage::Of::memory ? memory : threads;
}

bool granted(Supply& supply) {
  if (!supply.limited) {
    return true;
  }
  std::size_t left = supply.left;
  while (left > 0 && !supply.left.compare_exchange_weak(left, left - 1)) {
  }
  if (left > 1 || (left == 0 && !supply.for_good)) {
    return true;
  }
  refused = true;
  return false;
}

void* allocate(std::size_t size, std::size_t alignment) {
  if (!granted(memory)) {
    throw std::bad_alloc();
  }
  const std::size_t whole = (size + alignment - 1) / alignment * alignment;
  void* block = alignment <= alignof(std::max_align_t) ? std::malloc(size == 0 ? 1 : size)
                                                       : std::aligned_alloc(alignment, whole == 0 ? alignment : whole);
  if (block == nullptr) {
    throw std::bad_alloc();
  }
  return block;
}

}  // namespace

Shortage::Shortage(Of what, std::size_t number, Lasting lasting) {
  refused = false;
  supply(what).left = number;
  supply(what).for_good = lasting == Lasting::for_good;
  supply(what).limited = true;
}

Shortage::~Shortage() {
  memory.limited = false;
  threads.limited = false;
}

bool Shortage::came() {
  return refused;
}

}  // namespace warpshop::test

// All other forms of the standard library come down to these.
void* operator new(std::size_t size) {
  return warpshop::test::allocate(size, alignof(std::max_align_t));
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  return warpshop::test::allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* block) noexcept {
  std::free(block);
}
void operator delete(void* block, std::size_t /*size*/) noexcept {
  std::free(block);
}
void operator delete(void* block, std::align_val_t /*alignment*/) noexcept {
  std::free(block);
}
void operator delete(void* block, std::size_t /*size*/, std::align_val_t /*alignment*/) noexcept {
  std::free(block);
}

/// In front of the system's: std::thread calls it.
extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*),
                              void* argument) noexcept {
  static const auto real = reinterpret_cast<decltype(&pthread_create)>(dlsym(RTLD_NEXT, "pthread_create"));
  return warpshop::test::granted(warpshop::test::threads) ? real(thread, attributes, start, argument) : EAGAIN;
}
