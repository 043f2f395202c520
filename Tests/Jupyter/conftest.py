"""One installation of podium's kernel for all checks, made by `podium kernel install` in a folder that is removed afterwards."""

import os
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PODIUM = os.environ.get("PODIUM", str(ROOT / ".build/release/podium"))

_home = tempfile.TemporaryDirectory(prefix="podium-jupyter-")
HOME = Path(_home.name)
for _name in [name for name in os.environ if name.startswith(("XDG_", "JUPYTER", "IPYTHON", "PODIUM_"))]:
    del os.environ[_name]
# A new user: no settings, no workspace, no other kernel.
os.environ.update(
    HOME=str(HOME), JUPYTER_PLATFORM_DIRS="0", JUPYTER_RUNTIME_DIR=str(HOME / "run"), LANG="C.UTF-8", TZ="UTC", PODIUM=PODIUM,
    CI="true", PYTHONWARNINGS="ignore::DeprecationWarning")
(HOME / "run").mkdir(mode=0o700)


def install(*words):
    subprocess.run([PODIUM, "kernel", "install", *words], check=True, stdout=subprocess.DEVNULL, cwd=HOME)


install()
install("--confined", "--name", "podium-confined")
