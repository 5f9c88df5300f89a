// A program: one game as flat tables, checked once when it crosses the border.
//
// ProgramText is the game as received, with every index, count and size verified;
// Program<W> adds the tables that depend on the size of the sets. Both are built once and are
// immutable; positions and searches on any number of threads read them.

#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "combinatorial/operations.h"
#include "play/bits.h"

namespace ludwright::combinatorial {

using play::Bits;
using play::select_bit;

inline constexpr int kMaxSites = 1024;
inline constexpr int kMaxKinds = 14;
inline constexpr int kMaxRules = 160;
inline constexpr int kMaxNodes = 6000;
inline constexpr int kMaxMasks = 256;
inline constexpr int kMaxDirections = 26;
inline constexpr int kMaxStack = 32;
inline constexpr int kMaxState = 255;
inline constexpr int kMaxSetRegisters = 64;
inline constexpr int kMaxClauses = 12;
inline constexpr int kMaxRow = 32;       // pieces of an in-a-row condition; advisors count no more
inline constexpr int kMostCounted = 32;  // pieces on a line, where all lines are counted at once
inline constexpr int kUnlimited = -1;
inline constexpr int kLongestCapture = 64;  // moves of a capture that are looked at

// Thrown when the numbers received are not a program; names the part and the reason.
class BadProgram : public std::invalid_argument {
   public:
    using std::invalid_argument::invalid_argument;
};

struct NodeText {
    std::int32_t op, a, b, c, d;
};

struct SetText {
    std::int32_t op, a, b, c;
};

// Which pieces are meant. Flags are a set of directions that must all be set.
struct RecordText {
    std::uint32_t kinds = ~0U;
    std::int32_t role = kRoleMover;
    std::int32_t state = -1;
    std::uint32_t flags = 0;
    bool buried = false;
    bool plain = true;  // only the owner matters
};

struct ActText {
    std::int32_t op, site, count, role, trail;
};

struct PostText {
    std::int32_t op, a, b, c, d, e;
    std::int32_t condition;       // node, or -1
    std::int32_t optional_index;  // which bit of the option decides, or -1
    std::int32_t record;          // record, or -1 for enemies

    // A conversion of the moved piece that waits until the move is not repeated.
    bool at_rest() const { return op == post::kConvert && a == capture::kItself && b != 0; }
};

struct RuleText {
    std::int32_t kind, priority, mandatory, seats, relation, nbors, amount, furthest, direction;
    std::int32_t between_content, between_count;  // required number in between; -1: any
    std::int32_t has_source, always_captures, may_be_null, condition,
        choice;                           // choice: post, or -1
    std::int32_t optional_count, repeat;  // repeat: the post, or -1
    std::vector<std::int32_t> walks;      // step lists
    std::vector<SetText> source_set, target_set;
    std::vector<ActText> acts;
    std::vector<PostText> posts;
};

struct ClauseText {
    std::int32_t players, result, node, opp_turn, own_only;
};

struct ProgramText {
    std::int32_t extent = 0, kinds = 0, rich = 0, boardless = 0, single_kind = 0, stack_limit = 1;
    std::int32_t board_nbors = kDirect, ring_outside = kDirect;
    std::vector<std::int32_t> sites;
    // Directions: direct first.
    std::int32_t directions = 0, direct = 0;
    std::vector<std::int32_t> opposite, turn_left, turn_right, ahead_left, ahead_right;
    std::vector<std::vector<std::int16_t>> step;                  // [direction][site]
    std::array<std::vector<std::vector<std::int16_t>>, 2> nbors;  // direct, indirect: [site]
    std::vector<std::vector<std::int16_t>> masks;
    std::vector<std::vector<std::int16_t>> tables;       // numbers by site
    std::vector<std::vector<std::int32_t>> walks;        // turtle steps
    std::vector<std::vector<std::int32_t>> region_sets;  // masks to be joined
    std::vector<RecordText> records;
    std::vector<NodeText> nodes;
    std::vector<RuleText> rules;
    std::vector<ClauseText> clauses;
    std::int32_t facing[2] = {0, 0};
    std::int32_t progress[2] = {-1, -1};  // tables: rows advanced, by seat
    std::int32_t values[kMaxKinds] = {}, first_state[kMaxKinds] = {}, first_flags[kMaxKinds] = {};
    std::int32_t hand[2][kMaxKinds] = {};
    std::int32_t lone_group[2] = {0, 0};
    struct Placed {
        std::int32_t site, kind, owner;
    };
    std::vector<Placed> placed;
    std::int32_t can_pass = 0, repetition = 0, quiet_limit = 0, moves_per_turn = 1,
                 first_move_one = 0, progressive = 0, tie = 0, scores_points = 0, pie = 0,
                 longest = 0;
};

// Reads and verifies a program; throws BadProgram.
ProgramText read_program(std::span<const std::int32_t> numbers);

// A set of jumps by one offset: from every source in `mask`, over `middle` offsets, to source +
// delta.
template <int W>
struct Lane {
    std::int32_t delta = 0;
    std::int32_t middle_count = 0;
    std::array<std::int16_t, 8> middle{};
    bool middle_holds = false;  // the middle cells must hold the content, or must not
    Bits<W> mask;
};

template <int W>
struct Direction {
    Bits<W> arrivals;      // sites that a step this way leads to
    bool upwards = false;  // every step raises the number of the site; false too where parts differ
    bool has_sign = false;  // all steps go the same way in the numbering
    Bits<W> mask[2];
    std::int32_t delta[2] = {0, 0};
    std::int32_t parts = 0;
    Bits<W> no_step;  // sites with no neighbour that way

    // Where the sites of `a` lead, one step this way.
    Bits<W> shift(const Bits<W>& a) const {
        Bits<W> r = shifted(a & mask[0], delta[0]);
        if (parts > 1) r |= shifted(a & mask[1], delta[1]);
        return r;
    }
};

template <int W>
struct Rule {
    const RuleText* text = nullptr;
    bool listed = false;           // candidates are tried one by one
    bool plain_drop = false;       // one new piece from an unlimited hand, nothing follows
    bool moves_one = false;        // one piece from here to there
    bool drops_one = false;        // one new piece on the target
    bool plain_move = false;       // moves_one on a board without stacks
    bool rests = false;            // something waits until the move is not repeated
    bool only_replaces = false;    // what follows is nothing, or capture by replacement
    bool target_is_empty = false;  // the target set is just the empty cells
    bool adds = false;             // the board has one more piece for good
    bool may_take_sets = false;    // listed only for its condition, which may be foregone
    bool has_loose_lanes = false;  // lanes that leave the cells in between to be checked
    bool jumps = false;            // plain_move over one enemy, half way, which it captures
    std::int32_t promotion = -1;   // the kind of a piece that arrives in its mask
    std::int32_t promotion_mask[2] = {-1, -1};  // by seat
    bool only_steps = false;           // nothing follows but jumping, promotion and repeats
    std::vector<Lane<W>> lanes[2];     // by seat
    std::vector<std::int32_t> slides;  // directions
};

// Sets of cells that rules ask for most often, known without running set code.
enum SimpleSet : std::int32_t {
    kSimpleOwn,
    kSimpleEnemy,
    kSimpleEmpty,
    kSimpleNotOwn,
    kSimpleAll,
    kSimpleFalling,  // empty cells that rest on the edge or on a piece
    kSimpleCount,
};

// One lane of the plan: from where, by how much, to where. Sets from kSimpleCount on are the plan's
// own.
template <int W>
struct PlanLane {
    std::int16_t rule = 0, lane = 0;
    std::int32_t source = -1;  // set, or -1 for a placement
    std::int32_t target = 0;
    std::int32_t delta = 0;
    Bits<W> mask;
    std::int32_t middle = 0;    // offset of the one cell in between that matters, if any does
    std::int32_t content = -1;  // what it must hold, or must not; -1: no such cell
    bool middle_holds = false;
};

// All moves of one seat as one list of lanes, tier by tier, where every rule allows it.
template <int W>
struct Plan {
    bool is_whole = false;
    std::vector<std::int32_t> tier_ends;  // how many of the lanes belong to the tiers up to each
    std::int32_t falling = -1;  // the direction of falling, if cells that rest on something matter
    std::vector<PlanLane<W>> lanes;
    struct Set {
        const std::vector<SetText>* code;
        std::int32_t own_kind;  // if it is just the mover's pieces of a kind; otherwise -1
    };
    std::vector<Set> sets;
};

// A step that only raises (or only lowers) the numbers of sites, by less than a word.
template <int W>
struct Stride {
    Bits<W> mask;
    std::int32_t bits = 0;
    Bits<W> twice{};  // of axes: sites from which two such steps lead, if they fit a word
};

// What rules use of earlier plies in addition to the board.
struct Recalls {
    bool passes = false;      // whether the last ply was a pass
    bool ply = false;         // how many plies were made
    bool first_move = false;  // whether a seat has moved yet
    bool last_source = false, last_target = false;
    bool visited = false;  // where pieces have been in this turn
};

// How random playouts of a placement game may be shortened.
enum class Scatter : std::uint8_t {
    kNone,      // ply by ply
    kJoining,   // ends only by joining regions: groups grow as stones are placed
    kMonotone,  // what may end the match stays true once it is
    kGrouping,  // ends only by joining regions or by rings, on a board of hexagons
};

// What groups of stones must do to end the match, on a board of hexagons without holes.
struct Grouping {
    using Circle = std::array<std::uint16_t, 6>;
    std::vector<Circle> around;           // [site]: its neighbours in a circle; the extent: none
    std::vector<std::uint32_t> regions;   // [site]: a bit for each region it is in
    std::vector<std::uint32_t> goals[2];  // by player: the regions to be touched by one group
    bool rings[2] = {false, false};       // by player: whether a ring does as well
    std::int32_t result = kWin;           // for the player who does it
};

template <int W>
struct Program {
    ProgramText text;
    Bits<W> board;
    std::vector<std::uint16_t> cells;  // the sites again, as playouts order them
    std::vector<Direction<W>> directions;
    std::vector<std::vector<Bits<W>>> ray;  // [direction][site]: all sites that way
    std::vector<std::vector<std::uint8_t>> ray_length;
    int longest_ray = 0;
    std::array<std::vector<Bits<W>>, kNborClassCount> nbors;  // [class][site]
    std::array<std::vector<std::int32_t>, kNborClassCount> line_directions;
    std::array<std::vector<std::int32_t>, kNborClassCount>
        axes;  // one direction of each opposite pair
    std::array<bool, kNborClassCount> dilates_by_direction{};
    std::vector<Bits<W>> masks;
    std::vector<std::vector<Bits<W>>> region_sets;
    std::vector<Rule<W>> rules;
    std::vector<std::vector<std::int32_t>>
        tiers;                           // rules in the order in which they take precedence
    std::vector<std::uint8_t> distance;  // [site * extent + site], 255 unreachable
    bool cannot_repeat = false;
    Plan<W> plan[2];                             // by seat
    std::vector<std::vector<Bits<W>>> reach;     // [direction][k]: sites with k cells ahead of them
    std::vector<std::vector<Bits<W>>> lines_of;  // [direction]: the lines that run that way
    bool counts_survivors = false;  // an end depends on whether a player has pieces left
    // Rows and floods on boards whose steps are strides; empty where they are not.
    std::array<std::vector<Bits<W>>, kNborClassCount>
        lines_through;  // [site * axes + axis], without the site
    std::array<std::vector<Stride<W>>, kNborClassCount> axis_strides;
    std::array<std::vector<Stride<W>>, kNborClassCount> up_strides, down_strides;
    std::array<bool, kNborClassCount> has_strides{};
    bool flanks_by_strides = false;  // the longest doubling step of a flank is a stride too
    bool drops_for_rows = false;     // stones fall, and only one length of row matters
    bool draws_by_piece = false;     // playouts draw a piece and a way; each has one move at most
    bool is_quick = false;  // playouts need not ask after every ply whether the next seat can move
    std::vector<ClauseText> immediate;  // clauses that may hold while the seat to move can move
    bool tracks_history = false;
    Recalls recalls;
    bool ends_by_counting = false;     // scores or captures made decide the end
    bool pieces_never_return = false;  // after a capture no earlier position can recur
    Bits<W> edge;                      // the first mask: sites at the edge of the board
    Scatter scatter = Scatter::kNone;
    struct Goal {
        std::vector<Bits<W>> regions;  // to be touched by one group
        std::int32_t result;
    };
    std::vector<Goal> joining_goals[2];  // by player, in the order of the clauses
    std::int32_t joining_nbors = kBoardNbors;
    Grouping grouping;
    std::vector<std::int32_t> scatter_nodes;  // the conditions of all clauses
    struct RowGoal {
        std::int32_t length, nbors;
    };
    std::vector<RowGoal> scatter_rows;  // the same, where all that may end the match are rows

    explicit Program(ProgramText source);
    // Its tables point into its text.
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    int step(int direction, int site) const { return text.step[direction][site]; }
    int distance_between(int a, int b) const {
        const int d = distance[a * text.extent + b];
        return d == 255 ? -1 : d;
    }
    Bits<W> dilated(const Bits<W>& a, NborClass nbor_class) const {
        Bits<W> r;
        if (has_strides[nbor_class]) {
            for (const Stride<W>& s : up_strides[nbor_class]) r |= shifted_up(a & s.mask, s.bits);
            for (const Stride<W>& s : down_strides[nbor_class])
                r |= shifted_down(a & s.mask, s.bits);
            return r;
        }
        if (dilates_by_direction[nbor_class]) {
            for (const int d : line_directions[nbor_class]) r |= directions[d].shift(a);
        } else {
            const auto& table = nbors[nbor_class];
            a.each([&](int site) { r |= table[site]; });
        }
        return r;
    }
    // The first direction, in the order of the board, in which a straight walk leads from a to b;
    // -1 if none.
    int line_from(int a, int b) const {
        for (int d = 0; d < text.directions; ++d) {
            if (ray[d][a].test(b)) return d;
        }
        return -1;
    }
    int walk(int site, int direction, const std::vector<std::int32_t>& steps) const;

   private:
    Direction<W> make_direction(int d) const;
    void make_rays(int d);
    void make_directions();
    void make_nbors();
    void make_distances();
    void make_rules();
    void make_lanes(Rule<W>& rule, int seat);
    void recognise_steps(Rule<W>& rule) const;
    bool is_half_way(const Rule<W>& rule) const;
    void allow_sets(Rule<W>& rule, const std::vector<std::int32_t>& tier) const;
    void prove_progress();
    void find_additions();
    void find_recalls();
    void find_scatter();
    bool find_joining();
    bool find_grouping();
    bool enter_goal(const NodeText& node, int player, std::vector<std::int32_t>& masks_used);
    bool has_circles();
    void find_quick();
    void make_strides();
    void make_plan(int seat);
    int simple_set(const std::vector<SetText>& code) const;
    int own_kind(const std::vector<SetText>& code) const;
    bool needs_stuck(int node) const;
};

extern template struct Program<1>;
extern template struct Program<2>;
extern template struct Program<4>;
extern template struct Program<8>;
extern template struct Program<16>;

}  // namespace ludwright::combinatorial
