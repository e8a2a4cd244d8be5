#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/engine.hpp"

namespace tesselle {

/// A part of a search that is done as a whole or not at all: a place in a search tree whose whole subtree is still to
/// be walked. Its id names puzzle, engine, options and place, so that equal units have equal ids on every machine.
struct WorkUnit {
  std::string id;
  TreePosition place;
  std::uint64_t weight = 0;  ///< how large it seems; heavier units are done first
};

/// A unit that a worker has taken. No other worker gets it until the lease runs out.
struct Lease {
  std::uint64_t unit = 0;  ///< its number in the ledger
  WorkUnit work;
  std::uint64_t token = 0;  ///< tells this lease from earlier ones of the same unit
};

struct UnitResult {
  std::uint64_t nodes = 0, solutions = 0, distinct = 0, verified = 0;
  std::vector<std::string> boards{};  ///< every one as a line of JSON, if they are wanted
};

struct UnitTotals {
  std::uint64_t units = 0, done = 0, leased = 0;
  std::uint64_t nodes = 0, solutions = 0, distinct = 0, verified = 0;  ///< of the units that are done
};

/// Who works on what, and what came out. Every ledger passes the same contract test (tests/store/unit_ledger_test.cpp):
/// a unit is counted exactly once, however often it was leased; a result and the mark "done" are one step; what is
/// leased and neither completed nor renewed in time can be leased again. Not thread-safe: the caller must lock.
class UnitLedger {
 public:
  virtual ~UnitLedger() = default;
  /// Up to `count` units that are neither done nor leased, in the ledger's order, for `seconds`. Empty: none is left to
  /// take now (some may still be leased to others).
  virtual std::vector<Lease> lease(const std::string& worker, std::size_t count, double seconds) = 0;
  /// False if the lease was lost: another worker has the unit, or it is done.
  virtual bool renew(const Lease& lease, double seconds) = 0;
  /// False if the unit is done already; then nothing is written.
  virtual bool complete(const Lease& lease, const UnitResult& result) = 0;
  /// Gives the unit back, as if it had never been leased.
  virtual void give_back(const Lease& lease) = 0;
  virtual UnitTotals totals() = 0;
  virtual bool keeps_boards() const = 0;
  /// Of all units that are done, in their order.
  virtual void for_each_board(const std::function<void(const std::string&)>& visit) = 0;
  /// Everything completed so far survives a crash.
  virtual void save() = 0;
};

}  // namespace tesselle
