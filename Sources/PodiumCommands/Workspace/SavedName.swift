internal import PodiumCore
internal import PodiumPlugin

/// Names of what is kept in the workspace.
enum SavedName {
  static let replace = Parameter<Bool>.flag(
    "replace", default: false, help: "Whether what is saved under this name may be replaced.")

  /// Throws `bad-name` for a name that could be a path or could not be typed.
  static func check(_ name: String, span: SourceSpan?) throws(Diagnostic) {
    guard isPlain(name) else {
      throw Diagnostic(
        "bad-name", "'\(name)' is no name for what is saved", span: span,
        help: "a name holds letters, digits, - and _; save ./FILE.csv writes a table to a file")
    }
  }

  /// Whether something can be saved under a name.
  static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && name.count <= 100
      && name.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || ("0"..."9").contains($0) || "-_".unicodeScalars.contains($0)
      }
  }

  /// The table that lists what is saved.
  static func list(_ entries: [SavedEntry], title: String, empty: String) throws(Diagnostic) -> Output {
    if entries.isEmpty { return .text(empty) }
    let table = try Table([
      Column("name", .text(entries.map(\.name))), Column("summary", .text(entries.map(\.summary))),
      Column("saved_at", .datetime(entries.map(\.saved.at))), Column("saved_by", .text(entries.map(\.saved.by))),
    ])
    return .table(TableOutput(table, title: title))
  }
}
