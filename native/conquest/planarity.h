// Whether a map can be drawn without crossing borders: the left-right test of de Fraysseix and
// Rosenstiehl, as Brandes describes it ("The left-right planarity test", 2009).
#pragma once

#include <span>
#include <utility>

namespace ludwright::conquest {

// Borders are pairs of different places below `places`, each pair once.
bool is_planar(int places, std::span<const std::pair<int, int>> borders);

}  // namespace ludwright::conquest
