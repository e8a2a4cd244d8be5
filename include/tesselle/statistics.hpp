#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tesselle {

/// How the numbers of several threads become one.
enum class Merge { sum, max };

/// One number an engine reports about its work.
struct Statistic {
  std::string name;  ///< "conflicts seen", "list rebuilds"
  std::string unit;  ///< "", "bytes", "per second"
  Merge merge = Merge::sum;
  double value = 0;
};

struct Statistics {
  std::vector<Statistic> values;
  std::vector<std::uint64_t> nodes_per_depth;  ///< empty if the engine keeps no profile
  std::vector<std::string> remarks{};          ///< what the engine did, one line each; the run reports them at its end

  /// Adds another thread's numbers; a name not seen before is appended.
  void merge(const Statistics& other);
};

}  // namespace tesselle
