internal import PodiumCore
internal import PodiumPlugin

struct FeaturesCommand: Command {
  static let columns = Parameter<[String]>.columns(
    "columns", help: "The columns to use as features, and no others; without columns, the features are listed.")
  static let add = Parameter<[String]?>.list("add", help: "Columns to add.", completion: .columns([]))
  static let drop = Parameter<[String]?>.list("drop", help: "Columns to remove.", completion: .columns([]))

  let signature = Signature(
    "features", topic: .preparing, summary: "Show or choose the columns to predict from.",
    parameters: [columns.any, add.any, drop.any],
    exampleLines: """
      the declared features: load tastings; features -> water_c
      only these two columns: load tastings; features process roast -> process
      all but one: load iris; features drop=sepal_length_cm -> petal_length_cm
      a column that does not exist: load tastings; features milk -> !unknown-column
      """, seeAlso: ["columns", "label"])

  /// Changes roles; group, time and id columns keep theirs unless you name them.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var dataset = try session.current()
    let table = dataset.table
    var roles: [String: Role] = [:]
    if call.has(FeaturesCommand.columns) {
      for column in table.columns(with: .feature) { roles[column.name] = .ignored }
      for name in call[FeaturesCommand.columns] { roles[name] = .feature }
    }
    for name in call[FeaturesCommand.add] ?? [] {
      _ = try table.column(name, at: call.span(of: FeaturesCommand.add))
      roles[name] = .feature
    }
    for name in call[FeaturesCommand.drop] ?? [] {
      let column = try table.column(name, at: call.span(of: FeaturesCommand.drop))
      guard roles[name] == .feature || (column.role == .feature && roles[name] == nil) else {
        throw Diagnostic(
          "not-a-feature", "column '\(name)' is not a feature", span: call.span(of: FeaturesCommand.drop),
          help: "'features' lists them")
      }
      roles[name] = .ignored
    }
    for (name, role) in roles where role == .feature {
      guard let column = table[name] else { continue }
      if column.role == .target {
        throw Diagnostic(
          "target-as-feature", "column '\(name)' is the target", span: call.span(of: FeaturesCommand.columns),
          help: "a target cannot be predicted from itself")
      }
      guard Column.defaultRole(column.type) == .feature else {
        throw Diagnostic(
          "wrong-column-type", "column '\(name)' is of type \(column.type.rawValue), which no learner accepts",
          span: call.span(of: FeaturesCommand.columns), help: "use number, category or boolean columns as features")
      }
    }
    dataset.table = table.setting(roles: roles)
    session.state.current = dataset
    let features = dataset.table.columns(with: .feature)
    let out = try Table([
      Column("feature", .text(features.map(\.name))), Column("type", .text(features.map(\.type.rawValue))),
      Column("missing", .integer(features.map(\.missingCount))),
    ])
    var outputs: [Output] = [.table(TableOutput(out, title: features.count.counted("feature")))]
    let made = dataset.labelled.flatMap { labelled in features.first { labelled.roles[$0.name] != nil } }
    if let made {
      outputs.append(
        .warning("the target was derived from '\(made.name)', which leaks the target when used as a feature"))
    }
    return outputs
  }
}
