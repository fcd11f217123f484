#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "sim/io/yaml/yaml_node.hpp"
#include "sim/model/profile_setting.hpp"

namespace warpshop::io {

/// Values that the user wants for once, put into the entries of tasks or clients: NAME.PATH, or *.PATH for every one.
class EntrySettings {
 public:
  /// `settings` outlives this.
  explicit EntrySettings(std::span<const ProfileSetting> settings) : settings_(settings), used_(settings.size()) {}

  bool none() const { return settings_.empty(); }
  /// The entry with those that are meant for it. is_key: whether it may have a key that is called so. Throws InputError
  /// at a mark_of_setting().
  YamlNode put_into(const YamlNode& entry, bool (*is_key)(std::string_view));
  /// The position of the first that no entry has taken.
  std::optional<std::size_t> first_unused() const;

 private:
  void put(YamlNode& entry, std::string_view path, std::size_t setting, bool of_every_entry);

  std::span<const ProfileSetting> settings_;
  std::vector<bool> used_;
};

}  // namespace warpshop::io
