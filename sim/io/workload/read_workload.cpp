#include "sim/io/workload/read_workload.hpp"

#include <array>
#include <cassert>
#include <iostream>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/io/workload/check_precedence.hpp"
#include "sim/io/workload/decode_task.hpp"
#include "sim/io/workload/task_index.hpp"
#include "sim/io/yaml/document.hpp"
#include "sim/io/yaml/map_fields.hpp"
#include "sim/io/yaml/text.hpp"
#include "sim/io/yaml/values.hpp"

namespace warpshop::io {
namespace {

constexpr std::array<std::string_view, 3> kWorkloadKeys{"schema", "name", "tasks"};

class WorkloadReceiver : public DocumentReceiver {
 public:
  explicit WorkloadReceiver(Workload& workload)
      : workload_(workload),
        top_level_{
            .schema = "warpshop.workload/1", .what = "a workload", .known = kWorkloadKeys, .file = workload.file} {}

  void key(const YamlNode& key) override { top_level_.add(key); }
  bool takes_elements(const YamlNode& key) const override { return key.text == "tasks"; }

  void element(const YamlNode& element) override {
    Task task = decode_task(element, workload_.file, marks_);
    tasks_in_all_ += task.count;
    if (tasks_in_all_ > kMostTasks) {
      throw InputError(workload_.file, task.mark, "more than 10000000 tasks with their repeats, expected at most that");
    }
    workload_.tasks.push_back(std::move(task));
  }

  void entry(const YamlNode& key, const YamlNode& value) override {
    if (key.text == "schema") {
      top_level_.check_schema(value);
    } else if (key.text == "name") {
      workload_.name = name(value, workload_.file);
    } else if (value.kind != NodeKind::sequence) {
      refuse_value(value, workload_.file, "is not a list of tasks", "at least one task");
    } else if (workload_.tasks.empty()) {
      throw InputError(workload_.file, value.mark, "no tasks, expected at least one");
    }
  }

  void finish(Mark root) const {
    top_level_.require(kWorkloadKeys, root);
    check_precedence(workload_, index_tasks(workload_, marks_.tasks), marks_.after);
  }

 private:
  Workload& workload_;
  TopLevel top_level_;
  NameMarks marks_;
  std::size_t tasks_in_all_ = 0;
};

Workload decode_workload(Text text) {
  Workload workload;
  workload.file = text.file;
  WorkloadReceiver receiver(workload);
  const Mark root = read_document(std::move(text), receiver);
  receiver.finish(root);
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
