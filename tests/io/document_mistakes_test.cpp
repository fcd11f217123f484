#include <gtest/gtest.h>

#include "tests/io/mistakes.hpp"

namespace warpshop::io {
namespace {

/// text: a whole file.
class DocumentMistake : public testing::TestWithParam<Mistake> {};

TEST_P(DocumentMistake, IsNamedWhereItStands) {
  const auto& [text, message] = GetParam();
  EXPECT_EQ(workload_error(std::string{text}), "file:" + std::string{message});
}

#define HEAD "schema: warpshop.workload/1\nname: x\n"
#define TASKS "tasks: [{name: a, kernel: 1 ms}]\n"

INSTANTIATE_TEST_SUITE_P(
    TopLevel, DocumentMistake,
    testing::Values(Mistake{"", "1:1: is empty, expected a map with a schema"},
                    Mistake{"# nothing\n\n", "1:1: is empty, expected a map with a schema"},
                    Mistake{"--- ---", "1:5: '---' at the top level, expected a map with a schema"},
                    Mistake{"---\n", "2:1: an empty value at the top level, expected a map with a schema"},
                    Mistake{"- a", "1:1: a list at the top level, expected a map with a schema"},
                    Mistake{"[a]", "1:1: a list at the top level, expected a map with a schema"},
                    Mistake{"text", "1:1: 'text' at the top level, expected a map with a schema"},
                    Mistake{"~", "1:1: an empty value at the top level, expected a map with a schema"},
                    Mistake{"name: x\n" TASKS, "1:1: a workload without schema, expected schema: warpshop.workload/1"},
                    Mistake{"# first\nschema: warpshop.workload/1\n" TASKS,
                            "2:1: a workload without name, expected the key name"},
                    Mistake{HEAD, "1:1: a workload without tasks, expected the key tasks, or clients"},
                    Mistake{"{}", "1:1: a workload without schema, expected schema: warpshop.workload/1"},
                    Mistake{HEAD "tasks: []", "3:8: no tasks, expected at least one"},
                    Mistake{HEAD "tasks:", "3:1: an empty value is not a list of tasks, expected at least one task"},
                    Mistake{HEAD "tasks: {name: a}", "3:8: a map is not a list of tasks, expected at least one task"},
                    Mistake{HEAD "name: y\n" TASKS, "3:1: the key 'name' stands here twice, expected it once"},
                    Mistake{HEAD TASKS TASKS, "4:1: the key 'tasks' stands here twice, expected it once"},
                    Mistake{"{schema: warpshop.workload/1, nane: x}",
                            "1:31: unknown key 'nane', expected one of: schema, name, recorded_on, submit, issue, "
                            "jobs, tasks, clients, horizon"},
                    Mistake{"schema: warpshop.workload/2",
                            "1:9: 'warpshop.workload/2' is a version that this program does not know, "
                            "expected warpshop.workload/1"},
                    Mistake{"schema: warpshop.device/1",
                            "1:9: 'warpshop.device/1' is another kind of file, expected warpshop.workload/1"},
                    Mistake{"schema: 1", "1:9: '1' is not a schema, expected warpshop.workload/1"},
                    Mistake{"schema:", "1:1: an empty value is not a schema, expected warpshop.workload/1"},
                    Mistake{"name: x\n" TASKS "schema: warpshop.workload",
                            "3:9: 'warpshop.workload' is another kind of file, expected "
                            "warpshop.workload/1"}));

INSTANTIATE_TEST_SUITE_P(
    Yaml, DocumentMistake,
    testing::Values(
        Mistake{HEAD TASKS "---\n" HEAD TASKS,
                "4:1: more text after the end of the document, expected one YAML document"},
        Mistake{"---\n" HEAD TASKS "---\n", "5:1: a second '---', expected one YAML document"},
        Mistake{HEAD TASKS "...\nmore", "5:1: more text after the end of the document, expected one YAML document"},
        Mistake{HEAD TASKS "...\n...\n", "5:1: a second '...', expected one YAML document"},
        Mistake{"{a: b} c",
                "1:2: unknown key 'a', expected one of: schema, name, recorded_on, submit, issue, jobs, tasks, "
                "clients, horizon"},
        Mistake{"%YAML 1.2\n---\n" HEAD TASKS, "1:1: YAML directives are not allowed, expected plain YAML"},
        Mistake{HEAD TASKS "%TAG ! x\n", "4:1: YAML directives are not allowed, expected plain YAML"},
        Mistake{HEAD "tasks: [{name: &a b}]", "3:16: YAML anchors are not allowed, expected a plain value"},
        Mistake{HEAD "tasks: &a [{name: b}]", "3:8: YAML anchors are not allowed, expected a plain value"},
        Mistake{HEAD "tasks: &a", "3:8: YAML anchors are not allowed, expected a plain value"},
        Mistake{HEAD "tasks: *a", "3:8: the referenced anchor is not defined, expected valid YAML"},
        Mistake{HEAD "tasks: [{name: !!str b}]", "3:16: YAML tags are not allowed, expected a plain value"},
        Mistake{HEAD "tasks: [{name: ! b}]", "3:16: YAML tags are not allowed, expected a plain value"},
        Mistake{HEAD "tasks: [{name: ! 'b'}]", "3:16: YAML tags are not allowed, expected a plain value"},
        Mistake{HEAD "tasks: !<tag:x> [{name: b}]", "3:8: YAML tags are not allowed, expected a plain value"},
        Mistake{HEAD "tasks: [! {name: b}]", "3:9: YAML tags are not allowed, expected a plain value"},
        Mistake{HEAD "tasks: ! ", "3:8: YAML tags are not allowed, expected a plain value"},
        Mistake{HEAD "tasks: [{name: a, kernel: 1 ms}\n", "4:1: end of sequence flow not found, expected valid YAML"},
        Mistake{HEAD "tasks: [{name: 'a, kernel: 1 ms}]", "3:34: illegal EOF in scalar, expected valid YAML"},
        Mistake{HEAD "tasks: [{name: a", "3:9: a map as a key, or a bracket that is never closed, expected a name"},
        Mistake{HEAD "tasks: ]", "3:8: illegal flow end, expected valid YAML"},
        Mistake{HEAD "tasks: [[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]",
                "3:23: nested too deeply, expected at most 16 levels"},
        Mistake{HEAD "tasks:\n  - name: a\n\tkernel: 1 ms\n", "5:1: a tab in the indentation, expected spaces"},
        Mistake{HEAD "tasks:\n\t- name: a\n", "4:2: a tab in the indentation, expected spaces"},
        Mistake{HEAD "tasks:\n  - name: a\n    kernel:\n    \ttime: 1 ms\n",
                "6:10: a tab in the indentation, expected spaces"},
        Mistake{HEAD "tasks:\t]", "3:8: illegal flow end, expected valid YAML"}));

}  // namespace
}  // namespace warpshop::io

#undef HEAD
#undef TASKS
