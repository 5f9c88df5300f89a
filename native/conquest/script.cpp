#include "conquest/script.h"

#include <stdexcept>
#include <string>

#include "conquest/players/characters.h"
#include "conquest/players/hahn.h"
#include "conquest/players/lozano.h"
#include "conquest/players/planner.h"
#include "conquest/players/rossato.h"

namespace ludwright::conquest {

std::unique_ptr<Player> make_player(std::int32_t number) {
    switch (static_cast<Character>(number)) {
        case Character::kRossato:
            return std::make_unique<Rossato>();
        case Character::kStinky:
            return make_stinky();
        case Character::kAngry:
            return make_angry();
        case Character::kCommunist:
            return make_communist();
        case Character::kTrotsky:
            return make_trotsky();
        case Character::kCluster:
            return make_cluster();
        case Character::kShaft:
            return make_shaft();
        case Character::kQuo:
            return make_quo();
        case Character::kYakool:
            return make_yakool();
        case Character::kBoscoe:
            return make_boscoe();
        case Character::kBort:
            return make_bort();
        case Character::kPixie:
            return make_pixie();
        case Character::kEvilPixie:
            return make_evil_pixie();
        case Character::kBetterPixie:
            return make_better_pixie();
        case Character::kVulture:
            return make_vulture();
        case Character::kKillbot:
            return make_killbot();
        case Character::kLozano:
            return std::make_unique<Lozano>();
        case Character::kPlanner:
            return std::make_unique<Planner>();
        case Character::kHahn:
            return std::make_unique<Hahn>();
        default:
            throw std::invalid_argument("script: expected the number of a player, got " +
                                        std::to_string(number));
    }
}

}  // namespace ludwright::conquest
