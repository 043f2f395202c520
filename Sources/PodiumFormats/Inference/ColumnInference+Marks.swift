internal import PodiumCore

extension ColumnInference {
  /// How the marks in a column's numbers are read.
  enum NumberMarks {
    case form(NumberForm)
    /// Both forms read all cells, with different values: `1,234`.
    case either(NumberForm, NumberForm, row: Int)
  }

  /// The form of a column that is declared as numbers; the place of a question is its row.
  func declaredMarks(_ place: Int) throws(Diagnostic) -> NumberForm.Choice {
    let text = grid.text.span
    let known = rows.filter { row in
      let cell = grid.cells[index(row, place)]
      let core = CellGrid.core(of: cell, in: text)
      return !core.isEmpty && !missing.contains(cell, core, in: text)
    }
    let choice = try NumberForm.choice(
      among: NumberForm.open(decimal: formats.decimal, thousands: formats.thousands), count: known.count,
      cancellation: cancellation
    ) { offset, form in
      form.read(
        text, CellGrid.core(of: grid.cells[index(known[offset], place)], in: text), isDeclared: true, hasUnit: true)
    }
    if case .either(let a, let b, let offset) = choice { return .either(a, b, place: known[offset]) }
    return choice
  }

  /// The form of a column of numbers with marks; nil if none fits all cells apart from words.
  func numberMarks(_ place: Int) throws(Diagnostic) -> NumberMarks? {
    let text = grid.text.span
    var left = NumberForm.open(decimal: formats.decimal, thousands: formats.thousands)
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
      let fitting = left.filter { $0.read(text, core) != nil }
      if fitting.isEmpty {
        guard NumberCell.explain(text, core) == .word, mismatches < mostMismatches else { return nil }
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

  /// The row of the first point in a column of plain numbers; nil where it has none, or one that cannot separate thousands.
  func firstPointOfThousands(_ place: Int) -> Int? {
    let text = grid.text.span
    let form = NumberForm(decimal: .comma, thousands: .point)
    var first: Int?
    for row in rows {
      let cell = grid.cells[index(row, place)]
      let core = CellGrid.core(of: cell, in: text)
      if core.isEmpty || missing.contains(cell, core, in: text) { continue }
      switch NumberCell.read(text, core) {
      case .real:
        guard form.read(text, core) != nil else { return nil }
        first = first ?? row
      case .integer, .word, .other: continue
      }
    }
    return first
  }
}
