internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

/// The key `costs=`: what it costs to predict each class for a row of each class.
enum CostOptions {
  static let costs = Parameter<String?>.text(
    "costs",
    help: "Costs of errors: linear or quadratic in the distance of ordered classes, or a file or table of them.",
    completion: .files)

  /// The costs that a call asks for, in the order of the classes; nil where it asks for none.
  ///
  /// A table has the actual class in its first column and one column for each predicted class. Throws `wrong-target`,
  /// `unordered-classes`, `bad-costs`, `unknown-class`, `missing-costs`, and what reading a file throws.
  static func matrix(
    _ call: Call, for target: Target, in session: Session
  ) throws(Diagnostic) -> CostMatrix? {
    guard let name = call[costs] else { return nil }
    let span = call.span(of: costs)
    guard case .classes(let classes) = target else {
      throw Diagnostic(
        "wrong-target", "costs= is for classes, but the target is a number", span: span,
        help: "choose a target with classes: label COLUMN")
    }
    do throws(Diagnostic) {
      if name == "linear" || name == "quadratic" {
        return try CostMatrix.distance(classes, isSquared: name == "quadratic")
      }
      return try read(try table(name, span, in: session), name, classes.classes)
    } catch {
      throw error.at(span)
    }
  }

  /// A loaded table of that name, or a file.
  private static func table(
    _ name: String, _ span: SourceSpan?, in session: Session
  ) throws(Diagnostic) -> Table {
    if let loaded = session.state.tables[name] { return loaded.table }
    let source = try LoadSource.resolve([name], format: nil, in: session, span: span)
    let context = try source.context(in: session, span: span)
    let importer = source.importer
    let options = try ImportOptions(
      [], parameters: importer.parameters, of: importer.key, scope: session.parsingScope)
    return try session.cancellation.detached { () throws(Diagnostic) in
      try importer.load(context, options: options).table
    }
  }

  private static func read(
    _ table: Table, _ name: String, _ classes: [String]
  ) throws(Diagnostic) -> CostMatrix {
    guard let first = table.columns.first, table.columns.count > 1 else {
      throw Diagnostic(
        "bad-costs", "'\(name)' needs a column of actual classes and a column for each predicted class",
        help: "the first line: actual," + classes.prefix(12).joined(separator: ","))
    }
    let actual = (0..<table.rowCount).map { first[$0].fileText }
    let predicted = table.columns.dropFirst().map(\.name)
    try require(actual, classes, "row", in: name)
    try require(predicted, classes, "column", in: name)
    var values: [[Double]] = []
    for own in classes {
      let row = actual.firstIndex(of: own) ?? 0
      var costs: [Double] = []
      for other in classes {
        // `require` has found it.
        guard let column = table.columns.dropFirst().first(where: { $0.name == other }) else { continue }
        guard let cost = Double(decimal: column[row].fileText), cost.isFinite else {
          throw Diagnostic(
            "bad-costs",
            "the cost of predicting '\(other)' for '\(own)' in '\(name)' is not a number: \(Abridged.quoted(column[row].fileText))"
          )
        }
        costs.append(cost)
      }
      values.append(costs)
    }
    return try CostMatrix(name: name, classes: classes, values: values)
  }

  /// Throws unless the names are exactly the classes, each once.
  private static func require(
    _ names: [String], _ classes: [String], _ what: String, in table: String
  ) throws(Diagnostic) {
    var seen: Set<String> = []
    for name in names {
      guard classes.contains(name) else {
        throw Diagnostic.unknown(
          "class", name, among: classes, span: nil,
          help: "the target has the classes " + classes.prefix(12).joined(separator: ", "))
      }
      guard seen.insert(name).inserted else {
        throw Diagnostic("bad-costs", "'\(table)' has two \(what)s for class '\(name)'")
      }
    }
    let missing = classes.filter { !seen.contains($0) }
    if !missing.isEmpty {
      throw Diagnostic(
        "missing-costs",
        "'\(table)' has no \(what) for \(missing.count == 1 ? "class" : "the classes") "
          + missing.prefix(12).map { "'\($0)'" }.joined(separator: ", "))
    }
  }
}
