#include "sim/io/workload/read_workload.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <iostream>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/io/device/apply_settings.hpp"
#include "sim/io/workload/decode_task.hpp"
#include "sim/io/yaml/document.hpp"
#include "sim/io/yaml/document_text.hpp"
#include "sim/io/yaml/map_fields.hpp"
#include "sim/io/yaml/values.hpp"
#include "sim/model/task_names.hpp"

namespace warpshop::io {
namespace {

constexpr std::array<std::string_view, 3> kWorkloadKeys{"schema", "name", "tasks"};

class WorkloadReceiver : public DocumentReceiver {
 public:
  WorkloadReceiver(Workload& workload, std::span<const ProfileSetting> settings)
      : workload_(workload), settings_(settings), used_(settings.size()) {}

  const NameMarks& marks() const { return marks_; }
  bool takes_elements(const YamlNode& key) const override { return key.text == "tasks"; }

  void element(const YamlNode& element) override {
    Task task = settings_.empty() ? decode_task(element, marks_) : decode_task(with_settings_of(element), marks_);
    tasks_in_all_ += task.count;
    if (tasks_in_all_ > kMostTasks) {
      refuse(element, "more than 10000000 tasks with their repeats, expected at most that");
    }
    workload_.tasks.push_back(std::move(task));
  }

  /// Once all tasks are there. Throws InputError.
  void check_settings() const {
    const auto unused = std::find(used_.begin(), used_.end(), false);
    if (unused != used_.end()) {
      YamlNode place;
      place.mark = mark_of_setting(static_cast<std::size_t>(unused - used_.begin()));
      place.file = &workload_.file;
      refuse(place, "no task is called so, or has such a value, expected NAME.PATH, or *.PATH for every task");
    }
  }

  void entry(const YamlNode& key, const YamlNode& value) override {
    if (key.text == "name") {
      workload_.name = name(value);
    } else if (key.text == "tasks" && value.kind != NodeKind::sequence) {
      refuse_value(value, "is not a list of tasks", "at least one task");
    } else if (key.text == "tasks" && workload_.tasks.empty()) {
      refuse(value, "no tasks, expected at least one");
    }
  }

 private:
  YamlNode with_settings_of(const YamlNode& element) {
    YamlNode task = element;
    const YamlNode* const called = find_value(element, "name");
    const std::string own = called != nullptr ? called->text + '.' : std::string{};
    for (std::size_t i = 0; i < settings_.size(); ++i) {
      const std::string_view path = settings_[i].path;
      for (const std::string_view name : {std::string_view("*."), std::string_view(own)}) {
        const std::string_view rest = path.substr(std::min(name.size(), path.size()));
        // of tasks A and A.b, A.b.kernel is a value of the second alone; a name is none
        if (!name.empty() && path.starts_with(name) && rest != "name" && is_task_key(rest.substr(0, rest.find('.')))) {
          apply_setting(task, {std::string(rest), settings_[i].value}, i);
          used_[i] = true;
        }
      }
    }
    return task;
  }

  Workload& workload_;
  std::span<const ProfileSetting> settings_;
  std::vector<bool> used_;
  NameMarks marks_;
  std::size_t tasks_in_all_ = 0;
};

Workload decode_workload(Text text, std::span<const ProfileSetting> settings = {}) {
  Workload workload;
  workload.file = text.file;
  WorkloadReceiver receiver(workload, settings);
  TopLevel top_level{.schema = "warpshop.workload/1", .what = "a workload", .known = kWorkloadKeys};
  top_level.require(kWorkloadKeys, read_document(text, top_level, receiver));
  receiver.check_settings();
  check_names(workload, receiver.marks());
  assert(!workload.tasks.empty() && workload.size() <= kMostTasks);
  return workload;
}

}  // namespace

Workload read_workload(const std::filesystem::path& file) {
  return file == kStandardInput ? parse_workload(std::cin, "<stdin>") : decode_workload(read_text(file));
}

Workload parse_workload(Text text, std::span<const ProfileSetting> settings) {
  try {
    return decode_workload(std::move(text), settings);
  } catch (const InputError& error) {
    if (settings.empty()) {
      throw;
    }
    throw with_settings(error, settings);
  }
}

Workload parse_workload(std::istream& text, const std::string& file_name) {
  return decode_workload(read_text(text, file_name));
}

}  // namespace warpshop::io
