/// Checks an expression against a table and makes it ready to compute.
///
/// With a frame, functions of many rows are computed at once and become known values.
struct ExpressionBinder {
  let table: Table
  let rows: [Int]?
  /// Nil where a function of many rows is an error.
  let frame: RowFrame?
  let functions: [String: ExpressionFunction]
  let references: [Reference: Value]
  let threads: Int
  let cancellation: Cancellation
  /// What the texts that the expression makes may take; its parts share it.
  let texts: MemoryBudget
  /// Whether places are groups of the frame: each column must be inside a function of many rows.
  var isPerGroup = false
  /// The columns with one value in each group, by name.
  var keys: [String: Column] = [:]
  var tally: AggregateTally?

  /// The same for the arguments of a function of many rows.
  var perPlace: ExpressionBinder {
    var binder = ExpressionBinder(
      table: table, rows: frame?.rows, frame: frame, functions: functions, references: references, threads: threads,
      cancellation: cancellation, texts: texts)
    binder.tally = nil
    return binder
  }

  /// What the texts of an expression with so many places may take: 2 KB a place.
  static func texts(_ places: Int, _ cancellation: Cancellation) -> MemoryBudget {
    cancellation.memory.budget(
      "the texts of the expression", most: MemoryLimits.bytes(places, each: 2048),
      help: "make shorter texts, or of fewer rows", cancellation: cancellation)
  }

  /// Binds an expression as it was typed; throws `too-large` beyond its limit.
  func bind(whole expression: Expression) throws(Diagnostic) -> BoundExpression {
    guard expression.size <= Expression.sizeLimit else {
      throw Diagnostic(
        "too-large",
        "the expression has \(expression.size) values, and the limit is \(Expression.sizeLimit)", span: expression.span,
        help: "split it into several expressions, or load the values as a table")
    }
    var made = try bind(expression)
    made.texts = texts
    made.hasBranches = expression.hasBranches
    // Names of categories and aggregates are made here.
    try texts.check()
    return made
  }

  func bind(_ expression: Expression) throws(Diagnostic) -> BoundExpression {
    switch expression.kind {
    case .literal(let value): return .constant(value)
    case .reference(let reference): return .constant(references[reference] ?? .missing)
    case .column(let name):
      var made = try bind(column: name, at: expression.span)
      made.readsTexts = made.kind == .text
      return made
    case .unary(let operation, let x):
      let part = try bind(x)
      var made = try unary(operation, part, at: x.span)
      made.readsTexts = part.readsTexts
      if made.kind == .number, part.scale != .time { made.scale = part.scale }
      return made
    case .binary(let operation, let x, let y):
      var (first, second) = (try bind(x), try bind(y))
      if operation == .add || operation == .subtract {
        if let read = try ExpressionBinder.duration(y, beside: first) { second = read }
        if let read = try ExpressionBinder.duration(x, beside: second) { first = read }
      }
      var made = try binary(operation, (first, x), (second, y), at: expression.span)
      made.readsTexts = first.readsTexts || second.readsTexts
      if made.kind == .number, made.scale == nil {
        made.scale = ExpressionBinder.scale(of: operation, first.scale, second.scale)
      }
      return made
    case .call(let name, let parts): return try call(name, parts, at: expression.span)
    }
  }

  private func bind(column name: String, at span: SourceSpan) throws(Diagnostic) -> BoundExpression {
    guard isPerGroup else { return .column(try column(name, at: span), rows: rows) }
    _ = try table.column(name, at: span)
    if let key = keys[name] { return .column(key, rows: nil) }
    throw needsAggregate(name, at: span)
  }

  private func call(_ name: String, _ parts: [Expression], at span: SourceSpan) throws(Diagnostic) -> BoundExpression {
    if ExpressionAggregates.isCall(name, parts.count) || functions[name]?.isAggregate == true {
      return try aggregate(name, parts, at: span)
    }
    if ExpressionWindows.names.contains(name) { return try window(name, parts, at: span) }
    guard functions[name] != nil || ExpressionFunctions.synopses.contains(where: { $0.name == name }) else {
      throw unknown(name, at: span)
    }
    var bound: [BoundExpression] = []
    bound.reserveCapacity(parts.count)
    for part in parts { bound.append(try bind(part)) }
    let arguments = FunctionArguments(name: name, parts: bound, typed: parts, span: span, texts: texts)
    let function = functions[name]
    let made =
      if let function { try function.bound(bound, parts, at: span) } else {
        try ExpressionFunctions.bind(arguments, binder: self)
      }
    if var made {
      made.readsTexts = bound.contains(where: \.readsTexts)
      if made.kind == .number || made.kind == .datetime, made.scale == nil,
        let scale = ExpressionBinder.scale(ofCall: name, bound), scale.zone == nil || made.kind == .datetime
      {
        if scale == .time {
          let readsTexts = made.readsTexts
          made = ExpressionBinder.withinDay(made)
          made.readsTexts = readsTexts
        }
        made.scale = scale
      }
      return made
    }
    throw unknown(name, at: span)
  }

  private func unknown(_ name: String, at span: SourceSpan) -> Diagnostic {
    let known =
      ExpressionFunctions.synopses.map(\.name) + ExpressionAggregates.synopses.map(\.name)
      + ExpressionWindows.synopses.map(\.name) + functions.keys.inCodePointOrder()
    if let familiar = ExpressionBinder.familiar[name.lowercased()] {
      return Diagnostic("unknown-function", "unknown function '\(name)'", span: span, help: "write: " + familiar)
    }
    return Diagnostic.unknown("function", name, among: known, span: span, help: "'help expressions' lists them")
  }

  /// Functions of other tools by what they are here.
  private static let familiar = [
    "log10": "log(x) / log(10)", "log2": "log(x) / log(2)", "ln": "log(x)", "pow": "x^2", "power": "x^2",
    "if": "choose(condition, yes, no)", "iif": "choose(condition, yes, no)", "ifelse": "choose(condition, yes, no)",
    "if_else": "choose(condition, yes, no)", "case_when": "choose(condition, yes, no)",
    "avg": "mean(x)", "average": "mean(x)", "std": "sd(x)", "stdev": "sd(x)", "stddev": "sd(x)", "stdevp": "sd_n(x)",
    "var": "sd(x)^2", "variance": "sd(x)^2", "isna": "missing(x)", "is_na": "missing(x)", "isnull": "missing(x)",
    "is.na": "missing(x)", "is.null": "missing(x)", "is_null": "missing(x)", "is_missing": "missing(x)",
    "ifnull": "coalesce(x, y)", "nvl": "coalesce(x, y)", "in": "among(x, a, b)", "percentile": "quantile(x, 0.9)",
    "percentile.inc": "quantile(x, 0.9)", "quartile": "quantile(x, 0.25)", "stdev.s": "sd(x)", "stdev.p": "sd_n(x)",
    "var.s": "sd(x)^2", "counta": "count(x)", "countblank": "count(missing(x))", "countif": "count(condition)",
    "countifs": "count(condition)", "sumif": "sum(x) if condition", "sumifs": "sum(x) if condition",
    "averageif": "mean(x) if condition", "averageifs": "mean(x) if condition", "iferror": "coalesce(x, y)",
    "concatenate": "a + b", "concat": "a + b", "left": "part(text, 1, 3)", "mid": "part(text, 2, 3)",
    "len": "length(text)", "correl": "correlate x y", "vlookup": "join TABLE on=COLUMN",
    "xlookup": "join TABLE on=COLUMN",
    "t.test": "test y by=group", "ttest": "test y by=group", "chisq.test": "count a b",
  ]

  private func needsAggregate(_ name: String, at span: SourceSpan) -> Diagnostic {
    let one = keys.isEmpty ? "'=' needs a single value" : "one value is needed for each group"
    return Diagnostic(
      "needs-aggregate", "column \(Abridged.quoted(name)) has one value per row, and \(one)", span: span,
      help: "choose a function, as in mean(\(CommandText.column(name))); known: "
        + ExpressionAggregates.synopses.map(\.name).joined(separator: ", "))
  }

  func column(_ name: String, at span: SourceSpan) throws(Diagnostic) -> Column {
    if let column = table[name] { return column }
    var error = Diagnostic.unknown("column", name, among: table.names, span: span)
    let holders = table.columns.filter { $0.categorical?.levels.contains(name) ?? false }
    if let holder = holders.first {
      let way =
        Abridged.parts(name) == nil ? "write text in quotes: \(CommandText.quoted(name))" : "write text in quotes"
      error.help = "\(Abridged.quoted(name)) is a value of column \(Abridged.quoted(holder.name)); " + way
    }
    throw error
  }

  func require(
    _ part: BoundExpression, _ kind: BoundExpression.Kind, for operation: String, at span: SourceSpan
  ) throws(Diagnostic) {
    guard part.kind != kind, !part.isNothing else { return }
    throw Diagnostic(
      "wrong-type", "'\(operation)' takes \(kind.noun), not \(part.kind.noun)", span: span,
      help: part.kind == .date && ["+", "-"].contains(operation)
        ? "days(FROM, TO) counts the days between two dates; a duration moves one: DAY + duration(\"24:00:00\")" : nil)
  }
}

extension Expression {
  /// Checks names and types against a table; `functions` are those of plugins, by name.
  ///
  /// With `rows`, places are positions in that list. Throws `unknown-column`, `unknown-function`, `wrong-type`,
  /// `too-large`, or what `references` throws, each with its span, and `wrong-function` for a function of many rows.
  public func bound(
    to table: Table, rows: [Int]? = nil, functions: [String: ExpressionFunction] = [:],
    cancellation: Cancellation = Cancellation(),
    references: (Reference, SourceSpan) throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> BoundExpression {
    try ExpressionBinder(
      table: table, rows: rows, frame: nil, functions: functions, references: try values(of: references), threads: 1,
      cancellation: cancellation, texts: ExpressionBinder.texts(rows?.count ?? table.rowCount, cancellation)
    ).bind(whole: self)
  }

  /// The same over the rows of a frame, with functions of many rows: aggregates over the groups, windows in its order.
  public func bound(
    to table: Table, over frame: RowFrame, functions: [String: ExpressionFunction] = [:], threads: Int,
    cancellation: Cancellation, references: (Reference, SourceSpan) throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> BoundExpression {
    try ExpressionBinder(
      table: table, rows: frame.rows, frame: frame, functions: functions, references: try values(of: references),
      threads: threads, cancellation: cancellation, texts: ExpressionBinder.texts(frame.count, cancellation)
    ).bind(whole: self)
  }

  /// The values of the references, each once.
  func values(
    of references: (Reference, SourceSpan) throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> [Reference: Value] {
    var found: [Reference: Value] = [:]
    try visitReferences { (reference, span) throws(Diagnostic) in
      if found[reference] == nil { found[reference] = try references(reference, span) }
    }
    return found
  }

  private func visitReferences(_ body: (Reference, SourceSpan) throws(Diagnostic) -> Void) throws(Diagnostic) {
    switch kind {
    case .literal, .column: break
    case .reference(let reference): try body(reference, span)
    case .unary(_, let x): try x.visitReferences(body)
    case .binary(_, let x, let y):
      try x.visitReferences(body)
      try y.visitReferences(body)
    case .call(_, let parts): for part in parts { try part.visitReferences(body) }
    }
  }
}
