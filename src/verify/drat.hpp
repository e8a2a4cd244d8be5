#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tesselle {

/// Is it a proof? If not, `reason` says in which line it fails, or that it ends without a contradiction.
struct ProofVerdict {
  bool accepted = false;
  std::string reason;
  std::size_t clauses = 0;    ///< of the formula
  std::size_t lemmas = 0;     ///< steps that were checked until the contradiction
  std::size_t deletions = 0;  ///< steps that took a clause away
};

/// Checks that a DRAT proof (text) shows a formula (DIMACS) to have no solution. Shares nothing with the engines or
/// with the solver that wrote the proof.
/// Every clause that the proof adds must be implied by unit propagation, or redundant by resolution on its first
/// literal (RAT). Forward: each one is checked, whether or not it is needed later. The deletion of a clause that is
/// the reason of a fact is passed over, as other checkers do; that can only make the steps after it harder.
/// The names are those of the files, for messages. Throws InputError if either text is malformed.
ProofVerdict check_drat(std::string_view formula, const std::string& formula_name, std::string_view proof,
                        const std::string& proof_name);

}  // namespace tesselle
