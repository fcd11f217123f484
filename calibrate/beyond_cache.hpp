#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/kernel.hpp"
#include "sim/model/units.hpp"
#include "sim/stats/line_fit.hpp"

namespace warpshop::calibrate {

/// A kernel that is launched again finds what the L2 cache still holds of its data, and is up to twice as fast with
/// them as from memory. A task that has just been copied in finds at most a part. So kernels are measured on data, read
/// and written, of at least this many times the cache. On an H100 with 50 MiB of L2 a line meets the times of all sizes
/// from 1.28 times the cache on, and no longer those at 0.8 times (results/h100-80gb-hbm3-samples.csv.gz).
inline constexpr double kBeyondCache = 1.25;

/// Whether data of that size are beyond an L2 cache of that size; a cache of 0 B is none.
bool beyond_cache(Bytes data, Bytes cache);

/// The least number of elements, a multiple of the kernel's unit, whose data are at least that many bytes.
std::int64_t elements_with(const kernels::Kernel& kernel, double bytes);

/// Sizes to measure, falling from `largest`: `count` at most, by equal factors of 2 at most, none of them within the
/// cache; `largest` in any case.
std::vector<std::int64_t> falling_sizes(const kernels::Kernel& kernel, std::int64_t largest, int count, Bytes cache);

/// A size of a kernel, and the median of its times.
struct SizeTime {
  std::int64_t elements = 0;
  Bytes data;  ///< read and written
  Millis time;
};

/// η and γ (S5 eq. 3.2), in milliseconds, by least relative squares over the sizes beyond the cache. Where fewer than
/// two are, over all of them. Requires one size at least; of one alone γ is 0.
stats::Line fit_beyond_cache(std::span<const SizeTime> sizes, Bytes cache);

/// Of the subtasks of a kernel with that much data, how many `share` of the device's CTAs do (0 < share ≤ 1): so many
/// that each CTA takes as many as with all CTAs, or as many times that as it takes for their data to be beyond the
/// cache; 1 … subtasks.
std::uint32_t subtasks_beyond_cache(std::uint32_t subtasks, double share, Bytes data, Bytes cache);

}  // namespace warpshop::calibrate
