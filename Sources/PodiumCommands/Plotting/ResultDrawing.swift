internal import PodiumCore
internal import PodiumFigure
internal import PodiumLearn
internal import PodiumPlotting
internal import PodiumPlugin

/// The picture of a result, or of a model.
struct ResultDrawing {
  let call: Call
  let session: Session

  var cancellation: Cancellation { session.cancellation }

  // MARK: Without a kind

  /// The picture of the result that some words name; without words, of the last one that is not a picture itself.
  func figure(_ words: [Word]) throws(Diagnostic) -> Figure {
    let entry: Results.Entry
    if let word = words.first {
      entry = try self.entry(word, words.dropFirst())
      try refuse(words.dropFirst())
    } else {
      let last = session.results.entries.last { entry in
        !entry.outputs.allSatisfy { if case .figure = $0 { true } else { false } }
      }
      guard let last else {
        throw Diagnostic(
          "no-picture", "there is no result to draw yet", span: call.verbSpan,
          help: "draw the table, as in: plot hist COLUMN; or run a command such as describe or cv LEARNER")
      }
      entry = last
    }
    guard let found = try picture(of: entry) else { throw nothing(in: entry, words.first?.span) }
    return found
  }

  private func picture(of entry: Results.Entry) throws(Diagnostic) -> Figure? {
    for output in entry.outputs {
      if let picture = output.picture { return try picture.figure(cancellation) }
    }
    let matrices = ResultDrawing.matrices(in: entry)
    if !matrices.isEmpty { return try ResultPlot.confusion(matrices) }
    for output in entry.outputs {
      switch output {
      case .comparison(let comparison): return try ResultPlot.comparison(comparison)
      case .evaluation(let output): return try ResultPlot.folds(output.evaluation)
      case .figure(let figure): if let plot = figure.plot { return plot }
      default: continue
      }
    }
    return nil
  }

  private static func matrices(in entry: Results.Entry) -> [(learner: String, matrix: ConfusionMatrix)] {
    entry.outputs.compactMap { output in
      if case .confusion(let found) = output { (found.learner, found.matrix) } else { nil }
    }
  }

  /// Whether a result can be drawn; one that is a picture itself does not count.
  private static func hasPicture(_ entry: Results.Entry) -> Bool {
    entry.outputs.contains { output in
      switch output {
      case .confusion, .comparison, .evaluation: true
      default: output.picture != nil
      }
    }
  }

  private func nothing(in entry: Results.Entry, _ span: SourceSpan?) -> Diagnostic {
    let others = session.results.entries.filter { ResultDrawing.hasPicture($0) }.suffix(6)
      .map { $0.name ?? "$\($0.cell)" }
    let help =
      others.isEmpty
      ? "the results of describe, count, correlate, missing, cv, compare, confusion and others can be drawn"
      : "these results can be drawn: " + others.joined(separator: ", ")
    let isDrawn =
      session.results.entries.last?.outputs.contains { if case .figure = $0 { true } else { false } } == true
    return Diagnostic(
      "no-picture", "the result of '\(Abridged.text(entry.input))' has no picture", span: span ?? call.verbSpan,
      help: (isDrawn ? "'show to FILE' writes the last picture; " : "") + help + "; to draw the table: plot "
        + PlotCommand.tableKinds)
  }

  private func entry(_ word: Word, _ others: ArraySlice<Word> = []) throws(Diagnostic) -> Results.Entry {
    if word.text.hasPrefix("$") { return try session.results.entry(String(word.text.dropFirst()), span: word.span) }
    if let entry = try? session.results.entry(word.text, span: word.span) { return entry }
    if let table = session.state.current?.table, let column = table[word.text] {
      for other in others where table.columns(chosenBy: other.text) == nil {
        _ = try table.column(other.text, at: other.span)
      }
      throw isColumn(column, word)
    }
    let kinds = session.registry.plots.keys.inCodePointOrder()
    var error = Diagnostic.unknown(
      "result", named: "kind of plot or result", word.text, among: kinds + session.results.entries.compactMap(\.name),
      span: word.span)
    error.help = "kinds: " + (PlotCommand.kinds.map(\.key) + kinds.filter { $0.contains(".") }).joined(separator: ", ")
    throw error
  }

  /// The error for a column that is named where a kind of plot is expected.
  private func isColumn(_ column: Column, _ word: Word) -> Diagnostic {
    Diagnostic(
      "unknown-result", "'\(Abridged.text(word.text))' is a column; name the kind of plot first", span: word.span,
      help: "write: plot \(column.type.isNumeric ? "line" : "bar") \(CommandText.column(column.name))")
  }

  func refuse(_ extra: ArraySlice<Word>) throws(Diagnostic) {
    guard let word = extra.first else { return }
    throw Diagnostic(
      "unexpected-argument", "'plot' draws one result here, so '\(Abridged.text(word.text))' is too much",
      span: word.span,
      help: "'help plot' shows one of each kind")
  }

  // MARK: With a kind

  static func bare(_ text: String) -> String { text.hasPrefix("$") ? String(text.dropFirst()) : text }

  func entries(_ word: Word?, _ fits: (Output) -> Bool) throws(Diagnostic) -> Results.Entry? {
    if let word { return try session.results.entry(ResultDrawing.bare(word.text), span: word.span) }
    return session.results.entries.last { $0.outputs.contains(where: fits) }
  }

  func missing(_ kind: String, _ word: Word?) -> Diagnostic {
    Diagnostic(
      "no-picture",
      word.map { "the result '\(Abridged.text($0.text))' has nothing that 'plot \(kind)' draws" }
        ?? "there is nothing yet that 'plot \(kind)' draws",
      span: word?.span ?? call.verbSpan, help: session.registry.plot(kind)?.source.map { "run first: " + $0 })
  }

  func evaluation(_ kind: String, _ word: Word?) throws(Diagnostic) -> Evaluation {
    let found = try entries(word) { if case .evaluation = $0 { true } else { false } }
    for case .evaluation(let output) in found?.outputs ?? [] { return output.evaluation }
    throw missing(kind, word)
  }

  func confusion(_ word: Word?) throws(Diagnostic) -> Figure {
    let found = try entries(word) { output in
      switch output {
      case .confusion: true
      case .evaluation(let output): output.evaluation.confusion != nil
      case .comparison(let comparison): comparison.rows.contains { $0.confusion != nil }
      default: false
      }
    }
    guard let found else { throw missing("confusion", word) }
    var matrices = ResultDrawing.matrices(in: found)
    if matrices.isEmpty {
      for output in found.outputs {
        switch output {
        case .evaluation(let output):
          output.evaluation.confusion.map { matrices.append((output.evaluation.learner, $0)) }
        case .comparison(let comparison):
          for row in comparison.rows { row.confusion.map { matrices.append((row.learner, $0)) } }
        default: continue
        }
      }
    }
    guard !matrices.isEmpty else { throw missing("confusion", word) }
    return try ResultPlot.confusion(matrices)
  }

  func chosen(_ words: ArraySlice<Word>) throws(Diagnostic) -> [(evaluation: Evaluation, classes: [Int])] {
    let names = words.map { ResultDrawing.bare($0.text) }
    let found = try StoredEvaluation.found(names, span: words.first?.span, call, in: session)
    var chosen: [(evaluation: Evaluation, classes: [Int])] = []
    for evaluation in found {
      chosen.append((evaluation, try StoredEvaluation.classes(evaluation, call, manyAllowed: true)))
    }
    return chosen
  }
}
