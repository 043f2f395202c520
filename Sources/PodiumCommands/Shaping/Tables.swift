internal import PodiumCore
internal import PodiumPlugin

/// Other tables that a verb names.
enum Tables {
  /// A table in memory; throws `unknown-table`.
  static func named(_ name: String, span: SourceSpan?, _ session: Session) throws(Diagnostic) -> Dataset {
    if let dataset = session.state.tables[name] { return dataset }
    var error = Diagnostic.unknown("table", name, among: session.state.order, span: span)
    if session.registry.dataset(name) != nil { error.help = "load it first: load \(CommandText.word(name))" }
    throw error
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
