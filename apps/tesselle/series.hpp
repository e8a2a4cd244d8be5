#pragma once

#include "reporter.hpp"
#include "run_options.hpp"
#include "search/runs.hpp"

namespace tesselle {

/// Several runs of one search, and files about runs.
struct SeriesOptions {
  std::optional<std::uint64_t> runs;
  std::optional<std::string> seeds, csv, trace, plot;

  bool several() const { return runs || seeds; }
};
void add_series_options(Command command, SeriesOptions& options);

/// Throws before the search, not after it, if a file cannot be written.
void require_writable(const SeriesOptions& options);
/// Writes the files that were asked for.
void write_run_files(const SeriesOptions& options, const std::vector<RunRow>& rows);

/// A single search with its boards and words, as `search_and_report`, and the files about it.
Reported search_and_record(const SearchRequest& request, const RunOptions& run, const SeriesOptions& options,
                           std::uint64_t max_boards = 0);

/// Several runs as a table; returns the exit code.
int run_and_tabulate(const SearchRequest& request, const RunOptions& run, const SeriesOptions& options);

}  // namespace tesselle
