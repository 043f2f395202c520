internal import PodiumCore
internal import PodiumPlugin

/// How the numbers of a column are written: decimal mark and thousands separator.
struct NumberForm: Sendable, Equatable {
  var decimal: CellFormats.DecimalMark
  var thousands: CellFormats.ThousandsMark

  /// `1.5` and `1000`.
  static let standard = NumberForm(decimal: .point, thousands: .none)

  /// All forms, the simplest first; a column has the first one that fits all its cells.
  static let all: [NumberForm] = [
    standard, NumberForm(decimal: .comma, thousands: .none),
    NumberForm(decimal: .point, thousands: .blank), NumberForm(decimal: .point, thousands: .apostrophe),
    NumberForm(decimal: .point, thousands: .comma), NumberForm(decimal: .comma, thousands: .point),
    NumberForm(decimal: .comma, thousands: .blank), NumberForm(decimal: .comma, thousands: .apostrophe),
  ]

  /// Reads a cell's core in this form; nil if it does not fit.
  ///
  /// A sign (`+`, `-`, U+2212), then digits with a separator before each group of three or none at all, the decimal
  /// mark and digits, an exponent. A number that begins with 0 has no thousands.
  func read(_ text: Span<UInt8>, _ core: Range<Int>, isDeclared: Bool = false) -> NumberCell? {
    guard !core.isEmpty, core.count <= NumberCell.longest else { return nil }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: core.count) { plain in
      guard let count = write(text, core, to: plain) else { return nil }
      let number = UnsafeBufferPointer(rebasing: plain[..<count])
      switch NumberCell.read(number.span, 0..<count, isDeclared: isDeclared) {
      case .integer(let value): return .integer(value)
      case .real(let value): return .real(value)
      case .word, .other: return nil
      }
    }
  }

  /// Rewrites a cell's core with a plain minus, a point and no separators; nil if it does not have this form.
  private func write(
    _ text: Span<UInt8>, _ core: Range<Int>, to plain: UnsafeMutableBufferPointer<UInt8>
  ) -> Int? {
    var count = 0
    func put(_ byte: UInt8) {
      plain[count] = byte
      count += 1
    }
    var i = core.lowerBound
    let end = core.upperBound
    if text[i] == 0x2B || text[i] == 0x2D {
      put(text[i])
      i += 1
    } else if end - i >= 3, text[i] == 0xE2, text[i + 1] == 0x88, text[i + 2] == 0x92 {
      put(0x2D)
      i += 3
    }
    var group = 0
    var groups = 1
    let first = i < end ? text[i] : 0
    while i < end {
      if text[i] &- 0x30 < 10 {
        put(text[i])
        group += 1
        i += 1
        continue
      }
      let mark = thousandsMark(text, i, end)
      guard mark > 0 else { break }
      guard groups == 1 ? (1...3).contains(group) : group == 3 else { return nil }
      groups += 1
      group = 0
      i += mark
    }
    if groups > 1, group != 3 || first == 0x30 { return nil }
    if i < end, text[i] == (decimal == .comma ? 0x2C : 0x2E) {
      put(0x2E)
      i += 1
      while i < end, text[i] &- 0x30 < 10 {
        put(text[i])
        i += 1
      }
    }
    while i < end {
      // An exponent, and nothing else, may follow.
      let byte = text[i]
      guard byte &- 0x30 < 10 || byte | 0x20 == 0x65 || byte == 0x2B || byte == 0x2D else { return nil }
      put(byte)
      i += 1
    }
    return count
  }

  /// The length of the thousands separator at a position; 0 if there is none.
  private func thousandsMark(_ text: Span<UInt8>, _ i: Int, _ end: Int) -> Int {
    let byte = text[i]
    switch thousands {
    case .none: return 0
    case .point: return byte == 0x2E ? 1 : 0
    case .comma: return byte == 0x2C ? 1 : 0
    case .blank:
      if byte == 0x20 { return 1 }
      if byte == 0xC2, i + 1 < end, text[i + 1] == 0xA0 { return 2 }
      // U+2009 and U+202F.
      let isThin = byte == 0xE2 && i + 2 < end && text[i + 1] == 0x80 && (text[i + 2] == 0x89 || text[i + 2] == 0xAF)
      return isThin ? 3 : 0
    case .apostrophe:
      if byte == 0x27 { return 1 }
      return byte == 0xE2 && i + 2 < end && text[i + 1] == 0x80 && text[i + 2] == 0x99 ? 3 : 0
    }
  }
}

extension ColumnInference {
  /// How the marks in a column's numbers are read.
  enum NumberMarks {
    /// All cells are numbers in this form.
    case form(NumberForm)
    /// Both forms read all cells, with different values: `1,234`.
    case either(NumberForm, NumberForm, row: Int)
  }

  /// The form of a column of numbers with marks; nil if none fits all cells apart from words.
  func numberMarks(_ place: Int, isDeclared: Bool) throws(Diagnostic) -> NumberMarks? {
    let text = grid.text.span
    var left = NumberForm.all.filter {
      (formats.decimal == nil || $0.decimal == formats.decimal)
        && (formats.thousands == nil || $0.thousands == formats.thousands || $0.thousands == .none)
    }
    var firstMarked: Int?
    var mismatches = 0
    var fits = 0
    for row in rows {
      if row & 0xFFFF == 0 { try cancellation.check() }
      let cell = grid.cells[index(row, place)]
      let core = CellGrid.core(of: cell, in: text)
      if core.isEmpty || missing.contains(cell, core, in: text) { continue }
      // Digits alone are a number in any form.
      if core.count < 19, isDigits(text, core), core.count == 1 || text[core.lowerBound] != 0x30 {
        fits += 1
        continue
      }
      let fitting = left.filter { $0.read(text, core, isDeclared: isDeclared) != nil }
      if fitting.isEmpty {
        if !isDeclared {
          guard NumberCell.explain(text, core) == .word, mismatches < mostMismatches else { return nil }
        }
        mismatches += 1
        continue
      }
      fits += 1
      if fitting.count < left.count, firstMarked == nil || fitting.allSatisfy({ $0.thousands == .none }) {
        firstMarked = row
      }
      left = fitting
    }
    guard fits > 0, let first = left.first else { return nil }
    if first == .standard { return .form(first) }
    if let firstMarked, let other = left.first(where: { $0.decimal != first.decimal }), first.thousands == .none {
      return .either(first, other, row: firstMarked)
    }
    return .form(first)
  }

  private func isDigits(_ text: Span<UInt8>, _ core: Range<Int>) -> Bool {
    for i in core where text[i] &- 0x30 >= 10 { return false }
    return true
  }

  /// Whether a column of plain numbers has points, and all of them could be thousands separators.
  func pointsMayBeThousands(_ place: Int) -> Bool {
    let text = grid.text.span
    let form = NumberForm(decimal: .comma, thousands: .point)
    var points = 0
    for row in rows {
      let cell = grid.cells[index(row, place)]
      let core = CellGrid.core(of: cell, in: text)
      if core.isEmpty || missing.contains(cell, core, in: text) { continue }
      switch NumberCell.read(text, core) {
      case .real:
        guard form.read(text, core) != nil else { return false }
        points += 1
      case .integer, .word, .other: continue
      }
    }
    return points > 0
  }
}
