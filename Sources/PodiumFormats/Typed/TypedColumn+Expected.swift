internal import PodiumCore
internal import PodiumPlugin

extension TypedColumn {
  /// Reads cells as the type the file declares, if the cells confirm it.
  ///
  /// A file may declare a type without enforcing it (SQLite). The declaration decides a column without values, numbers
  /// 0 and 1 as truth values, days among moments, and words among numbers, up to half of the cells.
  init(_ given: CellColumn) {
    let cells = given.cells
    // It throws when it is interrupted, which it cannot be here.
    if let type = given.declared, given.levels.isEmpty,
      let column = try? TypedColumn(
        declared: type, cells, lines: given.lines.map { UInt32(clamping: $0) }, cancellation: Cancellation())
    {
      self = column
      return
    }
    if let type = given.declared ?? (given.levels.isEmpty ? nil : given.expected) {
      self = TypedColumn(cells, as: type, levels: given.levels.isEmpty ? nil : TypedColumn.levels(given))
      return
    }
    guard let expected = given.expected, let column = TypedColumn(expected: expected, cells) else {
      self = TypedColumn(cells)
      guard let expected = given.expected, values.type != expected, values.missingCount < cells.count else { return }
      switch (expected, values.type) {
      case (.number, .integer), (.integer, .number), (.date, .datetime): break
      default: note("is declared \(expected.rawValue) in the file, but its cells are not")
      }
      return
    }
    self = column
  }

  /// The listed categories, followed by others found in the cells: a program may have added rows.
  private static func levels(_ given: CellColumn) -> [String] {
    var known = Set(given.levels)
    var levels = given.levels
    for cell in given.cells where !cell.isMissing && known.insert(cell.fileText).inserted {
      levels.append(cell.fileText)
    }
    return levels
  }

  /// Nil if the cells clearly have another type.
  private init?(expected type: ColumnType, _ cells: [Value]) {
    let isEmpty = cells.allSatisfy(\.isMissing)
    switch type {
    case .text, .category, .ordered: break
    case _ where isEmpty: break
    case .boolean:
      guard
        cells.allSatisfy({
          switch $0 {
          case .missing, .boolean, .integer(0), .integer(1): true
          default: false
          }
        })
      else { return nil }
    case .date, .datetime:
      // A number counts from an unknown start (seconds, days), so only texts are dates.
      guard cells.allSatisfy({ if case .text = $0 { true } else { $0.isMissing } }) else { return nil }
      guard type == .datetime else { return nil }
      let read = TypedColumn(cells, as: .datetime, levels: nil)
      guard read.mismatchCount == 0 else { return nil }
      self = read
      return
    case .number, .integer:
      var (numbers, words, reals) = (0, 0, 0)
      for cell in cells {
        switch cell {
        case .missing: continue
        case .integer: numbers += 1
        case .number:
          numbers += 1
          reals += 1
        case .text(let text) where text.isEmpty || NumberCell.isWord(text): words += 1
        default: return nil
        }
      }
      guard numbers > 0, words <= numbers else { return nil }
      // A whole number that a double cannot represent exactly keeps the column from being numbers.
      if reals > 0 || type == .number {
        for case .integer(let whole) in cells where NumberCell.exactDouble(whole) == nil { return nil }
        self = TypedColumn(cells, as: .number, levels: nil)
      } else {
        self = TypedColumn(cells, as: .integer, levels: nil)
      }
      return
    }
    self = TypedColumn(cells, as: type, levels: nil)
  }

  func read(_ given: CellColumn) -> ReadColumn {
    let column = Column(given.name, values)
    let report = ImportReport.Column(
      name: given.name, type: column.type, missing: column.missingCount, mismatchCount: mismatchCount,
      mismatches: mismatches.map {
        .init(
          line: $0.row < given.lines.count ? given.lines[$0.row] : $0.row + 1, text: $0.text)
      }, offsets: offsets)
    return ReadColumn(column, report: report, notes: notices.map { "column \(given.name.quotedInNotice): \($0)" })
  }
}
