internal import PodiumCore

/// The cells of one column of a chunk; each says when the column needs another plan.
extension BulkChunk {
  /// A cell's core and the text it stands in; nil when it is missing.
  @inline(__always)
  private func isMissing(_ cell: Cell, _ core: Range<Int>, _ text: Span<UInt8>, _ missing: MissingWords) -> Bool {
    core.isEmpty || missing.contains(cell, core, in: text)
  }

  func integers(
    _ text: Span<UInt8>, _ unescaped: Span<UInt8>, _ cells: [Cell], _ starts: [Int], _ place: Int, _ width: Int,
    _ missing: MissingWords, _ out: UnsafeMutablePointer<Int>, _ column: inout Column
  ) {
    for row in 0..<starts.count {
      let cell = cells[row * width + place]
      guard cell.start < text.count || cell.length == 0 else {
        column.replan = .other
        return
      }
      let core = CellGrid.core(of: cell, in: text)
      if isMissing(cell, core, text, missing) {
        out[row] = ColumnValues.missingInteger
        column.missing += 1
        continue
      }
      switch NumberCell.plain(text, core) ?? NumberCell.read(text, core) {
      case .integer(let value): out[row] = value
      case .real:
        column.replan = .number
        return
      case .word:
        out[row] = ColumnValues.missingInteger
        column.addMisfit(row, starts[row], cell)
      case .other:
        column.replan = .other
        return
      }
    }
  }

  func numbers(
    _ text: Span<UInt8>, _ unescaped: Span<UInt8>, _ cells: [Cell], _ starts: [Int], _ place: Int, _ width: Int,
    _ missing: MissingWords, _ out: UnsafeMutablePointer<Double>, _ column: inout Column
  ) {
    for row in 0..<starts.count {
      let cell = cells[row * width + place]
      guard cell.start < text.count || cell.length == 0 else {
        column.replan = .other
        return
      }
      let core = CellGrid.core(of: cell, in: text)
      if isMissing(cell, core, text, missing) {
        out[row] = .nan
        column.missing += 1
        continue
      }
      switch NumberCell.plain(text, core) ?? NumberCell.read(text, core) {
      case .real(let value): out[row] = value
      case .integer(let value):
        guard let real = NumberCell.exactDouble(value) else {
          column.replan = .other
          return
        }
        out[row] = real
      case .word:
        out[row] = .nan
        column.addMisfit(row, starts[row], cell)
      case .other:
        column.replan = .other
        return
      }
    }
  }

  func dates(
    _ text: Span<UInt8>, _ unescaped: Span<UInt8>, _ cells: [Cell], _ starts: [Int], _ place: Int, _ width: Int,
    _ missing: MissingWords, _ out: UnsafeMutablePointer<CalendarDate?>, _ column: inout Column
  ) {
    for row in 0..<starts.count {
      let cell = cells[row * width + place]
      guard cell.start < text.count || cell.length == 0 else {
        column.replan = .other
        return
      }
      let core = CellGrid.core(of: cell, in: text)
      (out + row).initialize(to: nil)
      if isMissing(cell, core, text, missing) {
        column.missing += 1
        continue
      }
      switch ISODateCell.read(text, core) {
      case .date(let value): out[row] = value
      case .impossible: column.addMisfit(row, starts[row], cell)
      case .datetime, .none:
        guard NumberCell.explain(text, core) == .word else {
          column.replan = .other
          return
        }
        column.addMisfit(row, starts[row], cell)
      }
    }
  }

  func moments(
    _ text: Span<UInt8>, _ unescaped: Span<UInt8>, _ cells: [Cell], _ starts: [Int], _ place: Int, _ width: Int,
    _ missing: MissingWords, _ out: UnsafeMutablePointer<Moment?>, _ column: inout Column
  ) {
    for row in 0..<starts.count {
      let cell = cells[row * width + place]
      guard cell.start < text.count || cell.length == 0 else {
        column.replan = .other
        return
      }
      let core = CellGrid.core(of: cell, in: text)
      (out + row).initialize(to: nil)
      if isMissing(cell, core, text, missing) {
        column.missing += 1
        continue
      }
      switch ISODateCell.read(text, core) {
      case .datetime(let value, let hasZone, let isCut):
        out[row] = value
        if hasZone { column.zoned += 1 }
        if isCut { column.cut += 1 }
      case .impossible: column.addMisfit(row, starts[row], cell)
      case .date, .none:
        guard NumberCell.explain(text, core) == .word else {
          column.replan = .other
          return
        }
        column.addMisfit(row, starts[row], cell)
      }
    }
  }

  func words(
    _ text: Span<UInt8>, _ unescaped: Span<UInt8>, _ cells: [Cell], _ rows: Int, _ place: Int, _ width: Int,
    _ missing: MissingWords, _ out: UnsafeMutablePointer<Int32>, _ column: inout Column
  ) {
    for row in 0..<rows {
      let cell = cells[row * width + place]
      if cell.start >= text.count, cell.length > 0 {
        // A cell with doubled quotes holds one at least, so it is no word for missing.
        let start = cell.start - text.count
        out[row] = column.levels.code(of: start..<(start + cell.length), in: unescaped)
      } else {
        let core = CellGrid.core(of: cell, in: text)
        if missing.contains(cell, core, in: text) {
          out[row] = -1
          column.missing += 1
        } else {
          if core.count != cell.length { column.padded += 1 }
          out[row] = column.levels.code(of: cell.start..<cell.end, in: text)
        }
      }
    }
  }
}
