#include "sim/model/profile_setting.hpp"

#include <cstdint>
#include <utility>

namespace warpshop {
namespace {

/// Throws InputError: what a path may not be, said of `who`.
void check_path(const ProfileSetting& setting, const std::string& who, const std::string& expected) {
  const std::string dotted = '.' + setting.path + '.';
  if (dotted.find("..") != std::string::npos) {
    throw InputError(who + in_quotes(setting.path) + " is not the path of a value" + expected);
  }
  if (setting.path == "schema" || setting.path == "name") {
    throw InputError(who + setting.path + " is no value of a device" + expected);
  }
}

ProfileSetting parse_setting(std::string_view text) {
  const std::string expected = ", expected PATH=VALUE such as transfer.pinned.h2d.alone=50GB/s";
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) {
    throw InputError("--set: " + in_quotes(text) + " has no '='" + expected);
  }
  ProfileSetting setting{.path = std::string{text.substr(0, equals)}, .value = std::string{text.substr(equals + 1)}};
  setting.value.erase(0, setting.value.find_first_not_of(' '));
  check_path(setting, "--set: ", expected);
  return setting;
}

}  // namespace

std::vector<ProfileSetting> parse_settings(std::span<const std::string> texts) {
  std::vector<ProfileSetting> settings;
  settings.reserve(texts.size());
  for (const std::string& text : texts) {
    settings.push_back(parse_setting(text));
  }
  return settings;
}

ProfileSetting axis_setting(std::string axis, std::string path, std::string value) {
  ProfileSetting setting{.path = std::move(path), .value = std::move(value), .axis = std::move(axis)};
  check_path(setting, "the axis ", ", expected one such as transfer.pinned.h2d.alone");
  return setting;
}

bool sets(const ProfileSetting& setting, std::string_view path) {
  const auto is_at_or_below = [](std::string_view deep, std::string_view high) {
    return deep.starts_with(high) && (deep.size() == high.size() || deep[high.size()] == '.');
  };
  return is_at_or_below(path, setting.path) || is_at_or_below(setting.path, path);
}

Mark mark_of_setting(std::size_t position) {
  return {.line = 0, .column = static_cast<std::uint32_t>(position + 1)};
}

InputError with_settings(const InputError& error, std::span<const ProfileSetting> settings) {
  const Mark mark = error.mark();
  if (mark.line == 0 && mark.column > 0 && mark.column <= settings.size()) {
    return {"", mark, settings[mark.column - 1].given() + ": " + std::string(error.message())};
  }
  std::string what = error.what();
  for (std::size_t i = 0; i < settings.size(); ++i) {
    what += (i == 0 ? " (with " : ", ") + settings[i].given();
  }
  return InputError(settings.empty() ? what : what + ')');
}

}  // namespace warpshop
