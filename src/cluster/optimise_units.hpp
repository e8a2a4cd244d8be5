#pragma once

#include <functional>

#include "cluster/ledger.hpp"

namespace tesselle::cluster {

struct HuntDone {
  std::uint64_t units = 0, nodes = 0, boards = 0, refused = 0, senseless = 0;
};

/// Searches for better boards, seed by seed, while `may_take` says so and there are units. What is not finished when
/// `stop` is requested is given back.
HuntDone hunt_units(Ledger& ledger, const PublishedSearch& search, double lease_seconds,
                    const std::function<bool()>& may_take, const std::stop_token& stop);

}  // namespace tesselle::cluster
