#pragma once

#include <string>

#include "tesselle/verify.hpp"
#include "verify/drat.hpp"

namespace tesselle {

/// What the verifier says of a board, as one line of JSON without the newline: "event": "verdict".
std::string verdict_json(const Puzzle& puzzle, const Verdict& verdict);

/// The same of a proof: "event": "proof".
std::string proof_json(const ProofVerdict& verdict);

}  // namespace tesselle
