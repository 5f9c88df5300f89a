#include "conquest/script.h"

#include <stdexcept>
#include <string>

#include "conquest/players/lozano.h"
#include "conquest/players/planner.h"

namespace ludwright::conquest {

std::unique_ptr<Player> make_player(std::int32_t number) {
    switch (static_cast<Character>(number)) {
        case Character::kLozano:
            return std::make_unique<Lozano>();
        case Character::kPlanner:
            return std::make_unique<Planner>();
        default:
            throw std::invalid_argument("script: expected the number of a player, got " +
                                        std::to_string(number));
    }
}

}  // namespace ludwright::conquest
