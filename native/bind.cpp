// The Python module ludwright._core. Converts, checks bounds, releases the GIL; no logic.
//
// Each area registers itself: write native/<area>/bind_<area>.cpp defining
//
//     namespace ludwright { void bind_<area>(nanobind::module_& module); }
//
// then declare it and call it below. The build finds the file by its name.

#include <nanobind/nanobind.h>

namespace nb = nanobind;

namespace ludwright {
void bind_battle(nb::module_& module);
void bind_borders(nb::module_& module);
void bind_call(nb::module_& module);
void bind_combinatorial(nb::module_& module);
void bind_conquest(nb::module_& module);
void bind_railway(nb::module_& module);
}  // namespace ludwright

NB_MODULE(_core, module) {
    module.doc() = "The native core: programs in, matches out.";
    module.def(
        "version", [] { return LUDWRIGHT_VERSION; },
        "The version of the sources this module was compiled from.");
    ludwright::bind_call(module);
    ludwright::bind_combinatorial(module);
    ludwright::bind_conquest(module);
    ludwright::bind_battle(module);
    ludwright::bind_borders(module);
    ludwright::bind_railway(module);
}
