public import PodiumCore
public import PodiumEngine
internal import PodiumPlugin

/// Replays a notebook and compares the outputs of its cells with the recorded ones.
public struct NotebookVerification: Sendable {
  public let notebook: Notebook
  /// The file's name, for the places of errors.
  public let file: String
  /// When numbers are close.
  public var rule = NumberRule()
  /// Which cells are compared; those before them run too.
  public var choice = Choice.all
  /// Whether the declared data are checked first; false if that was done already.
  public var checksData = true

  public enum Choice: Sendable, Equatable {
    case all
    /// Cells 1 to this one.
    case upTo(Int)
    /// The cell with a number, or with a name for its result (`as NAME`).
    case only(String)
    /// The cells that were edited after their output was recorded, and those without a recorded output.
    case changed
  }

  /// What a verification reports as it runs.
  public enum Event: Sendable {
    /// A cell starts; `seconds` is the time limit in its options.
    case starting(cell: Int, line: Int, seconds: Double?)
    /// The loaded version of a plugin is not the recorded one.
    case plugin(PluginChange)
    /// A cell has finished.
    case ended(CellCheck)
  }

  /// The errors that mean a cell could not run here.
  public static let refusals: Set<String> = [
    "trust-refused", "network-closed", "missing-dataset", "missing-data", "changed-data",
  ]

  public init(_ notebook: Notebook, file: String) {
    self.notebook = notebook
    self.file = file
  }

  /// The cells with the places of their blocks.
  private var cells: [(block: Int, cell: Notebook.Cell)] {
    notebook.blocks.enumerated().compactMap { place, block in
      if case .cell(let cell) = block { (place, cell) } else { nil }
    }
  }

  /// The numbers of the cells that are compared.
  ///
  /// Throws `unknown-cell` if there is no such cell.
  public func chosen() throws(Diagnostic) -> Set<Int> {
    let cells = cells.map(\.cell)
    let all = cells.indices.map { $0 + 1 }
    switch choice {
    case .all: return Set(all)
    case .upTo(let last): return Set(all.filter { $0 <= last })
    case .changed:
      return Set(
        all.filter { number in
          let outputs = cells[number - 1].outputs
          return outputs.isEmpty || outputs.contains { $0.hash != nil && $0.hash != cells[number - 1].hash }
        })
    case .only(let name):
      let found =
        Int(name).map { number in all.filter { $0 == number } }
        ?? all.filter { cells[$0 - 1].names(name) }
      guard !found.isEmpty else {
        throw Diagnostic(
          "unknown-cell", "'\(file)' has no cell '\(name)'",
          help: "give a cell by its number, 1 to \(cells.count), or by the name of its result")
      }
      return Set(found)
    }
  }

  /// Runs the cells that are needed and reports each one that is compared.
  ///
  /// Throws if the notebook cannot be run here: `missing-data`, `changed-data`, `missing-plugin`, `unknown-cell`.
  public func run(in interpreter: inout Interpreter, tell: (Event) -> Void) throws(Diagnostic) {
    let chosen = try chosen()
    if checksData { try NotebookData.check(notebook.frontMatter, in: interpreter.session) }
    for (name, version) in notebook.frontMatter.plugins.inCodePointOrder(by: \.key) {
      guard let plugin = interpreter.registry.plugins.first(where: { $0.name == name }) else {
        throw Diagnostic(
          "missing-plugin", "the notebook needs the plugin '\(name)', which is not installed",
          help: "use plugins to list the installed plugins")
      }
      if !version.isEmpty, version != plugin.version {
        tell(.plugin(PluginChange(name: name, recorded: version, loaded: plugin.version)))
      }
    }
    guard let last = chosen.max() else { return }
    var number = 0
    // A cell must not redirect the comparison to another file.
    let (files, folder) = (interpreter.services.files, interpreter.services.folder)
    _ = NotebookRun(notebook, file: file).run(
      in: &interpreter, through: cells[last - 1].block, keepGoing: true
    ) { event in
      switch event {
      case .prose: break
      case .skipped(let cell):
        number += 1
        tell(.ended(CellCheck(cell: number, line: cell.line, .skipped)))
      case .starting(let cell):
        number += 1
        tell(.starting(cell: number, line: cell.line, seconds: cell.options.timeout))
      case .cell(let cell, let reports, let failure):
        var check: CellCheck
        if let failure {
          check = CellCheck(
            cell: number, line: cell.line, NotebookVerification.refusals.contains(failure.code) ? .refused : .failed)
          check.error = failure
        } else {
          if chosen.contains(number) {
            let recording = NotebookRun.recording(of: cell, reports: reports, file: file)
            check = CellCheck(
              cell: number, cell, recording: recording, rule: rule, tables: NotebookRun.printed(reports).tables)
            if check.outcome == .different {
              check.allow(
                forCut: NotebookRun.cutRecording(of: cell, reports: reports, file: file), of: cell, rule: rule)
            }
            let figures = CellFigures(of: cell, reports: reports, file: file)
            check.compare(figures, with: cell, rule: rule, files: files, folder: folder)
          } else {
            check = CellCheck(cell: number, line: cell.line, .notCompared)
          }
        }
        tell(.ended(check))
      }
    }
  }
}

extension Notebook.Cell {
  /// Whether one of its commands gives its result this name.
  fileprivate func names(_ name: String) -> Bool {
    Script(source).pieces.contains { piece in
      piece.text.hasSuffix(" as " + name) || piece.text.contains(" as " + name + " ")
    }
  }
}
