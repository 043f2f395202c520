internal import PodiumCore
internal import PodiumLearn

/// The front end for people: outputs as aligned text.
public struct TextRenderer: Sendable {
  /// How it is laid out.
  public var style: TextStyle

  /// What lines of a text begin with that quote the output of a command: they are said more quietly.
  public static let quotation = "      "

  /// Makes a renderer.
  public init(style: TextStyle) { self.style = style }

  /// The text of a command's outputs, each line ended by a line feed; empty when there is nothing to show.
  public func render(_ report: CommandReport) -> String {
    var out = report.outputs.map(render).joined(separator: separator(report.outputs))
    // A slow command tells its time on a screen; what goes to a pipe or a page must not change from run to run.
    let isSlow = report.milliseconds >= 1000 && style.rows != nil && !style.marksVolatile
    if report.isTimed || (isSlow && report.status == .ok) {
      let seconds = NumberText.fixed(report.milliseconds / 1000, 3) + " s"
      out += style.paint("time: " + style.volatile(seconds), .dim) + "\n"
    }
    return out
  }

  private func lines(_ figure: FigureOutput) -> [String] {
    var text = "figure: " + SafeText.escape(figure.title)
    if let path = figure.path { return wrapped(text + " in '" + SafeText.escape(path) + "'") }
    if let data = figure.data {
      text += " (\(SafeText.escape(figure.mediaType)), \(data.count.counted("byte"))); 'to FILE' writes it"
    }
    return wrapped(text)
  }

  private func separator(_ outputs: [Output]) -> String {
    style.tables != .columns || outputs.filter(\.isResult).count > 1 ? "\n" : ""
  }

  /// The text of one output, each line ended by a line feed.
  public func render(_ output: Output) -> String {
    let lines: [String] =
      switch output {
      case .table(let table), .predictions(let table): lines(table)
      case .record(let record): lines(record)
      case .evaluation(let evaluation): lines(evaluation)
      case .comparison(let comparison): lines(comparison)
      case .confusion(let confusion): lines(confusion)
      case .figure(let figure):
        lines(figure)
      case .note(let text): wrapped("note: " + SafeText.escape(text)).map { style.paint($0, .dim) }
      case .warning(let text): wrapped("warning: " + SafeText.escape(text)).map { style.paint($0, .warning) }
      case .text(let text):
        SafeText.escapeLines(text).split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
          let lines = wrapped(String(line), hanging: true)
          return line.hasPrefix(TextRenderer.quotation) ? lines.map { style.paint($0, .dim) } : lines
        }
      }
    // Rows that stand a line a cell have empty lines around them, of which the outermost separate nothing.
    let isVertical = style.tables != .columns && output.isResult
    let first = isVertical ? lines.firstIndex { !$0.isEmpty } ?? 0 : 0
    let last = isVertical ? (lines.lastIndex { !$0.isEmpty } ?? -1) + 1 : lines.count
    return lines[first..<max(first, last)].map { $0 + "\n" }.joined()
  }

  // MARK: Tables

  private func lines(_ output: TableOutput) -> [String] {
    var out =
      output.title.isEmpty ? [] : wrapped(SafeText.escape(output.title)).map { style.paint($0, .heading) }
    let table = output.table
    let limit = style.rows ?? .max
    let rows = Array(0..<min(table.rowCount, limit))
    let strips = table.columns.map { column in
      var strip = TextGrid.Strip(column, rows: rows, decimals: output.decimals[column.name])
      strip.isEssential = output.essential.contains(column.name)
      return strip
    }
    let layout = TextGrid.layout(strips, style)
    out += layout.lines
    if table.columns.isEmpty { out.append("(no columns)") }
    if table.rowCount == 0, !table.columns.isEmpty { out.append("(no rows)") }
    var footer: [String] = []
    if rows.count < table.rowCount {
      footer.append("\(rows.count) of \(table.rowCount.counted("row")); set rows=N or 'to FILE' shows more")
    } else if output.totalRows > table.rowCount {
      footer.append("\(table.rowCount) of \(output.totalRows.counted("row"))")
    }
    footer += hidden(layout, of: output)
    footer += output.footer
    return out + footer.flatMap { wrapped($0) }.map { style.paint($0, .dim) }
  }

  /// What there was no room for, and the command that shows it.
  private func hidden(_ layout: TextGrid.Layout, of output: TableOutput? = nil) -> [String] {
    var footer: [String] = []
    if !layout.hidden.isEmpty, let output, let chooser = output.chooser {
      footer.append(
        TextRenderer.footer(hidden: layout.hidden, of: output.table.columns.count, chooser, width: style.width))
    } else if !layout.hidden.isEmpty {
      let names = layout.hidden.prefix(6).joined(separator: ", ") + (layout.hidden.count > 6 ? ", …" : "")
      footer.append(
        "\(layout.hidden.count.counted("column")) without room: \(names); set format=vertical or 'to FILE' shows them"
      )
    }
    if layout.cutCells > 0 {
      footer.append("\(layout.cutCells.counted("cell")) cut off at …; 'to FILE' shows them whole")
    }
    return footer
  }

  private func lines(_ record: RecordOutput) -> [String] {
    var out =
      record.title.isEmpty ? [] : wrapped(SafeText.escape(record.title)).map { style.paint($0, .heading) }
    let width = record.fields.map { DisplayWidth.of(SafeText.escape($0.name)) }.max() ?? 0
    for field in record.fields {
      var text = field.values.map { $0.isMissing && style.isSpoken ? "missing" : cell($0) }.joined(separator: ", ")
      if field.isVolatile { text = style.volatile(text) }
      let name = SafeText.escape(field.name)
      out +=
        style.tables == .columns
        ? wrapped(name.padded(toWidth: width) + "  " + text, hanging: true) : wrapped(name + ": " + text)
    }
    return out
  }

  private func cell(_ value: Value) -> String {
    switch value {
    case .missing: TextGrid.missing
    case .number(let x): NumberText.significant(x, 6)
    default: SafeText.escape(value.fileText)
    }
  }

  // MARK: Results of learning

  private func lines(_ output: EvaluationOutput) -> [String] {
    let evaluation = output.evaluation
    var out = wrapped(evaluation.headline).map { style.paint($0, .heading) }
    out += wrapped(evaluation.sentence) + (evaluation.seedSentence.map { wrapped($0) } ?? [])
    let layout = TextGrid.layout(evaluation.strips, style)
    out += layout.lines + hidden(layout).flatMap { wrapped($0) }.map { style.paint($0, .dim) }
    for named in output.named { out += wrapped(named.sentence) }
    for failure in evaluation.failures {
      out += wrapped("fold \(failure.fold + 1) failed: " + SafeText.escape(failure.diagnostic.inOneLine)).map {
        style.paint($0, .warning)
      }
    }
    return out
      + evaluation.notes.flatMap { wrapped("note: " + SafeText.escape($0)) }.map { style.paint($0, .dim) }
  }

  private func lines(_ comparison: Comparison) -> [String] {
    var out = wrapped(comparison.headline).map { style.paint($0, .heading) }
    let layout = TextGrid.layout(comparison.strips, style)
    out += layout.lines + hidden(layout).flatMap { wrapped($0) }.map { style.paint($0, .dim) }
    for row in comparison.rows where row.status != "ok" {
      out += wrapped(SafeText.escape(row.learner + " " + row.status)).map { style.paint($0, .warning) }
    }
    out += comparison.footer.flatMap { wrapped($0) }.map { style.paint($0, .dim) }
    guard let strips = comparison.figureStrips else { return out }
    let figures = TextGrid.layout(strips, style)
    out += wrapped(comparison.figureHeading).map { style.paint($0, .heading) } + figures.lines
    return out + (hidden(figures) + comparison.figureFooter).flatMap { wrapped($0) }.map { style.paint($0, .dim) }
  }

  private func lines(_ output: ConfusionOutput) -> [String] {
    let layout = TextGrid.layout(output.strips, style)
    return wrapped(output.headline).map { style.paint($0, .heading) } + layout.lines
      + hidden(layout).flatMap { wrapped($0) }.map { style.paint($0, .dim) }
  }

  func wrapped(_ text: String, hanging: Bool = false) -> [String] { style.wrapped(text, hanging: hanging) }
}
