// The players of known character: simple ones whose strength relative to each other was measured.
//
// Each is written from a description of what it does in each phase; see the results page
// conquest-characters for how strong they are here.

#pragma once

#include <memory>

#include "conquest/script.h"

namespace ludwright::conquest {

// One rule for everything: plain.cpp.
std::unique_ptr<Player> make_stinky();
std::unique_ptr<Player> make_angry();
std::unique_ptr<Player> make_communist();
std::unique_ptr<Player> make_trotsky();
// Growing from one cluster: cluster.cpp.
std::unique_ptr<Player> make_cluster();
std::unique_ptr<Player> make_shaft();
std::unique_ptr<Player> make_quo();
std::unique_ptr<Player> make_yakool();
std::unique_ptr<Player> make_boscoe();
std::unique_ptr<Player> make_bort();
// Continents worth their price: pixie.cpp.
std::unique_ptr<Player> make_pixie();
std::unique_ptr<Player> make_evil_pixie();
std::unique_ptr<Player> make_better_pixie();
// Eliminating others for their cards: vulture.cpp.
std::unique_ptr<Player> make_vulture();
std::unique_ptr<Player> make_killbot();

}  // namespace ludwright::conquest
