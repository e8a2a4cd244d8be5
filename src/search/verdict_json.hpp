#pragma once

#include <string>

#include "search/verdict.hpp"
#include "verify/drat.hpp"

namespace tesselle {

/// What the verifier and the judge say of a board, as one line of JSON without the newline: "event": "verdict".
std::string verdict_json(const Judgement& judgement);

/// The same of a proof: "event": "proof".
std::string proof_json(const ProofVerdict& verdict);

}  // namespace tesselle
