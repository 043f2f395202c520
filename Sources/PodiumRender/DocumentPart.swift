internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

/// An output as parts, from which every document format is made.
///
/// Texts are escaped as for a terminal, and by the format after that.
enum DocumentPart {
  case heading(String)
  case table([TextGrid.Strip])
  case paragraph(String)
  case note(String)
  case warning(String)
  /// Lines that stay as they are.
  case code(String)
  case figure(FigureOutput)

  /// The parts of an output, in order.
  static func parts(of output: Output) -> [DocumentPart] {
    switch output {
    case .table(let table), .predictions(let table): parts(of: table)
    case .record(let record): parts(of: record)
    case .evaluation(let evaluation): parts(of: evaluation)
    case .comparison(let comparison):
      [.heading(comparison.headline), .table(comparison.strips)]
        + comparison.rows.filter { $0.status != "ok" }.map { .warning(SafeText.escape($0.learner + " " + $0.status)) }
        + comparison.footer.map { .paragraph($0) }
        + (comparison.figureStrips.map { [.heading(comparison.figureHeading), .table($0)] } ?? [])
        + comparison.figureFooter.map { .paragraph($0) }
    case .confusion(let confusion): [.heading(confusion.headline), .table(confusion.strips)]
    case .figure(let figure): [.figure(figure)]
    case .note(let note), .notice(let note): [.note(SafeText.escapeSentence(note.text))]
    case .warning(let note): [.warning(SafeText.escapeSentence(note.text))]
    case .text(let text): [.code(SafeText.escapeLines(text))]
    }
  }

  private static func parts(of output: TableOutput) -> [DocumentPart] {
    let rows = Array(0..<output.table.rowCount)
    return heading(output.title) + [
      .table(
        output.table.columns.map { column in
          func strip(_ shown: Column) -> TextGrid.Strip {
            TextGrid.Strip(
              DocumentPart.inWords(shown), rows: rows, decimals: output.decimals[column.name],
              rowDecimals: output.rowDecimals, rowScales: output.rowScales, digits: output.digits[column.name] ?? 6,
              areChances: output.chances.contains(column.name), arePValues: output.pValues.contains(column.name))
          }
          var whole = strip(column)
          whole.isEssential = output.essential.contains(column.name)
          if let narrow = output.narrow[column.name].map(strip) { whole.narrow = (narrow.heading, narrow.cells) }
          return whole
        })
    ]
      + output.footer.map { .paragraph(SafeText.escape($0)) }
  }

  /// Truths in words: a document is read by people who do not know podium.
  private static func word(_ isTrue: Bool) -> String { isTrue ? "yes" : "no" }

  private static func inWords(_ column: Column) -> Column {
    guard case .boolean(let truths) = column.values else { return column }
    return Column(column.name, .text(truths.map { $0.map(word) }))
  }

  private static func parts(of record: RecordOutput) -> [DocumentPart] {
    if record.isBrief { return [.paragraph(SafeText.escapeSentence(record.title))] }
    let values = record.fields.map { field in
      field.values.map { value in
        if case .boolean(let isTrue) = value { word(isTrue) } else { record.text(value, of: field) }
      }.joined(separator: ", ")
    }
    return heading(record.title) + [
      .table([
        .init(heading: "field", cells: record.fields.map { SafeText.escape($0.name) }, isNumeric: false),
        .init(heading: "value", cells: values, isNumeric: false),
      ])
    ]
  }

  private static func parts(of output: EvaluationOutput) -> [DocumentPart] {
    let evaluation = output.evaluation
    var parts: [DocumentPart] = [.heading(evaluation.headline), .paragraph(evaluation.sentence)]
    parts += evaluation.moreSentences.map { .paragraph($0) }
    parts.append(.table(evaluation.strips))
    parts += output.named.map { .paragraph($0.sentence) }
    parts += evaluation.failures.map {
      .warning("fold \($0.fold + 1) failed: " + SafeText.escapeSentence($0.diagnostic.inOneLine))
    }
    return parts + evaluation.notes.map { .note(SafeText.escapeSentence($0)) }
  }

  private static func heading(_ title: String) -> [DocumentPart] {
    title.isEmpty ? [] : [.heading(SafeText.escape(title))]
  }
}
