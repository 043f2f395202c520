internal import PodiumCore
internal import PodiumPlugin

/// Names of saved tables and models.
enum SavedName {
  static let replace = Parameter<Bool>.flag(
    "replace", default: false, help: "Whether to replace a model already saved under this name.")

  /// Throws `bad-name` for a name that could be a path or could not be typed.
  static func check(_ name: String, span: SourceSpan?) throws(Diagnostic) {
    guard isPlain(name) else {
      throw Diagnostic(
        "bad-name", "'\(name)' is not a valid name to save under", span: span,
        help: "use letters, digits, - and _; 'save ./FILE.csv' writes a table to a file")
    }
  }

  static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && name.count <= 100
      && name.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || ("0"..."9").contains($0) || "-_".unicodeScalars.contains($0)
      }
  }

  /// A table that lists saved entries.
  static func list(_ entries: [SavedEntry], title: String, empty: String) throws(Diagnostic) -> Output {
    if entries.isEmpty { return .text(empty) }
    let table = try Table([
      Column("name", .text(entries.map(\.name))), Column("summary", .text(entries.map(\.summary))),
      Column("saved_at", .datetime(entries.map(\.saved.at))), Column("saved_by", .text(entries.map(\.saved.by))),
    ])
    return .table(TableOutput(table, title: title))
  }
}
