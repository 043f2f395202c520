internal import PodiumCore
internal import PodiumFigure
internal import PodiumPlugin
internal import PodiumWire

/// Reads the outputs of an external command from its answer.
enum OutsideOutputs {
  /// The outputs, in order; none if the answer has none.
  static func outputs(_ fields: WireFields) throws(Diagnostic) -> [Output] {
    try fields.entries("outputs", "output") { (entry) throws(Diagnostic) in try output(entry) }
  }

  private enum Kind: String, CaseIterable {
    case table, record, note, warning, text, figure
  }

  private static func output(_ given: WireFields) throws(Diagnostic) -> Output {
    let fields = WireFields(value: given.value, program: given.program, what: "outputs")
    guard let kind = try fields.choice("kind", Kind.self) else {
      throw fields.bad("'kind' is missing", Kind.allCases.map(\.rawValue))
    }
    switch kind {
    case .note: return .note(try fields.required("text"))
    case .warning: return .warning(try fields.required("text"))
    case .text: return .text(fields["text"]?.string ?? "")
    case .figure: return .figure(try figure(fields))
    case .table:
      let table = try TableReading.table(fields["table"], from: fields.program)
      return .table(TableOutput(table, title: try fields.text("title") ?? "", footer: try fields.texts("footer") ?? []))
    case .record:
      var record = RecordOutput(try fields.text("title") ?? "")
      for (name, value) in fields["fields"]?.members ?? [] {
        if let list = value.array {
          record.add(name, list: try list.map { (item) throws(Diagnostic) in try cell(item, fields) })
        } else {
          record.add(name, try cell(value, fields))
        }
      }
      return .record(record)
    }
  }

  /// A picture: described as a `plot` that podium draws, or drawn as text (SVG) or base64.
  static func figure(_ fields: WireFields) throws(Diagnostic) -> FigureOutput {
    if let plot = fields["plot"] {
      guard plot.members != nil else { throw fields.bad("'plot' is not an object") }
      let described = WireFields(
        value: plot, program: fields.program, what: (fields.what.isEmpty ? "" : fields.what + ": ") + "plot")
      var figure = try OutsidePlot.figure(described)
      if figure.title.isEmpty { figure.title = try fields.text("title") ?? "" }
      return FigureOutput(figure)
    }
    return FigureOutput(
      title: try fields.text("title") ?? "", mediaType: try fields.text("media_type") ?? "image/svg+xml",
      data: try fields.content())
  }

  private static func cell(_ value: JSONValue, _ fields: WireFields) throws(Diagnostic) -> Value {
    switch value {
    case .null: return .missing
    case .bool(let flag): return .boolean(flag)
    case .integer(let number): return .integer(number)
    case .number(let number): return .real(number)
    case .string(let text): return .text(text)
    case .array, .object: throw fields.bad("a field of a record must be a value or a list of values")
    }
  }
}
