#include "sim/io/import/recorded_names.hpp"

#include "sim/model/utf8.hpp"

namespace warpshop::io {

std::uint64_t UniqueNumbers::operator()(const Key& key) {
  const auto [found, fresh] = numbers_.try_emplace(key, key.back());
  if (fresh && !taken_.insert(key.back()).second) {
    while (!taken_.insert(next_).second) {
      ++next_;
    }
    found->second = next_;
  }
  return found->second;
}

std::uint32_t RecordedNames::position(const std::string& name) {
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
