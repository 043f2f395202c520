import PodiumCore
import PodiumNotebook

/// Jupyter notebooks: what is made of one is a notebook with its cells in order, and a second time the same.
struct FuzzJupyter: FuzzTarget {
  let name = "ipynb"

  func feed(_ bytes: [UInt8]) {
    guard let made = try? NotebookImport(bytes, file: "n.ipynb", target: "n.podium.md"),
      let root = try? JSONReader.value(bytes)
    else { return }
    guard let notebook = try? Notebook(made.text, file: "n.podium.md") else {
      return FuzzCheck.that(false, "what is imported is a notebook")
    }
    let again = try? NotebookImport(bytes, file: "n.ipynb", target: "n.podium.md")
    FuzzCheck.that(again?.text == made.text && again?.notes == made.notes, "an import gives the same twice")
    for picture in made.pictures {
      FuzzCheck.that(
        FilePath(picture.name).staysBelow && !FilePath(picture.name).hasFolder, "a picture is beside the notebook")
    }
    var cells = notebook.blocks.compactMap { if case .cell(let cell) = $0 { cell.source } else { nil } }[...]
    Plant.check(Array(cells))
    for cell in root["cells"]?.array ?? [] where cell["cell_type"]?.string == "code" {
      let source = cell["source"]?.string ?? (cell["source"]?.array ?? []).compactMap(\.string).joined()
      if let next = cells.first, next.utf8.elementsEqual(source.utf8) {
        cells.removeFirst()
      } else {
        FuzzCheck.that(source.contains("=") || source.hasPrefix("#|"), "only declarations are not cells")
      }
    }
    FuzzCheck.that(cells.isEmpty, "each cell is one of the Jupyter notebook")
  }
}
