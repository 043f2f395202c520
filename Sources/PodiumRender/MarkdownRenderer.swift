internal import PodiumCore
internal import PodiumLearn
public import PodiumPlugin

/// The front end `--format markdown`: tables as Markdown tables, the rest as fenced text.
public struct MarkdownRenderer: Renderer {
  public let key = "markdown"
  public let summary = "Markdown"
  public let mediaType: String? = "text/markdown"
  public let extensions = ["md"]
  public let growing = ["md"]

  public init() {}

  /// The Markdown of a command's outputs.
  public func render(_ report: CommandReport, on page: Page) -> RenderedReport {
    RenderedReport([render(report.outputs)], isSeparated: true)
  }

  /// The Markdown of outputs, with an empty line between them.
  public func render(_ outputs: [Output]) -> String { outputs.map(render).joined(separator: "\n") }

  /// The Markdown of one output, ended by a line feed.
  public func render(_ output: Output) -> String {
    switch output {
    case .note(let note), .notice(let note): return "> note: " + marked(SafeText.escapeSentence(note.text)) + "\n"
    case .warning(let note): return "> **warning:** " + marked(SafeText.escapeSentence(note.text)) + "\n"
    case .text(let text): return SafeText.escapeLines(text) + "\n"
    case .figure(let figure):
      guard let path = figure.path else { return "> figure: " + escape(figure.title) + "; write it with 'to FILE'\n" }
      return "![" + escape(figure.title) + "](" + target(path) + ")\n"
    case .evaluation(let evaluation):
      return fenced(TextRenderer(style: .plain).render(.evaluation(evaluation)))
    case .table, .predictions, .record, .comparison, .confusion:
      return DocumentPart.parts(of: output).map(text).joined(separator: "\n")
    }
  }

  /// A part of an output; an empty line separates it from the next.
  private func text(_ part: DocumentPart) -> String {
    switch part {
    case .heading(let text): "**" + marked(text) + "**\n"
    case .table(let strips): table(strips)
    case .paragraph(let text): marked(text) + "\n"
    case .note(let text): "> note: " + marked(text) + "\n"
    case .warning(let text): "> **warning:** " + marked(text) + "\n"
    case .code(let text): fenced(text + "\n")
    case .figure(let figure): render(.figure(figure))
    }
  }

  private func table(_ strips: [TextGrid.Strip]) -> String {
    var lines = [row(strips.map { marked($0.heading) })]
    lines.append(row(strips.map { $0.isNumeric ? "---:" : "---" }))
    for index in 0..<(strips.first?.cells.count ?? 0) {
      if Cancellation.stopsWork(at: index) { break }
      lines.append(row(strips.map { marked($0.cells[index]) }))
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }

  /// The fence is longer than any run of backticks inside.
  private func fenced(_ text: String) -> String {
    var (longest, run) = (0, 0)
    for byte in text.utf8 {
      run = byte == 0x60 ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return fence + "text\n" + text + fence + "\n"
  }

  private func escape(_ text: String) -> String { marked(SafeText.escape(text)) }

  /// Text of unknown origin that Markdown shows as it is: no cell ends early, no tag, link or emphasis begins.
  private func marked(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      if "\\|<`*[]".unicodeScalars.contains(scalar) { out += "\\" }
      out.unicodeScalars.append(scalar)
    }
    return out
  }

  /// A path as the target of a link.
  private func target(_ path: String) -> String {
    let safe = SafeText.escape(path)
    return safe.unicodeScalars.contains { " ()<>".unicodeScalars.contains($0) }
      ? "<" + safe.replacingBytes("<", with: "%3C").replacingBytes(">", with: "%3E") + ">" : safe
  }
}
