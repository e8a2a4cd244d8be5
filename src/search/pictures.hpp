#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tesselle/render.hpp"

namespace tesselle {

/// How a puzzle is drawn: with a tileability model ("shipped" or a file) its pieces are coloured from hard (red) to
/// easy (blue), without one each has its own colour. Throws UsageError if the puzzle is not a packing puzzle.
PictureStyle picture_style(const Puzzle& puzzle, const std::optional<std::string>& tileability_model = {});

/// An animated SVG: the pieces appear in the order of the layout (edge-matching: row by row). Throws UsageError without
/// a board, and for solid puzzles.
std::string animated_svg(const Puzzle& puzzle, const Solution* board, PictureStyle style = {});

/// Throws UsageError without librsvg's converter: it is a program of its own, so that plain runs need no graphics
/// libraries.
void write_png(const std::filesystem::path& file, const std::string& svg);

/// Runs a program and waits for it; its exit status, or nullopt if it could not be started.
std::optional<int> run_program(const std::vector<std::string>& arguments);
/// Is there a program of this name in PATH?
bool program_exists(const std::string& name);

}  // namespace tesselle
