internal import PodiumCore
internal import PodiumEngine
internal import PodiumPlugin

/// Turns the cells of a session into a notebook whose replay gives the same results.
struct SessionWriter {
  /// The cells to write, in order.
  let entries: [CellLog.Entry]
  let seed: UInt64
  private let file: String
  /// The number of each cell in a replay, by its number in the session.
  private let numbers: [Int: Int]

  /// Chooses the cells: all that succeeded, or those of them with the given numbers.
  ///
  /// The first command is number `first` in a replay; `known` are the replay numbers of cells that are not written.
  init(_ log: CellLog, only chosen: Set<Int>?, file: String, first: Int = 1, known: [Int: Int] = [:]) {
    self.file = file
    let keepsSteps = SessionWriter.keepsSteps(log)
    entries = log.entries.filter { entry in
      if !entry.worked || entry.isInner { return false }
      if let chosen, !chosen.contains(entry.cell) { return false }
      if let name = entry.signature?.name, entry.isControl {
        if name == NoteCommand.name { return true }
        return name == "source" || (keepsSteps && ["undo", "redo"].contains(name))
      }
      if entry.signature?.has(.local) ?? false { return false }
      return !entry.isControl && (keepsSteps || entry.undoneBy == nil)
    }
    seed = log.seed ?? 0
    var numbers = known
    var next = first
    for entry in entries where !entry.isNote {
      // A script takes a number for itself and one for each of its commands.
      for cell in entry.reports.map(\.cell).sorted() {
        numbers[cell] = next
        next += 1
      }
    }
    self.numbers = numbers
  }

  /// Whether `undo` must be kept: a command that ran before it used what it undid.
  private static func keepsSteps(_ log: CellLog) -> Bool {
    if log.entries.contains(where: { $0.worked && $0.signature?.name == "redo" }) { return true }
    return log.entries.contains { entry in
      guard let undo = entry.undoneBy else { return false }
      return log.entries.contains {
        $0.cell > entry.cell && $0.cell < undo && $0.worked && !$0.isControl && $0.undoneBy == nil
      }
    }
  }

  /// The notebook with the given declarations in its front matter.
  ///
  /// Throws `missing-cell` if a command refers to the result of a cell that is not written.
  func notebook(_ declarations: Declarations) throws(Diagnostic) -> Notebook {
    var blocks: [Notebook.Block] = []
    for entry in entries {
      blocks.append(.prose("\n"))
      blocks.append(try block(of: entry))
    }
    return Notebook(frontMatter: FrontMatter(seed: seed, declarations), blocks: blocks)
  }

  /// A cell with its output, or the prose of a note.
  func block(of entry: CellLog.Entry) throws(Diagnostic) -> Notebook.Block {
    if entry.isNote, case .text(let text)? = entry.reports.last?.outputs.first {
      return .prose(MaskedText(text).text + "\n")
    }
    var cell = Notebook.Cell(source: try source(of: entry))
    cell.recorded = NotebookRun.recording(of: cell, reports: entry.reports, file: file)
    return .cell(cell)
  }

  func pictures(of entry: CellLog.Entry) throws(Diagnostic) -> [CellFigures.Picture] {
    if entry.isNote { return [] }
    return CellFigures(of: Notebook.Cell(source: try source(of: entry)), reports: entry.reports, file: file).pictures
  }

  /// The command with its verb in full and its references renumbered for a replay.
  func source(of entry: CellLog.Entry) throws(Diagnostic) -> String {
    guard case .command(let syntax)? = entry.statement?.body, let signature = entry.signature else {
      return entry.input
    }
    let text = try CellReferences.rewritten(entry.typed, syntax, signature) { (cell) throws(Diagnostic) in
      guard let number = numbers[cell] else {
        throw Diagnostic(
          "missing-cell", "cell \(entry.cell) uses the result of cell \(cell), which is not being saved",
          help: "use cells=\(min(cell, entry.cell))..\(entry.cell) to save both, or name the result with 'as'")
      }
      return number
    }
    // The verb comes before all references. A plugin's is two words as parsed: the first is the verb, the second an
    // argument.
    let full =
      signature.name.contains(" ") ? text : CellReferences.replacing([(syntax.verb.span, signature.name)], in: text)
    return MaskedText(full).text
  }
}

extension CellLog.Entry {
  var isNote: Bool { signature?.name == NoteCommand.name }
}

extension Notebook.Cell {
  /// A cell with a command, between fences that are longer than any in it.
  init(source: String) {
    let fence = Fence.ticks(around: source)
    self.init(
      opening: fence + "podium", source: source, hasLines: true, closing: fence + "\n", options: CellOptions(),
      line: 0, recorded: "")
  }
}
