#include "combinatorial/program.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

namespace ludwright::combinatorial {

namespace {

constexpr std::int32_t kMagic = 0x4c554457;
constexpr std::int32_t kVersion = 2;
constexpr int kMaxDepth = 80;
// Nodes visited to evaluate an expression once: shared nodes count each time they are used.
constexpr int kMaxVisits = 20000;

// Reads numbers from the front; throws BadProgram if one is out of range or missing.
class NumberReader {
   public:
    explicit NumberReader(std::span<const std::int32_t> numbers) : numbers_(numbers) {}

    std::int32_t any(const char* what) {
        if (next_ >= numbers_.size()) throw BadProgram(std::string("program ends before ") + what);
        return numbers_[next_++];
    }
    std::int32_t in(std::int32_t low, std::int32_t high, const char* what) {
        const std::int32_t value = any(what);
        if (value < low || value > high) {
            throw BadProgram(std::string("expected ") + what + " in " + std::to_string(low) + ".." +
                             std::to_string(high) + ", got " + std::to_string(value) +
                             " at number " + std::to_string(next_ - 1));
        }
        return value;
    }
    std::vector<std::int32_t> list(std::int32_t most, std::int32_t low, std::int32_t high,
                                   const char* what) {
        const std::int32_t n = in(0, most, what);
        std::vector<std::int32_t> values(n);
        for (auto& value : values) value = in(low, high, what);
        return values;
    }
    std::vector<std::int16_t> sites(std::int32_t extent, const char* what) {
        const std::int32_t n = in(0, extent, what);
        std::vector<std::int16_t> values(n);
        for (auto& value : values) value = static_cast<std::int16_t>(in(0, extent - 1, what));
        return values;
    }
    bool at_end() const { return next_ == numbers_.size(); }

   private:
    std::span<const std::int32_t> numbers_;
    std::size_t next_ = 0;
};

enum class Sort : std::uint8_t { kCondition, kCount, kEnd };

Sort sort_of(std::int32_t op) {
    if (op < kConst || op == kVisited) return Sort::kCondition;
    return op < kEndAnd ? Sort::kCount : Sort::kEnd;
}

// What an argument of a node may be.
enum class Argument : std::uint8_t {
    kAny,
    kCondition,
    kCount,
    kEnd,
    kSite,
    kCell,
    kRole,
    kKind,
    kNbors,
    kAnyNbors,
    kWalk,
    kWay,
    kDirection,
    kMask,
    kContent,
    kTable,
    kComputable,
    kLength,
    kRow,
    kSmall,
    kScore,
    kRegions,
    kRecord,
    kFlag,
    kUpTo1000,
    kPieces,
    kCaptured,
    kStackHeight,
    kState,
};

// The arguments of the operations that take any; those they do not have are not checked.
struct Takes {
    std::int32_t op;
    Argument a, b = Argument::kAny, c = Argument::kAny, d = Argument::kAny;
};
constexpr Takes kTakes[] = {
    {kAnd, Argument::kCondition, Argument::kCondition},
    {kOr, Argument::kCondition, Argument::kCondition},
    {kXor, Argument::kCondition, Argument::kCondition},
    {kNot, Argument::kCondition},
    {kGreater, Argument::kCount, Argument::kCount},
    {kAtLeast, Argument::kCount, Argument::kCount},
    {kEqual, Argument::kCount, Argument::kCount},
    {kUnequal, Argument::kCount, Argument::kCount},
    {kLess, Argument::kCount, Argument::kCount},
    {kAtMost, Argument::kCount, Argument::kCount},
    {kAdd, Argument::kCount, Argument::kCount},
    {kSubtract, Argument::kCount, Argument::kCount},
    {kMultiply, Argument::kCount, Argument::kCount},
    {kDivide, Argument::kCount, Argument::kCount},
    {kModulo, Argument::kCount, Argument::kCount},
    {kMinimum, Argument::kCount, Argument::kCount},
    {kMaximum, Argument::kCount, Argument::kCount},
    {kAbsolute, Argument::kCount},
    {kEmpty, Argument::kSite},
    {kOccupied, Argument::kSite},
    {kAttacked, Argument::kSite},
    {kVisited, Argument::kSite},
    {kGroupSize, Argument::kSite},
    {kHeight, Argument::kSite},
    {kPieceState, Argument::kSite},
    {kCellState, Argument::kSite},
    {kFreedom, Argument::kSite},
    {kOwnedBy, Argument::kSite, Argument::kRole},
    {kPiece, Argument::kSite, Argument::kKind},
    {kLine, Argument::kNbors},
    {kAdjacent, Argument::kNbors},
    {kSteps, Argument::kWalk, Argument::kWay},
    {kSupported, Argument::kSite, Argument::kDirection},
    {kInMask, Argument::kSite, Argument::kMask, Argument::kMask},
    {kSameLine, Argument::kSite, Argument::kSite},
    {kDistance, Argument::kSite, Argument::kSite},
    {kNumBetween, Argument::kContent},
    {kNumNbors, Argument::kSite, Argument::kContent, Argument::kNbors},
    {kLookup, Argument::kSite, Argument::kTable, Argument::kTable},
    {kNumCaptures, Argument::kComputable, Argument::kLength},
    {kNumPieces, Argument::kRole},
    {kNumHand, Argument::kRole},
    {kNumGroups, Argument::kRole},
    {kLargestGroup, Argument::kRole},
    {kScoreOf, Argument::kRole},
    {kEliminated, Argument::kRole},
    {kConst, Argument::kSmall},
    {kEndAnd, Argument::kEnd, Argument::kEnd},
    {kEndOr, Argument::kEnd, Argument::kEnd},
    {kEndNot, Argument::kEnd},
    {kConnect, Argument::kRegions, Argument::kRegions, Argument::kAnyNbors, Argument::kRecord},
    {kCycle, Argument::kUpTo1000, Argument::kFlag, Argument::kRecord},
    {kGroup, Argument::kUpTo1000, Argument::kNbors, Argument::kRecord},
    {kInARow, Argument::kRow, Argument::kNbors, Argument::kRecord},
    {kPattern, Argument::kWalk, Argument::kRecord},
    {kReach, Argument::kPieces, Argument::kMask, Argument::kMask, Argument::kRecord},
    {kReachSides, Argument::kRegions, Argument::kRecord, Argument::kUpTo1000},
    {kCaptured, Argument::kCaptured, Argument::kFlag},
    {kStack, Argument::kStackHeight, Argument::kFlag, Argument::kRecord},
    {kScore, Argument::kScore},
    {kCellHasState, Argument::kCell, Argument::kState},
    {kPieceHasState, Argument::kState, Argument::kRecord},
};

// Checks one node's arguments against its operation.
class NodeChecker {
   public:
    explicit NodeChecker(const ProgramText& text) : text_(text) {}

    void check(std::size_t index) {
        const NodeText& node = text_.nodes[index];
        index_ = static_cast<std::int32_t>(index);
        depth_.push_back(1);
        visits_.push_back(1);
        const auto takes = std::find_if(std::begin(kTakes), std::end(kTakes),
                                        [&](const Takes& one) { return one.op == node.op; });
        if (takes != std::end(kTakes)) {
            argument(takes->a, node.a);
            argument(takes->b, node.b);
            argument(takes->c, node.c);
            argument(takes->d, node.d);
        }
        if (depth_.back() > kMaxDepth) fail("a shallower expression", depth_.back());
        if (visits_.back() > kMaxVisits) fail("a smaller expression", visits_.back());
    }

   private:
    [[noreturn]] void fail(const char* expected, std::int32_t given) const {
        throw BadProgram(std::string("expected ") + expected + ", got " + std::to_string(given) +
                         " in node " + std::to_string(index_));
    }
    void child(std::int32_t index, Sort sort) {
        if (index < 0 || index >= index_) fail("an earlier node", index);
        if (sort_of(text_.nodes[index].op) != sort) fail("a node of another sort", index);
        depth_[index_] = std::max(depth_[index_], depth_[index] + 1);
        visits_[index_] += visits_[index];
    }
    // The values from `low` to before `end` that an argument may have, and what it is.
    struct Range {
        std::int32_t low, end;
        const char* what;
    };

    void argument(Argument kind, std::int32_t value) {
        if (kind == Argument::kAny) return;
        if (kind == Argument::kCondition) return child(value, Sort::kCondition);
        if (kind == Argument::kCount) return child(value, Sort::kCount);
        if (kind == Argument::kEnd) return child(value, Sort::kEnd);
        const Range range = is_number(kind) ? number_range(kind) : table_range(kind);
        if (value < range.low || value >= range.end) fail(range.what, value);
    }

    static bool is_number(Argument kind) {
        return kind == Argument::kLength || kind == Argument::kRow || kind == Argument::kSmall ||
               kind == Argument::kScore || kind >= Argument::kFlag;
    }

    static Range number_range(Argument kind) {
        switch (kind) {
            case Argument::kLength:
                return {0, 9, "a length"};
            case Argument::kRow:
                return {2, kMaxRow + 1, "a length"};
            case Argument::kSmall:
                return {-100000, 100001, "a small number"};
            case Argument::kScore:
                return {-100000, 100001, "a score"};
            case Argument::kFlag:
                return {0, 2, "a flag"};
            case Argument::kUpTo1000:
                return {0, 1000, "a number below 1000"};
            case Argument::kPieces:
                return {-2, 1001, "a number of pieces"};
            case Argument::kCaptured:
                return {0, 100000, "a number"};
            case Argument::kStackHeight:
                return {0, 100, "a height"};
            default:
                return {0, kMaxState + 1, "a state"};
        }
    }

    Range table_range(Argument kind) const {
        const auto size = [](const auto& table) { return static_cast<std::int32_t>(table.size()); };
        switch (kind) {
            case Argument::kSite:
                return {kNowhere, text_.extent, "a site"};
            case Argument::kCell:
                return {0, text_.extent, "a site"};
            case Argument::kRole:
                return {0, kRoleCount, "a role"};
            case Argument::kKind:
                return {0, text_.kinds, "a kind of piece"};
            case Argument::kNbors:
                return {0, kNborClassCount, "a kind of neighbours"};
            case Argument::kAnyNbors:
                return {0, 2 * kNborClassCount, "a kind of neighbours"};
            case Argument::kWalk:
                return {0, size(text_.walks), "a walk"};
            case Argument::kWay:
                return {0, kFixedDirection + text_.directions, "a direction"};
            case Argument::kDirection:
                return {0, text_.directions, "a direction"};
            case Argument::kMask:
                return {0, size(text_.masks), "a mask"};
            case Argument::kContent:
                return {0, kContentCount, "a content"};
            case Argument::kTable:
                return {0, size(text_.tables), "a table"};
            case Argument::kComputable:
                return {0, capture::kChoice, "a computable capture"};
            case Argument::kRegions:
                return {0, size(text_.region_sets), "a region set"};
            default:
                return {-1, size(text_.records), "a record"};
        }
    }

    const ProgramText& text_;
    std::int32_t index_ = 0;
    std::vector<int> depth_, visits_;
};

std::int32_t optional_node(NumberReader& in, const ProgramText& text, Sort sort, const char* what) {
    const std::int32_t node = in.in(-1, static_cast<std::int32_t>(text.nodes.size()) - 1, what);
    if (node >= 0 && sort_of(text.nodes[node].op) != sort) {
        throw BadProgram(std::string("expected ") + what + ", got a node of another sort");
    }
    return node;
}

std::vector<SetText> read_set(NumberReader& in, const ProgramText& text) {
    const std::int32_t n = in.in(0, kMaxSetRegisters, "set instructions");
    std::vector<SetText> code;
    for (std::int32_t i = 0; i < n; ++i) {
        SetText s{};
        s.op = in.in(0, kSetOperationCount - 1, "a set operation");
        s.a = in.any("a set argument");
        s.b = in.any("a set argument");
        s.c = in.any("a set argument");
        const auto check = [&](std::int32_t value, std::int32_t low, std::int32_t high) {
            if (value < low || value > high) throw BadProgram("set argument out of range");
        };
        const auto masks = static_cast<std::int32_t>(text.masks.size());
        switch (s.op) {
            case kSetKind:
                check(s.a, 0, text.kinds - 1);
                break;
            case kSetMask:
                check(s.a, 0, masks - 1);
                check(s.b, 0, masks - 1);
                break;
            case kSetAnd:
            case kSetOr:
                check(s.a, 0, i - 1);
                check(s.b, 0, i - 1);
                break;
            case kSetNot:
                check(s.a, 0, i - 1);
                break;
            case kSetDilate:
                check(s.a, 0, i - 1);
                check(s.b, 0, kNborClassCount - 1);
                break;
            case kSetSupported:
                check(s.a, 0, text.directions - 1);
                break;
            case kSetNborCount:  // register, kind of neighbours, 64 * comparison + number
                check(s.a, 0, i - 1);
                check(s.b, 0, kNborClassCount - 1);
                check(s.c, 0, 64 * 6 - 1);
                break;
            case kSetOwnedBy:
                check(s.a, 0, kRoleCount - 1);
                break;
            default:
                break;
        }
        code.push_back(s);
    }
    return code;
}

// Checks the arguments of a consequence.
void check_post(const PostText& p, const ProgramText& text) {
    const auto check = [&](std::int32_t value, std::int32_t low, std::int32_t high) {
        if (value < low || value > high) throw BadProgram("consequence's argument out of range");
    };
    const auto site = [&](std::int32_t value) { check(value, kNowhere, text.extent - 1); };
    const auto count_node = [&](std::int32_t node) {
        check(node, 0, static_cast<std::int32_t>(text.nodes.size()) - 1);
        if (sort_of(text.nodes[node].op) != Sort::kCount) throw BadProgram("expected a count");
    };
    switch (p.op) {
        case post::kCapture:  // kind, length, subsume, recycle, later
            check(p.a, 0, capture::kItself);
            return check(p.b, 0, 8);
        case post::kConvert:  // kind of capture, length, piece, role, state
            check(p.a, 0, capture::kItself);
            check(p.b, 0, 8);
            check(p.c, -1, text.kinds - 1);
            check(p.d, -1, kRoleCount - 1);
            return check(p.e, -1, kMaxState);
        case post::kRotate:  // amount, chosen
            check(p.a, -7, 7);
            return check(p.b, 0, 1);
        case post::kChangeDirection:
        case post::kGravity:
            return check(p.a, 0, text.directions - 1);
        case post::kDisplace:  // mode (0 away, 1 all, 2 direction), direction, distance
            check(p.a, 0, 2);
            check(p.b, 0, text.directions - 1);
            return check(p.c, 1, 64);
        case post::kSetCellState:
        case post::kSetPieceState:
            site(p.a);
            return count_node(p.b);
        case post::kIncreaseState:
            site(p.a);
            check(p.b, -99, 99);
            return check(p.c, 0, kMaxState);
        case post::kAddFlags:
        case post::kRemoveFlags:
            site(p.a);
            return check(p.b, 0, 0xfff);
        case post::kAddScore:
            return count_node(p.a);
        case post::kRemove:
            return site(p.a);
        default:
            return;
    }
}

void read_posts(NumberReader& in, const ProgramText& text, RuleText& rule) {
    const std::int32_t n = in.in(0, 12, "consequences");
    for (std::int32_t i = 0; i < n; ++i) {
        PostText p{};
        p.op = in.in(0, post::kCount - 1, "a consequence");
        p.a = in.any("a consequence's argument");
        p.b = in.any("a consequence's argument");
        p.c = in.any("a consequence's argument");
        p.d = in.any("a consequence's argument");
        p.e = in.any("a consequence's argument");
        p.condition = optional_node(in, text, Sort::kCondition, "a condition");
        p.optional_index = in.in(-1, 3, "an option");
        p.record = in.in(-1, static_cast<std::int32_t>(text.records.size()) - 1, "a record");
        check_post(p, text);
        rule.posts.push_back(p);
    }
}

// Whether the first argument of a node is a site.
bool names_site(std::int32_t op) {
    switch (op) {
        case kEmpty:
        case kOccupied:
        case kOwnedBy:
        case kPiece:
        case kSupported:
        case kInMask:
        case kSameLine:
        case kAttacked:
        case kVisited:
        case kNumNbors:
        case kGroupSize:
        case kHeight:
        case kPieceState:
        case kCellState:
        case kDistance:
        case kLookup:
        case kFreedom:
            return true;
        default:
            return false;
    }
}

// The same for a consequence.
bool names_site(const PostText& p) {
    return p.op == post::kSetCellState || p.op == post::kSetPieceState ||
           p.op == post::kIncreaseState || p.op == post::kAddFlags || p.op == post::kRemoveFlags ||
           p.op == post::kRemove;
}

bool chooses(const PostText& p) {
    if (p.op == post::kRotate) return p.b != 0;
    const bool takes = p.op == post::kCapture || p.op == post::kConvert;
    return takes && (p.a == capture::kChoice || p.a == capture::kAnyOne);
}

RuleText read_rule(NumberReader& in, const ProgramText& text) {
    RuleText r{};
    r.kind = in.in(0, text.kinds - 1, "a kind of piece");
    r.priority = in.in(0, 9, "a priority");
    r.mandatory = in.in(0, 1, "a flag");
    r.seats = in.in(0, 3, "seats");
    r.relation = in.in(0, kRelationCount - 1, "a relation");
    r.nbors = in.in(-1, kNborClassCount - 1, "a kind of neighbours");
    r.amount = in.in(0, 255, "a distance");
    r.furthest = in.in(0, 1, "a flag");
    r.direction = in.in(0, kFixedDirection + text.directions - 1, "a direction");
    r.between_content = in.in(0, kContentCount - 1, "a content");
    r.between_count = in.in(-1, 64, "a number between");
    r.has_source = in.in(0, 1, "a flag");
    r.always_captures = in.in(0, 1, "a flag");
    r.may_be_null = in.in(0, 1, "a flag");
    r.condition = optional_node(in, text, Sort::kCondition, "a condition");
    r.choice = in.in(-1, 11, "a choosing consequence");
    r.optional_count = in.in(0, 4, "a number of options");
    r.repeat = in.in(-1, 11, "a repeat");
    r.walks = in.list(12, 0, static_cast<std::int32_t>(text.walks.size()) - 1, "a walk");
    r.source_set = read_set(in, text);
    r.target_set = read_set(in, text);
    const std::int32_t acts = in.in(0, 4, "acts");
    for (std::int32_t i = 0; i < acts; ++i) {
        ActText a{};
        a.op = in.in(0, kActOperationCount - 1, "an act");
        a.site = in.in(kNowhere, text.extent - 1, "a site");
        a.count = in.in(0, kMaxStack, "a number of pieces");
        a.role = in.in(-1, kRoleCount - 1, "a role");
        a.trail = in.in(0, 1, "a flag");
        r.acts.push_back(a);
    }
    read_posts(in, text, r);
    const auto posts = static_cast<std::int32_t>(r.posts.size());
    if (r.choice >= posts || r.repeat >= posts) throw BadProgram("a consequence that is not there");
    if (r.repeat >= 0 && r.posts[r.repeat].op != post::kRepeat)
        throw BadProgram("a repeat that is none");
    if (r.choice >= 0 && !chooses(r.posts[r.choice]))
        throw BadProgram("a consequence without a choice");
    for (const PostText& p : r.posts) {
        if (p.optional_index >= r.optional_count) throw BadProgram("an option that is not there");
    }
    if (r.relation != kPassing &&
        (r.target_set.empty() || (r.has_source && r.source_set.empty()))) {
        throw BadProgram("a rule without its sets");
    }
    const bool places = r.relation == kPlaceAnywhere || r.relation == kPassing;
    if (places == (r.has_source != 0)) throw BadProgram("a source that does not fit the relation");
    return r;
}

// Which sites are on the board.
std::vector<bool> board_sites(const ProgramText& t) {
    std::vector<bool> found(t.extent, false);
    for (const auto s : t.sites) {
        if (found[s]) throw BadProgram("a site listed twice");
        found[s] = true;
    }
    return found;
}

void require_on_board(const std::vector<bool>& board, std::int32_t site) {
    if (!board[site]) throw BadProgram("a site that is not on the board");
}

void read_size(NumberReader& in, ProgramText& t) {
    t.extent = in.in(1, kMaxSites, "an extent");
    t.kinds = in.in(1, kMaxKinds, "kinds of pieces");
    t.rich = in.in(0, 1, "a flag");
    t.boardless = in.in(0, 1, "a flag");
    t.single_kind = in.in(0, 1, "a flag");
    t.stack_limit = in.in(1, kMaxStack, "a stack limit");
    t.board_nbors = in.in(kDirect, kAllOfThem, "a kind of neighbours");
    t.ring_outside = in.in(kDirect, kAllOfThem, "a kind of neighbours");
    t.sites = in.list(kMaxSites, 0, t.extent - 1, "a site");
    if (t.sites.empty()) throw BadProgram("a board without sites");
}

void read_directions(NumberReader& in, ProgramText& t) {
    t.directions = in.in(1, kMaxDirections, "directions");
    t.direct = in.in(0, t.directions, "direct directions");
    const auto per_direction = [&](std::int32_t low) {
        std::vector<std::int32_t> values(t.directions);
        for (auto& v : values) v = in.in(low, t.directions - 1, "a direction");
        return values;
    };
    t.opposite = per_direction(0);
    t.turn_left = per_direction(0);
    t.turn_right = per_direction(0);
    t.ahead_left = per_direction(-1);
    t.ahead_right = per_direction(-1);
}

void read_steps(NumberReader& in, ProgramText& t, const std::vector<bool>& board) {
    for (std::int32_t d = 0; d < t.directions; ++d) {
        std::vector<std::int16_t> row(t.extent);
        for (std::int32_t s = 0; s < t.extent; ++s) {
            row[s] = static_cast<std::int16_t>(in.in(-1, t.extent - 1, "a step"));
            if (row[s] >= 0 && (!board[s] || !board[row[s]] || row[s] == s)) {
                throw BadProgram("a step off the board");
            }
        }
        t.step.push_back(std::move(row));
    }
    for (std::int32_t d = 0; d < t.directions; ++d) {
        const std::int32_t back = t.opposite[d];
        if (back == d || t.opposite[back] != d)
            throw BadProgram("directions that are not opposite");
        for (const auto s : t.sites) {
            const std::int32_t there = t.step[d][s];
            if (there >= 0 && t.step[back][there] != s)
                throw BadProgram("a step without a way back");
        }
    }
    for (auto& table : t.nbors) {
        for (std::int32_t s = 0; s < t.extent; ++s) {
            table.push_back(in.sites(t.extent, "a neighbour"));
            for (const auto other : table.back()) require_on_board(board, other);
        }
    }
}

void read_tables(NumberReader& in, ProgramText& t, const std::vector<bool>& board) {
    const std::int32_t masks = in.in(1, kMaxMasks, "masks");
    for (std::int32_t i = 0; i < masks; ++i) {
        t.masks.push_back(in.sites(t.extent, "a site"));
        for (const auto s : t.masks.back()) require_on_board(board, s);
    }
    const std::int32_t tables = in.in(0, 32, "tables");
    for (std::int32_t i = 0; i < tables; ++i) {
        std::vector<std::int16_t> table(t.extent);
        for (auto& v : table) v = static_cast<std::int16_t>(in.in(-1, 2000, "a number of a table"));
        t.tables.push_back(std::move(table));
    }
    const std::int32_t walks = in.in(0, 64, "walks");
    for (std::int32_t i = 0; i < walks; ++i)
        t.walks.push_back(in.list(16, 0, kTurtleCount - 1, "a turtle step"));
    const std::int32_t region_sets = in.in(0, 64, "region sets");
    for (std::int32_t i = 0; i < region_sets; ++i)
        t.region_sets.push_back(in.list(32, 0, masks - 1, "a mask"));
    const std::int32_t records = in.in(0, 64, "records");
    for (std::int32_t i = 0; i < records; ++i) {
        RecordText r;
        r.kinds = static_cast<std::uint32_t>(in.in(0, (1 << kMaxKinds) - 1, "kinds"));
        r.role = in.in(0, kRoleCount - 1, "a role");
        r.state = in.in(-1, kMaxState, "a state");
        r.flags = static_cast<std::uint32_t>(in.in(0, 0xfff, "flags"));
        r.buried = in.in(0, 1, "a flag");
        r.plain = in.in(0, 1, "a flag");
        t.records.push_back(r);
    }
}

void read_nodes(NumberReader& in, ProgramText& t) {
    const std::int32_t nodes = in.in(0, kMaxNodes, "nodes");
    NodeChecker checker(t);
    for (std::int32_t i = 0; i < nodes; ++i) {
        NodeText n{};
        n.op = in.in(0, kNodeCount - 1, "an operation");
        n.a = in.any("an argument");
        n.b = in.any("an argument");
        n.c = in.any("an argument");
        n.d = in.any("an argument");
        t.nodes.push_back(n);
        checker.check(i);
    }
}

void read_pieces(NumberReader& in, ProgramText& t, const std::vector<bool>& board) {
    const auto tables = static_cast<std::int32_t>(t.tables.size());
    for (std::int32_t k = 0; k < t.kinds; ++k) t.values[k] = in.in(-99, 99, "a value");
    for (std::int32_t k = 0; k < t.kinds; ++k) t.first_state[k] = in.in(0, kMaxState, "a state");
    for (std::int32_t k = 0; k < t.kinds; ++k) t.first_flags[k] = in.in(0, 0xfff, "flags");
    for (auto& hand : t.hand) {
        for (std::int32_t k = 0; k < t.kinds; ++k) hand[k] = in.in(kUnlimited, 10000, "a hand");
    }
    for (auto& lone : t.lone_group) lone = in.in(0, 1, "a flag");
    for (auto& facing : t.facing) facing = in.in(0, t.directions - 1, "a direction");
    for (auto& table : t.progress) table = in.in(0, tables - 1, "a table");
    const std::int32_t placed = in.in(0, t.extent, "placed pieces");
    std::vector<bool> taken(t.extent, false);
    for (std::int32_t i = 0; i < placed; ++i) {
        ProgramText::Placed p{};
        p.site = in.in(0, t.extent - 1, "a site");
        p.kind = in.in(0, t.kinds - 1, "a kind");
        p.owner = in.in(0, 2, "an owner");
        require_on_board(board, p.site);
        if (taken[p.site]) throw BadProgram("two pieces placed on one site");
        taken[p.site] = true;
        t.placed.push_back(p);
    }
}

void read_turns(NumberReader& in, ProgramText& t) {
    t.can_pass = in.in(0, 1, "a flag");
    t.repetition = in.in(0, kRepetitionRuleCount - 1, "a repetition rule");
    t.quiet_limit = in.in(0, 100000, "a quiet limit");
    t.moves_per_turn = in.in(1, 9, "moves per turn");
    t.first_move_one = in.in(0, 1, "a flag");
    t.progressive = in.in(0, 1, "a flag");
    t.tie = in.in(0, kTieCount - 1, "a tie rule");
    t.scores_points = in.in(0, 1, "a flag");
    t.pie = in.in(0, 1, "a flag");
    t.longest = in.in(0, 1, "a flag");
}

void read_clauses(NumberReader& in, ProgramText& t) {
    const std::int32_t clauses = in.in(0, kMaxClauses, "end clauses");
    for (std::int32_t i = 0; i < clauses; ++i) {
        ClauseText c{};
        c.players = in.in(0, 5, "players");  // 4: the mover, 5: the other
        c.result = in.in(0, kResultCount - 1, "a result");
        c.node = optional_node(in, t, Sort::kEnd, "an end condition");
        if (c.node < 0) throw BadProgram("an end clause without a condition");
        c.opp_turn = in.in(0, 1, "a flag");
        c.own_only = in.in(0, 2, "a flag");
        t.clauses.push_back(c);
    }
}

}  // namespace

ProgramText read_program(std::span<const std::int32_t> numbers) {
    NumberReader in(numbers);
    ProgramText t;
    if (in.any("the magic number") != kMagic || in.any("the version") != kVersion) {
        throw BadProgram("expected a program of version " + std::to_string(kVersion));
    }
    read_size(in, t);
    read_directions(in, t);
    const std::vector<bool> board = board_sites(t);
    read_steps(in, t, board);
    read_tables(in, t, board);
    read_nodes(in, t);
    read_pieces(in, t, board);
    read_turns(in, t);
    const std::int32_t rules = in.in(0, kMaxRules, "rules");
    for (std::int32_t i = 0; i < rules; ++i) t.rules.push_back(read_rule(in, t));
    read_clauses(in, t);
    if (!in.at_end()) throw BadProgram("numbers left over after the program");
    return t;
}

template <int W>
Program<W>::Program(ProgramText source) : text(std::move(source)) {
    if (text.extent > 64 * W) throw BadProgram("a board larger than its sets");
    for (const auto s : text.sites) board.set(s);
    board.each([&](int s) { cells.push_back(static_cast<std::uint16_t>(s)); });
    make_directions();
    make_nbors();
    for (const auto& sites : text.masks) {
        Bits<W> mask;
        for (const auto s : sites) mask.set(s);
        masks.push_back(mask);
    }
    edge = masks[0];
    for (const auto& ids : text.region_sets) {
        std::vector<Bits<W>> set;
        for (const auto id : ids) set.push_back(masks[id]);
        region_sets.push_back(std::move(set));
    }
    make_strides();
    make_distances();
    make_rules();
    make_plan(0);
    make_plan(1);
    prove_progress();
    find_quick();
}

// Whether the condition can hold only while the seat to move has no move.
template <int W>
bool Program<W>::needs_stuck(int index) const {
    const NodeText& node = text.nodes[index];
    if (node.op == kNoMove || node.op == kNoMoves) return true;
    if (node.op == kEndAnd) return needs_stuck(node.a) || needs_stuck(node.b);
    return node.op == kEndOr && needs_stuck(node.a) && needs_stuck(node.b);
}

template <int W>
void Program<W>::find_quick() {
    const bool filters = tracks_history && text.repetition == kRepetitionIllegal;
    is_quick = !text.rich && !filters && !text.can_pass && !text.progressive &&
               !text.first_move_one && text.moves_per_turn == 1 && !text.longest &&
               !recalls.visited && !rules.empty();
    for (const Rule<W>& rule : rules) {
        is_quick = is_quick && rule.text->relation != kPassing;
        for (const PostText& p : rule.text->posts)
            is_quick = is_quick && !(p.op == post::kCapture && p.e) && !p.at_rest();
    }
    for (const ClauseText& clause : text.clauses) {
        if (!needs_stuck(clause.node)) immediate.push_back(clause);
        // The quick loop relies on a clause staying false while nothing that it reads has changed.
        is_quick = is_quick && !clause.opp_turn && clause.players < 4;
    }
    draws_by_piece = is_quick && rules.size() == 1 && !rules[0].listed &&
                     text.rules[0].relation == kLineCountAway && text.rules[0].seats == 3 &&
                     text.rules[0].repeat < 0;
    const auto falls = [&](int seat) {
        const Plan<W>& p = plan[seat];
        return p.is_whole && p.lanes.size() == 1 && p.lanes[0].source < 0 &&
               p.lanes[0].target == kSimpleFalling && p.falling == plan[0].falling;
    };
    drops_for_rows = is_quick && text.quiet_limit == 0 && !tracks_history && rules.size() == 1 &&
                     text.single_kind && falls(0) && falls(1) && text.rules[0].posts.empty() &&
                     immediate.size() == 1 && immediate[0].own_only == 2 &&
                     immediate[0].players == 3 && text.nodes[immediate[0].node].op == kInARow &&
                     text.nodes[immediate[0].node].c < 0 && text.placed.empty();
}

// The shifts of one direction.
template <int W>
Direction<W> Program<W>::make_direction(int d) const {
    Direction<W> direction;
    std::map<int, Bits<W>> by_delta;
    for (const auto s : text.sites) {
        const int t = step(d, s);
        if (t < 0) {
            direction.no_step.set(s);
        } else {
            by_delta[t - s].set(s);
            direction.arrivals.set(t);
        }
    }
    if (by_delta.size() > 2) throw BadProgram("a direction with more than two offsets");
    for (const auto& [delta, mask] : by_delta) {
        direction.delta[direction.parts] = delta;
        direction.mask[direction.parts++] = mask;
    }
    direction.has_sign =
        direction.parts == 1 ||
        (direction.parts == 2 && (direction.delta[0] > 0) == (direction.delta[1] > 0));
    direction.upwards = direction.has_sign && direction.delta[0] > 0;
    return direction;
}

// What lies ahead of each site in one direction.
template <int W>
void Program<W>::make_rays(int d) {
    std::vector<Bits<W>> rays(text.extent);
    std::vector<std::uint8_t> lengths(text.extent, 0);
    for (const auto s : text.sites) {
        // A walk longer than the board would be a loop in hostile tables.
        int length = 0;
        for (int t = step(d, s); t >= 0; t = step(d, t)) {
            if (++length > text.extent) throw BadProgram("a direction that runs in a circle");
            rays[s].set(t);
        }
        lengths[s] = static_cast<std::uint8_t>(std::min(length, 255));
        longest_ray = std::max(longest_ray, length);
    }
    ray.push_back(std::move(rays));
    ray_length.push_back(std::move(lengths));
    std::vector<Bits<W>> far;
    for (int k = 0; k <= 64; ++k) {
        Bits<W> sites;
        for (const auto s : text.sites) {
            if (ray_length[d][s] >= k) sites.set(s);
        }
        if (!sites.any()) break;
        far.push_back(sites);
    }
    reach.push_back(std::move(far));
    std::vector<Bits<W>> lines;
    for (const auto s : text.sites) {
        // Each line once: from the site that nothing leads to.
        if (ray[d][s].any() && !directions[d].arrivals.test(s))
            lines.push_back(ray[d][s] | Bits<W>::single(s));
    }
    lines_of.push_back(std::move(lines));
}

template <int W>
void Program<W>::make_directions() {
    for (int d = 0; d < text.directions; ++d) {
        directions.push_back(make_direction(d));
        make_rays(d);
    }
    for (int d = 0; d < text.directions; ++d) {
        const bool is_direct = d < text.direct;
        const bool is_axis = d < text.opposite[d];
        const auto enter = [&](NborClass c) {
            line_directions[c].push_back(d);
            if (is_axis) axes[c].push_back(d);
        };
        enter(is_direct ? kDirect : kIndirect);
        enter(kAllOfThem);
        if (text.board_nbors == kAllOfThem || (text.board_nbors == kDirect) == is_direct) {
            enter(kBoardNbors);
        }
    }
}

template <int W>
void Program<W>::make_nbors() {
    for (auto& table : nbors) table.resize(text.extent);
    for (const auto s : text.sites) {
        for (const auto t : text.nbors[0][s]) nbors[kDirect][s].set(t);
        for (const auto t : text.nbors[1][s]) nbors[kIndirect][s].set(t);
        nbors[kAllOfThem][s] = nbors[kDirect][s] | nbors[kIndirect][s];
        nbors[kBoardNbors][s] = nbors[text.board_nbors][s];
    }
    for (int c = 0; c < kNborClassCount; ++c) {
        bool same = true;
        for (const auto s : text.sites) {
            Bits<W> by_direction;
            for (const int d : line_directions[c]) {
                if (step(d, s) >= 0) by_direction.set(step(d, s));
            }
            same = same && by_direction == nbors[c][s];
        }
        dilates_by_direction[c] = same;
    }
}

template <int W>
void Program<W>::make_distances() {
    distance.assign(static_cast<std::size_t>(text.extent) * text.extent, 255);
    std::vector<std::vector<std::int16_t>> lists(text.extent);
    for (const auto s : text.sites)
        nbors[kBoardNbors][s].each(
            [&](int t) { lists[s].push_back(static_cast<std::int16_t>(t)); });
    std::vector<std::int16_t> queue(text.extent);
    for (const auto s : text.sites) {
        std::uint8_t* row = &distance[static_cast<std::size_t>(s) * text.extent];
        row[s] = 0;
        int head = 0, tail = 0;
        queue[tail++] = static_cast<std::int16_t>(s);
        while (head < tail) {
            const int at = queue[head++];
            for (const auto next : lists[at]) {
                if (row[next] != 255) continue;
                row[next] = static_cast<std::uint8_t>(std::min(row[at] + 1, 254));
                queue[tail++] = next;
            }
        }
    }
}

template <int W>
int Program<W>::walk(int site, int direction, const std::vector<std::int32_t>& steps) const {
    int facing = direction;
    for (const auto turtle : steps) {
        int way = facing;
        switch (turtle) {
            case kTurnLeft:
                facing = text.turn_left[facing];
                continue;
            case kTurnRight:
                facing = text.turn_right[facing];
                continue;
            case kBack:
                way = text.opposite[facing];
                break;
            case kForwardLeft:
                way = text.ahead_left[facing];
                break;
            case kForwardRight:
                way = text.ahead_right[facing];
                break;
            case kBackLeft:
                way = text.ahead_right[facing] < 0 ? -1 : text.opposite[text.ahead_right[facing]];
                break;
            case kBackRight:
                way = text.ahead_left[facing] < 0 ? -1 : text.opposite[text.ahead_left[facing]];
                break;
            default:
                break;
        }
        if (way < 0) return -1;
        site = step(way, site);
        if (site < 0) return -1;
    }
    return site;
}

// Collects all pairs of the relation and groups them by offset, so that one shift serves a group.
template <int W>
void Program<W>::make_lanes(Rule<W>& rule, int seat) {
    const RuleText& r = *rule.text;
    std::map<std::vector<int>, Bits<W>> groups;
    std::map<std::vector<int>, bool> holds;
    const auto add = [&](int s, int t) {
        if (t < 0 || t == s) return;
        std::vector<int> key{t - s};
        if (r.between_count >= 0) {
            std::vector<int> middle;
            const int d = line_from(s, t);
            if (d >= 0) {
                for (int m = step(d, s); m != t; m = step(d, m)) middle.push_back(m - s);
            }
            const int n = static_cast<int>(middle.size());
            if (r.between_count > n) return;
            if ((r.between_count != 0 && r.between_count != n) || n > 8) {
                rule.listed = rule.has_loose_lanes = true;
            } else {
                key.insert(key.end(), middle.begin(), middle.end());
                holds[key] = r.between_count != 0;
            }
        }
        groups[key].set(s);
    };
    if (r.relation == kWalks) {
        for (const auto s : text.sites) {
            for (int d = 0; d < text.direct; ++d) {
                const bool wanted = r.direction == kEveryDirection ||
                                    (r.direction == kFacing && d == text.facing[seat]) ||
                                    r.direction == kFixedDirection + d;
                if (!wanted) continue;
                for (const auto w : r.walks) add(s, walk(s, d, text.walks[w]));
            }
        }
    } else {
        for (const auto s : text.sites) {
            for (const auto t : text.sites) {
                if (distance_between(s, t) != r.amount) continue;
                if (r.nbors >= 0) {
                    bool in_line = false;
                    for (const int d : line_directions[r.nbors])
                        in_line = in_line || ray[d][s].test(t);
                    if (!in_line) continue;
                }
                add(s, t);
            }
        }
    }
    for (const auto& [key, mask] : groups) {
        Lane<W> lane;
        lane.delta = key[0];
        lane.middle_count = static_cast<std::int32_t>(key.size()) - 1;
        for (int i = 0; i < lane.middle_count; ++i)
            lane.middle[i] = static_cast<std::int16_t>(key[i + 1]);
        lane.middle_holds = lane.middle_count > 0 && holds[key];
        lane.mask = mask;
        rule.lanes[seat].push_back(lane);
    }
}

template <int W>
void Program<W>::make_rules() {
    // Steps along lines are counted for all pieces at once if every line is short and has a single
    // stride.
    bool has_even_lines = longest_ray < kMostCounted - 1;
    for (const Direction<W>& direction : directions)
        has_even_lines = has_even_lines && direction.parts <= 1;
    for (const RuleText& r : text.rules) {
        Rule<W> rule;
        rule.text = &r;
        const bool lifts_source =
            !r.acts.empty() && r.acts[0].op == kPop && r.acts[0].site == kFrom;
        rule.listed = r.condition >= 0 || r.optional_count > 0 || r.choice >= 0 || r.may_be_null ||
                      r.relation == kOnLine || r.relation == kAnyPair || r.relation == kPassing ||
                      (r.relation == kLineCountAway && (r.between_count > 0 || !has_even_lines)) ||
                      (r.relation == kSlide && !lifts_source) || text.boardless ||
                      (text.rich && text.stack_limit > 2);
        if (r.relation == kWalks || r.relation == kAtDistance) {
            make_lanes(rule, 0);
            make_lanes(rule, 1);
        }
        if (r.relation == kSlide || r.relation == kLineCountAway || r.relation == kOnLine) {
            rule.slides = line_directions[r.nbors < 0 ? static_cast<int>(kBoardNbors) : r.nbors];
        }
        const bool default_push = !r.acts.empty() && r.acts.back().op == kPush &&
                                  r.acts.back().site == kTo && r.acts.back().count == 1 &&
                                  r.acts.back().role < 0;
        rule.moves_one = default_push && r.acts.size() == 2 && r.acts[0].op == kPop &&
                         r.acts[0].site == kFrom && r.acts[0].count == 1 && !r.acts[1].trail;
        rule.drops_one = default_push && r.acts.size() == 1 && !r.acts[0].trail && !r.has_source;
        if (!text.rich && default_push) {
            rule.plain_drop = r.acts.size() == 1 && !r.acts[0].trail && text.hand[0][r.kind] < 0 &&
                              text.hand[1][r.kind] < 0;
            rule.plain_move = rule.moves_one;
        }
        for (const PostText& p : r.posts) rule.rests = rule.rests || p.at_rest();
        rule.only_replaces =
            r.posts.empty() || (r.posts.size() == 1 && r.posts[0].op == post::kCapture &&
                                r.posts[0].a == capture::kReplace && r.posts[0].condition < 0 &&
                                r.posts[0].optional_index < 0 && r.posts[0].record < 0 &&
                                !r.posts[0].c && !r.posts[0].d);
        rule.target_is_empty = r.target_set.size() == 1 && r.target_set[0].op == kSetEmpty;
        recognise_steps(rule);
        rules.push_back(std::move(rule));
    }
    // Mandatory rules come first, then smaller priorities: only the first tier with a move is
    // played.
    std::map<std::pair<int, int>, std::vector<std::int32_t>> ordered;
    for (std::size_t i = 0; i < rules.size(); ++i) {
        const RuleText& r = *rules[i].text;
        ordered[{1 - r.mandatory, r.priority}].push_back(static_cast<std::int32_t>(i));
    }
    for (auto& [order, members] : ordered) tiers.push_back(members);
    for (const auto& tier : tiers) {
        for (const auto index : tier) allow_sets(rules[index], tier);
    }
}

// Whether every jump of the rule passes over one enemy, in the middle.
template <int W>
bool Program<W>::is_half_way(const Rule<W>& rule) const {
    const RuleText& r = *rule.text;
    if (r.between_content != kContentEnemy || r.between_count != 1 || rule.has_loose_lanes)
        return false;
    for (const auto& lanes : rule.lanes) {
        for (const Lane<W>& lane : lanes) {
            if (lane.middle_count != 1 || 2 * lane.middle[0] != lane.delta) return false;
        }
    }
    return r.relation == kWalks || r.relation == kAtDistance;
}

// Recognises the consequences of a move that need not be worked out one by one.
template <int W>
void Program<W>::recognise_steps(Rule<W>& rule) const {
    rule.only_steps = rule.plain_move && rule.target_is_empty;
    for (const PostText& p : rule.text->posts) {
        const bool is_plain = p.optional_index < 0 && p.record < 0;
        if (p.op == post::kRepeat && p.condition < 0 && !p.b) continue;
        if (p.op == post::kCapture && p.a == capture::kBetween && is_plain && p.condition < 0 &&
            !p.c && !p.d && !p.e && is_half_way(rule)) {
            rule.jumps = true;
            continue;
        }
        const NodeText* when = p.condition < 0 ? nullptr : &text.nodes[p.condition];
        const bool arrives = when && when->op == kInMask && (when->a == kTo || when->a == kCurrent);
        if (p.op == post::kConvert && p.a == capture::kItself && p.c >= 0 && p.d < 0 && p.e < 0 &&
            is_plain && arrives && rule.promotion < 0 && !p.at_rest()) {
            rule.promotion = p.c;
            rule.promotion_mask[0] = when->b;
            rule.promotion_mask[1] = when->c;
            continue;
        }
        rule.only_steps = false;
    }
}

// A condition that comes out the same for all moves makes listing them needless. Moves must keep
// their order, in which sets come before lists: no other rule of the tier may have sets anyway.
template <int W>
void Program<W>::allow_sets(Rule<W>& rule, const std::vector<std::int32_t>& tier) const {
    const RuleText& r = *rule.text;
    const bool has_sets = r.relation == kSlide || r.relation == kWalks || r.relation == kAtDistance;
    const bool pushes_one = r.acts.size() == 1 && r.acts[0].op == kPush && r.acts[0].site == kTo &&
                            r.acts[0].count == 1 && !r.acts[0].trail;
    rule.may_take_sets =
        rule.listed && has_sets && !rule.has_loose_lanes && r.condition >= 0 && !r.furthest &&
        r.optional_count == 0 && r.choice < 0 && !r.may_be_null && !text.boardless && !text.rich &&
        (rule.plain_move || pushes_one) &&
        std::all_of(tier.begin(), tier.end(), [&](auto other) { return rules[other].listed; });
}

// Proves, if possible, that no position can recur, so that repetition need not be checked.
template <int W>
void Program<W>::prove_progress() {
    bool only_places = true, never_removes = true, always_advances = true, never_places = true;
    bool plain_only = !text.rules.empty();
    for (const Rule<W>& rule : rules) {
        const RuleText& r = *rule.text;
        if (r.relation == kPassing) continue;
        bool pops = false, pushes_new = false;
        bool holds_some = false;
        for (const ActText& a : r.acts) {
            if (a.op == kPop) pops = holds_some = true;
            if (a.op == kPush) {
                pushes_new = pushes_new || !holds_some || a.trail;
                holds_some = false;
            }
        }
        only_places = only_places && !pops && pushes_new;
        never_places = never_places && !pushes_new && pops;
        plain_only = plain_only && rule.plain_drop && r.posts.empty();
        for (const PostText& p : r.posts) {
            if (p.op == post::kCapture || p.op == post::kDisplace || p.op == post::kRemove) {
                never_removes = false;
                if (p.op == post::kCapture && (p.c || p.d)) never_places = false;
            }
            // A piece that changes hands or is moved elsewhere may come back.
            if (p.op == post::kConvert
                    ? p.d >= 0
                    : p.op == post::kDisplace || p.op == post::kSwap || p.op == post::kGravity) {
                always_advances = false;
            }
        }
        bool advances = (r.relation == kWalks || r.relation == kAtDistance) && rule.plain_move;
        for (int seat = 0; seat < 2 && advances; ++seat) {
            if (!(r.seats >> seat & 1)) continue;
            const auto& row = text.tables[text.progress[seat]];
            for (const Lane<W>& lane : rule.lanes[seat]) {
                lane.mask.each([&](int s) { advances = advances && row[s + lane.delta] > row[s]; });
            }
        }
        bool own_only = false, is_joined = true;
        for (const SetText& s : r.source_set) {
            own_only = own_only || s.op == kSetOwn;
            is_joined = is_joined && s.op != kSetOr && s.op != kSetNot;
        }
        own_only = own_only && is_joined;
        always_advances = always_advances && (r.always_captures || (advances && own_only));
    }
    cannot_repeat =
        (only_places && never_removes) || (!text.rich && never_places && always_advances);
    tracks_history = !cannot_repeat && text.repetition != kRepetitionIgnored;
    pieces_never_return = never_places;
    for (const NodeText& node : text.nodes) {
        counts_survivors = counts_survivors || node.op == kEliminated;
        ends_by_counting = ends_by_counting || node.op == kScore || node.op == kScoreBest ||
                           node.op == kCaptured || node.op == kScoreOf;
    }
    find_additions();
    find_recalls();
    if (plain_only && rules.size() == 1) find_scatter();
}

// If pieces never leave the board, nothing before a new piece can recur after it.
template <int W>
void Program<W>::find_additions() {
    bool never_falls = !text.rich;
    for (const Rule<W>& rule : rules) {
        const RuleText& r = *rule.text;
        const bool is_drop = r.acts.size() == 1 && r.acts[0].op == kPush && !r.acts[0].trail;
        never_falls = never_falls && (r.relation == kPassing ||
                                      (rule.target_is_empty && r.posts.empty() &&
                                       (rule.plain_move || (is_drop && r.acts[0].site == kTo))));
    }
    for (Rule<W>& rule : rules)
        rule.adds = never_falls && rule.text->relation != kPassing && !rule.plain_move;
}

// Which facts of earlier plies some rule reads; see Position::search_key.
template <int W>
void Program<W>::find_recalls() {
    const auto see_site = [&](std::int32_t code) {
        recalls.last_source = recalls.last_source || code == kLastFrom;
        recalls.last_target = recalls.last_target || code == kLastTo;
    };
    for (const NodeText& node : text.nodes) {
        recalls.ply = recalls.ply || node.op == kMoveNumber;
        recalls.first_move = recalls.first_move || node.op == kFirstMove;
        recalls.visited = recalls.visited || node.op == kVisited;
        if (names_site(node.op)) see_site(node.a);
        if (node.op == kSameLine || node.op == kDistance) see_site(node.b);
    }
    bool passes_by_rule = false;
    for (const RuleText& r : text.rules) {
        passes_by_rule = passes_by_rule || r.relation == kPassing;
        for (const ActText& a : r.acts) see_site(a.site);
        for (const PostText& p : r.posts) {
            if (names_site(p)) see_site(p.a);
        }
    }
    // A second consecutive pass ends the match. If players may not pass by choice, those without a
    // move are both stuck, unless one of them gets a move at a later ply or is kept from
    // repeating.
    recalls.passes = text.can_pass || passes_by_rule || recalls.ply ||
                     (tracks_history && text.repetition == kRepetitionIllegal);
}

// Playouts of a pure placement game are shortened if only the stones decide its end.
template <int W>
void Program<W>::find_scatter() {
    const Rule<W>& rule = rules[0];
    const bool alternates = text.moves_per_turn == 1 && !text.progressive && !text.first_move_one;
    if (rule.listed || !rule.target_is_empty || rule.text->seats != 3 || !alternates ||
        text.can_pass || text.quiet_limit > 0 || text.clauses.empty() || !text.single_kind) {
        return;
    }
    for (const ClauseText& clause : text.clauses) {
        if (!clause.own_only || clause.opp_turn || clause.players > 3) return;
        scatter_nodes.push_back(clause.node);
    }
    // What may end: a longer row contains the shorter one, so checking the shorter one is enough.
    const auto shortest = [&](int index) {
        const NodeText* node = &text.nodes[index];
        while (node->op == kEndAnd) {
            const NodeText& first = text.nodes[node->a];
            const NodeText& second = text.nodes[node->b];
            node = second.op == kEndNot ? &first : (first.op == kEndNot ? &second : nullptr);
            if (node == nullptr) return static_cast<const NodeText*>(nullptr);
        }
        return node->op == kInARow ? node : static_cast<const NodeText*>(nullptr);
    };
    std::vector<std::int32_t> needed;
    for (const auto index : scatter_nodes) {
        const NodeText* row = shortest(index);
        bool implied = false;
        for (const auto other : scatter_nodes) {
            const NodeText* shorter = shortest(other);
            implied = implied || (row && shorter && shorter->a < row->a && shorter->b == row->b &&
                                  shorter->c == row->c);
        }
        if (!implied) needed.push_back(index);
    }
    scatter_nodes = needed;
    for (const auto index : scatter_nodes) {
        const NodeText* row = shortest(index);
        if (row == nullptr || row->c >= 0) {
            scatter_rows.clear();
            break;
        }
        scatter_rows.push_back({row->a, row->b});
    }
    scatter = find_joining()    ? Scatter::kJoining
              : find_grouping() ? Scatter::kGrouping
                                : Scatter::kMonotone;
    if (scatter != Scatter::kMonotone) return;
    // What more stones can make true but never false. Gathering all pieces is not of that kind.
    for (const NodeText& node : text.nodes) {
        if (node.op < kEndAnd) continue;
        const bool monotone = node.op == kEndAnd || node.op == kEndOr || node.op == kEndNot ||
                              node.op == kConnect || node.op == kInARow || node.op == kPattern ||
                              node.op == kReachSides || (node.op == kReach && node.a != -1) ||
                              (node.op == kGroup && node.a > 0) ||
                              // A ring stays closed when its inside fills with its own stones.
                              (node.op == kCycle && node.a == 0 && node.b == 0);
        if (!monotone) scatter = Scatter::kNone;
    }
}

template <int W>
bool Program<W>::find_joining() {
    bool first = true;
    for (const ClauseText& clause : text.clauses) {
        std::vector<std::int32_t> open{clause.node};
        while (!open.empty()) {
            const NodeText& node = text.nodes[open.back()];
            open.pop_back();
            if (node.op == kEndOr) {
                open.push_back(node.a);
                open.push_back(node.b);
                continue;
            }
            if (node.op != kConnect || node.d >= 0 || node.c >= kNborClassCount) return false;
            if (!first && node.c != joining_nbors) return false;
            joining_nbors = node.c;
            first = false;
            for (int player = 0; player < 2; ++player) {
                if (!(clause.players >> player & 1)) continue;
                const auto& joined = region_sets[player == 0 ? node.a : node.b];
                if (joined.size() >= 2) joining_goals[player].push_back({joined, clause.result});
            }
        }
    }
    return true;
}

// Writes down the circles of neighbours; false unless the board is a disc of hexagons whose edge is
// where neighbours are missing. There, a stone that touches one group from two sides closes a ring.
template <int W>
bool Program<W>::has_circles() {
    if (text.direct != 6) return false;
    std::array<int, 6> ways{};
    for (int i = 1; i < 6; ++i) ways[i] = text.turn_right[ways[i - 1]];
    for (int i = 0; i < 6; ++i) {
        if (ways[i] < 0 || ways[i] >= 6 || ways[(i + 3) % 6] != text.opposite[ways[i]])
            return false;
    }
    grouping.around.assign(text.extent, Grouping::Circle{});
    // Corners, sides and triangles: a disc has one more corner and triangle than sides.
    int sides = 0, triangles = 0;
    for (const auto s : text.sites) {
        Bits<W> near;
        const int n = nbors[kBoardNbors][s].count();
        for (int i = 0; i < 6; ++i) {
            const int next = step(ways[i], s);
            const int after = step(ways[(i + 1) % 6], s);
            grouping.around[s][i] = static_cast<std::uint16_t>(next < 0 ? text.extent : next);
            if (next < 0) continue;
            near.set(next);
            if (after < 0) continue;
            if (!nbors[kBoardNbors][next].test(after)) return false;
            ++triangles;
        }
        if (near != nbors[kBoardNbors][s] || near != nbors[text.ring_outside][s]) return false;
        if (edge.test(s) != (n < 6)) return false;
        if (distance_between(text.sites[0], s) < 0) return false;
        sides += n;
    }
    return static_cast<int>(text.sites.size()) - sides / 2 + triangles / 3 == 1;
}

// Adds what a condition asks of a player's groups; false if it asks for something else.
template <int W>
bool Program<W>::enter_goal(const NodeText& node, int player,
                            std::vector<std::int32_t>& masks_used) {
    if (node.op == kCycle) {
        grouping.rings[player] = true;
        return node.a == 0 && node.b == 0 && node.c < 0;
    }
    if (node.op != kConnect || node.d >= 0 || node.c >= kNborClassCount ||
        nbors[node.c] != nbors[kBoardNbors]) {
        return false;
    }
    const auto& joined = text.region_sets[player == 0 ? node.a : node.b];
    if (joined.size() < 2) return true;
    std::uint32_t goal = 0;
    for (const auto mask : joined) {
        const auto found = std::find(masks_used.begin(), masks_used.end(), mask);
        const auto bit = found - masks_used.begin();
        if (bit >= 32) return false;
        if (found == masks_used.end()) masks_used.push_back(mask);
        goal |= 1U << bit;
    }
    grouping.goals[player].push_back(goal);
    return true;
}

template <int W>
bool Program<W>::find_grouping() {
    if (!has_circles()) return false;
    std::vector<std::int32_t> masks_used;
    grouping.result = text.clauses[0].result;
    for (const ClauseText& clause : text.clauses) {
        if (clause.result != grouping.result) return false;
        std::vector<std::int32_t> open{clause.node};
        while (!open.empty()) {
            const NodeText& node = text.nodes[open.back()];
            open.pop_back();
            if (node.op == kEndOr) {
                open.push_back(node.a);
                open.push_back(node.b);
                continue;
            }
            for (int player = 0; player < 2; ++player) {
                const bool is_asked = clause.players >> player & 1;
                if (is_asked && !enter_goal(node, player, masks_used)) return false;
            }
        }
    }
    grouping.regions.assign(text.extent, 0);
    for (std::size_t i = 0; i < masks_used.size(); ++i) {
        masks[masks_used[i]].each([&](int site) { grouping.regions[site] |= 1U << i; });
    }
    return true;
}

// Directions whose steps are strides, for the two most frequent queries: rows and floods.
template <int W>
void Program<W>::make_strides() {
    int widest = 0;
    for (const int d : line_directions[kBoardNbors])
        widest = std::max(widest, std::abs(directions[d].delta[0]));
    int doubled = 1;
    while (doubled * 2 < longest_ray - 1) doubled *= 2;
    flanks_by_strides = widest * doubled < 64;
    for (int c = 0; c < kNborClassCount; ++c) {
        lines_through[c].resize(text.extent * axes[c].size());
        for (const auto s : text.sites) {
            for (std::size_t i = 0; i < axes[c].size(); ++i) {
                const int d = axes[c][i];
                lines_through[c][s * axes[c].size() + i] = ray[d][s] | ray[text.opposite[d]][s];
            }
        }
        bool all = dilates_by_direction[c];
        for (const int d : line_directions[c]) {
            const Direction<W>& direction = directions[d];
            all = all && direction.parts == 1 && std::abs(direction.delta[0]) < 64;
        }
        has_strides[c] = all;
        if (!all) continue;
        for (const int d : line_directions[c]) {
            const Direction<W>& direction = directions[d];
            const int delta = direction.delta[0];
            if (delta > 0) {
                up_strides[c].push_back({direction.mask[0], delta});
            } else {
                down_strides[c].push_back({direction.mask[0], -delta});
            }
        }
        for (const int d : axes[c]) {
            const int up = directions[d].delta[0] > 0 ? d : text.opposite[d];
            const Bits<W>& mask = directions[up].mask[0];
            const int bits = directions[up].delta[0];
            axis_strides[c].push_back({mask, bits, mask & shifted(mask, -bits)});
        }
    }
}

template <int W>
int Program<W>::simple_set(const std::vector<SetText>& code) const {
    if (code.size() == 1) {
        switch (code[0].op) {
            case kSetOwn:
                return kSimpleOwn;
            case kSetEnemy:
                return kSimpleEnemy;
            case kSetEmpty:
                return kSimpleEmpty;
            case kSetAll:
                return kSimpleAll;
            default:
                return -1;
        }
    }
    const bool is_not_own =
        code.size() == 2 && code[0].op == kSetOwn && code[1].op == kSetNot && code[1].a == 0;
    return is_not_own ? static_cast<int>(kSimpleNotOwn) : -1;
}

// The kind of piece whose sites the code yields among the mover's, or -1 for anything else.
template <int W>
int Program<W>::own_kind(const std::vector<SetText>& code) const {
    if (code.size() != 3 || code[2].op != kSetAnd || code[2].a + code[2].b != 1) return -1;
    const int kind = code[0].op == kSetKind ? 0 : 1;
    const bool is_so = code[kind].op == kSetKind && code[1 - kind].op == kSetOwn;
    return is_so && !text.single_kind ? code[kind].a : -1;
}

// Flattens the rules of a seat into lanes, if no rule has to be listed.
template <int W>
void Program<W>::make_plan(int seat) {
    Plan<W>& made = plan[seat];
    if (tiers.empty()) return;
    const auto set_number = [&](const std::vector<SetText>& code) {
        const bool falls = code.size() == 3 && code[0].op == kSetEmpty &&
                           code[1].op == kSetSupported && code[2].op == kSetAnd &&
                           code[2].a + code[2].b == 1;
        if (falls && (made.falling < 0 || made.falling == code[1].a)) {
            made.falling = code[1].a;
            return static_cast<int>(kSimpleFalling);
        }
        const int simple = simple_set(code);
        if (simple >= 0) return simple;
        const int kind = own_kind(code);
        for (std::size_t i = 0; i < made.sets.size() && kind >= 0; ++i) {
            if (made.sets[i].own_kind == kind) return static_cast<int>(kSimpleCount + i);
        }
        made.sets.push_back({&code, kind});
        return static_cast<int>(kSimpleCount + made.sets.size() - 1);
    };
    // False if the rule has moves that lanes cannot give.
    const auto enter = [&](std::int32_t index) {
        const Rule<W>& rule = rules[index];
        const RuleText& r = *rule.text;
        if (!(r.seats >> seat & 1)) return true;
        const bool places = r.relation == kPlaceAnywhere && rule.plain_drop;
        const bool steps = r.relation == kWalks || r.relation == kAtDistance;
        if (rule.listed || !(places || steps)) return false;
        const int target = set_number(r.target_set);
        const int source = places ? -1 : set_number(r.source_set);
        const auto id = static_cast<std::int16_t>(index);
        if (places) made.lanes.push_back({id, 0, source, target, 0, board});
        for (std::size_t i = 0; i < rule.lanes[seat].size(); ++i) {
            const Lane<W>& lane = rule.lanes[seat][i];
            if (lane.middle_count > 1) return false;
            PlanLane<W> flat{id,       static_cast<std::int16_t>(i), source, target, lane.delta,
                             lane.mask};
            if (lane.middle_count == 1) {
                flat.middle = lane.middle[0];
                flat.content = r.between_content;
                flat.middle_holds = lane.middle_holds;
            }
            made.lanes.push_back(flat);
        }
        return true;
    };
    for (const auto& tier : tiers) {
        if (!std::all_of(tier.begin(), tier.end(), enter)) return;
        made.tier_ends.push_back(static_cast<std::int32_t>(made.lanes.size()));
    }
    made.is_whole = made.lanes.size() <= 64 && made.sets.size() <= 8;
}

template struct Program<1>;
template struct Program<2>;
template struct Program<4>;
template struct Program<8>;
template struct Program<16>;

}  // namespace ludwright::combinatorial
