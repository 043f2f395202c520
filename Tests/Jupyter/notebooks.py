"""Every notebook of the project in Jupyter's form: valid, the same when nbconvert runs it, and papermill sets its parameters."""

import copy
import json
import os
import shutil
import subprocess
import warnings
from pathlib import Path

import nbformat
import papermill
import pytest
from conftest import PODIUM, ROOT
from nbconvert.preprocessors import ExecutePreprocessor

NOTEBOOKS = sorted((ROOT / "notebooks").rglob("*.podium.md"))


def export(path, target):
    subprocess.run([PODIUM, "--no-rc", "export", str(path), "--to", "ipynb", "-o", str(target)], check=True, stdout=subprocess.DEVNULL)


@pytest.fixture(scope="session")
def exported(tmp_path_factory):
    """All exports, two at a time."""
    folder = tmp_path_factory.mktemp("exported")
    made, waiting = {}, []
    for path in NOTEBOOKS:
        made[path] = folder / f"{len(made)}.ipynb"
        waiting.append(subprocess.Popen(
            [PODIUM, "--no-rc", "export", str(path), "--to", "ipynb", "-o", str(made[path])], stdout=subprocess.DEVNULL))
        if len(waiting) == 2:
            assert waiting.pop(0).wait() == 0
    assert all(process.wait() == 0 for process in waiting)
    return made


def name(path):
    return path.name.removesuffix(".podium.md")


@pytest.mark.parametrize("path", NOTEBOOKS, ids=name)
def test_valid(exported, path):
    """A warning is an error, and nothing is put right by reading."""
    raw = json.loads(exported[path].read_text())
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        nbformat.validate(copy.deepcopy(raw))
        notebook = nbformat.read(exported[path], as_version=nbformat.NO_CONVERT)
        assert (notebook.nbformat, notebook.nbformat_minor) == (4, 5)
        nbformat.validate(notebook)


@pytest.fixture(scope="session")
def copied(tmp_path_factory):
    """The folder of the notebooks, since cells may write files in it."""
    return Path(shutil.copytree(ROOT / "notebooks", tmp_path_factory.mktemp("copied") / "notebooks"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=name)
def test_executed_equals_exported(exported, copied, path):
    """A new kernel gives each cell the outputs and the count of the export."""
    notebook = nbformat.read(exported[path], as_version=4)
    expected = copy.deepcopy(notebook)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    executor = ExecutePreprocessor(kernel_name="podium-confined", timeout=300, record_timing=False, allow_errors=False)
    executed, _ = executor.preprocess(notebook, {"metadata": {"path": str((copied / path.relative_to(ROOT / "notebooks")).parent)}})
    assert executed.metadata.language_info == expected.metadata.language_info
    for got, wanted in zip(executed.cells, expected.cells, strict=True):
        assert json.dumps(got, indent=1, sort_keys=True) == json.dumps(wanted, indent=1, sort_keys=True)


def test_papermill_sets_a_parameter(tmp_path):
    (tmp_path / "n.podium.md").write_text("---\npodium: 1\nparameters:\n  k: 3\n---\n\n```podium\nload iris\n```\n\n```podium\n= $k * 10\n```\n")
    export(tmp_path / "n.podium.md", tmp_path / "n.ipynb")
    for value in (4, 7):
        made = papermill.execute_notebook(
            str(tmp_path / "n.ipynb"), str(tmp_path / f"{value}.ipynb"), parameters={"k": value}, language="bash",
            kernel_name="podium-confined", cwd=str(tmp_path), progress_bar=False)
        [result] = [output for output in made.cells[-1].outputs if output.output_type == "execute_result"]
        assert result.data["text/plain"].split()[-1] == str(value * 10)


def test_nbconvert_on_the_command_line(tmp_path):
    """What users type: a notebook that was never run, whose second cell has an error."""
    cells = [nbformat.v4.new_code_cell(code) for code in ("load iris\nhead 2", "load nowhere.csv", "!touch never")]
    notebook = nbformat.v4.new_notebook(cells=cells)
    notebook.metadata.kernelspec = {"name": "podium", "display_name": "podium", "language": "podium"}
    nbformat.write(notebook, tmp_path / "n.ipynb")
    command = ["jupyter", "nbconvert", "--execute", "--to", "html", "n.ipynb"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode == 1 and "load nowhere.csv" in run.stderr and not (tmp_path / "never").exists()
    run = subprocess.run([*command, "--allow-errors"], cwd=tmp_path, capture_output=True, text=True)
    page = (tmp_path / "n.html").read_text()
    assert run.returncode == 0 and "setosa" in page and "nowhere.csv" in page


assert os.environ["PODIUM"] == PODIUM and Path(PODIUM).is_file()
