#pragma once

#include <cstddef>

namespace warpshop::learn {

/// What two classes were called: counts.
struct Confusion {
  std::size_t true_ones = 0, true_zeros = 0;
  std::size_t false_ones = 0;   ///< are 0, were called 1
  std::size_t false_zeros = 0;  ///< are 1, were called 0

  void add(bool is, bool called) { ++(is ? (called ? true_ones : false_zeros) : (called ? false_ones : true_zeros)); }
  std::size_t all() const { return true_ones + true_zeros + false_ones + false_zeros; }
  /// Part of those called what they are; 0 of none.
  double accuracy() const { return part(true_ones + true_zeros, all()); }
  /// 2 precision · recall / (precision + recall) of the class; 0 where it neither is nor was called.
  double f_of_ones() const { return part(2 * true_ones, 2 * true_ones + false_ones + false_zeros); }
  double f_of_zeros() const { return part(2 * true_zeros, 2 * true_zeros + false_ones + false_zeros); }

 private:
  static double part(std::size_t some, std::size_t of) {
    return of == 0 ? 0 : static_cast<double>(some) / static_cast<double>(of);
  }
};

}  // namespace warpshop::learn
