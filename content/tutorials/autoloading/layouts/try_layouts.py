"""Imports torch and torch_foo in both orders, for each layout beside this file."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
PACKAGE = HERE.parent / "torch_foo" / "torch_foo"
LAYOUTS = {
    "A": {"__init__.py": HERE / "a.py"},
    "B": {"__init__.py": HERE / "b.py"},
    "C": {"__init__.py": HERE / "c.py"},
    "D": {"__init__.py": HERE / "d.py", "backend.py": HERE / "d_backend.py"},
    "E": {"__init__.py": PACKAGE / "__init__.py"},
}
CHECK = "; import torch; assert torch.foo.is_available()"


def install(modules, folder):
    """Put the package and its metadata into a folder, as pip would."""
    package = folder / "torch_foo"
    package.mkdir()
    for name, source in {**modules, "device.py": PACKAGE / "device.py"}.items():
        shutil.copy(source, package / name)
    metadata = folder / "torch_foo-0.1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Name: torch_foo\nVersion: 0.1.0\n")
    (metadata / "entry_points.txt").write_text(
        "[torch.backends]\ntorch_foo = torch_foo:_autoload\n"
    )


def outcome(first, folder):
    """Import one module first in a fresh interpreter, then use the device."""
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    environment.pop("TORCH_DEVICE_BACKEND_AUTOLOAD", None)
    command = [sys.executable, "-c", f"import {first}{CHECK}"]
    done = subprocess.run(command, env=environment, cwd=folder, capture_output=True)
    return "works" if done.returncode == 0 else "FAILS"


print("layout  torch first  torch_foo first")
for layout, modules in LAYOUTS.items():
    extension = "torch_foo.backend" if "backend.py" in modules else "torch_foo"
    with tempfile.TemporaryDirectory() as name:
        install(modules, Path(name))
        print(f"{layout:7} {outcome('torch', Path(name)):12} {outcome(extension, Path(name))}")
