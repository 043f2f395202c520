internal import PodiumCore

/// Reading the cells of one column of a chunk; each method detects when the column needs another plan.
extension BulkChunk {
  /// The outcome of a cell that has a value.
  private enum Step {
    case fits
    case mismatch
    case replan(BulkPlan)
  }

  /// Reads the cells of a column until one needs another plan.
  ///
  /// `plain` takes cells of the usual form as written, and returns whether it did; `gap` writes a missing value, also
  /// for cells that do not fit; `value` reads the core of any other cell.
  @inline(__always)
  private func each(
    _ text: Span<UInt8>, _ cut: BulkCut, _ place: Int, _ missing: MissingWords, _ column: inout Column,
    plain: (Int, Cell) -> Bool, gap: (Int) -> Void, value: (Int, Range<Int>) -> Step
  ) {
    let cells = cut.cells.span.extracting((place * cut.room)..<(place * cut.room + cut.starts.count))
    // The options may declare a number or a day as missing too.
    let tryPlain = !missing.mayBeNumber
    for row in 0..<cells.count {
      let cell = cells[unchecked: row]
      if tryPlain, plain(row, cell) { continue }
      guard cell.start < text.count || cell.length == 0 else {
        column.replan = .other
        return
      }
      let core = CellGrid.core(of: cell, in: text)
      if core.isEmpty || missing.contains(cell, core, in: text) {
        gap(row)
        column.missing += 1
        continue
      }
      switch value(row, core) {
      case .fits: break
      case .mismatch:
        gap(row)
        column.addMismatch(row, cut.starts[row], cell)
      case .replan(let plan):
        column.replan = plan
        return
      }
    }
  }

  func integers(
    _ text: Span<UInt8>, _ cut: BulkCut, _ place: Int, _ missing: MissingWords, _ out: UnsafeMutablePointer<Int>,
    _ column: inout Column
  ) {
    each(text, cut, place, missing, &column) { row, cell in
      guard let number = PlainNumber(text, start: cell.start, length: cell.length), number.isWhole else { return false }
      out[row] = number.digits
      return true
    } gap: { row in
      out[row] = ColumnValues.missingInteger
    } value: { row, core in
      switch NumberCell.read(text, core) {
      case .integer(let value):
        if CodeEvidence.isDoubtful(text, core, isReal: false) { return .replan(.other) }
        out[row] = value
      case .real: return .replan(CodeEvidence.isDoubtful(text, core, isReal: true) ? .other : .number)
      case .word: return .mismatch
      case .other: return .replan(.other)
      }
      return .fits
    }
  }

  func numbers(
    _ text: Span<UInt8>, _ cut: BulkCut, _ place: Int, _ missing: MissingWords, _ out: UnsafeMutablePointer<Double>,
    _ column: inout Column
  ) {
    each(text, cut, place, missing, &column) { row, cell in
      guard let number = PlainNumber(text, start: cell.start, length: cell.length) else { return false }
      out[row] = number.real
      return true
    } gap: { row in
      out[row] = .nan
    } value: { row, core in
      switch NumberCell.read(text, core) {
      case .real(let value): out[row] = value
      case .integer(let value):
        guard let real = NumberCell.exactDouble(value) else { return .replan(.other) }
        out[row] = real
      case .word: return .mismatch
      case .other: return .replan(.other)
      }
      return .fits
    }
  }

  func dates(
    _ text: Span<UInt8>, _ cut: BulkCut, _ place: Int, _ missing: MissingWords,
    _ out: UnsafeMutablePointer<CalendarDate?>, _ column: inout Column
  ) {
    each(text, cut, place, missing, &column) { row, cell in
      guard cell.length == 10, let day = ISODateCell.plainDay(text, cell.start) else { return false }
      (out + row).initialize(to: day)
      return true
    } gap: { row in
      (out + row).initialize(to: nil)
    } value: { row, core in
      switch ISODateCell.read(text, core) {
      case .date(let value): (out + row).initialize(to: value)
      case .impossible: return .mismatch
      case .datetime, .none: return NumberCell.explain(text, core) == .word ? .mismatch : .replan(.other)
      }
      return .fits
    }
  }

  func moments(
    _ text: Span<UInt8>, _ cut: BulkCut, _ place: Int, _ missing: MissingWords,
    _ out: UnsafeMutablePointer<Moment?>, _ column: inout Column
  ) {
    var zoned = 0
    var shifted = 0
    var shortened = 0
    each(text, cut, place, missing, &column) { row, cell in
      guard let (moment, hasZone) = ISODateCell.plainMoment(text, cell) else { return false }
      (out + row).initialize(to: moment)
      if hasZone { zoned += 1 }
      return true
    } gap: { row in
      (out + row).initialize(to: nil)
    } value: { row, core in
      switch ISODateCell.read(text, core) {
      case .datetime(let value, let hasZone, let isCut):
        (out + row).initialize(to: value)
        if hasZone {
          zoned += 1
          if ISODateCell.isShifted(text, core) { shifted += 1 }
        }
        if isCut { shortened += 1 }
      case .impossible: return .mismatch
      case .date, .none: return NumberCell.explain(text, core) == .word ? .mismatch : .replan(.other)
      }
      return .fits
    }
    column.zoned = zoned
    column.shifted = shifted
    column.cut = shortened
  }

  func words(
    _ text: Span<UInt8>, _ cut: BulkCut, _ place: Int, _ missing: MissingWords, _ out: UnsafeMutablePointer<Int32>,
    _ levels: inout BulkLevels, _ column: inout Column
  ) {
    let cells = cut.cells.span.extracting((place * cut.room)..<(place * cut.room + cut.starts.count))
    let unescaped = cut.unescaped.span
    for row in 0..<cells.count {
      let cell = cells[unchecked: row]
      if cell.start >= text.count, cell.length > 0 {
        // A cell with doubled quotes contains a quote, so it cannot be a missing word.
        let start = cell.start - text.count
        out[row] = levels.code(of: start..<(start + cell.length), in: unescaped)
        continue
      }
      let core = CellGrid.core(of: cell, in: text)
      if missing.containsWord(cell, core, in: text) {
        out[row] = -1
        column.missing += 1
      } else {
        if cell.isQuoted, missing.contains(cell, core, in: text) { column.keptQuoted += 1 }
        out[row] = levels.code(of: Range(uncheckedBounds: (cell.start, cell.end)), in: text)
      }
    }
  }
}
