internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRender

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
    let printed = (reports ?? []).map(JupyterNotebook.plain).joined()
    let complaints = (reports ?? []).map { JupyterNotebook.complaint($0).map { $0 + "\n" }.joined() }.joined()
    if cell.recorded != NotebookRun.fences(out: printed, err: complaints, of: cell) {
      podium.append(("recorded", .string(cell.recorded)))
    }
    return .object([
      ("cell_type", .string("code")), ("execution_count", count.map(JSONValue.integer) ?? .null),
      ("id", .string(ids.next("c", cell.source))),
      ("metadata", .object(podium.isEmpty ? [] : [("podium", .object(podium))])),
      ("outputs", .array((reports ?? []).flatMap { outputs($0, count: count ?? 1) })),
      ("source", JupyterNotebook.lines(cell.source)),
    ])
  }

  private func outputs(_ report: CommandReport, count: Int) -> [JSONValue] {
    var found: [JSONValue] = []
    var rest = report
    rest.outputs.removeAll { if case .figure = $0 { true } else { false } }
    if !rest.outputs.isEmpty {
      let plain = JupyterNotebook.plain(report)
      let html = rest.outputs.map { HTMLRenderer().render($0) }.joined()
      found.append(
        .object([
          (
            "data",
            .object([
              ("text/html", JupyterNotebook.lines(MaskedText(html).text)), ("text/plain", JupyterNotebook.lines(plain)),
            ])
          ),
          ("execution_count", .integer(count)), ("metadata", .object([])), ("output_type", .string("execute_result")),
        ]))
    }
    for case .figure(let figure) in report.outputs { found.append(picture(figure)) }
    if let error = report.error {
      found.append(
        .object([
          ("ename", .string(error.code)), ("evalue", .string(MaskedText(error.message).text)),
          ("output_type", .string("error")),
          ("traceback", .array(JupyterNotebook.complaint(report).map { .string($0) })),
        ]))
    }
    return found
  }

  /// The printed output of a command, without its pictures and its error.
  private static func plain(_ report: CommandReport) -> String {
    var rest = report
    rest.outputs.removeAll { if case .figure = $0 { true } else { false } }
    rest.error = nil
    if rest.outputs.isEmpty { return "" }
    var renderer = TextRenderer(style: .notebook)
    renderer.style.rows = report.settings.rows
    return MaskedText(renderer.render(rest)).text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { OutputComparison.masked(String($0)) }.joined(separator: "\n")
  }

  /// The lines of a command's error, without the place, which would change with the prose above.
  private static func complaint(_ report: CommandReport) -> [String] {
    guard var error = report.error else { return [] }
    error.place = nil
    return MaskedText(TextRenderer(style: .notebook).render(error, input: report.input)).text
      .split(separator: "\n").map { String($0) }
  }

  /// A picture as it is and, for viewers that do not show untrusted SVG, as an image in HTML.
  private func picture(_ figure: FigureOutput) -> JSONValue {
    var data: [(String, JSONValue)] = []
    if let bytes = figure.data {
      if figure.mediaType.hasSuffix("xml"), let text = String(validating: bytes, as: UTF8.self) {
        data.append((figure.mediaType, JupyterNotebook.lines(text)))
      } else {
        data.append((figure.mediaType, .string(Base64.text(bytes))))
      }
    }
    data.append(("text/html", JupyterNotebook.lines(HTMLRenderer().render(.figure(figure)))))
    data.append(("text/plain", JupyterNotebook.lines(figure.title)))
    return .object([
      ("data", .object(data)), ("metadata", .object([])), ("output_type", .string("display_data")),
    ])
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
