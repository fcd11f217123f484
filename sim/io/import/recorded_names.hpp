#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "sim/io/import/recorded_trace.hpp"

namespace warpshop::io {

/// Numbers of its own for things that are numbered within a process, a device and a context, such as streams and
/// events: their own number where that is not another's already; else one from 2^32 on.
class UniqueNumbers {
 public:
  /// process, device, context, number
  using Key = std::array<std::uint64_t, 4>;

  std::uint64_t operator()(const Key& key);

 private:
  std::map<Key, std::uint64_t> numbers_;
  std::unordered_set<std::uint64_t> taken_;
  std::uint64_t next_ = std::uint64_t{1} << 32U;
};

/// The names of a recording, each once, as printable() text.
class RecordedNames {
 public:
  /// All names together have at most so many bytes: 256 MiB.
  static constexpr std::size_t kMostBytes = std::size_t{256} << 20U;

  std::uint32_t position(const std::string& name);
  /// What a call of that name does.
  CallKind call_kind_of(std::uint32_t position) const { return kinds_[position]; }
  const std::string& operator[](std::uint32_t position) const { return names_[position]; }
  bool too_many() const { return bytes_ > kMostBytes; }
  std::vector<std::string> take() { return std::move(names_); }

 private:
  std::unordered_map<std::string, std::uint32_t> positions_;
  std::vector<std::string> names_;
  std::vector<CallKind> kinds_;
  std::size_t bytes_ = 0;
};

}  // namespace warpshop::io
