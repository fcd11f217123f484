#include "sim/io/import/report/read_reports.hpp"

namespace warpshop::io {

ReportedGpus read_report(Text& text, ReportTool tool) {
  switch (tool) {
    case ReportTool::nvbandwidth:
      return read_nvbandwidth(text);
    case ReportTool::bandwidth_test:
      return read_bandwidth_test(text);
    case ReportTool::device_query:
      return read_device_query(text);
    case ReportTool::nvidia_smi:
      break;
  }
  return read_nvidia_smi(text);
}

}  // namespace warpshop::io
