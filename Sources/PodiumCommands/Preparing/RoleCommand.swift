internal import PodiumCore
internal import PodiumPlugin

struct RoleCommand: Command {
  static let words = Parameter<[String]>.words(
    "columns", required: true, help: "The columns, then their role: group, time, id, ignored or feature.",
    completion: .columns([]))

  private static let roles: [Role] = [.group, .time, .id, .ignored, .feature]

  let signature = Signature(
    "role", topic: .preparing, summary: "Give columns a role.",
    details: """
      Rows with equal values in a group column belong together: folds=group keeps them in one fold, and cv warns where \
      folds do not. A time column orders the rows for folds=rolling. An id column is shown beside predictions. An ignored \
      column takes no part. A feature is what learners predict from. 'label' sets the target.
      """,
    parameters: [words.any],
    exampleLines: """
      a column that takes no part: load iris; role sepal_width_cm ignored -> ignored
      two columns shown beside predictions: load tastings; role process roast id -> process
      a group becomes a feature: load tastings; role session feature -> feature
      an unknown role: load tastings; role process colour -> !bad-value
      the role before the column: load tastings; role group process -> !bad-value
      a misspelt column: load tastings; role proces group -> !unknown-column
      """, seeAlso: ["columns", "features", "label"])

  /// Changes roles; the target keeps its own.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var dataset = try session.current()
    let span = call.span(of: RoleCommand.words)
    let words = call[RoleCommand.words]
    let names = RoleCommand.roles.map(\.rawValue)
    guard let last = words.last, let role = RoleCommand.roles.first(where: { $0.rawValue == last }) else {
      var error = Diagnostic.unknownWord("role", words.last ?? "", among: names, span: span)
      if let first = words.first, names.contains(first) {
        error.help = "the role comes last, as in: role COLUMN \(first)"
      }
      throw error
    }
    guard words.count > 1 else {
      throw Diagnostic(
        "missing-argument", "'role' needs at least one column before '\(last)'", span: span,
        help: "'columns' lists them, as in: role COLUMN \(last)")
    }
    var roles: [String: Role] = [:]
    for name in words.dropLast() {
      let column = try dataset.table.column(name, at: span)
      if column.role == .target {
        throw Diagnostic(
          "target-as-feature", "column '\(name)' is the target and keeps its role", span: span,
          help: "choose another target first: label COLUMN")
      }
      if role == .feature, Column.defaultRole(column.type) != .feature {
        throw Diagnostic(
          "wrong-column-type", "column '\(name)' is of type \(column.type.rawValue), which no learner accepts",
          span: span, help: "use number, category or boolean columns as features")
      }
      roles[name] = role
    }
    dataset.table = dataset.table.setting(roles: roles)
    session.state.current = dataset
    let changed = dataset.table.columns.filter { roles[$0.name] != nil }
    let table = try Table([
      Column("column", .text(changed.map(\.name))), Column("type", .text(changed.map(\.typeName))),
      Column("role", .text(changed.map(\.role.rawValue))),
    ])
    return [.table(TableOutput(table, title: changed.count.counted("column")))]
  }
}
