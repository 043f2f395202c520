package import PodiumCore

/// A last row of a spreadsheet that holds the sums of the rows above it.
package struct TotalRow {
  private static let words: Set = [
    "total", "totals", "grand total", "sum", "summa", "summe", "gesamt", "gesamtsumme", "totalt", "totalsumma",
    "totale",
    "total general", "total général", "totaal", "somma", "suma", "soma", "razem", "i alt", "sum i alt", "yhteensä",
    "celkem",
    "összesen", "итого", "合計", "总计",
  ]

  /// The column with the word, and the word.
  package let column: String
  package let word: String
  /// The columns whose last number is the sum of the others.
  package let sums: [String]

  /// Nil where the last row has no such word, or no such sum.
  package init?(_ table: Table) {
    let last = table.rowCount - 1
    guard last > 1 else { return nil }
    let named = table.columns.first { column in
      guard !column.type.isNumeric, case .text(let text) = column[last] else { return false }
      return TotalRow.words.contains(text.trimming { $0.isWhitespace || $0 == ":" }.lowercased())
    }
    guard let named else { return nil }
    sums = table.columns.filter { column in
      guard column.type.isNumeric, column.circle == nil, let numbers = column.numbers, let total = numbers.last else {
        return false
      }
      var (sum, size) = (0.0, 0.0)
      for number in numbers.dropLast() where !number.isNaN {
        sum += number
        size += number.magnitude
      }
      return size > 0 && (sum - total).magnitude <= 1e-9 * size
    }.map(\.name)
    guard !sums.isEmpty else { return nil }
    (column, word) = (named.name, named[last].fileText)
  }
}
