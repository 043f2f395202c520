internal import PodiumCore

extension ColumnInference {
  /// Why a column that looks like numbers or dates became words; nil if it does not look like them.
  ///
  /// It does if at least half of its first 200 values are, or would be without their marks.
  func whyWords(_ place: Int, _ type: ColumnType) throws(Diagnostic) -> String? {
    let text = grid.text.span
    var seen = 0
    var numbers = 0
    var dates = 0
    for row in rows {
      guard seen < 200 else { break }
      let cell = grid.cells[index(row, place)]
      let core = CellGrid.core(of: cell, in: text)
      if core.isEmpty || missing.contains(cell, core, in: text) { continue }
      seen += 1
      switch NumberCell.read(text, core) {
      case .integer, .real: numbers += 1
      case .other(.noNumber): if ISODateCell.read(text, core) != .none { dates += 1 }
      case .other: numbers += 1
      case .word: break
      }
    }
    if seen > 0, numbers * 2 >= seen { return try whyNoNumbers(place, type) }
    if seen > 0, dates * 2 >= seen { return try whyNoDates(place, type) }
    return nil
  }

  private func whyNoNumbers(_ place: Int, _ type: ColumnType) throws(Diagnostic) -> String? {
    let text = grid.text.span
    let form = commonForm(place)
    var fits = 0
    var all = 0
    var firstWord: Int?
    var firstOther: (row: Int, reason: NumberCell.Reason)?
    var firstWide: Int?
    for row in rows {
      if row & 0xFFFF == 0 { try cancellation.check() }
      let cell = grid.cells[index(row, place)]
      let core = CellGrid.core(of: cell, in: text)
      if core.isEmpty || missing.contains(cell, core, in: text) { continue }
      all += 1
      switch form.read(text, core) ?? NumberCell.read(text, core) {
      case .integer(let value):
        fits += 1
        if firstWide == nil, NumberCell.exactDouble(value) == nil { firstWide = row }
      case .real: fits += 1
      case .word: if firstWord == nil { firstWord = row }
      case .other(let reason): if firstOther == nil { firstOther = (row, reason) }
      }
    }
    let count = "stays \(type.rawValue): " + (fits > 0 ? "\(fits) of \(all) cells are numbers, but " : "")
    if let (row, reason) = firstOther { return count + quoted(row, place) + " " + reason.sentence }
    if let firstWord {
      return count + quoted(firstWord, place) + (all - fits == 1 ? " is a word" : " and others are words")
    }
    // Each cell is a number by itself, but no type can hold them together.
    return firstWide.map { count + quoted($0, place) + " " + NumberCell.Reason.tooManyDigits.sentence }
  }

  /// The form of most of the column's first cells, against which other cells are judged.
  private func commonForm(_ place: Int) -> NumberForm {
    let text = grid.text.span
    var counts = Array(repeating: 0, count: NumberForm.all.count)
    for row in rows.prefix(1000) {
      let cell = grid.cells[index(row, place)]
      let core = CellGrid.core(of: cell, in: text)
      if core.isEmpty || missing.contains(cell, core, in: text) { continue }
      for (i, form) in NumberForm.all.enumerated() where form.read(text, core) != nil { counts[i] += 1 }
    }
    let most = counts.max() ?? 0
    return counts.firstIndex(of: most).map { NumberForm.all[$0] } ?? .standard
  }

  private func whyNoDates(_ place: Int, _ type: ColumnType) throws(Diagnostic) -> String? {
    let text = grid.text.span
    var days = 0
    var moments = 0
    var all = 0
    var first: Int?
    for row in rows {
      if row & 0xFFFF == 0 { try cancellation.check() }
      let cell = grid.cells[index(row, place)]
      let core = CellGrid.core(of: cell, in: text)
      if core.isEmpty || missing.contains(cell, core, in: text) { continue }
      all += 1
      switch ISODateCell.read(text, core) {
      case .date: days += 1
      case .datetime: moments += 1
      case .impossible, .none: if first == nil { first = row }
      }
    }
    if days > 0, moments > 0 { return "stays \(type.rawValue): it mixes \(days) dates and \(moments) times" }
    guard let first else { return nil }
    return
      "stays \(type.rawValue): \(days + moments) of \(all) cells are dates, but \(quoted(first, place)) is not"
  }

  /// An ambiguous number, with both readings and advice.
  func doubtfulNumber(_ row: Int, _ place: Int, _ a: NumberForm, _ b: NumberForm) -> String {
    let text = grid.text.span
    let core = CellGrid.core(of: grid.cells[index(row, place)], in: text)
    let readings = [a, b].map { form in
      switch form.read(text, core) {
      case .integer(let value): String(value)
      case .real(let value): NumberText.shortest(value)
      default: "not a number"
      }
    }
    return quoted(row, place) + " could be \(readings[0]) or \(readings[1]); set decimal=comma or decimal=point"
  }

  /// A day whose order is ambiguous, with advice.
  func doubtfulDate(_ row: Int, _ place: Int) -> String {
    quoted(row, place) + " could be day first or month first; add dates=dmy or dates=mdy to load"
  }

  private func quoted(_ row: Int, _ place: Int) -> String {
    grid.string(row, place).quotedInNotice + " (line \(grid.lines[row]))"
  }
}

extension NumberCell.Reason {
  /// The reason, to follow the cell's text.
  fileprivate var sentence: String {
    switch self {
    case .leadingZeros: "would lose its leading zeros"
    case .tooManyDigits: "has more digits than a number can hold"
    case .tooLarge: "is out of range for a number"
    case .marks: "has punctuation that does not belong to a number"
    case .noNumber: "is not a number"
    }
  }
}
