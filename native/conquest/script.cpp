#include "conquest/script.h"

#include <stdexcept>
#include <string>

#include "conquest/players/rossato.h"

namespace ludwright::conquest {

std::unique_ptr<Player> make_player(std::int32_t number) {
    switch (static_cast<Character>(number)) {
        case Character::kRossato:
            return std::make_unique<Rossato>();
        default:
            throw std::invalid_argument("script: expected the number of a player, got " +
                                        std::to_string(number));
    }
}

}  // namespace ludwright::conquest
