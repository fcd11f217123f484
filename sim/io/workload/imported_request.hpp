#pragma once

#include <string>
#include <vector>

#include "sim/io/yaml/yaml_node.hpp"
#include "sim/model/workload.hpp"

namespace warpshop::io {

/// The tasks of a request that another workload has.
struct ImportedRequest {
  RequestFile from;
  std::string recorded_on = {};
  std::vector<Task> tasks = {};  ///< each behind those that it comes after; `after` names none but these
};

/// `{workload: alexnet.yaml, job: forward}`: the tasks of that job, of all tasks without `job`. The file is named from
/// where the workload's file is. Tasks are put one after the other such that each stands behind those that it comes
/// after, else as in their file; the repeats of one follow each other, as tasks of their own. What a task of the job
/// waits for outside of it is over when a request begins; a release counts from the first one of the job on. Throws
/// InputError: in that file where something is wrong there, else at the node; also where tasks there say what requests
/// have no use for.
ImportedRequest imported_request(const YamlNode& node);

/// Whether a request is one of another workload.
bool is_imported_request(const YamlNode& node);

}  // namespace warpshop::io
