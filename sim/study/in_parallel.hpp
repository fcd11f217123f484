#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <system_error>
#include <thread>
#include <vector>

namespace warpshop::study {

/// Calls work(i) for 0 ≤ i < count, each in turn by whichever of `threads` is free, of which this is one. Once one has
/// thrown no other begins, and what the first of them threw, by i, is thrown when all have ended. Where no more threads
/// can be had, those that there are do it.
template <class Work>
void in_parallel(unsigned threads, std::size_t count, const Work& work) {
  std::vector<std::exception_ptr> failures(count);
  std::atomic<std::size_t> next{0};
  const auto do_some = [&] {
    for (std::size_t i = next++; i < count; i = next++) {
      try {
        work(i);
      } catch (...) {
        failures[i] = std::current_exception();
        next = count;  // all before this one have begun; the memory for exceptions is little
      }
    }
  };
  {
    std::vector<std::jthread> helpers;
    try {
      for (std::size_t helper = 1; helper < std::min<std::size_t>(threads, count); ++helper) {
        helpers.emplace_back(do_some);
      }
    } catch (const std::system_error&) {  // NOLINT(bugprone-empty-catch): the threads that there are do all of it
    }
    do_some();
  }
  for (const std::exception_ptr& failure : failures) {
    if (failure) {
      std::rethrow_exception(failure);
    }
  }
}

}  // namespace warpshop::study
