internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords
internal import SurfModel

/// Which column of a log holds which part, by column names and by `map=`.
struct SessionHeader {
  typealias Part = SessionPart

  /// The column of each part that has one.
  let columns: [Part: String]

  /// Finds the parts; `map` holds pairs of column and part, such as `beach:spot`.
  ///
  /// Throws `bad-value` for a malformed pair, `unknown-column`, and `missing-column` without a spot, time or rating.
  ///
  /// A part that is `given` elsewhere need not be a column.
  init(_ names: [String], map: [String], file: String, given: Set<Part> = []) throws(Diagnostic) {
    var columns: [Part: String] = [:]
    for pair in map {
      guard let (name, meaning) = pair.mappedColumn, let part = Part(rawValue: meaning) else {
        throw .badValue(
          "map", pair,
          allowed: "COLUMN:PART, where PART is one of " + Part.allCases.map(\.rawValue).joined(separator: ", "),
          span: nil)
      }
      guard names.contains(name) else { throw Diagnostic.unknown("column", name, among: names, help: "correct map=") }
      columns[part] = name
    }
    let taken = Set(columns.values)
    for part in Part.allCases where columns[part] == nil {
      columns[part] =
        part.names.lazy.compactMap { wanted in
          names.first { SessionHeader.plain($0) == wanted && !taken.contains($0) }
        }.first ?? names.first { part.isNamed(SessionHeader.plain($0)) && !taken.contains($0) }
    }
    self.columns = columns
    let lacking = [(Part.spot, []), (.rating, []), (.start, [Part.date])].filter { part, others in
      columns[part] == nil && !given.contains(part) && !others.contains { columns[$0] != nil }
    }.map(\.0.rawValue)
    guard !lacking.isEmpty else { return }
    let list = lacking.count > 1 ? lacking.dropLast().joined(separator: ", ") + " and " : ""
    throw Diagnostic(
      "missing-column",
      "'\(file)' has no \(lacking.count > 1 ? "columns" : "column") for the session's \(list)\(lacking.last ?? "")",
      help: "name \(lacking.count > 1 ? "them" : "it") with map="
        + lacking.map { "COLUMN:" + $0 }.joined(separator: ",") + "; the columns are "
        + names.map { Abridged.text(SafeText.escape($0)) }.listed(20))
  }

  /// A table with the times and numbers of the parts in plain form, each column read as a whole.
  func plain(_ table: Table, dates: DateOrder? = nil) throws(Diagnostic) -> Table {
    var table = table
    for part in [Part.start, .date, .end, .duration, .rating] {
      guard let name = columns[part], case .text(let texts)? = table[name]?.values,
        let plain = try IncomingTable.plain(column: texts.compactMap { $0 }, dates: dates)
      else { continue }
      var rest = plain[...]
      table = try table.setting(Column(name, .text(texts.map { $0 == nil ? nil : rest.popFirst() })))
    }
    return table
  }

  /// The words of a heading in lower case and without accents, with `_` between them.
  static func plain(_ name: some StringProtocol) -> String {
    let words = RecordName.bare(String(name)).split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    return words.joined(separator: "_")
  }
}
