#include "recording_options.hpp"

namespace tesselle {

void add_recording_options(Command command, RecordingOptions& options) {
  add_run_options(command, options);
  for (const char* name :
       {"--time", "--threads", "--out", "--checkpoint", "--resume", "--overwrite", "--json", "--quiet"})
    command.remove(name);
  command.flag("--all", options.all, "go on after the first solution, to the end of the search");
  command.option("--depth", options.depth, "keep nodes down to this depth; deeper ones are only counted")
      .range(1u, 100'000u);
}

SearchRequest recording_request(const RecordingOptions& options) {
  SearchRequest request = request_from(options, options.all ? Goal::all : Goal::first);
  request.threads = 1;
  return request;
}

RecordingLimits recording_limits(const RecordingOptions& options) {
  RecordingLimits limits;
  if (options.depth) limits.max_depth = *options.depth;
  return limits;
}

}  // namespace tesselle
