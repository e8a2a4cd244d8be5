#pragma once

#include "tesselle/engine.hpp"

namespace tesselle {

/// Looks at no board: no Solution is ever built for it.
class NullSink : public SolutionSink {
 public:
  NullSink() { next_wanted_ = std::numeric_limits<std::uint64_t>::max(); }
  void counted(std::uint64_t, std::uint64_t) override {}
  void improved(const Solution&) override {}

 protected:
  Flow offer(const Solution&, std::uint64_t) override { return Flow::go_on; }
};

}  // namespace tesselle
