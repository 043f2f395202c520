internal import PodiumCore
internal import PodiumEngine
internal import PodiumPlugin
internal import Synchronization

/// Records a session in a notebook: after each cell, the complete file is on disk.
///
/// A class: the copies of a session write to one file. Changes made to the file in an editor are kept; later cells
/// follow them.
final class NotebookRecorder: Sendable {
  private struct Progress {
    /// The text of the file before the recorded cells.
    var base = ""
    /// Cells after this one are recorded.
    var start: Int
    /// The number in a replay of the first recorded command.
    var first = 1
    /// The numbers in a replay of commands that are in the file already.
    var known: [Int: Int] = [:]
    /// The text written last; nil before the first time.
    var text: String?
    /// The recorded cells as written, in order.
    var cells: [Written] = []
    var declarations = Declarations()
    /// The hashes of the data that cells of the file loaded when they were replayed, by name.
    var replayed: DataHashes = [:]
    /// The last cell whose declarations were added.
    var declared: Int
  }

  private struct Written {
    var cell: Int
    var commands: Int
    var source: String
    var text: String
  }

  private let file: String
  private let path: String
  private let progress: Mutex<Progress>

  /// Records the cells that follow in a session; `known` are the numbers in a replay of cells that are in the file
  /// already, `data` the hashes of the data they loaded.
  init(_ file: String, path: String, after start: Int, known: [Int: Int] = [:], data: DataHashes = [:]) {
    self.file = file
    self.path = path
    progress = Mutex(Progress(start: start, known: known, replayed: data, declared: start))
  }

  /// Updates the file from a session.
  ///
  /// Throws `missing-cell` for a cell that uses one that is not in the file, and whatever writing throws.
  func update(_ interpreter: Interpreter) throws(Diagnostic) {
    let result = progress.withLock { progress in
      Result { () throws(Diagnostic) in
        // Another podium may record in the same file: what it added is read before this one writes.
        try interpreter.services.files.exclusively(path) { () throws(Diagnostic) in
          try self.update(&progress, interpreter)
        }
      }
    }
    try result.get()
  }

  private func update(_ progress: inout Progress, _ interpreter: Interpreter) throws(Diagnostic) {
    let files = interpreter.services.files
    var there: String?
    if files.kind(of: path) != .none { there = try files.text(of: path, shown: file) }
    if there != progress.text { try rebase(&progress, on: there ?? "", interpreter) }

    // Cells that the log no longer keeps are left as they were written.
    let oldest = interpreter.cells.entries.map(\.cell).min() ?? .max
    var cells = progress.cells.filter { $0.cell < oldest }
    let first = progress.first + cells.reduce(0) { $0 + $1.commands }
    let (start, written) = (progress.start, progress.cells)
    let chosen = Set(interpreter.cells.entries.map(\.cell).filter { $0 > start })
    var known = progress.known
    var number = progress.first
    for cell in cells {
      known[cell.cell] = number + cell.commands - 1
      number += cell.commands
    }
    let writer = SessionWriter(interpreter.cells, only: chosen, file: file, first: first, known: known)
    var failure: Diagnostic?
    var pictures: [CellFigures.Picture] = []
    for entry in writer.entries {
      if entry.cell > progress.declared {
        progress.declarations.add(entry, in: interpreter.session)
        progress.declared = entry.cell
      }
      do throws(Diagnostic) {
        let source = try writer.source(of: entry)
        if let old = written.first(where: { $0.cell == entry.cell && $0.source == source }) {
          cells.append(old)
        } else {
          cells.append(
            Written(
              cell: entry.cell, commands: entry.isNote ? 0 : entry.reports.count, source: source,
              text: try writer.block(of: entry).text))
          pictures += try writer.pictures(of: entry)
        }
      } catch {
        // It cannot be replayed, so it is not written; that is reported once, when the cell ends.
        if entry.cell == interpreter.cells.entries.last?.cell { failure = error }
      }
    }
    var text = try base(progress, writer.seed, interpreter)
    if !text.isEmpty, !text.hasSuffix("\n") { text += "\n" }
    for cell in cells { text += "\n" + cell.text }
    // Before the file, which shows them.
    try CellFigures.write(pictures, beside: path, shown: file, with: files)
    if text != there {
      try files.write(Array(text.utf8), to: path, shown: file, mode: there == nil ? .new : .replace)
    }
    progress.cells = cells
    progress.text = text
    if let failure { throw failure }
  }

  /// The text before the recorded cells: the existing file with the data of recorded and replayed cells declared, or
  /// the front matter of a new notebook.
  private func base(_ progress: Progress, _ seed: UInt64, _ interpreter: Interpreter) throws(Diagnostic) -> String {
    guard !progress.base.isEmpty else { return FrontMatter(seed: seed, progress.declarations).text }
    var notebook = try Notebook(progress.base, file: file)
    let data = progress.replayed.merging(progress.declarations.data) { $1 }
    notebook.frontMatter = notebook.frontMatter.with(
      data: data.filter { notebook.frontMatter.data[$0.key]?.isEmpty ?? true }
    ).with(author: progress.declarations.author).adding(parameters: progress.declarations.parameters)
    return notebook.text
  }

  /// Accepts the file as it is now; what is recorded from here on follows it.
  private func rebase(_ progress: inout Progress, on text: String, _ interpreter: Interpreter) throws(Diagnostic) {
    let notebook = try Notebook(text, file: file)
    let last = progress.cells.last?.cell ?? progress.start
    if progress.text != nil {
      var number = progress.first
      for cell in progress.cells {
        number += cell.commands
        progress.known[cell.cell] = number - 1
      }
    }
    progress.base = text
    progress.start = last
    progress.cells = []
    progress.first = max(notebook.commandCount + 1, (progress.known.values.max() ?? 0) + 1)
  }
}

extension Notebook {
  /// The number of commands that a replay runs.
  var commandCount: Int {
    blocks.reduce(0) { count, block in
      guard case .cell(let cell) = block, !cell.options.isSkipped else { return count }
      return count + Script(cell.source).pieces.count
    }
  }
}

extension Notebook.Block {
  var text: String {
    switch self {
    case .prose(let text): text
    case .cell(let cell): cell.text + cell.recorded
    }
  }
}
