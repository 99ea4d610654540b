"""Runs the notebooks. They must print the output that is stored in them."""

import pathlib

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")

NOTEBOOKS = sorted((pathlib.Path(__file__).parents[2] / "examples/notebooks").glob("*.ipynb"))


def printed(cell):
    """The text that a cell has printed, and the text of its last expression."""
    text = "".join(each["text"] for each in cell.get("outputs", []) if each.get("name") == "stdout")
    shown = [each["data"]["text/plain"] for each in cell.get("outputs", []) if "data" in each]
    return text, shown


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook(path, tmp_path):
    for module in ("dask.array", "pyopencl"):
        if f"import {module}" in path.read_text():
            pytest.importorskip(module)
    notebook = nbformat.read(path, 4)
    expected = [printed(cell) for cell in notebook.cells]
    nbclient.NotebookClient(notebook, timeout=600, kernel_name="python3", resources={"metadata": {"path": tmp_path}}).execute()
    assert [printed(cell) for cell in notebook.cells] == expected
    assert any(shown for _, shown in expected)


def test_there_are_notebooks():
    assert len(NOTEBOOKS) >= 5
