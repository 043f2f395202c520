internal import PodiumCore
internal import PodiumFigure
internal import PodiumLearn
public import PodiumPlugin

/// The front end `--format json`: one line per command, as LANGUAGE.md fixes it; keys are only ever added.
public struct JSONRenderer: Renderer {
  public let key = "json"
  public let summary = "one JSON object per command"
  public let mediaType: String? = "application/json"
  public let extensions = ["json", "jsonl"]
  /// Programs read it.
  public let isForReading = false

  public init() {}

  /// The line of a command.
  public func render(_ report: CommandReport, on page: Page) -> RenderedReport {
    RenderedReport([render(report) + "\n"])
  }

  /// Outputs as the JSON that programs read, one per line.
  public func render(_ outputs: [Output]) -> String {
    outputs.map { JSONRenderer.json($0).text }.joined(separator: "\n") + "\n"
  }

  /// What a terminal may show reads back as it was.
  public func shown(_ text: String) -> String { SafeText.escapeJSON(text) }

  /// The line of a command, without its line feed.
  public func render(_ report: CommandReport) -> String {
    var members: [(String, JSONValue)] = [
      ("v", .integer(1)), ("cell", .integer(report.cell)), ("input", .string(report.input)),
      ("status", .string(report.status.rawValue)), ("outputs", .array(report.outputs.map(JSONRenderer.json))),
    ]
    if let error = report.error { members.append(("error", JSONRenderer.json(error))) }
    members.append(("elapsed_ms", .number((report.milliseconds * 10).rounded() / 10)))
    return JSONValue.object(members).text
  }

  /// The typed record of a command in a notebook: the same without what changes from run to run.
  public func record(of report: CommandReport) -> String {
    var members: [(String, JSONValue)] = [
      ("status", .string(report.status.rawValue)), ("outputs", .array(report.outputs.map(JSONRenderer.stable))),
    ]
    if var error = report.error {
      error.place = nil
      members.append(("error", JSONRenderer.json(error)))
    }
    return JSONValue.object(members).text
  }

  /// An output without durations and values that are marked as changing.
  private static func stable(_ output: Output) -> JSONValue {
    var output = output
    if case .record(var record) = output {
      record.fields.removeAll(where: \.isVolatile)
      output = .record(record)
    }
    guard case .object(let members) = json(output) else { return json(output) }
    switch output {
    case .evaluation: return .object(members.filter { $0.0 != "seconds" })
    case .comparison:
      return .object(
        members.map { name, value in
          guard name == "rows", case .array(let rows) = value else { return (name, value) }
          let kept = rows.map { row in
            if case .object(let fields) = row { JSONValue.object(fields.filter { $0.0 != "seconds" }) } else { row }
          }
          return (name, .array(kept))
        })
    default: return .object(members)
    }
  }

  static func json(_ error: Diagnostic) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("code", .string(error.code)), ("message", .string(error.message)),
      ("span", error.span.map { .array([.integer($0.start), .integer($0.end)]) } ?? .null),
      ("help", error.help.map(JSONValue.string) ?? .null),
    ]
    if let place = error.place {
      members += [("file", .string(place.file)), ("line", .integer(place.line))]
    }
    if let cause = error.cause { members.append(("cause", .string(cause))) }
    return .object(members)
  }

  static func json(_ output: Output) -> JSONValue {
    .object([("kind", .string(output.kind))] + members(output))
  }

  private static func members(_ output: Output) -> [(String, JSONValue)] {
    switch output {
    case .table(let table), .predictions(let table): members(table)
    case .record(let record): members(record)
    case .evaluation(let evaluation): members(evaluation)
    case .comparison(let comparison): members(comparison)
    case .confusion(let confusion): members(confusion)
    case .figure(let figure): members(figure)
    case .note(let text), .warning(let text), .text(let text):
      [("text", .string(text))] + (output.code.map { [("code", .string($0))] } ?? [])
    }
  }

  private static func members(_ output: TableOutput) -> [(String, JSONValue)] {
    let columns = output.table.columns
    let rows = (0..<output.table.rowCount).map { row in JSONValue.array(columns.map { json($0[row]) }) }
    var members: [(String, JSONValue)] = [
      (
        "columns",
        .array(
          columns.map {
            .object(
              [("name", .string($0.name)), ("type", .string($0.type.rawValue))] + order($0) + period($0) + origin($0))
          })
      ),
      ("rows", .array(rows)), ("total_rows", .integer(output.totalRows)),
    ]
    if !output.title.isEmpty { members.append(("title", .string(output.title))) }
    if !output.footer.isEmpty { members.append(("footer", .array(output.footer.map(JSONValue.string)))) }
    if !output.facts.isEmpty {
      members.append(("fields", .object(output.facts.map { ($0.name, json($0.value)) })))
    }
    return members
  }

  /// The categories of an ordered column in their order, which its rows do not show.
  private static func order(_ column: Column) -> [(String, JSONValue)] {
    guard column.type == .ordered, let levels = column.categorical?.levels else { return [] }
    return [("levels", .array(levels.map(JSONValue.string)))]
  }

  /// Where the values of a circular column come round again.
  private static func period(_ column: Column) -> [(String, JSONValue)] {
    column.circle.map { [("period", .number($0.period))] } ?? []
  }

  /// The columns that a derived column was made from.
  private static func origin(_ column: Column) -> [(String, JSONValue)] {
    column.origin.map { [("made_from", .array($0.columns.map(JSONValue.string)))] } ?? []
  }

  /// The fields of a record as one object.
  static func fields(of record: RecordOutput) -> JSONValue {
    let fields = record.fields.map { field in
      (
        field.name,
        field.isList ? JSONValue.array(field.values.map(json)) : json(field.values.first ?? .missing)
      )
    }
    return .object(fields)
  }

  private static func members(_ record: RecordOutput) -> [(String, JSONValue)] {
    var members: [(String, JSONValue)] = [("fields", fields(of: record))]
    if !record.title.isEmpty { members.append(("title", .string(record.title))) }
    return members
  }

  private static func members(_ output: EvaluationOutput) -> [(String, JSONValue)] {
    let evaluation = output.evaluation
    let resampling: JSONValue = .object([
      ("type", .string(evaluation.resampling.key)), ("k", .integer(evaluation.foldCount)),
      ("fit", .string(evaluation.fitScope.rawValue)),
      ("time", evaluation.resampling.time.map(JSONValue.string) ?? .null),
      ("repeats", .integer(evaluation.resampling.repeats)),
      ("shuffle", .bool(evaluation.resampling.shuffle)), ("seed", .integer(Int(clamping: evaluation.seed))),
      ("sentence", .string(evaluation.foldSentence)),
      (
        "settings",
        .object(
          evaluation.resampling.settings.sorted { CodePointOrder.precedes($0.key, $1.key) }.map {
            ($0.key, .string($0.value))
          })
      ),
    ])
    let measures =
      evaluation.measures.map { measure in
        (
          measure.key,
          JSONValue.object(
            [
              ("mean", json(measure.mean)), ("sd", json(measure.sd)), ("pooled", json(measure.pooled)),
              ("n", .integer(measure.definedFolds)), ("defined", .integer(measure.definedFolds)),
            ]
              + spread(evaluation.overSeeds(measure.key)))
        )
      } + output.named.map { ($0.name, json($0)) }
    let chosen: [(String, JSONValue)] =
      evaluation.chosen.map { list in
        let members = list.enumerated().map { fold, setting in
          JSONValue.object([("fold", .integer(fold)), ("setting", setting.map(JSONValue.string) ?? .null)])
        }
        return [("chosen", .array(members))]
      } ?? []
    let seeds: [(String, JSONValue)] =
      evaluation.seeds.isEmpty
      ? []
      : [("seeds", .array(evaluation.seeds.map { json($0, evaluation.measures) }))]
    return [
      ("learner", .string(evaluation.learner)), ("target", .string(evaluation.target)),
      ("resampling", resampling),
      ("classes", evaluation.classes.map { .array($0.map(JSONValue.string)) } ?? .null),
      ("rows", .array(evaluation.rows.map(JSONValue.integer))),
      ("fold_of_row", .array(evaluation.foldOfRow.map(JSONValue.integer))),
      ("repeat_of_row", .array(evaluation.repeatOfRow.map(JSONValue.integer))),
      ("truth", json(evaluation.truth)), ("predicted", json(evaluation.predicted)),
      (
        "probabilities",
        evaluation.probabilities.map { .array($0.map { .array($0.map(JSONValue.number)) }) } ?? .null
      ),
      ("confusion", evaluation.confusion.map { json($0.counts) } ?? .null),
      (
        "folds",
        .array(
          evaluation.folds.map { fold in
            .object(evaluation.measures.compactMap { m in fold[m.key].map { (m.key, .number($0)) } })
          })
      ),
      ("measures", .object(measures)),
      ("seconds", .number(evaluation.seconds)),
      ("notes", .array(evaluation.notes.map(JSONValue.string))),
    ] + seeds + chosen + decisions(evaluation)
  }

  /// The costs that decided the classes, and the shortlists.
  private static func decisions(_ evaluation: Evaluation) -> [(String, JSONValue)] {
    var members: [(String, JSONValue)] = []
    if let costs = evaluation.costs {
      members.append(
        (
          "costs",
          .object([
            ("name", .string(costs.name)), ("values", .array(costs.values.map { .array($0.map(JSONValue.number)) })),
          ])
        ))
    }
    guard let lists = evaluation.shortlists else { return members }
    var found: [(String, JSONValue)] = [("confidence", .number(lists.confidence))]
    if case .classes(let codes) = evaluation.truth,
      let coverage = lists.coverage(codes, classCount: evaluation.classes?.count ?? 0)
    {
      found += [
        ("rows", .integer(coverage.rows)), ("covered", .integer(coverage.covered)),
        ("coverage", .number(Double(coverage.covered) / Double(coverage.rows))), ("low95", .number(coverage.low95)),
        ("high95", .number(coverage.high95)), ("mean_size", .number(coverage.meanSize)),
        ("sizes", .array(coverage.sizes.map(JSONValue.integer))),
        ("class_rows", .array(coverage.classRows.map(JSONValue.integer))),
        ("class_covered", .array(coverage.classCovered.map(JSONValue.integer))),
      ]
    }
    found.append(("lists", json(lists.lists)))
    return members + [("shortlist", .object(found))]
  }

  /// The mean of the first measure, which the text quotes, and those of all.
  private static func json(_ seed: SeedOutcome, _ measures: [MeasureSummary]) -> JSONValue {
    .object([
      ("seed", .integer(seed.number)), ("mean", json(measures.first.flatMap { seed.means[$0.key] })),
      ("means", .object(measures.map { ($0.key, json(seed.means[$0.key])) })),
    ])
  }

  private static func spread(_ spread: SeedSpread?) -> [(String, JSONValue)] {
    spread.map { [("seeds_mean", .number($0.mean)), ("seeds_sd", json($0.sd))] } ?? []
  }

  private static func json(_ measure: NamedMeasure) -> JSONValue {
    var members: [(String, JSONValue)] = [("mean", .null), ("sd", .null), ("pooled", json(measure.value))]
    if let count = measure.count {
      members += [("k", .integer(count.successes)), ("n", .integer(count.trials))]
    }
    if let interval = measure.interval {
      members.append(("ci95", .array([.number(interval.low), .number(interval.high)])))
    }
    return .object(members)
  }

  private static func members(_ comparison: Comparison) -> [(String, JSONValue)] {
    [
      ("baseline", .string(comparison.baseline)), ("measure", .string(comparison.measure)),
      (
        "rows",
        .array(
          comparison.rows.map { row in
            .object(
              [
                ("learner", .string(row.learner)), ("mean", json(row.mean)), ("sd", json(row.sd)),
                ("difference", json(row.difference)),
                ("ci95", row.ci95.map { .array($0.map(JSONValue.number)) } ?? .null), ("p", json(row.p)),
                ("p_holm", json(row.pHolm)), ("seconds", json(row.seconds)), ("status", .string(row.status)),
              ] + scores(of: row) + odds(of: row, in: comparison) + seeds(of: row) + figures(of: row))
          })
      ),
      ("folds", .integer(comparison.folds)), ("repeats", .integer(comparison.repeats)),
      ("resampling", resampling(comparison)), ("sentence", comparison.sentence.map(JSONValue.string) ?? .null),
    ] + (comparison.rope.map { [("rope", .number($0))] } ?? [])
      + (comparison.seeds > 1 ? [("seeds", .integer(comparison.seeds))] : [])
  }

  private static func resampling(_ comparison: Comparison) -> JSONValue {
    .object([
      ("type", .string(comparison.resampling.key)), ("k", .integer(comparison.folds)),
      ("repeats", .integer(comparison.repeats)), ("shuffle", .bool(comparison.resampling.shuffle)),
      ("sentence", comparison.foldSentence.map(JSONValue.string) ?? .null),
      (
        "settings",
        .object(
          comparison.resampling.settings.sorted { CodePointOrder.precedes($0.key, $1.key) }.map {
            ($0.key, .string($0.value))
          })
      ),
    ])
  }

  /// How probable it is that the learner is better, the same or worse, where a region was given.
  private static func odds(of row: Comparison.Row, in comparison: Comparison) -> [(String, JSONValue)] {
    guard comparison.rope != nil else { return [] }
    return [
      ("p_better", json(row.odds?.better)), ("p_same", json(row.odds?.same)), ("p_worse", json(row.odds?.worse)),
    ]
  }

  /// The measure in each fold, in how many it is defined, and in how many the baseline's is as well.
  private static func scores(of row: Comparison.Row) -> [(String, JSONValue)] {
    guard let scores = row.scores else { return [] }
    return [
      ("n", json(row.definedFolds)), ("n_difference", json(row.pairs)), ("scores", .array(scores.map(json))),
    ]
  }

  private static func seeds(of row: Comparison.Row) -> [(String, JSONValue)] {
    if row.seedMeans.isEmpty { return [] }
    let seeds = row.seedMeans.enumerated().map { number, mean in
      JSONValue.object([("seed", .integer(number)), ("mean", json(mean))])
    }
    return [("seeds", .array(seeds)), ("seeds_sd", json(row.overSeeds?.sd))]
  }

  /// What evaluators say of a learner, in the form of an evaluation's measures.
  private static func figures(of row: Comparison.Row) -> [(String, JSONValue)] {
    if row.figures.isEmpty { return [] }
    let members = row.figures.map { figure in
      var own: [(String, JSONValue)] = [
        ("mean", json(figure.mean)), ("sd", json(figure.sd)), ("pooled", json(figure.pooled)),
        ("folds", json(figure.definedFolds)),
      ]
      if let count = figure.count, count.count == 2 {
        own += [("k", .integer(count[0])), ("n", .integer(count[1]))]
      }
      if let ends = figure.ci95 { own.append(("ci95", .array(ends.map(JSONValue.number)))) }
      return (figure.name, JSONValue.object(own))
    }
    return [("measures", .object(members))]
  }

  private static func members(_ output: ConfusionOutput) -> [(String, JSONValue)] {
    let matrix = output.matrix
    return [
      ("learner", .string(output.learner)), ("classes", .array(matrix.classes.map(JSONValue.string))),
      ("matrix", json(matrix.counts)), ("precision", .array(matrix.precision.map(json))),
      ("recall", .array(matrix.recall.map(json))), ("f1", .array(matrix.f1.map(json))),
    ]
  }

  private static func members(_ figure: FigureOutput) -> [(String, JSONValue)] {
    var members: [(String, JSONValue)] = [
      ("title", .string(figure.title)), ("media_type", .string(figure.mediaType)),
    ]
    if let path = figure.path { members.append(("path", .string(path))) }
    if let data = figure.data {
      if let text = String(validating: data, as: UTF8.self) {
        members.append(("data", .string(text)))
      } else {
        members += [("data", .string(Base64.text(data))), ("encoding", .string("base64"))]
      }
    }
    if let plot = figure.plot, case .object(let all) = FigureMetadata.json(of: plot) {
      members.append(("plot", .object(all.filter { JSONContract.plotMembers.contains($0.0) })))
    }
    return members
  }

  private static func json(_ answers: Evaluation.Answers) -> JSONValue {
    switch answers {
    case .classes(let codes): .array(codes.map(JSONValue.integer))
    case .numbers(let values): .array(values.map(JSONValue.number))
    }
  }

  private static func json(_ counts: [[Int]]) -> JSONValue {
    .array(counts.map { .array($0.map(JSONValue.integer)) })
  }

  private static func json(_ x: Int?) -> JSONValue { x.map(JSONValue.integer) ?? .null }

  private static func json(_ x: Double?) -> JSONValue { x.map(JSONValue.number) ?? .null }

  private static func json(_ value: Value) -> JSONValue { JSONValue(value) }
}
