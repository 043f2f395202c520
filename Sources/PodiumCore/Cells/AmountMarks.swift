/// The currencies, percent signs and units that were left out of a column's numbers, and its amounts in parentheses.
///
/// Numbers with different marks are not comparable, and a mark that may multiply leaves open how large they are, so that a
/// column with two marks or with such a one is none of numbers.
package struct AmountMarks {
  private var marks: [(name: String, written: String, count: Int, first: Int)] = []
  private var bare: (count: Int, first: Int)?
  private var negative: (count: Int, first: Int)?

  /// Further marks of a column are not named.
  private static let most = 20

  /// No marks yet; `plain` counts numbers without one that are not added, and names the row of the first.
  package init(plain: (count: Int, first: Int)? = nil) { bare = plain }

  /// Adds a cell that was read as a number, or so many with the same text.
  package mutating func add(_ text: Span<UInt8>, _ core: Range<Int>, row: Int, count: Int = 1) {
    let amount = Amount(text, core, isDeclared: true, hasUnit: true)
    if amount.isBracketed { negative = ((negative?.count ?? 0) + count, negative?.first ?? row) }
    guard let mark = amount.mark else {
      bare = ((bare?.count ?? 0) + count, bare?.first ?? row)
      return
    }
    let written = NumberCell.string(text, mark)
    let name = AmountMarks.same[written] ?? written
    if let place = marks.firstIndex(where: { $0.name == name }) {
      marks[place].count += count
    } else if marks.count < AmountMarks.most {
      marks.append((name, written, count, row))
    }
  }

  /// Several ways to write one currency.
  private static let same = [
    "EUR": "€", "GBP": "£", "USD": "$", "US$": "$", "JPY": "¥", "PLN": "zł", "SFr.": "CHF", "Fr.": "CHF", "kr.": "kr",
  ]

  /// Marks that multiply, by so much: `5k` is 5000, or 5 of a unit, and a number without one is another amount.
  private static let multiples = [
    "k": "1000", "K": "1000", "M": "1e6", "G": "1e9", "B": "1e9", "T": "1e12", "mn": "1e6", "Mn": "1e6", "bn": "1e9",
    "Bn": "1e9", "BN": "1e9", "tn": "1e12", "Md": "1e9",
  ]

  /// Words that multiply, in any case.
  private static let multiplyingWords = [
    "dozen": "12", "hundred": "100", "thousand": "1000", "thousands": "1000", "tsd": "1000", "tusen": "1000",
    "lakh": "1e5", "mio": "1e6", "mln": "1e6", "million": "1e6", "millions": "1e6", "miljon": "1e6", "miljoner": "1e6",
    "crore": "1e7", "mrd": "1e9", "mld": "1e9", "milliard": "1e9", "miljard": "1e9", "miljarder": "1e9", "bln": "1e9",
    "billion": "1e9", "billions": "1e9", "trillion": "1e12", "trillions": "1e12",
  ]

  private static func multiple(_ mark: String) -> String? { multiples[mark] ?? multiplyingWords[mark.lowercased()] }

  /// Whether a cell's mark may multiply its number.
  package static func multiplies(_ text: Span<UInt8>, _ core: Range<Int>) -> Bool {
    let mark = Amount(text, core, isDeclared: true, hasUnit: true).mark
    return mark.map { multiple(NumberCell.string(text, $0)) != nil } ?? false
  }

  /// Why its marks keep the column from being numbers, to follow its name: it mixes several, or the one that it has could
  /// multiply; nil if its numbers can be compared. `cell` names the cell of a row.
  package func mixture(_ cell: (Int) -> String) -> String? {
    var parts = marks.map { "\(Abridged.quoted($0.name)) (first \(cell($0.first)))" }
    if marks.count == 1, let multiple = AmountMarks.multiple(marks[0].name) {
      guard let bare else { return "has numbers with \(parts[0]), which multiplies them by \(multiple) or is a unit" }
      parts.append("numbers without it (first \(cell(bare.first)))")
    }
    guard parts.count > 1 else { return nil }
    let shown = parts.count > 5 ? parts.prefix(4) + ["\(parts.count - 4) others"] : parts[...]
    return "mixes " + shown.dropLast().joined(separator: ", ") + " and " + shown[shown.endIndex - 1]
  }

  /// `mixed-units` for a column whose numbers cannot be compared.
  package func refusal(_ column: String, _ cell: (Int) -> String) -> Diagnostic? {
    guard let mixture = mixture(cell), let first = marks.first else { return nil }
    let (name, mark) = (CommandText.column(column), CommandText.quoted(first.written))
    let factor = AmountMarks.multiple(first.name).map { " * " + $0 } ?? ""
    let isAlone = marks.count == 1 && bare == nil
    return Diagnostic(
      "mixed-units", "column \(Abridged.quoted(column)) \(mixture)",
      help: (isAlone ? "without '\(factor.dropFirst())' if \(mark) is a unit: " : "convert each by itself, as in: ")
        + "derive amount = number(replace(\(name), \(mark), \"\"))\(factor)"
        + (isAlone ? "" : " if contains(\(name), \(mark))"))
  }

  /// What was left out; `cell` names the cell of a row.
  package func notes(_ cell: (Int) -> String) -> [String] {
    var notes: [String] = []
    if let mark = marks.first {
      let all = mark.count + (bare?.count ?? 0)
      notes.append(
        "read \(bare == nil ? "" : "\(mark.count) of ")\(all.counted("number")) without \(Abridged.quoted(mark.name)), first "
          + cell(mark.first) + (bare.map { "; the others have no mark, first " + cell($0.first) } ?? ""))
    }
    if let negative {
      notes.append("read \(negative.count.counted("amount")) as negative, first \(cell(negative.first))")
    }
    return notes
  }
}
