/// The delimiter of a file, found by what keeps the number of cells a row the same.
enum CSVDialect {
  /// The most rows looked at.
  static let sampleRows = 100
  /// The most bytes looked at.
  static let sampleBytes = 1 << 20

  /// Chooses among the candidates; a file without any of them is one column, read as if by comma.
  ///
  /// A candidate's measure is the share of the first rows that have the most frequent number of cells, when
  /// that is two or more. The best measure above one half wins, ties by the order `, ; tab |`. A comma that
  /// always stands between two digits is taken as a decimal comma when another candidate measures as well.
  /// Where none is above one half, the candidate that cuts the first row into the most cells wins if no
  /// other row has more of them: a file whose rows are mostly too short.
  static func delimiter(of text: Span<UInt8>, from start: Int, quote: UInt8) -> UInt8 {
    var best: (delimiter: UInt8, share: Double)?
    var fallback: (delimiter: UInt8, cells: Int)?
    for candidate in CSVOptions.candidates where candidate != quote {
      let sample = Sample(text, from: start, delimiter: candidate, quote: quote)
      guard let first = sample.widths.first else { continue }
      if let share = sample.share, share > 0.5 {
        let beatsDecimalComma =
          best.map { $0.delimiter == 0x2C && share >= $0.share } == true && hasOnlyDecimalCommas(text, start)
        if best.map({ share > $0.share }) ?? true || beatsDecimalComma { best = (candidate, share) }
      }
      if first > 1, sample.widths.allSatisfy({ $0 <= first }), first > fallback?.cells ?? 1 {
        fallback = (candidate, first)
      }
    }
    return best?.delimiter ?? fallback?.delimiter ?? 0x2C
  }

  /// The numbers of cells of a file's first rows under one delimiter.
  struct Sample {
    private(set) var widths: [Int] = []

    /// Counts with the rules of `CSVScanner`; blank lines are passed over, a row cut by the sample's end is not counted.
    init(_ text: Span<UInt8>, from start: Int, delimiter: UInt8, quote: UInt8) {
      let stop = min(text.count, start + CSVDialect.sampleBytes)
      var i = start
      var width = 1
      var isBlank = true
      var atCellStart = true
      var inQuotes = false
      while i < stop, widths.count < CSVDialect.sampleRows {
        let byte = text[i]
        if inQuotes {
          if byte == quote {
            if i + 1 < stop, text[i + 1] == quote { i += 1 } else { inQuotes = false }
          }
        } else if byte == delimiter {
          width += 1
          isBlank = false
          atCellStart = true
          i += 1
          continue
        } else if byte == 0x0A || byte == 0x0D {
          if !isBlank { widths.append(width) }
          width = 1
          isBlank = true
          atCellStart = true
          i += 1
          continue
        } else if byte == quote, atCellStart {
          inQuotes = true
          isBlank = false
        } else if byte != 0x20, byte != 0x09 {
          isBlank = false
        }
        atCellStart = false
        i += 1
      }
      let isWhole = stop == text.count || widths.isEmpty
      if isWhole, !isBlank, widths.count < CSVDialect.sampleRows { widths.append(width) }
    }

    /// The share of rows with the most frequent number of cells; nil when that is one.
    var share: Double? {
      var counts: [Int: Int] = [:]
      for width in widths { counts[width, default: 0] += 1 }
      // Equal counts: the wider row, so that two rows of which one is short still show the delimiter.
      guard let most = counts.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }), most.key > 1 else {
        return nil
      }
      return Double(most.value) / Double(widths.count)
    }
  }

  private static func hasOnlyDecimalCommas(_ text: Span<UInt8>, _ start: Int) -> Bool {
    var commas = 0
    for i in start..<min(text.count, start + sampleBytes) where text[i] == 0x2C {
      guard i > start, i + 1 < text.count, text[i - 1] &- 0x30 < 10, text[i + 1] &- 0x30 < 10 else {
        return false
      }
      commas += 1
    }
    return commas > 0
  }

  /// A delimiter as it is named in a report.
  static func name(_ delimiter: UInt8) -> String {
    switch delimiter {
    case 0x09: "tab"
    case 0x20: "blank"
    default: String(UnicodeScalar(delimiter))
    }
  }

  /// A delimiter as it is named in a sentence.
  static func shown(_ delimiter: UInt8) -> String {
    switch delimiter {
    case 0x09: "tab"
    case 0x20: "blank"
    default: "'" + String(UnicodeScalar(delimiter)) + "'"
    }
  }
}
