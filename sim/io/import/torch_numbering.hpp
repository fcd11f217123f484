#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "sim/io/import/call_kind.hpp"
#include "sim/model/recorded_trace.hpp"

namespace warpshop::io {

/// Numbers of its own for things that CUDA numbers within a process, a device and a context, such as streams and
/// events: CUDA's, where it is not another's already; else one from 2^32 on.
class TorchNumbers {
 public:
  std::uint64_t of(std::uint32_t process, std::int64_t device, std::int64_t context, std::int64_t number);

 private:
  std::map<std::tuple<std::uint32_t, std::int64_t, std::int64_t, std::int64_t>, std::uint64_t> numbers_;
  std::set<std::uint64_t> taken_;
  std::uint64_t next_ = std::uint64_t{1} << 32;
};

/// Every name once, as printable() text.
class TorchNames {
 public:
  /// All names together have at most so many bytes: 256 MiB.
  static constexpr std::size_t kMostBytes = std::size_t{256} << 20;

  /// The position of a name.
  std::uint32_t position(const std::string& name);
  /// What a call of that name does.
  CallKind call_kind_of(std::uint32_t position) const { return kinds_[position]; }
  bool too_many() const { return bytes_ > kMostBytes; }
  std::vector<std::string> take() { return std::move(names_); }

 private:
  std::unordered_map<std::string, std::uint32_t> positions_;
  std::vector<std::string> names_;
  std::vector<CallKind> kinds_;
  std::size_t bytes_ = 0;
};

}  // namespace warpshop::io
