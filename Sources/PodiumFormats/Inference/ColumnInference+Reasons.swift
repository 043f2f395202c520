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
    var amounts = 0
    var days = 0
    var infinite = 0
    var marks = AmountMarks()
    for row in rows {
      guard seen < 200 else { break }
      let cell = grid.cells[index(row, place)]
      let core = CellGrid.core(of: cell, in: text)
      if core.isEmpty || missing.contains(cell, core, in: text) { continue }
      seen += 1
      switch NumberCell.read(text, core) {
      case .integer, .real: numbers += 1
      case .other(.noNumber):
        if ISODateCell.read(text, core) != .none {
          dates += 1
        } else if let reason = ColumnInference.amountReason(text, core) {
          if reason == .day { days += 1 } else { amounts += 1 }
          if [.percent, .money, .unit].contains(reason) { marks.add(text, core, row: row) }
        } else if NumberForm.all.contains(where: { $0.read(text, core) != nil }) {
          numbers += 1
        }
      case .other: numbers += 1
      case .word: if NumberCell.infinity(text, core) != nil { infinite += 1 }
      }
    }
    guard seen > 0 else { return nil }
    if marks.isMixed, (numbers + amounts) * 2 >= seen, let mixture = marks.mixture({ quoted($0, place) }) {
      return "stays \(type.rawValue): it \(mixture)"
    }
    if numbers > 0, (numbers + infinite) * 2 >= seen { return try whyNoNumbers(place, type) }
    if dates * 2 >= seen { return try whyNoDates(place, type) }
    if (numbers + amounts) * 2 >= seen { return try firstReason(place, type) { $0 != .day } }
    if (dates + days) * 2 >= seen { return try firstReason(place, type) { $0 == .day } }
    return nil
  }

  /// Why a cell with digits that is not a number by itself looks like one, or like a day.
  enum AmountReason {
    case percent, money, time, duration, unit, day
  }

  /// What a cell is that is neither a number nor a date in ISO form; nil for other words.
  static func amountReason(_ text: Span<UInt8>, _ core: Range<Int>) -> AmountReason? {
    switch CellShape(text, core) {
    case .percent: return .percent
    case .money: return .money
    case .time: return .time
    case .day: return .day
    case .mail, .page, .network, .position: break
    case nil: if DurationCell.seconds(NumberCell.string(text, core)) != nil { return .duration }
    }
    // `<0.01` and `~5` look like numbers, and none reads them.
    var i = core.lowerBound
    while i < core.upperBound, text[i] == 0x3C || text[i] == 0x3E || text[i] == 0x7E || text[i] == 0x20 { i += 1 }
    if i > core.lowerBound {
      return NumberForm.all.contains { $0.read(text, i..<core.upperBound) != nil } ? .unit : nil
    }
    let cell = NumberCell.string(text, core)
    guard AmountMarks.isAmount(cell) else { return nil }
    let amount = Amount(text, core, isDeclared: true, hasUnit: true)
    guard amount.currency == nil, let unit = amount.unit else { return .unit }
    // `2D` and `12b` are names.
    let isUnit = text[unit.lowerBound - 1] &- 0x30 >= 10 || CSVHeader.isUnit(NumberCell.string(text, unit))
    return isUnit || AmountMarks.multiplies(cell) ? .unit : nil
  }

  /// A column of amounts or days, by its first cell that is not a number, or by the first day that does not exist.
  private func firstReason(
    _ place: Int, _ type: ColumnType, where isWanted: (AmountReason) -> Bool
  ) throws(Diagnostic) -> String? {
    let text = grid.text.span
    var first: String?
    for row in rows {
      if row & 0xFFFF == 0 { try cancellation.check() }
      let cell = grid.cells[index(row, place)]
      let core = CellGrid.core(of: cell, in: text)
      if core.isEmpty || missing.contains(cell, core, in: text) { continue }
      guard let reason = ColumnInference.amountReason(text, core), isWanted(reason) else { continue }
      let isImpossible = reason == .day && LocalDateCell(text, core)?.isImpossible == true
      if first == nil || isImpossible {
        first = "stays \(type.rawValue): \(quoted(row, place)) " + sentence(reason, text, core)
      }
      if reason != .day || isImpossible { break }
    }
    return first
  }

  private func sentence(_ reason: AmountReason, _ text: Span<UInt8>, _ core: Range<Int>) -> String {
    let cell = NumberCell.string(text, core)
    let isNumber = AmountMarks.isAmount(cell)
    let way = isNumber ? "; types=COLUMN:number reads numbers without it" : ""
    switch reason {
    case .percent: return "has a percent sign" + way
    case .money: return "has a currency" + way
    case .time:
      let isTime = DurationCell.time(cell) != nil
      guard DurationCell.duration(cell) != nil else {
        return isTime ? "is a time without a day; 'type COLUMN time' reads it" : "is not a time of day"
      }
      return isTime
        ? "is a time without a day; 'type COLUMN time' or 'type COLUMN duration' reads it"
        : "is a duration; 'type COLUMN duration' reads it"
    case .duration: return "is a duration; 'type COLUMN duration' reads it"
    case .unit where AmountMarks.multiplies(cell):
      return AmountMarks.wayWithMultiple
    case .unit: return isNumber ? "has a unit" + way : "is not a number"
    case .day:
      guard let day = LocalDateCell(text, core) else { return "is not a date in a known form" }
      if day.isImpossible { return "does not exist" }
      return day.hasShortYear
        ? "has a year of two digits; types=COLUMN:date reads it as 1969 to 2068" : "is in another form than other days"
    }
  }

  private static let signs: Set = ["-", "--", "---", "–", "—", ".", "..", "...", "…", ":", "*"]

  private func whyNoNumbers(_ place: Int, _ type: ColumnType) throws(Diagnostic) -> String? {
    let text = grid.text.span
    let form = commonForm(place)
    var fits = 0
    var all = 0
    var firstWord: Int?
    var firstOther: (row: Int, reason: NumberCell.Reason)?
    var firstWide: Int?
    var firstInfinite: Int?
    // The words that are dashes and dots alone, as statistics write what is missing; nil once there is another.
    var signs: [String]? = []
    var codes = CodeEvidence()
    for row in rows {
      if row & 0xFFFF == 0 { try cancellation.check() }
      let cell = grid.cells[index(row, place)]
      let core = CellGrid.core(of: cell, in: text)
      if core.isEmpty || missing.contains(cell, core, in: text) { continue }
      all += 1
      let read = form.read(text, core) ?? NumberCell.read(text, core)
      codes.add(text, core, read, row: row)
      switch read {
      case .integer(let value):
        fits += 1
        if firstWide == nil, NumberCell.exactDouble(value) == nil { firstWide = row }
      case .real: fits += 1
      case .word:
        if NumberCell.infinity(text, core) != nil {
          if firstInfinite == nil { firstInfinite = row }
        } else {
          firstWord = firstWord ?? row
          let word = NumberCell.string(text, core)
          if !ColumnInference.signs.contains(word) {
            signs = nil
          } else if signs?.contains(word) == false {
            signs?.append(word)
          }
        }
      case .other(let reason): if firstOther == nil { firstOther = (row, reason) }
      }
    }
    let share = fits == 1 ? "1 of \(all) cells is a number" : "\(fits) of \(all) cells are numbers"
    let count = "stays \(type.rawValue): " + (fits > 0 ? share + ", but " : "")
    if let (row, reason) = firstOther {
      let core = CellGrid.core(of: grid.cells[index(row, place)], in: text)
      let amount = reason == .noNumber ? ColumnInference.amountReason(text, core) : nil
      return count + quoted(row, place) + " " + (amount.map { sentence($0, text, core) } ?? reason.sentence)
    }
    if let doubt = codes.doubt {
      return "stays \(type.rawValue): \(quoted(doubt.row, place)) " + doubt.reason.sentence
        + "; types=COLUMN:number reads numbers"
    }
    if let firstWord {
      let way =
        signs.map { "; missing=\($0.joined(separator: ",")) reads \($0.count == 1 ? "it" : "them") as missing" } ?? ""
      return count + quoted(firstWord, place) + (all - fits == 1 ? " is a word" : " and others are words") + way
    }
    if let firstInfinite {
      return count + quoted(firstInfinite, place) + " is infinite; types=COLUMN:number reads it"
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
    if days > 0, moments > 0 {
      return "stays \(type.rawValue): it mixes \(days.counted("date")) and \(moments.counted("time"))"
    }
    guard let first else { return nil }
    return
      "stays \(type.rawValue): \(days + moments) of \(all) cells are dates, but \(quoted(first, place)) is not"
  }

  /// An ambiguous number, with both readings and advice.
  func doubtfulNumber(
    _ row: Int, _ place: Int, _ a: NumberForm, _ b: NumberForm, isDeclared: Bool = false
  ) -> String {
    let text = grid.text.span
    let core = CellGrid.core(of: grid.cells[index(row, place)], in: text)
    let readings = [a, b].map { form in
      switch form.read(text, core, isDeclared: isDeclared, hasUnit: isDeclared) {
      case .integer(let value): String(value)
      case .real(let value): NumberText.shortest(value)
      default: "not a number"
      }
    }
    return quoted(row, place) + " could be \(readings[0]) or \(readings[1]); "
      + choice("decimal=comma", "decimal=point", .number, isDeclared)
  }

  /// A day whose order is ambiguous, with advice.
  func doubtfulDate(_ row: Int, _ place: Int, isDeclared: Bool = false) -> String {
    quoted(row, place) + " could be day first or month first; " + choice("dates=dmy", "dates=mdy", .date, isDeclared)
  }

  /// How to choose between two forms: by options of the importer or, where it has none, by 'type'.
  private func choice(_ a: String, _ b: String, _ type: ColumnType, _ isDeclared: Bool) -> String {
    if formats.areOptions { return "add \(a) or \(b) to load" }
    return (isDeclared ? "load it without types=, then " : "") + "'type COLUMN \(type.rawValue) \(a)' or \(b) reads it"
  }

  func quoted(_ row: Int, _ place: Int) -> String {
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
    case .plusSign: "would lose its plus sign"
    case .exponent: "could be a code"
    case .parentheses: "could be a mark"
    case .noNumber: "is not a number"
    }
  }
}
