// The measures of borders for Python: any owners and armies on any map.

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "conquest/players/borders.h"

namespace nb = nanobind;

namespace ludwright {

namespace {

using conquest::kMostTerritories;
using conquest::Set;
using Pairs = std::vector<std::pair<int, int>>;

// What the measures ask of a board.
struct Board {
    std::vector<int> owners, units;
    std::vector<Set> around;

    static std::size_t at(int territory) { return static_cast<std::size_t>(territory); }
    int owner(int territory) const { return owners[at(territory)]; }
    int armies(int territory) const { return units[at(territory)]; }
    const Set& neighbours(int territory) const { return around[at(territory)]; }
    int size() const { return static_cast<int>(owners.size()); }
};

Board board_of(const Pairs& borders, std::vector<int> owners, std::vector<int> armies) {
    const auto size = owners.size();
    if (size > kMostTerritories) {
        throw std::invalid_argument("expected at most " + std::to_string(kMostTerritories) +
                                    " territories, got " + std::to_string(size));
    }
    if (armies.size() != size) {
        throw std::invalid_argument("expected armies of " + std::to_string(size) +
                                    " territories, got " + std::to_string(armies.size()));
    }
    for (const int count : armies) {
        if (count >= 1 && count <= conquest::kMostArmies) continue;
        throw std::invalid_argument("expected 1 to " + std::to_string(conquest::kMostArmies) +
                                    " armies, got " + std::to_string(count));
    }
    Board board{std::move(owners), std::move(armies), std::vector<Set>(size)};
    for (const auto& [one, other] : borders) {
        if (std::min(one, other) < 0 || std::max(one, other) >= board.size()) {
            throw std::invalid_argument("expected borders between the territories 0 to " +
                                        std::to_string(board.size() - 1));
        }
        board.around[Board::at(one)].set(other);
        board.around[Board::at(other)].set(one);
    }
    return board;
}

std::tuple<std::vector<int>, std::vector<double>, std::vector<double>> border_security(
    const Pairs& borders, const std::vector<int>& owners, const std::vector<int>& armies) {
    const Board board = board_of(borders, owners, armies);
    std::vector<int> threats;
    std::vector<double> ratios, shares(owners.size()), found(owners.size());
    for (int territory = 0; territory < board.size(); ++territory) {
        threats.push_back(conquest::border_threat(board, territory));
        ratios.push_back(conquest::border_ratio(board, territory));
    }
    for (const int owner : owners) {
        Set own;
        for (int territory = 0; territory < board.size(); ++territory) {
            if (board.owner(territory) == owner) own.set(territory);
        }
        conquest::border_shares(board, own, found.data());
        int next = 0;
        own.each([&](int territory) { shares[Board::at(territory)] = found[Board::at(next++)]; });
    }
    return {threats, ratios, shares};
}

}  // namespace

void bind_borders(nb::module_& parent) {
    nb::module_ module = parent.def_submodule("conquest");
    module.def("border_security", &border_security, nb::arg("borders"), nb::arg("owners"),
               nb::arg("armies"),
               "Of each territory: the armies of others around it, these for each own army, and "
               "the share of that in the sum of its owner.");
}

}  // namespace ludwright
