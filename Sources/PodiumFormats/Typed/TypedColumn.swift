internal import PodiumCore
internal import PodiumPlugin

/// The values of one column of typed cells, with one type for all.
struct TypedColumn {
  private(set) var values: ColumnValues
  /// How many cells did not fit and became missing.
  private(set) var mismatchCount = 0
  private(set) var mismatches: [(row: Int, text: String)] = []
  /// How its moments are written; nil where none has an offset.
  private(set) var offsets: ImportReport.Offsets?
  /// What to report, as predicates of a sentence about the column.
  private(set) var notices: [String] = []

  /// Chooses the type from all cells.
  ///
  /// Truth values, whole numbers, numbers, days and moments keep their type if the column has no other; days
  /// among moments are midnights. Words among numbers or dates become missing as in CSV. Any other mixture becomes
  /// words, which is reported.
  /// `numbersBy` is the option that reads texts as numbers, for the notice about numbers stored as text.
  init(_ cells: [Value], findsDates: Bool = true, numbersBy option: String = "types=COLUMN:number") {
    let kinds = Kinds(cells)
    let numbers = kinds.integers + kinds.reals
    let timed = kinds.dates + kinds.datetimes
    if kinds.all == 0 {
      self.init(.category(Categorical(levels: [], codes: Array(repeating: -1, count: cells.count))))
    } else if kinds.booleans == kinds.all {
      self.init(.boolean(cells.map { if case .boolean(let value) = $0 { value } else { nil } }))
    } else if numbers > 0, numbers + kinds.texts == kinds.all, let column = TypedColumn(numbersOf: cells, kinds) {
      self = column
    } else if timed > 0, timed + kinds.texts == kinds.all, let column = TypedColumn(timesOf: cells, kinds) {
      self = column
    } else if kinds.texts == kinds.all {
      if findsDates, let column = TypedColumn(datesIn: cells) {
        self = column
      } else {
        self.init(wordsOf: cells)
        noteNumbers(cells, by: option)
      }
    } else {
      self.init(wordsOf: cells)
      notices.append("stays \(values.type.rawValue): it mixes " + kinds.sentence)
    }
  }

  private init(_ values: ColumnValues) { self.values = values }

  /// A column without rows, to be filled while reading a declared type.
  init() { self.init(.text([])) }

  mutating func set(_ values: ColumnValues) { self.values = values }

  /// Notes which of its moments are written with an offset, in the texts that they were read from.
  mutating func noteOffsets(_ cells: [Value]) {
    guard case .datetime(let moments) = values else { return }
    var found = ImportReport.Offsets()
    for (row, cell) in cells.enumerated() where moments[row] != nil {
      if case .text(let text) = cell, text.utf8.last == 0x5A {
        found.add(row: row, hasOffset: true)
        continue
      }
      guard case .text(let text) = cell, case .datetime(_, true, _) = ISODateCell.read(text) else {
        found.add(row: row, hasOffset: false)
        continue
      }
      found.add(row: row, hasOffset: true, isShifted: ISODateCell.isShifted(text))
    }
    offsets = found.known
  }

  /// The same where some of the cells are texts that were read by other rules; the others have no offset.
  mutating func noteOffsets(_ read: ImportReport.Offsets?, of texts: [Int], beside cells: [Value]) {
    guard let read, case .datetime(let moments) = values else { return }
    let known = Set(texts)
    let others = cells.indices.filter { moments[$0] != nil && !known.contains($0) }
    offsets = ImportReport.Offsets(
      count: read.count + others.count, without: (read.without.map { texts[$0] } + others).sorted(),
      shifted: read.shifted)
  }

  mutating func note(_ notice: String) { notices.append(notice) }

  /// Reads every nonempty cell; a nil result is a mismatch.
  mutating func map<Result>(_ cells: [Value], _ read: (Value) -> Result?) -> [Result?] {
    var results: [Result?] = []
    results.reserveCapacity(cells.count)
    for (row, cell) in cells.enumerated() {
      let result = cell.isMissing ? nil : read(cell)
      if result == nil, !cell.isMissing { mismatch(row, cell) }
      results.append(result)
    }
    return results
  }

  private mutating func mismatch(_ row: Int, _ value: Value) {
    mismatchCount += 1
    if mismatches.count < 5 { mismatches.append((row, value.fileText)) }
  }

  /// Counts further mismatches, of which the first are named.
  mutating func addMismatches(_ count: Int, _ first: [(row: Int, text: String)]) {
    mismatchCount += count
    mismatches = Array((mismatches + first).ordered { $0.row < $1.row }.prefix(5))
  }

  /// Reports texts that are all numbers, which may have been quoted by mistake, or numbers with a unit.
  private mutating func noteNumbers(_ cells: [Value], by option: String) {
    let rows = Array(
      cells.indices.lazy.filter { if case .text(let text) = cells[$0], !text.isEmpty { true } else { false } }.prefix(
        100))
    let texts = rows.map { cells[$0].fileText }
    if texts.allSatisfy({ NumberCell.read($0).value != nil }) {
      notices.append(
        "stays \(values.type.rawValue): its numbers are stored as text; \(option) reads them as numbers")
    } else if let first = texts.first(where: { AmountMarks.isAmount($0) }),
      texts.allSatisfy({ AmountMarks.isAmount($0) || NumberCell.read($0).value != nil })
    {
      var marks = AmountMarks()
      for (row, text) in zip(rows, texts) {
        let bytes = Array(text.utf8)
        marks.add(bytes.span, NumberCell.core(bytes.span), row: row)
      }
      if marks.isMixed, let mixture = marks.mixture({ cells[$0].fileText.quotedInNotice }) {
        notices.append("stays \(values.type.rawValue): it \(mixture)")
        return
      }
      let way =
        texts.contains { AmountMarks.multiplies($0) }
        ? AmountMarks.wayWithMultiple : "has a currency or unit; types=COLUMN:number reads numbers without it"
      notices.append("stays \(values.type.rawValue): \(first.quotedInNotice) \(way)")
    }
  }

  init(wordsOf cells: [Value]) {
    let texts = cells.map { $0.isMissing ? nil : $0.fileText }
    let distinct = Set(texts.lazy.compactMap { $0 }).count
    if distinct > ColumnInference.mostCategories, distinct > cells.count / 2 {
      self.init(.text(texts))
      return
    }
    let categories = Categorical(texts)
    self.init(.category(categories))
    notices += ColumnInference.mergedNotice(TypedColumn.merged(texts, into: categories))
  }

  /// How many texts differ from their category only in Unicode composition.
  private static func merged(_ texts: [String?], into categories: Categorical) -> Int {
    let arePlain = categories.levels.map { $0.utf8.allSatisfy { $0 < 0x80 } }
    var others: Set<[UInt8]> = []
    for (row, code) in categories.codes.enumerated() where code >= 0 && !arePlain[Int(code)] {
      guard let text = texts[row], !text.utf8.elementsEqual(categories.levels[Int(code)].utf8) else { continue }
      others.insert(Array(text.utf8))
    }
    return others.count
  }

  /// Numbers, if the texts among them are few and all words; nil otherwise.
  private init?(numbersOf cells: [Value], _ kinds: Kinds) {
    var values: [Double] = []
    self.init(.integer([]))
    for (row, cell) in cells.enumerated() {
      switch cell {
      case .integer(let value):
        // A whole number that a double cannot represent exactly keeps the column from being numbers.
        if kinds.reals > 0, NumberCell.exactDouble(value) == nil { return nil }
        values.append(Double(value))
      case .number(let value): values.append(value)
      case .text(let text):
        guard text.isEmpty || NumberCell.isWord(text) else { return nil }
        if !text.isEmpty { mismatch(row, cell) }
        values.append(.nan)
      default: values.append(.nan)
      }
    }
    guard ColumnInference.isTolerable(fits: kinds.integers + kinds.reals, mismatches: mismatchCount) else { return nil }
    if kinds.reals > 0 {
      self.values = .number(values)
    } else {
      self.values = .integer(
        cells.map { if case .integer(let value) = $0 { value } else { ColumnValues.missingInteger } })
    }
  }

  /// Days or moments that are not texts; nil if there are too many texts among them.
  private init?(timesOf cells: [Value], _ kinds: Kinds) {
    self.init(.date([]))
    for (row, cell) in cells.enumerated() {
      guard case .text(let text) = cell, !text.isEmpty else { continue }
      guard NumberCell.isWord(text) else { return nil }
      mismatch(row, cell)
    }
    guard ColumnInference.isTolerable(fits: kinds.dates + kinds.datetimes, mismatches: mismatchCount) else {
      return nil
    }
    if kinds.datetimes == 0 {
      values = .date(cells.map { if case .date(let day) = $0 { day } else { nil } })
    } else {
      values = .datetime(
        cells.map {
          switch $0 {
          case .datetime(let moment): moment
          case .date(let day): Moment(startOf: day)
          default: nil
          }
        })
    }
  }

  /// Texts that are all days or all moments in ISO form, except for a few words; nil otherwise.
  private init?(datesIn cells: [Value]) {
    self.init(.date([]))
    var days: [CalendarDate?] = []
    var moments: [Moment?] = []
    var found = ImportReport.Offsets()
    var cut = 0
    for (row, cell) in cells.enumerated() {
      days.append(nil)
      moments.append(nil)
      guard case .text(let text) = cell, !text.isEmpty else { continue }
      switch ISODateCell.read(text) {
      case .date(let value): days[row] = value
      case .datetime(let value, let hasZone, let isCut):
        moments[row] = value
        found.add(row: row, hasOffset: hasZone, isShifted: hasZone && ISODateCell.isShifted(text))
        if isCut { cut += 1 }
      case .impossible: mismatch(row, cell)
      case .none:
        guard NumberCell.isWord(text), mismatchCount < max(1, cells.count / 10) else { return nil }
        mismatch(row, cell)
      }
    }
    let (dayCount, momentCount) = (days.count { $0 != nil }, moments.count { $0 != nil })
    guard dayCount == 0 || momentCount == 0,
      ColumnInference.isTolerable(fits: dayCount + momentCount, mismatches: mismatchCount)
    else { return nil }
    values = momentCount > 0 ? .datetime(moments) : .date(days)
    offsets = found.known
    notices += ColumnInference.cutNotice(cut)
  }
}

private struct Kinds {
  var all = 0
  var integers = 0
  var reals = 0
  var texts = 0
  var booleans = 0
  var dates = 0
  var datetimes = 0

  init(_ cells: [Value]) {
    for cell in cells {
      switch cell {
      case .missing: continue
      case .integer: integers += 1
      case .number: reals += 1
      case .text: texts += 1
      case .boolean: booleans += 1
      case .date: dates += 1
      case .datetime: datetimes += 1
      // No reader of cells makes bytes.
      case .bytes: texts += 1
      }
      all += 1
    }
  }

  var sentence: String {
    let parts = [
      (integers + reals, "number"), (texts, "text"), (booleans, "truth value"), (dates, "date"), (datetimes, "time"),
    ].filter { $0.0 > 0 }.map { $0.0.counted($0.1) }
    return parts.dropLast().joined(separator: ", ") + " and " + (parts.last ?? "")
  }
}
