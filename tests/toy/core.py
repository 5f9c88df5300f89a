"""The native part of the toy family, built when it is first imported."""

from __future__ import annotations

from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
from typing import Any

from tests.building import build

_BUILT = next((build("_toy") / "tests" / "toy").glob("_toy.*.so"))


def _loaded() -> Any:
    loader = ExtensionFileLoader("_toy", str(_BUILT))
    spec = spec_from_loader("_toy", loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


toy = _loaded()
