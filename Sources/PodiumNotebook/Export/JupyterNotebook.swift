internal import PodiumCore
internal import PodiumEngine
internal import PodiumPlugin

/// A notebook in Jupyter's format, nbformat 4.5.
///
/// The same notebook gives the same bytes, since ids are derived from the cells' contents. Whatever the format has no
/// place for (a cell's options, the blank lines between cells) is in the metadata under `podium`.
public struct JupyterNotebook: Sendable {
  private let replayed: ReplayedNotebook
  private let file: String
  private let version: String

  /// `version` is that of podium.
  public init(_ replayed: ReplayedNotebook, file: String, version: String) {
    (self.replayed, self.file, self.version) = (replayed, file, version)
  }

  /// The file's text.
  public func json() -> String {
    let notebook = replayed.notebook
    var cells: [JupyterCell] = []
    if let cell = notebook.frontMatter.jupyterCell { cells.append(cell) }
    var blank = ""
    var number = 0
    // The number of the next command.
    var next = 1
    for block in notebook.blocks {
      switch block {
      case .prose(let text) where text.allSatisfy(\.isWhitespace): blank += text
      case .prose(let text):
        cells.append(JupyterCell(kind: .markdown, source: blank + text))
        blank = ""
      case .cell(let cell):
        number += 1
        let reports = replayed.reports[number]
        // Front ends do not run what is empty.
        let isRun = reports != nil && !cell.source.allSatisfy(\.isWhitespace)
        let commands = (reports ?? []).map(\.cell)
        let count = commands.min() ?? next
        next = max(next, (commands.max() ?? 0) + 1)
        cells.append(
          JupyterCell(
            cell, of: file, after: blank, isSkipped: reports == nil, count: isRun ? count : nil,
            outputs: outputs(reports ?? []).map { $0.json(count: count, of: cell.hash) }))
        blank = ""
      }
    }
    var podium: [(String, JSONValue)] = blank.isEmpty ? [] : [("end", .string(blank))]
    podium.append(("format", .integer(Notebook.formatVersion)))
    if notebook.hasMark { podium.append(("mark", .bool(true))) }
    podium.append(("of", .string(Notebook.fingerprint(of: notebook.text.utf8))))
    let metadata: JSONValue = .object([
      ("kernelspec", JupyterLanguage.kernel), ("language_info", JupyterLanguage.info(version: version)),
      ("podium", .object(podium)), ("title", .string(replayed.title(file))),
    ])
    return JSONValue.object([
      ("cells", .array(JupyterNotebook.identified(cells).map(\.json))), ("metadata", metadata),
      ("nbformat", .integer(4)), ("nbformat_minor", .integer(5)),
    ]).indented + "\n"
  }

  /// What a cell's commands gave, in order.
  private func outputs(_ reports: [CommandReport]) -> [JupyterOutput] {
    reports.enumerated().flatMap { place, report in
      (replayed.programs[report.cell] ?? [])
        + JupyterOutput.all(of: report, isLast: place == reports.count - 1, isStable: true)
    }
  }

  /// Cells with ids derived from their contents; duplicates are numbered.
  private static func identified(_ cells: [JupyterCell]) -> [JupyterCell] {
    var counts: [String: Int] = [:]
    return cells.map { cell in
      var cell = cell
      let count = counts[cell.ownID, default: 0] + 1
      counts[cell.ownID] = count
      cell.id = cell.ownID + (count == 1 ? "" : "-\(count)")
      return cell
    }
  }
}

extension Notebook {
  /// A short hash of its text, by which a change is found.
  static func fingerprint(of text: some Sequence<UInt8>) -> String { String(SHA256.hex(text).prefix(16)) }
}
