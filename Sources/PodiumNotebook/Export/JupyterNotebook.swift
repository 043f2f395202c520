internal import PodiumCore
internal import PodiumEngine
internal import PodiumPlugin

/// A notebook in Jupyter's format, nbformat 4.5.
///
/// The same notebook gives the same bytes, since ids are derived from the cells' contents. Whatever the format has no
/// place for (the front matter, a cell's options, the blank lines between cells) is in the metadata under `podium`.
public struct JupyterNotebook: Sendable {
  private let replayed: ReplayedNotebook
  private let file: String

  public init(_ replayed: ReplayedNotebook, file: String) {
    self.replayed = replayed
    self.file = file
  }

  /// The file's text.
  public func json() -> String {
    var ids = Identifiers()
    var cells: [JSONValue] = []
    var blank = ""
    var number = 0
    var executed = 0
    for block in replayed.notebook.blocks {
      switch block {
      case .prose(let text):
        if text.allSatisfy(\.isWhitespace) {
          blank += text
        } else {
          cells.append(markdown(blank + text, &ids))
          blank = ""
        }
      case .cell(let cell):
        number += 1
        let reports = replayed.reports[number]
        if reports != nil { executed += 1 }
        cells.append(code(cell, reports, after: blank, count: reports == nil ? nil : executed, &ids))
        blank = ""
      }
    }
    var podium: [(String, JSONValue)] = [("format", .integer(Notebook.formatVersion))]
    if !replayed.notebook.frontMatter.text.isEmpty {
      podium.append(("front_matter", .string(replayed.notebook.frontMatter.text)))
    }
    if !blank.isEmpty { podium.append(("end", .string(blank))) }
    let metadata: JSONValue = .object([
      (
        "kernelspec",
        .object([("display_name", .string("podium")), ("language", .string("podium")), ("name", .string("podium"))])
      ),
      (
        "language_info",
        .object([
          ("file_extension", .string(".podium")), ("mimetype", .string("text/x-podium")), ("name", .string("podium")),
        ])
      ),
      ("podium", .object(podium)), ("title", .string(replayed.title(file))),
    ])
    return JSONValue.object([
      ("cells", .array(cells)), ("metadata", metadata), ("nbformat", .integer(4)), ("nbformat_minor", .integer(5)),
    ]).indented + "\n"
  }

  private func markdown(_ text: String, _ ids: inout Identifiers) -> JSONValue {
    .object([
      ("cell_type", .string("markdown")), ("id", .string(ids.next("m", text))), ("metadata", .object([])),
      ("source", JupyterNotebook.lines(text)),
    ])
  }

  private func code(
    _ cell: Notebook.Cell, _ reports: [CommandReport]?, after blank: String, count: Int?, _ ids: inout Identifiers
  ) -> JSONValue {
    var podium: [(String, JSONValue)] = []
    if cell.opening != "```podium" { podium.append(("opening", .string(cell.opening))) }
    if cell.closing != "```\n" { podium.append(("closing", .string(cell.closing))) }
    if !blank.isEmpty { podium.append(("before", .string(blank))) }
    if cell.source.isEmpty, cell.text != cell.opening + "\n" + cell.closing { podium.append(("blank", .bool(true))) }
    // Keep the recorded text only if it cannot be reconstructed from the outputs.
    let printed = (reports ?? []).map(JupyterOutput.plain).joined()
    let complaints = (reports ?? []).map { JupyterOutput.complaint($0).map { $0 + "\n" }.joined() }.joined()
    if cell.recorded != NotebookRun.fences(out: printed, err: complaints, of: cell) {
      podium.append(("recorded", .string(cell.recorded)))
    }
    return .object([
      ("cell_type", .string("code")), ("execution_count", count.map(JSONValue.integer) ?? .null),
      ("id", .string(ids.next("c", cell.source))),
      ("metadata", .object(podium.isEmpty ? [] : [("podium", .object(podium))])),
      ("outputs", .array((reports ?? []).flatMap(JupyterOutput.all).map { json($0, count: count ?? 1) })),
      ("source", JupyterNotebook.lines(cell.source)),
    ])
  }

  private func json(_ output: JupyterOutput, count: Int) -> JSONValue {
    switch output {
    case .result(let bundle):
      .object([
        ("data", JupyterNotebook.json(bundle)), ("execution_count", .integer(count)), ("metadata", .object([])),
        ("output_type", .string("execute_result")),
      ])
    case .picture(let bundle):
      .object([
        ("data", JupyterNotebook.json(bundle)), ("metadata", .object([])), ("output_type", .string("display_data")),
      ])
    case .error(let code, let message, let lines):
      .object([
        ("ename", .string(code)), ("evalue", .string(message)), ("output_type", .string("error")),
        ("traceback", .array(lines.map(JSONValue.string))),
      ])
    }
  }

  private static func json(_ bundle: MIMEBundle) -> JSONValue {
    .object(
      bundle.entries.map { entry in
        switch entry.content {
        case .text(let text): (entry.type, JupyterNotebook.lines(text))
        case .bytes(let bytes): (entry.type, .string(Base64.text(bytes)))
        }
      })
  }

  /// A text as Jupyter stores it: a list of lines with their line ends.
  private static func lines(_ text: String) -> JSONValue {
    .array(TextLines.split(text).map { .string(String($0)) })
  }

  /// Ids of cells, derived from their contents; duplicates are numbered.
  private struct Identifiers {
    private var counts: [String: Int] = [:]

    mutating func next(_ kind: String, _ text: String) -> String {
      let name = kind + "-" + SHA256.hex(text.utf8).prefix(12)
      let count = counts[name, default: 0]
      counts[name] = count + 1
      return count == 0 ? name : name + "-\(count + 1)"
    }
  }
}
