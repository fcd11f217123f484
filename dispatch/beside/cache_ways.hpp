#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace warpshop::dispatch {

/// Where Linux lets cache ways be split, if it does at all.
inline constexpr const char* kResctrl = "/sys/fs/resctrl";

/// Splits the ways of the last cache between two groups of threads, by two groups of its own in resctrl (Linux,
/// Documentation/arch/x86/resctrl.rst). They are gone with it, or with remove(), and their threads are in the common
/// group again; not where the program is killed (SIGKILL). One at a time in a program.
class CacheWays {
 public:
  /// Ways to split, by the common group's `schemata`; the same of each cache where there are several.
  struct Layout {
    std::vector<std::string> caches;  ///< by the names that they have there, 0, 1, …
    int ways = 0;                     ///< ≥ 2
    int first = 0;                    ///< bit of a mask
    int fewest = 1;                   ///< that a group may have
  };

  /// Why ways cannot be split, in words, or how they can.
  static std::string layout(const std::filesystem::path& root, std::optional<Layout>& layout);

  /// name: what the names of its groups begin with; no others have it. Throws std::system_error: there is no group to
  /// be had.
  CacheWays(const std::filesystem::path& root, const std::string& name, Layout layout);
  CacheWays(const CacheWays&) = delete;
  CacheWays& operator=(const CacheWays&) = delete;
  ~CacheWays() { remove(); }

  int ways() const { return layout_.ways; }
  /// The first so many ways are of those that serve, the others of those beside; these have the fewest that a group may
  /// have where no more are left, and share them then. Returns how many those that serve have: not below the fewest.
  /// Throws std::system_error: they cannot be set.
  int split(int serving);
  /// Threads that serve, or are beside; only those of the common group: who is in another one stays there, and those
  /// that a thread of these groups starts are in them already. Those that are gone are no error.
  void add(const std::vector<int>& threads, bool serve);
  /// The groups that there are; safe in a signal handler.
  static void remove() noexcept;

 private:
  std::filesystem::path root_;
  Layout layout_;
  std::array<std::filesystem::path, 2> groups_;  ///< beside, serving
  std::set<int> added_;                          ///< threads that were looked at
};

}  // namespace warpshop::dispatch
