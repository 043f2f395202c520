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
  public let growing = ["jsonl"]

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
  public func render(_ report: CommandReport) -> String { object(of: report, isStable: false).text }

  /// The same in at most so many bytes, and where `isStable` without what changes from run to run; nil if it is larger.
  public func render(_ report: CommandReport, isStable: Bool, limit: Int) -> String? {
    // What is much too large is not made.
    let least = report.outputs.reduce(0) { $0 + JSONRenderer.leastBytes($1) }
    guard least <= limit, case let text = object(of: report, isStable: isStable).text, text.utf8.count <= limit else {
      return nil
    }
    return text
  }

  /// The bytes that an output has at least: two for each value of a table or row of an evaluation.
  private static func leastBytes(_ output: Output) -> Int {
    switch output {
    case .table(let table), .predictions(let table): 2 * table.table.rowCount * table.table.columns.count
    case .evaluation(let evaluation): 2 * evaluation.evaluation.rows.count
    default: 0
    }
  }

  private func object(of report: CommandReport, isStable: Bool) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("v", .integer(1)), ("cell", .integer(report.cell)), ("input", .string(report.input)),
      ("status", .string(report.status.rawValue)),
      ("outputs", .array(report.outputs.map(isStable ? JSONRenderer.stable : JSONRenderer.json))),
    ]
    if let error = report.error { members.append(("error", JSONRenderer.json(error))) }
    if !isStable { members.append(("elapsed_ms", .number((report.milliseconds * 10).rounded() / 10))) }
    return .object(members)
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
    case .note(let note), .notice(let note), .warning(let note):
      [("text", .string(note.text))] + (note.code.map { [("code", .string($0))] } ?? [])
    case .text(let text): [("text", .string(text))]
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
              [("name", .string($0.name)), ("type", .string($0.type.rawValue))] + order($0) + scale($0) + origin($0))
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

  /// Where the values of a circular column come round again, whether numbers are durations or times of day, and the zone whose
  /// clock shows moments.
  private static func scale(_ column: Column) -> [(String, JSONValue)] {
    (column.circle.map { [("period", .number($0.period))] } ?? [])
      + (column.scale?.name.map { [("scale", .string($0))] } ?? [])
      + (column.zone.map { [("zone", .string($0.name))] } ?? [])
  }

  /// What a derived column was made from.
  private static func origin(_ column: Column) -> [(String, JSONValue)] {
    guard let origin = column.origin else { return [] }
    let names = [("made_from", origin.columns), ("chosen_by", origin.chosenBy)].filter { !$0.1.isEmpty }
    return names.map { ($0.0, JSONValue.array($0.1.map(JSONValue.string))) }
      + (origin.usesOtherRows ? [("uses_other_rows", JSONValue.bool(true))] : [])
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

  static func json(_ answers: Evaluation.Answers) -> JSONValue {
    switch answers {
    case .classes(let codes): .array(codes.map(JSONValue.integer))
    case .numbers(let values): .array(values.map(JSONValue.number))
    }
  }

  static func json(_ counts: [[Int]]) -> JSONValue {
    .array(counts.map { .array($0.map(JSONValue.integer)) })
  }

  static func json(_ x: Int?) -> JSONValue { x.map(JSONValue.integer) ?? .null }

  static func json(_ x: Double?) -> JSONValue { x.map(JSONValue.number) ?? .null }

  static func json(_ value: Value) -> JSONValue { JSONValue(value) }
}
