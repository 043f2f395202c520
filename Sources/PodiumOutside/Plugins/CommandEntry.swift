internal import PodiumCore
internal import PodiumPlugin

/// A command as declared by a plugin.
struct CommandEntry: Sendable {
  /// Whether a command gets the current table.
  enum TableUse: String, CaseIterable, Sendable {
    /// No table.
    case none
    /// The current table, if there is one.
    case optional
    /// The current table; without one the command is refused.
    case needed
  }

  let name: String
  let summary: String
  let details: String
  let parameters: [OutsideParameter]
  let examples: [Example]
  let table: TableUse
  /// Whether `if` and `in` select its rows.
  let takesRows: Bool

  init(_ fields: WireFields) throws(Diagnostic) {
    name = try fields.required("name")
    summary = try fields.required("summary")
    details = try fields.text("details") ?? ""
    table = try fields.choice("table", TableUse.self) ?? .none
    takesRows = try fields.flag("rows") ?? false
    if takesRows, table == .none { throw fields.bad("'rows' needs a table") }
    parameters = try fields.entries("parameters", "parameter") { (entry) throws(Diagnostic) in
      try OutsideParameter(entry)
    }
    let names = parameters.map(\.name)
    guard Set(names).count == names.count else { throw fields.bad("two parameters have the same name") }
    examples = try fields.entries("examples", "example") { (entry) throws(Diagnostic) in
      let line = try entry.required("line")
      let caption = try entry.text("caption") ?? line
      let setup = try entry.texts("after") ?? []
      if let code = try entry.text("fails") { return Example(line, after: setup, caption, fails: code) }
      return Example(line, after: setup, caption, prints: try entry.text("prints") ?? "")
    }
  }
}
