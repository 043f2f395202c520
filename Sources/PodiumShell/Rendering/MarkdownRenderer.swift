internal import PodiumCore
internal import PodiumLearn

/// The front end `--format markdown`: tables as Markdown tables, the rest as fenced text.
public struct MarkdownRenderer: Sendable {
  /// Makes the renderer.
  public init() {}

  /// The Markdown of a command's outputs.
  public func render(_ report: CommandReport) -> String {
    report.outputs.map(render).joined(separator: "\n")
  }

  /// The Markdown of one output, ended by a line feed.
  public func render(_ output: Output) -> String {
    switch output {
    case .note(let text): return "> note: " + escape(text) + "\n"
    case .warning(let text): return "> **warning:** " + escape(text) + "\n"
    case .text(let text): return SafeText.escapeLines(text) + "\n"
    case .figure(let figure):
      guard let path = figure.path else { return "> figure: " + escape(figure.title) + "; 'to FILE' writes it\n" }
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
    for index in 0..<(strips.first?.cells.count ?? 0) { lines.append(row(strips.map { marked($0.cells[index]) })) }
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
    return safe.contains { " ()<>".contains($0) }
      ? "<" + safe.replacing("<", with: "%3C").replacing(">", with: "%3E") + ">" : safe
  }
}

extension Output {
  /// The output as one table, for formats that hold only tables; nil where it is none.
  var asTable: Table? {
    switch self {
    case .table(let output), .predictions(let output): return output.table
    case .record(let record):
      let fields = record.fields
      return try? Table([
        Column("field", .text(fields.map(\.name))),
        Column("value", .text(fields.map { $0.values.map(\.fileText).joined(separator: ", ") })),
      ])
    case .comparison(let comparison):
      let rows = comparison.rows
      func numbers(_ name: String, _ value: (Comparison.Row) -> Double?) -> Column {
        Column(name, .number(rows.map { value($0) ?? .nan }))
      }
      return try? Table(
        [
          Column("learner", .text(rows.map(\.learner))), numbers("mean") { $0.mean }, numbers("sd") { $0.sd },
          numbers("difference") { $0.difference }, numbers("ci95_low") { $0.ci95?.first },
          numbers("ci95_high") { $0.ci95?.last }, numbers("p") { $0.p }, numbers("p_holm") { $0.pHolm },
          Column("status", .text(rows.map(\.status))),
          Column("folds", .integer(rows.map { $0.definedFolds ?? ColumnValues.missingInteger })),
        ]
          + comparison.figures.map { figure in
            numbers(figure.name) { row in row.figures.first { $0.name == figure.name }?.pooled }
          })
    case .confusion(let output):
      let matrix = output.matrix
      var columns = [Column("actual", .text(matrix.classes))]
      for (place, name) in matrix.classes.enumerated() {
        columns.append(Column("predicted " + name, .integer(matrix.counts.map { $0[place] })))
      }
      columns.append(Column("recall", .number(matrix.recall.map { $0 ?? .nan })))
      return try? Table(columns)
    default: return nil
    }
  }
}
