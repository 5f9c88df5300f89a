// Battles for Python: chances of one roll and of battles to the end. Converts and checks; no logic.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>

#include "bind_call.h"
#include "bind_play.h"
#include "conquest/battle.h"

namespace nb = nanobind;

namespace ludwright {

namespace {

using namespace conquest;

int dice(std::int64_t given, const char* name) {
    return static_cast<int>(bounded<std::int64_t>(given, 1, kMostDice, name));
}

DiceRule rule_of(std::int64_t attack, std::int64_t defence, bool attacker_wins_ties) {
    return {dice(attack, "attack"), dice(defence, "defence"), attacker_wins_ties};
}

int troops(std::int64_t given, const char* name) {
    return static_cast<int>(bounded<std::int64_t>(given, 1, Battle::kMostTroops, name));
}

// Runs fn(battle, attackers, defenders, meter) with checked numbers.
template <typename Fn>
auto fought(std::int64_t attackers, std::int64_t defenders, DiceRule rule, Fn fn) {
    const int a = troops(attackers, "attackers"), d = troops(defenders, "defenders");
    return Call().run([&](Call& running) {
        play::Meter meter(&running, running.work());
        return fn(Battle::under(rule), a, d, &meter);
    });
}

std::vector<std::int32_t> battle_roll(std::int64_t attack, std::int64_t defence,
                                      bool attacker_wins_ties) {
    const DiceRule rule = rule_of(attack, defence, attacker_wins_ties);
    const RollChances& found = roll_chances(attacker_wins_ties, rule.attack, rule.defence);
    return {found.ways.begin(), found.ways.begin() + found.pairs + 1};
}

std::tuple<double, double, double> battle_odds(std::int64_t attackers, std::int64_t defenders,
                                               std::int64_t attack, std::int64_t defence,
                                               bool attacker_wins_ties) {
    const DiceRule rule = rule_of(attack, defence, attacker_wins_ties);
    const BattleOdds odds = fought(
        attackers, defenders, rule,
        [](const Battle& battle, int a, int d, auto* meter) { return battle.odds(a, d, meter); });
    return {odds.win, odds.attackers_left, odds.defenders_left};
}

nb::ndarray<nb::numpy, double> battle_distribution(std::int64_t attackers, std::int64_t defenders,
                                                   std::int64_t attack, std::int64_t defence,
                                                   bool attacker_wins_ties) {
    const DiceRule rule = rule_of(attack, defence, attacker_wins_ties);
    return column(
        fought(attackers, defenders, rule, [](const Battle& battle, int a, int d, auto* meter) {
            return battle.distribution(a, d, meter);
        }));
}

}  // namespace

void bind_battle(nb::module_& parent) {
    nb::module_ module = parent.def_submodule("conquest", "Territories, troops and dice.");
    module.def("battle_roll", &battle_roll, nb::arg("attack"), nb::arg("defence"),
               nb::arg("attacker_wins_ties"),
               "In how many ways these dice fall so that the defender loses 0, 1, … troops; the "
               "attacker loses the rest.");
    module.def("battle_odds", &battle_odds, nb::arg("attackers"), nb::arg("defenders"),
               nb::arg("attack"), nb::arg("defence"), nb::arg("attacker_wins_ties"),
               "The chance that a battle to the end is won, and the mean numbers of attackers and "
               "of defenders left.");
    module.def("battle_distribution", &battle_distribution, nb::arg("attackers"),
               nb::arg("defenders"), nb::arg("attack"), nb::arg("defence"),
               nb::arg("attacker_wins_ties"),
               "The chance of every end of a battle: attackers left from all to 1, then defenders "
               "left from 1 to all.");
}

}  // namespace ludwright
