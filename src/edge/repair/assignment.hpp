#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tesselle::edge::repair {

/// The cheapest way to give every row a column of its own (Hungarian method, shortest augmenting paths, O(n³)).
/// `costs` is a square matrix row by row. Returns the column of each row. Keeps its work space between calls.
class Assignment {
 public:
  const std::vector<int>& solve(std::span<const std::int64_t> costs, int size);

 private:
  void augment(std::span<const std::int64_t> costs, int row);

  int size_ = 0;
  std::vector<std::int64_t> row_price_, column_price_, distance_;
  std::vector<int> row_of_, previous_, column_of_;
  std::vector<char> settled_;
};

}  // namespace tesselle::edge::repair
