#include "combinatorial/advisors_instance.h"

namespace ludwright::combinatorial {

template Policy make_policy(const Program<2>&, const AdvisorWeights&, const AdvisorScales&);
template float advisor_value(const Position<2>&, const Policy&, int, int);
template float Position<2>::evaluate(const Policy&) const;
template float Position<2>::evaluate_seat(const Policy&, int) const;

}  // namespace ludwright::combinatorial
