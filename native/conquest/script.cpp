#include "conquest/script.h"

#include <stdexcept>
#include <string>

namespace ludwright::conquest {

std::unique_ptr<Player> make_player(std::int32_t number) {
    switch (static_cast<Character>(number)) {
        default:
            throw std::invalid_argument("script: expected the number of a player, got " +
                                        std::to_string(number));
    }
}

}  // namespace ludwright::conquest
