internal import PodiumCore
internal import PodiumPlugin
internal import PodiumShaping

struct LevelCommand: Command {
  static let words = Parameter<[String]>.words(
    "column", required: true, help: "The column, then its categories in order, separated by commas.",
    completion: .columns([]))

  let signature = Signature(
    "level", topic: .shaping, summary: "Give the categories of a column an order.",
    details: """
      The column becomes ordered: sort, count and comparisons such as size < "large" follow the order. Every value of the \
      column must be in the list; the list may hold others.
      """,
    parameters: [words.any],
    exampleLines: """
      three categories: load iris; level species setosa,versicolor,virginica -> setosa < versicolor < virginica
      compare by the order: load iris; level species setosa,versicolor,virginica; head 1 if species > 'versicolor' \
      -> virginica
      another column: load tastings; level process natural,washed,honey -> natural
      a value is left out: load iris; level species setosa,versicolor -> !unlisted-value
      not a category: load iris; level petal_length_cm 1,2 -> !wrong-column-type
      """, seeAlso: ["type", "sort", "bin"])

  /// Values stay as they are.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var dataset = try session.current()
    let (words, span) = (call[LevelCommand.words], call.span(of: LevelCommand.words))
    let column = try dataset.table.column(words.first ?? "", at: span)
    let levels = Array(words.dropFirst())
    guard !levels.isEmpty, Set(levels).count == levels.count else {
      throw Diagnostic(
        levels.isEmpty ? "missing-argument" : "bad-value", "'level' needs the categories in order, each once",
        span: span, help: "as in: level size small,medium,large")
    }
    guard column.type.isCategorical || column.type == .text else {
      throw Diagnostic(
        "wrong-column-type",
        "column \(Abridged.quoted(column.name)) is of type \(column.typeName), which has an order already",
        span: span, help: "'type \(CommandText.column(column.name)) category' makes categories of its values")
    }
    let conversion = try TypeConversion(column, to: .category, cancellation: session.cancellation)
    guard case .category(let categories) = conversion.values else { return [] }
    let places = Dictionary(zip(levels, Int32(0)...), uniquingKeysWith: { first, _ in first })
    let unlisted = categories.withoutUnused().levels.filter { places[$0] == nil }
    guard unlisted.isEmpty else {
      throw Diagnostic(
        "unlisted-value",
        "\(unlisted.count.counted("value")) of \(Abridged.quoted(column.name)) not in the list: "
          + unlisted.prefix(5).map(Abridged.quoted).joined(separator: ", ") + (unlisted.count > 5 ? ", …" : ""),
        span: span, help: "list them too, or replace them first")
    }
    let codes = categories.levels.map { places[$0] ?? -1 }
    let ordered = Categorical(
      levels: levels, codes: categories.codes.map { $0 < 0 ? -1 : codes[Int($0)] })
    dataset.table = try dataset.table.setting(
      Column(
        column.name, .ordered(ordered), role: column.type == .text ? .feature : column.role, origin: column.origin))
    session.state.current = dataset
    return [
      ShapingReport(
        line: "\(Abridged.text(column.name)): " + levels.prefix(12).map(Abridged.text).joined(separator: " < ")
          + (levels.count > 12 ? " < …" : ""),
        rowsBefore: column.count, rowsAfter: column.count, columns: [column.name]
      ).output
    ]
  }
}
