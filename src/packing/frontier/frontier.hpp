#pragma once

#include "engine/engine.hpp"

namespace tesselle {

/// Counts tilings without making them: cell by cell, all that matters about the pieces placed so far is which cells
/// ahead they cover (the frontier) and, where copies are limited, how many were used. Ways with equal frontiers are
/// added up. A node is one frontier expanded. Goal::count only; the whole number, of any size, through CountsExactly.
EngineInfo frontier_engine();

}  // namespace tesselle
