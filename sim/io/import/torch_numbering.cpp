#include "sim/io/import/torch_numbering.hpp"

#include <utility>

#include "sim/model/utf8.hpp"

namespace warpshop::io {

std::uint64_t TorchNumbers::of(std::uint32_t process, std::int64_t device, std::int64_t context, std::int64_t number) {
  const auto [entry, is_new] = numbers_.try_emplace({process, device, context, number}, 0);
  if (is_new) {
    constexpr std::int64_t kReserved = std::int64_t{1} << 32;
    const bool fits = number >= 0 && number < kReserved;
    entry->second =
        fits && taken_.insert(static_cast<std::uint64_t>(number)).second ? static_cast<std::uint64_t>(number) : next_++;
  }
  return entry->second;
}

std::uint32_t TorchNames::position(const std::string& name) {
  if (const auto known = positions_.find(name); known != positions_.end()) {
    return known->second;
  }
  std::string shown = printable(name);
  bytes_ += name.size() + shown.size();
  if (shown != name) {
    const std::uint32_t position_of_shown = position(shown);
    return positions_.emplace(name, position_of_shown).first->second;
  }
  const auto next = static_cast<std::uint32_t>(names_.size());
  kinds_.push_back(call_kind(shown));
  names_.push_back(std::move(shown));
  return positions_.emplace(name, next).first->second;
}

}  // namespace warpshop::io
