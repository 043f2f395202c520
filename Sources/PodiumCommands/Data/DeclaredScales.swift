internal import PodiumCore
internal import PodiumPlugin
internal import PodiumShaping

/// The columns that `types=` declares as durations or times of day; importers read their cells as text.
struct DeclaredScales {
  private var scales: [(name: String, scale: NumberScale)] = []

  init(_ keys: [Argument], _ session: Session) throws(Diagnostic) {
    guard let argument = keys.first(where: { $0.key?.text == "types" }) else { return }
    for (text, _) in try session.parsingScope.list(argument.value) {
      guard let colon = text.lastIndex(of: ":"),
        let scale = NumberScale(name: String(text[text.index(after: colon)...]))
      else { continue }
      scales.append((String(text[..<colon]), scale))
    }
  }

  /// A column whose texts are all numbers, as those of a file that holds seconds, as numbers.
  private static func counted(_ column: Column, _ cancellation: Cancellation) throws(Diagnostic) -> Column {
    guard case .text(let texts) = column.values else { return column }
    var numbers: [Double] = []
    numbers.reserveCapacity(texts.count)
    for (row, text) in texts.enumerated() {
      if row & 0xFFFF == 0 { try cancellation.check() }
      guard let number = text.map({ NumberCell.read($0, isDeclared: true).value?.asNumber }) ?? .nan else {
        return column
      }
      numbers.append(number)
    }
    return column.with(values: .number(numbers))
  }

  /// Turns the texts of such columns into seconds; what does not fit becomes missing, and a note says so.
  func apply(to imported: inout ImportedTable, _ cancellation: Cancellation) throws(Diagnostic) {
    for (name, scale) in scales {
      guard let column = imported.table[name] else { continue }
      let conversion = try TypeConversion(
        DeclaredScales.counted(column, cancellation), to: scale, cancellation: cancellation)
      imported.table = try imported.table.setting(Column(name, conversion.values, scale: scale))
      guard let first = conversion.lost.first else { continue }
      let shown = "first \(Abridged.quoted(first.text)) in row \(first.first + 1)"
      imported.notes.append(
        "column \(Abridged.quoted(name)): \(conversion.lostCount.counted("cell")) not of type \(scale.name ?? "") became missing, \(shown)"
      )
    }
  }
}
