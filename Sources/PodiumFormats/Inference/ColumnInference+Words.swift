internal import PodiumCore

extension ColumnInference {
  /// A column of words is free text above this many distinct ones, when they are also more than half the rows.
  static let mostCategories = 1000

  /// Reads a column as categories or text.
  ///
  /// `levels` are the categories of a declared column in order; cells with other words are mismatches.
  func words(_ place: Int, declared: ColumnType?, levels: [String]?) throws(Diagnostic) -> Reading {
    if declared == .text { return try freeText(place) }
    let text = grid.text.span
    let cells = grid.cells.span
    var table = LevelTable()
    var codes: [Int32] = []
    codes.reserveCapacity(rows.count)
    var keptQuoted = 0
    for row in rows {
      if row & 0xFFFF == 0 { try cancellation.check() }
      let cell = cells[index(row, place)]
      let core = CellGrid.core(of: cell, in: text)
      if missing.containsWord(cell, core, in: text) {
        codes.append(-1)
        continue
      }
      if cell.isQuoted, missing.contains(cell, core, in: text) { keptQuoted += 1 }
      codes.append(table.code(of: cell.start..<cell.end, in: text))
      if declared == nil, table.levels.count > ColumnInference.mostCategories,
        table.levels.count > rows.count / 2
      {
        return try freeText(place)
      }
    }
    let found = table.names(in: text)
    if found.merged > 0 { codes = codes.map { $0 < 0 ? -1 : found.placeOfCode[Int($0)] } }
    var reading: Reading
    if let levels {
      reading = matched(codes, found.names, to: levels, declared)
    } else {
      let values = Categorical(levels: found.names, codes: codes).sortedByCodePoint()
      reading = Reading(values: declared == .ordered ? .ordered(values) : .category(values))
    }
    reading.notices = ColumnInference.quotedNotice(keptQuoted) + ColumnInference.mergedNotice(found.merged)
    return reading
  }

  private func freeText(_ place: Int) throws(Diagnostic) -> Reading {
    let text = grid.text.span
    let cells = grid.cells.span
    var values: [String?] = []
    values.reserveCapacity(rows.count)
    var keptQuoted = 0
    for row in rows {
      if row & 0xFFF == 0 { try cancellation.check() }
      let cell = cells[index(row, place)]
      let core = CellGrid.core(of: cell, in: text)
      if missing.containsWord(cell, core, in: text) {
        values.append(nil)
      } else {
        if cell.isQuoted, missing.contains(cell, core, in: text) { keptQuoted += 1 }
        values.append(NumberCell.string(text, cell.start..<cell.end))
      }
    }
    return Reading(values: .text(values), notices: ColumnInference.quotedNotice(keptQuoted))
  }

  /// What to report of cells in quotes that would be missing without them.
  static func quotedNotice(_ count: Int) -> [String] {
    guard count > 0 else { return [] }
    return [
      "\(count.counted("quoted cell")) with a word for missing values \(count == 1 ? "is" : "are") text; "
        + "quoted-missing=yes reads \(count == 1 ? "it" : "them") as missing"
    ]
  }

  /// What to report of values that became one category though their bytes differ.
  static func mergedNotice(_ count: Int) -> [String] {
    count == 0 ? [] : ["merged \(count.counted("value")) that differed from another only in Unicode composition"]
  }

  private func matched(
    _ codes: [Int32], _ names: [String], to levels: [String], _ declared: ColumnType?
  ) -> Reading {
    var places: [String: Int32] = [:]
    var distinct: [String] = []
    for level in levels where places[level] == nil {
      places[level] = Int32(clamping: distinct.count)
      distinct.append(level)
    }
    let placeOfCode = names.map { places[$0] ?? -1 }
    var mismatches = Mismatches()
    var matched: [Int32] = []
    matched.reserveCapacity(codes.count)
    for (offset, code) in codes.enumerated() {
      let place = code < 0 ? -1 : placeOfCode[Int(code)]
      if code >= 0, place < 0 { mismatches.append(rows.lowerBound + offset) }
      matched.append(place)
    }
    let values = Categorical(levels: distinct, codes: matched)
    return Reading(values: declared == .category ? .category(values) : .ordered(values), mismatches: mismatches)
  }
}
