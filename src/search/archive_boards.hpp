#pragma once

#include <string>
#include <vector>

#include "store/archive.hpp"

namespace tesselle {

/// The boards of an archive, each verified against its puzzle as the archive defines it. Throws InputError naming file
/// and board if one is not what its row says.
std::vector<ArchivedBoard> archived_boards(const std::string& file, const BoardArchive::Filter& filter);

}  // namespace tesselle
