#include "sim/io/workload/read_workload.hpp"

#include <array>
#include <cassert>
#include <iostream>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

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
  explicit WorkloadReceiver(Workload& workload) : workload_(workload) {}

  const NameMarks& marks() const { return marks_; }
  bool takes_elements(const YamlNode& key) const override { return key.text == "tasks"; }

  void element(const YamlNode& element) override {
    Task task = decode_task(element, marks_);
    tasks_in_all_ += task.count;
    if (tasks_in_all_ > kMostTasks) {
      refuse(element, "more than 10000000 tasks with their repeats, expected at most that");
    }
    workload_.tasks.push_back(std::move(task));
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
  Workload& workload_;
  NameMarks marks_;
  std::size_t tasks_in_all_ = 0;
};

Workload decode_workload(Text text) {
  Workload workload;
  workload.file = text.file;
  WorkloadReceiver receiver(workload);
  TopLevel top_level{.schema = "warpshop.workload/1", .what = "a workload", .known = kWorkloadKeys};
  top_level.require(kWorkloadKeys, read_document(text, top_level, receiver));
  check_names(workload, receiver.marks());
  assert(!workload.tasks.empty() && workload.size() <= kMostTasks);
  return workload;
}

}  // namespace

Workload read_workload(const std::filesystem::path& file) {
  return file == kStandardInput ? parse_workload(std::cin, "<stdin>") : decode_workload(read_text(file));
}

Workload parse_workload(std::istream& text, const std::string& file_name) {
  return decode_workload(read_text(text, file_name));
}

}  // namespace warpshop::io
