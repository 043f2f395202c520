internal import PodiumCore
public import PodiumPlugin

/// The front end `--format latex`: parts of a document, which need no package.
///
/// Notes on a result follow `%`, so that the text can be included as it is.
public struct LaTeXRenderer: Renderer {
  public let key = "latex"
  public let summary = "a LaTeX fragment"
  public let mediaType: String? = "text/latex"
  public let extensions = ["tex"]
  public let growing = ["tex"]

  public init() {}

  /// The LaTeX of a command's outputs.
  public func render(_ report: CommandReport, on page: Page) -> RenderedReport {
    RenderedReport(report.outputs.map(render), isSeparated: true)
  }

  /// The LaTeX of outputs, with an empty line between them.
  public func render(_ outputs: [Output]) -> String { outputs.map(render).joined(separator: "\n") }

  /// The LaTeX of one output, ended by a line feed.
  public func render(_ output: Output) -> String {
    DocumentPart.parts(of: output).map(text).joined(separator: "\n")
  }

  private func text(_ part: DocumentPart) -> String {
    switch part {
    case .heading(let text): "\\noindent\\textbf{" + LaTeXRenderer.escape(text) + "}\n"
    case .table(let strips): table(strips)
    case .paragraph(let text): "\\noindent " + LaTeXRenderer.escape(text) + "\n"
    case .note(let text): comment("note: " + text)
    case .warning(let text): comment("warning: " + text)
    case .code(let text):
      "\\begin{verbatim}\n" + text.replacingBytes("\\end{verbatim}", with: "\\end {verbatim}") + "\n\\end{verbatim}\n"
    case .figure(let figure):
      figure.path.map { "\\includegraphics{" + SafeText.escape($0) + "}\n" }
        ?? comment("figure: " + SafeText.escape(figure.title) + "; write it with 'to FILE'")
    }
  }

  private func comment(_ text: String) -> String { "% " + text + "\n" }

  private func table(_ strips: [TextGrid.Strip]) -> String {
    func row(_ cells: [String]) -> String { cells.map(LaTeXRenderer.escape).joined(separator: " & ") + " \\\\\n" }
    var out = "\\begin{tabular}{" + strips.map { $0.isNumeric ? "r" : "l" }.joined() + "}\n\\hline\n"
    out += row(strips.map(\.heading)) + "\\hline\n"
    for index in 0..<(strips.first?.cells.count ?? 0) {
      if Cancellation.stopsWork(at: index) { break }
      out += row(strips.map { $0.cells[index] })
    }
    return out + "\\hline\n\\end{tabular}\n"
  }

  /// A text in which nothing is a command.
  static func escape(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": out += "\\textbackslash{}"
      case "{", "}", "$", "&", "#", "%", "_":
        out += "\\"
        out.unicodeScalars.append(scalar)
      case "~": out += "\\textasciitilde{}"
      case "^": out += "\\textasciicircum{}"
      case "<": out += "\\textless{}"
      case ">": out += "\\textgreater{}"
      // A bracket after the end of a row would be its argument.
      case "[": out += "{[}"
      case "]": out += "{]}"
      case "→": out += "$\\rightarrow$"
      case "↓": out += "$\\downarrow$"
      case "·": out += "--"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }
}
