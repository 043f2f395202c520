import PodiumCore
import PodiumEngine
import PodiumFormats
import PodiumNotebook
import PodiumPlugin

/// Notebooks: parsing then printing is the identity, and a recorded output is found again.
struct FuzzNotebook: FuzzTarget {
  let name = "notebook"

  func feed(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let notebook = try? Notebook(text, file: "n.podium.md") else { return }
    FuzzCheck.that(same(notebook.text, text), "parsing then printing a notebook is the identity")
    defer {
      Plant.check(
        notebook.blocks.map { block in
          switch block {
          case .prose(let text): text
          case .cell(let cell): cell.source
          }
        })
    }
    for case .cell(let cell) in notebook.blocks.prefix(20) {
      _ = Script(cell.source)
      recorded(cell, prose: text)
    }
  }

  /// Bytes, not characters, since characters would treat `é` and `e` with an accent as equal.
  private func same(_ a: String, _ b: String) -> Bool { a.utf8.elementsEqual(b.utf8) }

  private func recorded(_ cell: Notebook.Cell, prose: String) {
    guard cell.closing.utf8.last == 0x0A else { return }
    // Nothing is registered, so every command gives an error that quotes it.
    var session = Interpreter(registry: Registry(), services: FuzzSession.services(FewFiles()))
    var reports: [CommandReport] = []
    _ = session.run(String(prose.prefix(2000)), keepGoing: true) { if reports.count < 10 { reports.append($0) } }
    let recording = NotebookRun.recording(of: cell, reports: reports, file: "n")
    guard let again = try? Notebook(cell.text + recording, file: "n"), again.blocks.count == 1,
      case .cell(let found)? = again.blocks.first
    else { return FuzzCheck.that(false, "a cell with what it gave is one cell") }
    FuzzCheck.that(same(found.recorded, recording), "what a cell gave is found beneath it")
  }
}
