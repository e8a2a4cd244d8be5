#pragma once

#include "run_options.hpp"
#include "search/recorder.hpp"

namespace tesselle {

/// What the subcommands that show a search node by node have in common.
struct RecordingOptions : RunOptions {
  bool all = false;
  std::optional<unsigned> depth;
};

/// Declares them: the options of a search that make sense for one engine on one thread, without files of its own.
void add_recording_options(Command command, RecordingOptions& options);

SearchRequest recording_request(const RecordingOptions& options);
RecordingLimits recording_limits(const RecordingOptions& options);

}  // namespace tesselle
