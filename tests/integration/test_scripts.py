"""The scripts as a stranger runs them; a small project stands in for this one, off the network."""

import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPTS = sorted([*ROOT.glob("scripts/*"), ROOT / ".ci" / "run"])
BASH = shutil.which("bash") or "bash"

BACKEND = r"""
import zipfile
from pathlib import Path


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    write_wheel(Path(wheel_directory), "small")
    return "small-1-py3-none-any.whl"


def write_wheel(folder, name):
    info = f"{name}-1.dist-info"
    with zipfile.ZipFile(folder / f"{name}-1-py3-none-any.whl", "w") as wheel:
        wheel.writestr(f"{name}.py", "")
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        wheel.writestr(f"{info}/RECORD", "")
"""
PYPROJECT = """
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]

[project]
name = "small"
version = "1"
"""


class Project:
    """A small project with the real scripts, which needs one package, `brick`."""

    def __init__(self, folder: Path, wheels: Path) -> None:
        self.folder = folder
        shutil.copytree(ROOT / "scripts", folder / "scripts")
        (folder / "pyproject.toml").write_text(PYPROJECT)
        (folder / "backend.py").write_text(BACKEND)
        write = (
            "import sys, pathlib, backend; backend.write_wheel(pathlib.Path(sys.argv[1]), 'brick')"
        )
        subprocess.run([sys.executable, "-c", write, wheels], cwd=folder, check=True)
        [wheel] = wheels.iterdir()
        self.lock(hashlib.sha256(wheel.read_bytes()).hexdigest())
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(wheels),
            "PYTHON": sys.executable,
            "PIP_NO_INDEX": "1",
            "PIP_FIND_LINKS": str(wheels),
        }

    def lock(self, digest: str) -> None:
        (self.folder / "requirements.lock").write_text(f"brick==1 --hash=sha256:{digest}\n")

    def start(self, **environment: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [self.folder / "scripts" / "setup"],
            cwd="/",
            env=self.environment | environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def setup(self, **environment: str) -> tuple[int, str]:
        started = self.start(**environment)
        output, _ = started.communicate()
        return started.returncode, output

    def has_all(self) -> bool:
        python = self.folder / ".venv" / "bin" / "python"
        return subprocess.run([python, "-c", "import brick, small"], check=False).returncode == 0


@pytest.fixture
def project(tmp_path: Path) -> Project:
    folder, wheels = tmp_path / "a small project", tmp_path / "wheels"
    folder.mkdir()
    wheels.mkdir()
    return Project(folder, wheels)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_script_is_well_formed_and_can_be_run(script: Path) -> None:
    assert os.access(script, os.X_OK)
    subprocess.run([BASH, "-n", script], check=True)


@pytest.mark.slow
def test_setup_is_done_once_and_then_has_nothing_to_do(project: Project) -> None:
    started = [project.start() for _ in range(3)]
    outputs = [setup.communicate()[0] for setup in started]
    assert [setup.returncode for setup in started] == [0, 0, 0]
    assert sum("Making .venv" in output for output in outputs) == 1
    assert project.has_all()

    assert project.setup() == (0, "")
    assert project.setup(PATH="/usr/bin:/bin", PYTHON="/nothing") == (0, "")

    project.folder = project.folder.rename(project.folder.with_name("moved"))
    code, output = project.setup()
    assert (code, output.splitlines()[-1]) == (0, "Ready")
    assert output.startswith("Making .venv")
    assert project.has_all()


@pytest.mark.slow
def test_setup_that_was_killed_or_failed_is_done_again(project: Project) -> None:
    lock = project.folder / "requirements.lock"
    good = lock.read_text()
    project.lock("0" * 64)
    code, output = project.setup()
    assert code != 0
    assert "DO NOT MATCH THE HASHES" in output

    lock.write_text(good)
    started = project.start()
    assert started.stdout is not None
    while not started.stdout.readline().startswith("Installing"):
        pass
    os.killpg(started.pid, signal.SIGKILL)
    started.communicate()

    code, output = project.setup()
    assert code == 0
    assert output.startswith("Making .venv")
    assert project.has_all()


def tools(folder: Path, programs: Mapping[str, str]) -> str:
    """A PATH with the few tools that the scripts use, and programs given by their text."""
    folder.mkdir()
    for name in ("bash", "dirname", "env", "cat", "cksum", "head", "awk", "grep", "rm", "mkdir"):
        found = shutil.which(name)
        assert found is not None
        (folder / name).symlink_to(found)
    for name, text in programs.items():
        (folder / name).write_text(f"#!{BASH}\n{text}\n")
        (folder / name).chmod(0o755)
    return str(folder)


@pytest.mark.parametrize(
    ("programs", "complaint"),
    [
        ({}, "no Python 3.11, 3.12 or 3.13 on PATH"),
        ({"python3": "exit 1"}, "no Python 3.11, 3.12 or 3.13 on PATH"),
        ({"python3": "[[ $* != *ensurepip* ]]"}, "apt install python3-venv"),
    ],
    ids=["none", "too old", "without venv"],
)
def test_setup_says_what_it_needs(
    project: Project, programs: Mapping[str, str], complaint: str
) -> None:
    path = tools(project.folder / "tools", programs)
    code, output = project.setup(PATH=path, PYTHON="")
    assert code == 1
    assert complaint in output
    assert not (project.folder / ".venv").exists()


def test_lock_says_how_to_get_what_it_needs(project: Project) -> None:
    done = subprocess.run(
        [project.folder / "scripts" / "lock"],
        env={"PATH": tools(project.folder / "tools", {})},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "pip install uv" in done.stderr


def locked() -> dict[str, str]:
    """The version of each locked package."""
    lock = (ROOT / "requirements.lock").read_text()
    return dict(re.findall(r"^(\S+)==(\S+)", lock, re.MULTILINE))


def test_each_dependency_is_explained_with_its_locked_version() -> None:
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text())
    declared = [*pyproject["project"]["dependencies"], *pyproject["dependency-groups"]["dev"]]
    names = {re.split(r"[\[>=;<]", line)[0] for line in declared}
    table = (ROOT / "docs" / "dependencies.md").read_text()
    explained = dict(re.findall(r"^\| `(\S+)` \| (\S+) \|", table, re.MULTILINE))
    assert explained == {name: version for name, version in locked().items() if name in names}


def test_lock_holds_hashes_and_no_addresses() -> None:
    lock = (ROOT / "requirements.lock").read_text()
    assert "://" not in lock
    entries = re.split(r"\n(?=\S)", lock.strip())
    assert [entry for entry in entries if "--hash=sha256:" not in entry] == []
