#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "tesselle/edge_puzzle.hpp"

namespace tesselle::study {

/// A number and how far off it may be (one standard deviation).
struct WithError {
  double value = 0, error = 0;
};

/// Boards that a search found, in families: boards of one family share at least half of their cells, so they are not
/// independent of one another.
class Families {
 public:
  void add(const EdgeBoard& board, int score);

  /// Boards that score at least this much.
  std::size_t boards(int score) const;
  /// Families that have such boards.
  std::size_t families(int score) const;
  /// The number of such boards; families come at random (Poisson), so the error is the root of the sum of their squared
  /// sizes.
  WithError count(int score) const;
  int best() const;
  /// What another search found; families of different searches are different ones.
  void merge(const Families& other);

 private:
  struct Family {
    EdgeBoard first;
    std::map<int, std::size_t> boards;  ///< by score
  };
  static std::size_t size_from(const Family& family, int score);
  std::vector<Family> families_;
};

/// How much rarer each further point is, from boards that score at least `least`: their points above it follow a
/// geometric distribution. The value is the share of boards with a point more; 0 if no board has one.
WithError share_of_next_point(const Families& found, int least);

/// Boards per hour that score at least `score`: counted as far as five families are known, then by the share.
struct Outlook {
  double per_hour = 0;
  double factor = 1;  ///< the true rate is within this factor (one standard deviation)
};
Outlook outlook(const Families& found, double hours, int least, int score);

}  // namespace tesselle::study
