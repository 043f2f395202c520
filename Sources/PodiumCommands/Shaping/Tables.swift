internal import PodiumCore
internal import PodiumPlugin

/// Other tables that a verb names.
enum Tables {
  /// A table in memory; throws `unknown-table`.
  static func named(_ name: String, span: SourceSpan?, _ session: Session) throws(Diagnostic) -> Dataset {
    if let dataset = session.state.tables[name] { return dataset }
    throw unknown(name, among: session.state.order, span: span, session)
  }

  /// The error for a table that is not in memory, with how to load it where its name is that of a file or a bundled one.
  static func unknown(
    _ name: String, among known: [String], span: SourceSpan?, _ session: Session
  ) -> Diagnostic {
    var error = Diagnostic.unknown("table", name, among: known, span: span)
    let word = CommandText.word(name)
    if session.registry.dataset(name) != nil {
      error.help = "load it first: load \(word)"
    } else if FilePath(name).looksLikeFile, let current = session.state.current?.name {
      error.help = "load it first: load \(word), then use \(CommandText.word(current))"
    }
    return error
  }

  /// `a`, or `a=b`: a column here and its partner in the other table.
  static func pair(
    _ text: String, _ table: Table, _ other: Table, span: SourceSpan?
  ) throws(Diagnostic) -> (left: Column, right: Column) {
    if let column = table[text], let partner = other[text] { return (column, partner) }
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let left = try table.column(parts[0], at: span)
    do throws(Diagnostic) {
      return (left, try other.column(parts.count == 2 ? parts[1] : parts[0], at: span))
    } catch {
      var error = error
      error.help = "that is a column of the other table; write on=HERE=THERE where the names differ"
      throw error
    }
  }
}
