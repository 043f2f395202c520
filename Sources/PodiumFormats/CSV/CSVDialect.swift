internal import PodiumCore
internal import PodiumPlugin

/// How a file writes its cells: delimiter, quote, and what may surround them.
struct CSVDialect: Sendable, Equatable {
  var delimiter: UInt8
  /// The byte around cells that hold a delimiter or a line end; 0 for none.
  var quote: UInt8 = 0x22
  /// Whether spaces after a delimiter belong to it, as in `a, "b, c"`.
  var skipsBlanks = false
  /// Whether a backslash escapes a quote that belongs to the text.
  var escapes = false

  /// Maximum number of rows examined.
  static let sampleRows = 100
  /// Maximum number of bytes examined.
  static let sampleBytes = 1 << 20

  static func name(_ delimiter: UInt8) -> String {
    switch delimiter {
    case 0x09: "tab"
    case 0x20: "blank"
    default: String(UnicodeScalar(delimiter))
    }
  }

  static func shown(_ delimiter: UInt8) -> String {
    switch delimiter {
    case 0x09: "tab"
    case 0x20: "space"
    default: "'" + String(UnicodeScalar(delimiter)) + "'"
    }
  }
}

extension CSVDialect {
  /// Detects how a file is written, as far as the options leave it open.
  ///
  /// A candidate's score is the share of the first rows that have the most frequent number of cells, if that is
  /// two or more; rows before the first of that width do not count. The best score above one half wins, with ties in
  /// the order `, ; tab |`, but a comma that below the first row is always between two digits or always before a space
  /// gives way to another candidate with a score. If none is above one half, the candidate that splits the first row
  /// into the most cells wins if no other row has more: a file whose rows are mostly too short. A space is
  /// chosen only if it splits every row alike, a column of numbers shows that the text is not prose, and nothing else
  /// has a score. A file without any of them is one column, read as if delimited by commas; where commas are in few of its
  /// lines (`isOneColumn`), as if by a candidate that is in none. `'` is the quote only if no cell is quoted by `"` and cells are
  /// consistently wrapped in it (`CSVSample.hasClearQuotes`).
  static func find(
    _ text: Span<UInt8>, from start: Int, options: DelimitedOptions
  ) -> CSVDialect {
    let quotes: [UInt8] = options.quote.map { [$0] } ?? [0x22, 0x27]
    let delimiters = options.delimiter.map { [$0] } ?? DelimitedOptions.candidates
    var best: (dialect: CSVDialect, sample: CSVSample)?
    var fallback: (dialect: CSVDialect, cells: Int)?
    var hasQuotedCells = false
    for quote in quotes {
      for delimiter in delimiters where delimiter != quote {
        let dialect = CSVDialect(delimiter: delimiter, quote: quote).refined(text, start)
        let sample = CSVSample(text, from: start, dialect: dialect)
        // An apostrophe is a quote only if it clearly is one.
        if quote == 0x27, options.quote == nil, hasQuotedCells || !sample.hasClearQuotes(text) { continue }
        if quote == 0x22, sample.quoted > 0 { hasQuotedCells = true }
        if let share = sample.share, share > 0.5, best.map({ sample.beats($0.sample, text, start) }) ?? true {
          best = (dialect, sample)
        }
        if quote == quotes[0], let first = sample.widths.first, first > fallback?.cells ?? 1,
          sample.widths.allSatisfy({ $0 <= first })
        {
          fallback = (dialect, first)
        }
      }
    }
    if let best {
      // 1,5 below a single name is one number: the delimiter that goes with decimal commas splits nothing there.
      if options.delimiter == nil, best.sample.isColumnOfDecimalCommas(text) {
        return CSVDialect(delimiter: 0x3B, quote: best.dialect.quote)
      }
      return best.dialect
    }
    if let fallback { return fallback.dialect }
    let quote = quotes[0]
    if let given = options.delimiter { return CSVDialect(delimiter: given, quote: quote).refined(text, start) }
    let blank = CSVDialect(delimiter: 0x20, quote: quote)
    if CSVSample(text, from: start, dialect: blank).isTableByBlanks(text) { return blank }
    let commas = CSVDialect(delimiter: 0x2C, quote: quote).refined(text, start)
    guard CSVSample(text, from: start, dialect: commas).isOneColumn else { return commas }
    return DelimitedOptions.candidates.lazy.map { CSVDialect(delimiter: $0, quote: quote) }.first { dialect in
      CSVSample(text, from: start, dialect: dialect).widths.allSatisfy { $0 == 1 }
    } ?? commas
  }

  /// The same dialect with spaces after the delimiter and backslashes before quotes, if the text has them.
  private func refined(_ text: Span<UInt8>, _ start: Int) -> CSVDialect {
    var dialect = self
    let plain = CSVSample(text, from: start, dialect: dialect)
    if delimiter != 0x20, delimiter != 0x09, plain.followedByBlank > 0,
      plain.followedByBlank * 20 >= plain.delimiters * 19
    {
      dialect.skipsBlanks = true
    }
    if plain.hasBackslashedQuotes, quote != 0 {
      var escaping = dialect
      escaping.escapes = true
      let sample = CSVSample(text, from: start, dialect: escaping)
      let before = CSVSample(text, from: start, dialect: dialect)
      if sample.oddities < before.oddities, sample.share ?? 0 >= before.share ?? 0 { dialect = escaping }
    }
    return dialect
  }
}
