internal import PodiumCore
internal import PodiumLearn

/// The front end for people: outputs as aligned text.
public struct TextRenderer: Sendable {
  /// How it is laid out.
  public var style: TextStyle

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

  private func separator(_ outputs: [Output]) -> String { outputs.filter(\.isResult).count > 1 ? "\n" : "" }

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
        SafeText.escapeLines(text).split(separator: "\n", omittingEmptySubsequences: false).flatMap {
          wrapped(String($0), hanging: true)
        }
      }
    return lines.map { $0 + "\n" }.joined()
  }

  // MARK: Tables

  private func lines(_ output: TableOutput) -> [String] {
    var out =
      output.title.isEmpty ? [] : wrapped(SafeText.escape(output.title)).map { style.paint($0, .heading) }
    let table = output.table
    let limit = style.rows ?? .max
    let rows = Array(0..<min(table.rowCount, limit))
    let layout = TextGrid.layout(table.columns.map { TextGrid.Strip($0, rows: rows) }, style)
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
        "\(layout.hidden.count.counted("column")) without room: \(names); set width=N or 'to FILE' shows them"
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
      var text = field.values.map(cell).joined(separator: ", ")
      if field.isVolatile { text = style.volatile(text) }
      out += wrapped(SafeText.escape(field.name).padded(toWidth: width) + "  " + text, hanging: true)
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
    let measures = evaluation.measures
    let spreads = measures.map { evaluation.overSeeds($0.key) }
    let seeds: [TextGrid.Strip] =
      evaluation.seeds.isEmpty
      ? []
      : [
        .init(heading: "mean (seeds)", cells: spreads.map { measure($0?.mean) }, isNumeric: true),
        .init(heading: "sd (seeds)", cells: spreads.map { measure($0?.sd) }, isNumeric: true),
      ]
    let layout = TextGrid.layout(
      [
        .init(heading: "measure", cells: measures.map(\.key), isNumeric: false),
        .init(heading: "mean", cells: measures.map { measure($0.mean) }, isNumeric: true),
        .init(heading: "sd", cells: measures.map { measure($0.sd) }, isNumeric: true),
        .init(heading: "pooled", cells: measures.map { measure($0.pooled) }, isNumeric: true),
      ] + seeds, style)
    out += layout.lines + hidden(layout).flatMap { wrapped($0) }.map { style.paint($0, .dim) }
    for named in output.named { out += wrapped(named.sentence) }
    for failure in evaluation.failures {
      out += wrapped("fold \(failure.fold + 1) failed: " + SafeText.escape(failure.diagnostic.message)).map {
        style.paint($0, .warning)
      }
    }
    return out
      + evaluation.notes.flatMap { wrapped("note: " + SafeText.escape($0)) }.map { style.paint($0, .dim) }
  }

  private func lines(_ comparison: Comparison) -> [String] {
    let rows = comparison.rows
    let interval = rows.map { row in
      row.ci95.map { "\(bound($0.first)) to \(bound($0.last))" } ?? TextGrid.missing
    }
    let seeds: [TextGrid.Strip] =
      comparison.seeds < 2
      ? [] : [.init(heading: "sd (seeds)", cells: rows.map { measure($0.overSeeds?.sd) }, isNumeric: true)]
    var out = wrapped(comparison.headline).map { style.paint($0, .heading) }
    let layout = TextGrid.layout(
      [
        .init(heading: "learner", cells: rows.map { SafeText.escape($0.learner) }, isNumeric: false),
        .init(heading: "mean", cells: rows.map { measure($0.mean) }, isNumeric: true),
        .init(heading: "sd", cells: rows.map { measure($0.sd) }, isNumeric: true),
        .init(
          heading: "difference", cells: rows.map { measure($0.difference, signed: true) }, isNumeric: true),
        .init(heading: "95 % interval", cells: interval, isNumeric: true),
        .init(heading: "p", cells: rows.map { chance($0.p) }, isNumeric: true),
        .init(heading: "p Holm", cells: rows.map { chance($0.pHolm) }, isNumeric: true),
      ] + seeds, style)
    out += layout.lines + hidden(layout).flatMap { wrapped($0) }.map { style.paint($0, .dim) }
    for row in rows where row.status != "ok" {
      out += wrapped(SafeText.escape(row.learner + " " + row.status)).map { style.paint($0, .warning) }
    }
    return out + comparison.footer.flatMap { wrapped($0) }.map { style.paint($0, .dim) }
  }

  /// An end of an interval; its last digits would say more than it knows.
  private func bound(_ x: Double?) -> String {
    guard let x else { return TextGrid.missing }
    return (x > 0 ? "+" : "") + (x.magnitude < 1000 ? NumberText.fixed(x, 3) : NumberText.significant(x, 6))
  }

  /// A p value; one that rounds to nothing is bounded instead.
  private func chance(_ p: Double?) -> String {
    guard let p else { return TextGrid.missing }
    return p < 0.0001 ? "<.0001" : NumberText.fixed(p, 4)
  }

  private func lines(_ output: ConfusionOutput) -> [String] {
    let matrix = output.matrix
    let names = matrix.classes.map(SafeText.escape)
    var strips = [
      TextGrid.Strip(heading: "actual ↓  predicted →", cells: names + ["precision"], isNumeric: false)
    ]
    for (place, name) in names.enumerated() {
      let cells = matrix.counts.map { String($0[place]) } + [share(matrix.precision[place])]
      strips.append(.init(heading: name, cells: cells, isNumeric: true))
    }
    strips.append(
      .init(heading: "rows", cells: matrix.counts.map { String($0.reduce(0, +)) } + [""], isNumeric: true))
    strips.append(.init(heading: "recall", cells: matrix.recall.map(share) + [""], isNumeric: true))
    strips.append(.init(heading: "f1", cells: matrix.f1.map(share) + [""], isNumeric: true))
    let title = wrapped("confusion of \(SafeText.escape(output.learner)), all folds pooled")
    let layout = TextGrid.layout(strips, style)
    return title.map { style.paint($0, .heading) } + layout.lines
      + hidden(layout).flatMap { wrapped($0) }.map { style.paint($0, .dim) }
  }

  private func measure(_ x: Double?, signed: Bool = false) -> String {
    guard let x else { return TextGrid.missing }
    // Errors of numbers may be of any size; shares are shown to four decimals.
    let text = x.magnitude < 1000 ? NumberText.fixed(x, 4) : NumberText.significant(x, 6)
    return signed && x > 0 ? "+" + text : text
  }

  private func share(_ x: Double?) -> String { x.map { NumberText.fixed($0, 3) } ?? TextGrid.missing }

  /// A sentence broken at blanks to the width of the page.
  ///
  /// `hanging` puts the further lines under the second column of a list, where the line has one.
  func wrapped(_ text: String, hanging: Bool = false) -> [String] {
    guard let width = style.width, DisplayWidth.of(text) > width else { return [text] }
    let indent = String(repeating: " ", count: hanging ? TextRenderer.secondColumn(text, limit: width / 2) : 2)
    var lines: [String] = []
    var line = String(text.prefix { $0 == " " })
    var isFresh = true
    for word in text.dropFirst(line.count).split(separator: " ", omittingEmptySubsequences: false) {
      if !isFresh, DisplayWidth.of(line) + 1 + DisplayWidth.of(String(word)) > width {
        while line.hasSuffix(" ") { line.removeLast() }
        lines.append(line)
        line = indent + word
      } else {
        line += (isFresh ? "" : " ") + word
      }
      isFresh = false
    }
    return lines + [line]
  }

  /// Where the second column of a list begins: behind two blanks after the first word; else the line's indent.
  private static func secondColumn(_ text: String, limit: Int) -> Int {
    let start = text.prefix { $0 == " " }.count
    guard let gap = text.dropFirst(start).firstRange(of: "  ") else { return start }
    let column =
      text.distance(from: text.startIndex, to: gap.upperBound) + text[gap.upperBound...].prefix { $0 == " " }.count
    return column <= limit ? column : start + 2
  }
}
