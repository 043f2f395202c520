internal import PodiumCore
public import PodiumPlugin

/// The front end `--format rst`: a reStructuredText fragment, as Sphinx reads it.
///
/// Tables are `list-table` directives, because a cell of any width may be in one.
public struct RSTRenderer: Renderer {
  public let key = "rst"
  public let summary = "a reStructuredText fragment"
  public let mediaType: String? = "text/x-rst"
  public let extensions = ["rst"]
  public let growing = ["rst"]

  public init() {}

  /// The reStructuredText of a command's outputs.
  public func render(_ report: CommandReport, on page: Page) -> RenderedReport {
    RenderedReport(report.outputs.map(render), isSeparated: true)
  }

  /// The reStructuredText of outputs, with an empty line between them.
  public func render(_ outputs: [Output]) -> String { outputs.map(render).joined(separator: "\n") }

  /// The reStructuredText of one output, ended by a line feed.
  public func render(_ output: Output) -> String { DocumentPart.parts(of: output).map(text).joined(separator: "\n") }

  private func text(_ part: DocumentPart) -> String {
    switch part {
    case .heading(let text): "**" + RSTRenderer.escape(text) + "**\n"
    case .table(let strips): table(strips)
    case .paragraph(let text): RSTRenderer.escape(text) + "\n"
    case .note(let text): ".. note:: " + RSTRenderer.escape(text) + "\n"
    case .warning(let text): ".. warning:: " + RSTRenderer.escape(text) + "\n"
    case .code(let text):
      "::\n\n" + text.split(separator: "\n", omittingEmptySubsequences: false).map(RSTRenderer.indented).joined()
    case .figure(let figure):
      figure.path.map {
        ".. figure:: " + SafeText.escape($0) + "\n\n   " + RSTRenderer.escape(SafeText.escape(figure.title)) + "\n"
      }
        ?? ".. figure: " + SafeText.escape(figure.title) + "; write it with 'to FILE'\n"
    }
  }

  private static func indented(_ line: Substring) -> String { (line.isEmpty ? "" : "   " + line) + "\n" }

  private func table(_ strips: [TextGrid.Strip]) -> String {
    var out = ".. list-table::\n   :header-rows: 1\n\n"
    for row in -1..<(strips.first?.cells.count ?? 0) {
      if Cancellation.stopsWork(at: row) { break }
      for (place, strip) in strips.enumerated() {
        let cell = RSTRenderer.escape(row < 0 ? strip.heading : strip.cells[row])
        out += (place == 0 ? "   * -" : "     -") + (cell.isEmpty ? "" : " " + cell) + "\n"
      }
    }
    return out
  }

  /// A text in which nothing is markup.
  static func escape(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      if "\\*`|_:<>[]#-=~^\"'+.".unicodeScalars.contains(scalar), needsEscape(scalar, after: out) { out += "\\" }
      out.unicodeScalars.append(scalar)
    }
    return out
  }

  /// Characters that begin or end inline markup anywhere, and those that begin a block at the start of a text.
  private static func needsEscape(_ scalar: Unicode.Scalar, after out: String) -> Bool {
    "\\*`|_".unicodeScalars.contains(scalar) || (out.isEmpty && ":<>[]#-=~^\"'+.".unicodeScalars.contains(scalar))
  }
}
