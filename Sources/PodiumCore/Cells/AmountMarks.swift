/// The currencies, percent signs and units that were left out of a column's numbers, and its amounts in parentheses.
///
/// Numbers with different marks are not comparable, and a mark that may multiply leaves open how large they are, so that a
/// column with two marks or with such a one is none of numbers.
package struct AmountMarks {
  private var marks: [Mark] = []
  private var bare: (count: Int, first: Int)?
  private var negative: (count: Int, first: Int)?

  private struct Mark {
    let name: String
    /// The texts in which it is written.
    let written: [String]
    /// What it multiplies by, if it is not a unit.
    let factor: String?
    var count: Int
    let first: Int
  }

  /// Further marks of a column are not named.
  private static let most = 20

  /// No marks yet; `plain` counts numbers without one that are not added, and names the row of the first.
  package init(plain: (count: Int, first: Int)? = nil) { bare = plain }

  /// Adds a cell that was read as a number, or so many with the same text.
  package mutating func add(_ text: Span<UInt8>, _ core: Range<Int>, row: Int, count: Int = 1) {
    let amount = Amount(text, core, isDeclared: true, hasUnit: true)
    if amount.isBracketed { negative = ((negative?.count ?? 0) + count, negative?.first ?? row) }
    guard let (name, written, factor) = AmountMarks.mark(text, amount) else {
      bare = ((bare?.count ?? 0) + count, bare?.first ?? row)
      return
    }
    if let place = marks.firstIndex(where: { $0.name == name }) {
      marks[place].count += count
    } else if marks.count < AmountMarks.most {
      marks.append(Mark(name: name, written: written, factor: factor, count: count, first: row))
    }
  }

  private static func mark(
    _ text: Span<UInt8>, _ amount: Amount
  ) -> (name: String, written: [String], factor: String?)? {
    let unit = amount.unit.map { NumberCell.string(text, $0) }
    guard let place = amount.currency else { return unit.map { ($0, [$0], factor($0)) } }
    let currency = NumberCell.string(text, place)
    let name = AmountMarks.name(currency)
    guard let unit, let left = amount.unit else { return (name, [currency], nil) }
    guard left.upperBound <= place.lowerBound else {
      return (
        name + (name.last?.isLetter == true ? " " : "") + unit, [currency, unit], factor(unit, isBeforeCurrency: false)
      )
    }
    let written = NumberCell.string(text, left.lowerBound..<place.upperBound)
    return (written, [written], factor(unit, isBeforeCurrency: true))
  }

  /// One name for the ways to write a currency.
  package static func name(_ currency: String) -> String { same[currency] ?? currency }

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
    "tis": "1000", "tys": "1000", "mil": "1000", "mille": "1000", "mila": "1000", "lakh": "1e5", "lakhs": "1e5",
    "lac": "1e5", "mio": "1e6", "mln": "1e6", "million": "1e6", "millions": "1e6", "millionen": "1e6",
    "millones": "1e6", "milioni": "1e6", "miljon": "1e6", "miljoner": "1e6", "crore": "1e7",
    "crores": "1e7", "mrd": "1e9", "mdr": "1e9", "mld": "1e9", "milliard": "1e9", "milliards": "1e9",
    "milliarden": "1e9", "miljard": "1e9", "miljarder": "1e9", "bln": "1e9", "billion": "1e9", "billions": "1e9",
    "trillion": "1e12", "trillions": "1e12",
  ]

  /// Marks that multiply beside a currency, and are units elsewhere.
  private static let multiplesOfMoney = ["m": "1e6", "mm": "1e6", "MM": "1e6", "b": "1e9", "md": "1e9", "Cr": "1e7"]

  /// What a mark multiplies by, if it is not a unit: the first word of `million tonnes` and, beside a currency,
  /// the first part of `k/h`.
  static func factor(_ mark: String, isBeforeCurrency: Bool? = nil) -> String? {
    let word = String(mark.prefix { !$0.isWhitespace && $0 != "." && (isBeforeCurrency == nil || $0 != "/") })
    if let isBeforeCurrency {
      // `5 T€` and `5 tkr` are thousands, `$5t` is not.
      if word == "t" || word == "T" { return isBeforeCurrency ? "1000" : "1e12" }
      if let multiple = multiplesOfMoney[word] { return multiple }
    }
    return multiples[word] ?? multiplyingWords[word.lowercased()]
  }

  /// Whether a cell's mark may multiply its number.
  package static func multiplies(_ cell: String) -> Bool { mark(cell)?.factor != nil }

  private static func mark(_ cell: String) -> (name: String, written: [String], factor: String?)? {
    let bytes = Array(cell.utf8)
    return mark(bytes.span, Amount(bytes.span, NumberCell.core(bytes.span), isDeclared: true, hasUnit: true))
  }

  /// Whether a cell is a number with a currency, a percent sign or a unit.
  package static func isAmount(_ cell: String) -> Bool {
    mark(cell) != nil && NumberForm.all.contains { $0.read(cell, isDeclared: true, hasUnit: true) != nil }
  }

  /// What a cell whose mark may multiply has, and how it is read.
  package static let wayWithMultiple = "has a unit or a multiple; 'type COLUMN number' names both readings"

  /// Whether it has several marks that are currencies or units.
  package var isMixed: Bool { marks.count > 1 && marks.allSatisfy { $0.factor == nil } }

  /// Why its marks keep the column from being numbers, to follow its name: it mixes several, or the one that it has could
  /// multiply; nil if its numbers can be compared. `cell` names the cell of a row.
  package func mixture(_ cell: (Int) -> String) -> String? {
    var parts = marks.map { "\(Abridged.quoted($0.name)) (first \(cell($0.first)))" }
    if marks.count == 1, let multiple = marks[0].factor {
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
    let name = CommandText.column(column)
    let written = first.written.map { CommandText.quoted($0) }
    let factor = first.factor.map { " * " + $0 } ?? ""
    let isAlone = marks.count == 1 && bare == nil
    let number = written.reduce(name) { "replace(\($0), \($1), \"\")" }
    return Diagnostic(
      "mixed-units", "column \(Abridged.quoted(column)) \(mixture)",
      help: (isAlone
        ? "without '\(factor.dropFirst())' if \(written.last ?? "") is a unit: " : "convert each by itself, as in: ")
        + "derive amount = number(\(number))\(factor)"
        + (isAlone ? "" : " if " + written.map { "contains(\(name), \($0))" }.joined(separator: " and ")))
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
