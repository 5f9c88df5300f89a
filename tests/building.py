"""Builds native targets that only tests need, in the build folder of `make install`."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]


def build(target: str) -> Path:
    """The build folder, with this target up to date."""
    python = f"cp{sys.version_info.major}{sys.version_info.minor}-*"
    folders = [cache.parent for cache in (ROOT / "build").glob(f"{python}/CMakeCache.txt")]
    if not folders:
        raise FileNotFoundError("expected the build folder of `make install`, got none")
    # Several processes run tests at once; one builds.
    with (folders[0] / f"{target}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        run("cmake", "--build", str(folders[0]), "--target", target)
    return folders[0]


def built_module(name: str, folder: str) -> Any:
    """A Python module outside the package, up to date; `folder` is where its sources are."""
    (path,) = (build(name) / folder).glob(f"{name}.*.so")
    loader = ExtensionFileLoader(name, str(path))
    spec = spec_from_loader(name, loader)
    assert spec is not None
    module = sys.modules[name] = module_from_spec(spec)  # so that it is cleared at the end
    loader.exec_module(module)
    return module


def run(*command: str) -> str:
    """What a program prints; AssertionError with its output if it fails."""
    tools = Path(sys.executable).parent
    environment = os.environ | {"PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
